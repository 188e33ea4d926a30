public import PathModel

// Ellipses and their arcs as cubic curves, each of a quarter turn or less: the farthest that one
// strays from the true ellipse is 2.8e-4 of its radius.

/// Of what curves an arc is made.
public enum ArcPieces: String, CaseIterable, Hashable, Sendable {
  /// Equal ones of a quarter turn or less.
  case quarters
  /// As many of a third of a turn as there is room for, and the rest: what rough.js makes of arcs. They stray by up
  /// to 1.5e-3 of the radius; an arc without a radius is a curve too.
  case thirds
}

extension PathBuilder {
  /// Adds an arc of an ellipse in the endpoint form of SVG's `A` command.
  ///
  /// As SVG's implementation notes say: no radius, or an end that is the start, gives a line or
  /// nothing; the radii's signs don't count; radii that are too small grow until the arc reaches
  /// (SVG 2, appendix B.2). The last curve ends at exactly `end`.
  /// - Parameters:
  ///   - start: The current point.
  ///   - end: Where the arc ends.
  ///   - radii: The ellipse's two radii.
  ///   - rotation: The angle of the first radius from the x axis in degrees.
  ///   - isLarge: Whether it is the arc of more than half a turn.
  ///   - isClockwise: Whether it runs clockwise, SVG's sweep flag.
  ///   - pieces: Of what curves it is made.
  public mutating func arc(
    from start: Point, to end: Point, radii: Point, rotation: Double, isLarge: Bool,
    isClockwise: Bool, pieces: ArcPieces = .quarters
  ) {
    if start == end { return }
    var (rx, ry) = (radii.x.magnitude, radii.y.magnitude)
    guard rx > 0, ry > 0 else {
      switch pieces {
      case .quarters: line(to: end)
      case .thirds: cubic(start, end, to: end)
      }
      return
    }
    // In units of the ellipse it is an arc of the unit circle.
    let (c, s) = (cosine(degrees: rotation), sine(degrees: rotation))
    let half = Point((start.x / 2 - end.x / 2), (start.y / 2 - end.y / 2))
    var x = (c * half.x + s * half.y) / rx
    var y = (-s * half.x + c * half.y) / ry
    let reach = (x * x + y * y).squareRoot()
    var toCenter = 0.0
    if reach > 1 {
      rx *= reach
      ry *= reach
      x /= reach
      y /= reach
    } else {
      // How far the centre lies from the chord's middle, in units of half the chord.
      toCenter = ((1 - reach) * (1 + reach)).squareRoot() / reach
      if isLarge == isClockwise { toCenter = -toCenter }
    }
    // The chord runs from (x, y) to (−x, −y); the centre lies beside it.
    let center = Point(toCenter * y, -toCenter * x)
    let first = Point(x - center.x, y - center.y)
    let last = Point(-x - center.x, -y - center.y)
    let middle = Point(start.x / 2 + end.x / 2, start.y / 2 + end.y / 2)
    let map = Affine(
      a: c * rx, b: s * rx, c: -s * ry, d: c * ry,
      tx: middle.x + c * rx * center.x - s * ry * center.y,
      ty: middle.y + s * rx * center.x + c * ry * center.y)
    var turn = arcTangent(y: first.cross(last), x: first.dot(last))
    if isClockwise && turn < 0 { turn += 2 * .pi }
    if !isClockwise && turn > 0 { turn -= 2 * .pi }
    // A chord that rounding made zero must not turn a tiny arc into the rest of the ellipse.
    if isLarge && turn.magnitude < 2 { turn += isClockwise ? 2 * .pi : -2 * .pi }
    if !isLarge && turn.magnitude > 4 { turn += isClockwise ? -2 * .pi : 2 * .pi }
    guard map.isFinite, first.isFinite, turn.isFinite else {
      line(to: end)
      return
    }
    arc(onto: map, from: first, turn: turn, to: end, pieces: pieces)
  }

  /// Adds the image of an arc of the unit circle.
  /// - Parameters:
  ///   - map: Maps the unit circle to the ellipse.
  ///   - first: Where on the unit circle it starts; the current point must be its image.
  ///   - turn: How far it runs in radians, clockwise when positive, up to a few turns.
  ///   - end: Where the last curve ends.
  ///   - kind: Of what curves it is made.
  private mutating func arc(
    onto map: Affine, from first: Point, turn: Double, to end: Point, pieces kind: ArcPieces
  ) {
    let longest: Double =
      switch kind {
      case .quarters: .pi / 2
      case .thirds: .pi * 2 / 3
      }
    // A quarter turn that rounding made a bit longer is still one.
    let pieces = max(1, (turn.magnitude / longest - 1e-9).rounded(.up))
    let piece =
      switch kind {
      case .quarters: turn / pieces
      case .thirds: pieces == 1 ? turn : turn < 0 ? -longest : longest
      }
    var handle = 4.0 / 3 * tangent(piece / 4)
    var u = first
    for i in 1...Int(min(pieces, 64)) {
      let isLast = i == Int(pieces)
      if isLast, kind == .thirds {
        handle = 4.0 / 3 * tangent((turn - piece * (pieces - 1)) / 4)
      }
      let angle = isLast && kind == .thirds ? turn : piece * Double(i)
      let (c, s) = (cosine(angle), sine(angle))
      let v = Point(first.x * c - first.y * s, first.x * s + first.y * c)
      cubic(
        map.apply(Point(u.x - handle * u.y, u.y + handle * u.x)),
        map.apply(Point(v.x + handle * v.y, v.y - handle * v.x)),
        to: isLast ? end : map.apply(v))
      u = v
    }
  }

  /// Adds a closed ellipse: it starts at its rightmost point and runs clockwise, as SVG's does.
  public mutating func ellipse(center: Point, rx: Double, ry: Double) {
    let (left, right) = (center.x - rx, center.x + rx)
    let (top, bottom) = (center.y - ry, center.y + ry)
    let (hx, hy) = (rx * quarterHandle, ry * quarterHandle)
    move(to: Point(right, center.y))
    cubic(
      Point(right, center.y + hy), Point(center.x + hx, bottom), to: Point(center.x, bottom))
    cubic(Point(center.x - hx, bottom), Point(left, center.y + hy), to: Point(left, center.y))
    cubic(Point(left, center.y - hy), Point(center.x - hx, top), to: Point(center.x, top))
    cubic(Point(center.x + hx, top), Point(right, center.y - hy), to: Point(right, center.y))
    close()
  }

  /// Adds a closed rectangle: it starts at the upper left corner and runs clockwise.
  public mutating func rectangle(_ rect: Rect) {
    move(to: rect.origin)
    line(to: Point(rect.maxX, rect.minY))
    line(to: Point(rect.maxX, rect.maxY))
    line(to: Point(rect.minX, rect.maxY))
    close()
  }

  /// Adds a closed rectangle with corners that are quarters of an ellipse, in the order of SVG's
  /// `rect`. Radii are cut to half of their side; without one the corners are sharp.
  public mutating func roundedRectangle(_ rect: Rect, rx: Double, ry: Double) {
    let rx = min(rx, rect.width / 2)
    let ry = min(ry, rect.height / 2)
    guard rx > 0, ry > 0 else {
      rectangle(rect)
      return
    }
    // From a corner's tangent point to its handle.
    let (hx, hy) = (rx * (1 - quarterHandle), ry * (1 - quarterHandle))
    let (l, t, r, b) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    move(to: Point(l + rx, t))
    if r - rx > l + rx { line(to: Point(r - rx, t)) }
    cubic(Point(r - hx, t), Point(r, t + hy), to: Point(r, t + ry))
    if b - ry > t + ry { line(to: Point(r, b - ry)) }
    cubic(Point(r, b - hy), Point(r - hx, b), to: Point(r - rx, b))
    if r - rx > l + rx { line(to: Point(l + rx, b)) }
    cubic(Point(l + hx, b), Point(l, b - hy), to: Point(l, b - ry))
    if b - ry > t + ry { line(to: Point(l, t + ry)) }
    cubic(Point(l, t + hy), Point(l + hx, t), to: Point(l + rx, t))
    close()
  }
}

/// How far the handles of a quarter circle reach, in radii: 4/3·(√2 − 1).
private let quarterHandle = 4.0 / 3 * (2.0.squareRoot() - 1)
