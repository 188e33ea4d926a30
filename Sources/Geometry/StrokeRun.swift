import PathModel

/// Moves the pen along segments and keeps what both its ends draw.
struct StrokeRun {
  /// A part of what the inner half of the pen sweeps where a bend is tighter than it.
  struct Slice: BitwiseCopyable {
    var a: Point
    var b: Point
    var c: Point
  }

  let tolerance: Double
  var left: OutlineSide
  var right: OutlineSide
  private(set) var slices: [Slice] = []
  /// The direction in which the last piece of a curve ended.
  private var heading: Point
  /// How often the curve that is drawn may still be halved.
  private var halvings = 0

  init(radius: Double, tolerance: Double, at p: Point, along d: Point) {
    self.tolerance = tolerance
    left = OutlineSide(at: p + d.across * radius)
    right = OutlineSide(at: p - d.across * radius)
    heading = d
  }

  var pointCount: Int { left.points.count + right.points.count + 3 * slices.count }

  /// Brings sides that keep to the path back to their distance.
  mutating func endDetours(at p: Point, along d: Point, _ radius: Double) {
    let across = d.across * radius
    left.endDetour(at: p + across)
    right.endDetour(at: p - across)
  }

  mutating func line(_ segment: StrokeSegment) {
    let across = segment.out.across * segment.endRadius
    left.line(to: segment.end + across)
    right.line(to: segment.end - across)
  }

  /// Moves along a curve; with `limit` points it gives up.
  mutating func curve(_ segment: StrokeSegment, limit: Int) {
    heading = segment.out
    halvings = 100_000
    if segment.isAlmostStraight {
      halve(segment.curve, segment.startRadius, segment.endRadius, depth: 0, limit)
    } else {
      // No bend may hide between the places that are tried.
      let (a, b) = segment.curve.split(at: 0.5)
      let middle = segment.radius(at: 0.5)
      halve(a, segment.startRadius, middle, depth: 0, limit)
      halve(b, middle, segment.endRadius, depth: 0, limit)
    }
    turn(at: segment.end, segment.into, segment.endRadius)
  }

  /// Draws a part of a curve, halved until the offset fits.
  private mutating func halve(
    _ curve: CubicCurve, _ startRadius: Double, _ endRadius: Double, depth: Int, _ limit: Int
  ) {
    guard pointCount <= limit, halvings > 0 else { return }
    halvings -= 1
    let piece = OffsetPiece(curve, from: startRadius, to: endRadius)
    if let piece, piece.isStraightEnough, fits(piece, 1), fits(piece, -1) {
      draw(piece)
      return
    }
    // A part that can't be seen is a corner: the pen turns there.
    let extent = max(
      curve.p0.distance(to: curve.p1), curve.p1.distance(to: curve.p2),
      curve.p2.distance(to: curve.p3))
    if depth >= 40 || extent <= tolerance / 16 { return }
    let (a, b) = curve.split(at: 0.5)
    let middle = startRadius + (endRadius - startRadius) / 2
    halve(a, startRadius, middle, depth: depth + 1, limit)
    halve(b, middle, endRadius, depth: depth + 1, limit)
  }

  /// Whether one side of a piece is as it's drawn, and runs forward or backward all along.
  private func fits(_ piece: OffsetPiece, _ sign: Double) -> Bool {
    let speeds = (piece.start.speed(sign), piece.middle.speed(sign), piece.end.speed(sign))
    let isForward = speeds.0 >= 0
    let isMixed = (speeds.1 >= 0) != isForward || (speeds.2 >= 0) != isForward
    let offset = piece.offset(sign)
    if isMixed {
      let size = max(
        offset.p0.distance(to: offset.p1), offset.p1.distance(to: offset.p2),
        offset.p2.distance(to: offset.p3))
      return size <= tolerance / 2
    }
    return piece.deviation(of: offset, sign) <= tolerance
  }

  private mutating func draw(_ piece: OffsetPiece) {
    let curve = piece.curve
    turn(at: curve.p0, piece.start.direction, piece.start.radius)
    heading = piece.end.direction
    for sign in [1.0, -1.0] { draw(piece, sign) }
  }

  private mutating func draw(
    _ piece: OffsetPiece, _ sign: Double
  ) {
    let offset = piece.offset(sign)
    if piece.start.speed(sign) + piece.end.speed(sign) >= 0 {
      if sign > 0 { left.follow(offset) } else { right.follow(offset) }
    } else {
      if sign > 0 { left.detour(along: piece.curve) } else { right.detour(along: piece.curve) }
      addSlices(piece, sign)
    }
  }

  /// Turns the pen at a place inside of a curve, where that turns at once: at a cusp.
  private mutating func turn(at p: Point, _ direction: Point, _ radius: Double) {
    let turn = heading.cross(direction)
    if turn.magnitude <= 1e-6, heading.dot(direction) > 0 { return }
    endDetours(at: p, along: heading, radius)
    let (a, b) = (heading.across, direction.across)
    if turn >= 0 {
      left.arc(around: p, from: a, to: b, radius, tolerance, isClockwise: true)
      right.line(to: p)
      right.line(to: p - b * radius)
      addFan(at: p, from: -a, to: -b, radius, isClockwise: true)
    } else {
      right.arc(around: p, from: -a, to: -b, radius, tolerance, isClockwise: false)
      left.line(to: p)
      left.line(to: p + b * radius)
      addFan(at: p, from: a, to: b, radius, isClockwise: false)
    }
  }

  /// Adds what the inner half of the pen sweeps when it turns where it stands.
  private mutating func addFan(
    at p: Point, from: Point, to: Point, _ radius: Double, isClockwise: Bool
  ) {
    var turn = arcTangent(y: from.cross(to), x: from.dot(to))
    if isClockwise != (turn > 0) { turn = -turn }
    let count = min(max((turn.magnitude / sliceAngle(radius)).rounded(.up), 1), 4096)
    var last = from
    for i in 1...Int(count) {
      let (c, s) = (cosine(turn * Double(i) / count), sine(turn * Double(i) / count))
      let next = i == Int(count) ? to : Point(from.x * c - from.y * s, from.x * s + from.y * c)
      addSlice(p, p + last * radius, p + next * radius)
      last = next
    }
  }

  /// By which angle the pen turns within a slice at most.
  private func sliceAngle(_ radius: Double) -> Double {
    radius > 0 ? min(0.5, 2 * (2 * tolerance / radius).squareRoot()) : 0.5
  }

  /// Adds what the pen sweeps on a side that runs backwards: between two places of it, the two triangles on
  /// both sides of where its two positions cross, all turning clockwise.
  private mutating func addSlices(_ piece: OffsetPiece, _ sign: Double) {
    let turn = piece.start.direction.distance(to: piece.end.direction)
    let angle = sliceAngle(max(piece.start.radius, piece.end.radius))
    let count = min(max((turn / angle).rounded(.up), 1), 4096)
    var (c, o) = (piece.curve.p0, piece.start.offset(sign))
    for i in 1...Int(count) {
      let frame = i == Int(count) ? piece.end : piece.frame(at: Double(i) / count)
      let next = frame.point
      let outer = frame.offset(sign)
      // Where the two positions cross.
      let (d, e) = (o - c, outer - next)
      let k = d.cross(e)
      let t = k != 0 ? (next - c).cross(e) / k : .infinity
      if t >= 0, t <= 1 {
        let crossing = c + d * t
        addSlice(c, next, crossing)
        addSlice(o, outer, crossing)
      } else {
        addSlice(c, next, outer)
        addSlice(c, outer, o)
      }
      (c, o) = (next, outer)
    }
  }

  private mutating func addSlice(_ a: Point, _ b: Point, _ c: Point) {
    let area = (b - a).cross(c - a)
    if area == 0 { return }
    slices.append(area > 0 ? Slice(a: a, b: b, c: c) : Slice(a: a, b: c, c: b))
  }
}
