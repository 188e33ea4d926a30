import PathModel

/// One side of a stroke's outline, as it grows forward: segments that follow each other.
struct OutlineSide {
  private(set) var verbs: [Verb] = []
  /// The start, then the points of each verb.
  private(set) var points: [Point]
  /// Whether it keeps to the path itself, since the bend is tighter than the pen.
  private(set) var isDetour = false

  init(at start: Point) { points = [start] }

  var end: Point { points[points.count - 1] }

  mutating func line(to p: Point) {
    if p == end { return }
    verbs.append(.line)
    points.append(p)
  }

  mutating func cubic(_ a: Point, _ b: Point, to p: Point) {
    verbs.append(.cubic)
    points.append(a)
    points.append(b)
    points.append(p)
  }

  /// Moves the end of the last line.
  mutating func replaceLast(_ p: Point) { points[points.count - 1] = p }

  /// Moves the start.
  mutating func replaceFirst(_ p: Point) { points[0] = p }

  /// Goes on along the offset of a piece.
  mutating func follow(_ offset: CubicCurve) {
    endDetour(at: offset.p0)
    cubic(offset.p1, offset.p2, to: offset.p3)
  }

  /// Goes on along the path itself.
  mutating func detour(along piece: CubicCurve) {
    if !isDetour { line(to: piece.p0) }
    isDetour = true
    cubic(piece.p1, piece.p2, to: piece.p3)
  }

  /// Comes back from the path to `p`.
  mutating func endDetour(at p: Point) {
    guard isDetour else { return }
    line(to: p)
    isDetour = false
  }

  /// Adds an arc of a circle, from where `from` points to where `to` does; both have length one.
  ///
  /// Each curve's handles are 4/3·tan(α/4) radii long; it then strays by 2/27·sin⁶(α/4)/cos²(α/4)
  /// radii (M. Goldapp, "Approximation of circular arcs by cubic polynomials", 1991).
  mutating func arc(
    around center: Point, from: Point, to: Point, _ radius: Double, _ tolerance: Double,
    isClockwise: Bool
  ) {
    guard radius > 0 else {
      line(to: center)
      return
    }
    var turn = arcTangent(y: from.cross(to), x: from.dot(to))
    if isClockwise && turn < 0 { turn += 2 * .pi }
    if !isClockwise && turn > 0 { turn -= 2 * .pi }
    // What rounding made of no turn, or of half a turn, isn't a whole one.
    if turn.magnitude > 1.5 * .pi { turn += turn > 0 ? -2 * .pi : 2 * .pi }
    var pieces = max(1, (turn.magnitude / (.pi / 2) - 1e-9).rounded(.up))
    while pieces < 64 {
      let s = sine(turn / (4 * pieces))
      if 2.0 / 27 * s * s * s * s * s * s / (1 - s * s) * radius <= tolerance { break }
      pieces += 1
    }
    let piece = turn / pieces
    let handle = 4.0 / 3 * tangent(piece / 4) * radius
    var u = from
    for i in 1...Int(pieces) {
      let (c, s) = (cosine(piece * Double(i)), sine(piece * Double(i)))
      let v = i == Int(pieces) ? to : Point(from.x * c - from.y * s, from.x * s + from.y * c)
      cubic(
        center + u * radius - u.across * handle, center + v * radius + v.across * handle,
        to: center + v * radius)
      u = v
    }
  }

  // MARK: Writing

  /// Writes it forward; as a new subpath unless it's continued from its start.
  func write(to builder: inout PathBuilder, isContinued: Bool = false) {
    if !isContinued { builder.move(to: points[0]) }
    var i = 1
    for verb in verbs {
      if verb == .cubic {
        builder.cubic(points[i], points[i + 1], to: points[i + 2])
        i += 3
      } else {
        builder.line(to: points[i])
        i += 1
      }
    }
  }

  /// Writes it from its end to its start, continued from its end unless it's a new subpath.
  func writeReversed(to builder: inout PathBuilder, isContinued: Bool) {
    var i = points.count - 1
    if !isContinued { builder.move(to: points[i]) }
    for verb in verbs.reversed() {
      if verb == .cubic {
        builder.cubic(points[i - 1], points[i - 2], to: points[i - 3])
        i -= 3
      } else {
        builder.line(to: points[i - 1])
        i -= 1
      }
    }
  }
}

extension Point {
  /// The direction a quarter turn to the left of this one, y growing downward.
  @inline(__always) var across: Point { Point(y, -x) }
}
