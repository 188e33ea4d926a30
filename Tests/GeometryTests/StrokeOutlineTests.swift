import Geometry
import PathModel
import Testing

/// What a stroke covers, against what the pen sweeps in many small steps.
@Suite struct StrokeOutlineTests {
  static func outline(
    _ text: String, _ style: Style, tolerance: Double = 0.001, limit: Int = 1_000_000,
    clips: Bool = false
  ) throws -> Drawing {
    let source = Drawing(paths: [text])
    var drawing = Drawing()
    var outline = StrokeOutline(style, tolerance: tolerance, pointLimit: limit)
    if clips { outline.join = .miterClip }
    let id = drawing.styleID(for: Style(fill: .color(.black)))
    drawing.appendPath(PathInfo(style: id)) { builder in
      do { try outline.write(source[path: 0], to: &builder) } catch { Issue.record("\(error)") }
    }
    return drawing
  }

  static func style(
    _ width: Double, cap: Style.Cap = .butt, join: Style.Join = .miter, dashes: [Double] = [],
    offset: Double = 0, limit: Double = 4
  ) -> Style {
    Style(
      stroke: .color(.black), strokeWidth: width, cap: cap, join: join, miterLimit: limit,
      dashes: dashes, dashOffset: offset)
  }

  // MARK: Exact outlines

  static let exact: [(String, Style, String)] = [
    ("M0 0 L10 0", style(2), "M0 -1 L10 -1 L10 1 L0 1 Z"),
    (
      "M0 0 L10 0", style(2, cap: .square),
      "M0 -1 L10 -1 L11 -1 L11 1 L10 1 L0 1 L-1 1 L-1 -1 L0 -1 Z"
    ),
    // Straight edges meet in one point on both sides.
    ("M0 0 L10 0 L10 10", style(2), "M0 -1 L11 -1 L11 10 L9 10 L9 1 L0 1 Z"),
    ("M0 0 L10 0 L10 10", style(2, join: .bevel), "M0 -1 L10 -1 L11 0 L11 10 L9 10 L9 1 L0 1 Z"),
    (
      "M0 0 L10 0 L10 10 L0 10 Z", style(2),
      "M-1 -1 L11 -1 L11 11 L-1 11 L-1 -1 Z M1 1 L1 9 L9 9 L9 1 L1 1 Z"
    ),
    // A subpath of no length is a dot.
    ("M5 5 L5 5", style(2, cap: .square), "M4 4 L6 4 L6 6 L4 6 Z"),
    ("M5 5 Z", style(2, cap: .square), "M4 4 L6 4 L6 6 L4 6 Z"),
    ("M5 5 L5 5", style(2), ""),
    // Segments of no length have no direction.
    ("M0 0 L0 0 L10 0 L10 0", style(2), "M0 -1 L10 -1 L10 1 L0 1 Z"),
    // Dashes.
    ("M0 0 L10 0", style(2, dashes: [3, 4]), "M0 -1 L3 -1 L3 1 L0 1 Z M7 -1 L10 -1 L10 1 L7 1 Z"),
    ("M0 0 L10 0", style(2, dashes: [3, 9], offset: 1), "M0 -1 L2 -1 L2 1 L0 1 Z"),
    ("M0 0 L10 0", style(2, dashes: [3, 9], offset: -4), "M4 -1 L7 -1 L7 1 L4 1 Z"),
    ("M0 0 L10 0", style(2, dashes: [3]), "M0 -1 L3 -1 L3 1 L0 1 Z M6 -1 L9 -1 L9 1 L6 1 Z"),
    (
      "M0 0 L10 0", style(2, cap: .square, dashes: [0, 6]),
      "M-1 -1 L1 -1 L1 1 L-1 1 Z M5 -1 L7 -1 L7 1 L5 1 Z"
    ),
    // Each subpath begins with the first dash; a corner inside a dash is joined.
    (
      "M0 0 L4 0 M0 9 L4 9", style(2, dashes: [3, 9]),
      "M0 -1 L3 -1 L3 1 L0 1 Z M0 8 L3 8 L3 10 L0 10 Z"
    ),
    // The last dash of a closed subpath goes on in the first one.
    (
      "M0 0 L10 0 L10 10 L0 10 Z", style(2, dashes: [5, 30, 5, 99]),
      "M-1 5 L-1 -1 L5 -1 L5 1 L1 1 L1 5 Z"
    ),
  ]

  @Test(arguments: exact) func exactOutline(_ text: String, _ style: Style, _ expected: String)
    throws
  {
    let drawing = try Self.outline(text, style)
    #expect(drawing.pathCount == 0 ? expected.isEmpty : drawing[path: 0].text == expected)
  }

  @Test func aSquareOfOneDashIsARing() throws {
    let ring = try Self.outline(
      "M0 0 L10 0 L10 10 L0 10 Z", Self.style(2, dashes: [99, 1]))
    #expect(ring[path: 0].subpathCount == 2)
  }

  @Test func joinsBeyondTheMiterLimit() throws {
    // A turn by 135°: its miter is 2.6 widths long.
    let turn = "M0 0 L10 0 L0 10"
    #expect(
      abs(
        (try Self.outline(turn, Self.style(2, limit: 2.7)).geometryBounds().map(\.maxX)
          ?? 0) - 12.414) < 0.001)
    #expect(
      abs(
        (try Self.outline(turn, Self.style(2, limit: 2.6)).geometryBounds().map(\.maxX)
          ?? 0) - 10.707) < 0.001)
    // Cut off at twice the half width in the middle direction.
    let clipped = try Self.outline(turn, Self.style(2, limit: 2), clips: true)
    let far =
      clipped.points.map { ($0 - Point(10, 0)).dot(Point(0.9238795, -0.3826834)) }.max() ?? 0
    #expect(abs(far - 2) < 1e-6)
  }

  // MARK: The law

  /// Paths of every kind of trouble: cusps, loops, bends tighter than the pen, turns back, control points on
  /// ends, circles.
  static let paths = [
    "M0 0 L30 0 L5 12 L28 20", "M0 0 C30 40 30 -40 60 0", "M0 0 C40 30 -10 30 30 0",
    "M0 0 C30 30 0 30 30 0", "M0 0 C0 0 10 30 30 0", "M0 0 C20 0 30 20 30 20",
    "M0 0 C60 0 -30 0 30 0", "M0 0 C0 1 1 2 2 2 L20 2", "M0 0 Q30 1 0 2", "M0 0 Q1 30 2 0",
    "M20 0 C20 11.046 11.046 20 0 20 C-11.046 20 -20 11.046 -20 0 C-20 -11.046 -11.046 -20 0 -20 C11.046 -20 20 -11.046 20 0 Z",
    "M4 0 C4 2.209 2.209 4 0 4 C-2.209 4 -4 2.209 -4 0 C-4 -2.209 -2.209 -4 0 -4 C2.209 -4 4 -2.209 4 0 Z",
    "M0 0 L20 0 L0 0", "M0 0 L20 0 L20 1 L0 1 Z", "M0 0 L1 0 L1 1 L0 1 Z",
    "M0 0 C10 0 10 10 0 10 C-3 10 -3 7 0 7 L9 7", "M0 0 L12 3 Z M30 5 C30 5 30 5 40 9",
  ]

  static let styles: [Style] = [
    style(1), style(10), style(6, cap: .round, join: .round), style(6, cap: .square, join: .bevel),
    style(8, cap: .round, join: .miter, limit: 10), style(3, cap: .round, dashes: [7.3, 5]),
    style(5, join: .round, dashes: [4, 2, 1], offset: 3),
  ]

  @Test(arguments: paths, styles)
  func outlinesCoverWhatThePenSweeps(_ text: String, _ style: Style) throws {
    #expect(try Self.wrongPoints(text, style).prefix(3) == [])
  }

  /// Curves with control points anywhere on a coarse grid, which makes cusps, loops and turns back common.
  @Test(arguments: 0..<40) func outlinesOfAnyCurves(_ seed: UInt64) throws {
    var generator = SplitMix(state: StableHash.mix(seed))
    func number() -> Int { Int(generator.unit() * 9) * 4 }
    var text = "M\(number()) \(number())"
    for _ in 0..<2 {
      text += " C\(number()) \(number()) \(number()) \(number()) \(number()) \(number())"
    }
    if seed % 4 == 0 { text += " Z" }
    var style = Self.styles[Int(seed) % Self.styles.count]
    style.strokeWidth = 1 + 15 * generator.unit()
    #expect(try Self.wrongPoints(text, style).prefix(3) == [], "\(text)")
  }

  /// Points that are inside and should be outside, or the other way around, or around which the outline
  /// winds the wrong way, so that it could take something away.
  static func wrongPoints(_ text: String, _ style: Style) throws -> [Point] {
    let source = Drawing(paths: [text])
    let drawing = try Self.outline(text, style)
    #expect(drawing.invariantViolation() == nil)
    guard let bounds = drawing.geometryBounds() else { return [] }
    let swept = SweptPen(source[path: 0], style)
    var wrong: [Point] = []
    var generator = SplitMix(state: 7)
    for _ in 0..<100 {
      let p = Point(
        bounds.minX - 1 + (bounds.width + 2) * generator.unit(),
        bounds.minY - 1 + (bounds.height + 2) * generator.unit())
      let winding = drawing[path: 0].windingNumber(around: p)
      switch swept.contains(p, margin: 0.02) {
      case .inside: if winding <= 0 { wrong.append(p) }
      case .outside: if winding != 0 { wrong.append(p) }
      case .edge: break
      }
    }
    return wrong
  }

  @Test func areaOfARing() throws {
    let circle = Self.paths[10]
    let area = try Self.outline(circle, Self.style(4), tolerance: 1e-4)[path: 0].signedArea()
    // 2πr·w, within the circle's own error as four curves.
    #expect(abs(area - 2 * .pi * 20 * 4) < 0.15)
  }

  @Test func finerTolerancesTakeMorePointsAndComeCloser() throws {
    let text = "M0 0 C30 40 30 -40 60 0"
    var last = 0
    for tolerance in [1, 0.1, 0.01, 0.001, 1e-4, 1e-5] {
      let drawing = try Self.outline(text, Self.style(6), tolerance: tolerance)
      #expect(drawing.points.count >= last)
      last = drawing.points.count
    }
    #expect(last < 400)
  }

  @Test func workIsBounded() throws {
    func count(_ text: String, _ style: Style, _ tolerance: Double = 0.01) throws -> Int? {
      let source = Drawing(paths: [text])
      var drawing = Drawing()
      do throws(StrokeOutline.Fault) {
        try drawing.appendPath(PathInfo()) { (builder) throws(StrokeOutline.Fault) in
          try StrokeOutline(style, tolerance: tolerance, pointLimit: 100_000)
            .write(source[path: 0], to: &builder)
        }
      } catch { return nil }
      return drawing.points.count
    }
    #expect(try count("M0 0 L1000000 0", Self.style(1, dashes: [0.001, 0.001])) == nil)
    #expect(try count("M0 0 L1e90 0", Self.style(1, dashes: [1, 1])) == nil)
    // So many dashes that the curve isn't even begun.
    #expect(
      try count("M0 0 C1000 0 0 900 1000 1000", Self.style(1, dashes: [1e-4, 1e-4])) == nil)
    #expect(try count("M0 0 C1e99 0 0 1e99 1e99 1e99", Self.style(1), 1e-9) != nil)
    #expect(try count("M0 0 C1e-99 0 0 1e-99 1e-99 1e-99", Self.style(1)) != nil)
    #expect(try count("M0 0 C1 0 0 1 1 1", Self.style(1e99)) != nil)
    #expect(try count("M0 0 L1 1", Self.style(0)) == 0)
  }
}

private struct SplitMix {
  var state: UInt64
  mutating func unit() -> Double {
    state &+= 1
    return Double(StableHash.mix(state) >> 11) * 0x1p-53
  }
}

/// What a pen sweeps, in many small steps: a way of its own to say what a stroke covers.
private struct SweptPen {
  enum Answer { case inside, outside, edge }

  /// A convex quadrilateral or triangle, with a circle around it.
  struct Part {
    var corners: [Point]
    var center: Point
    var reach: Double

    init(_ corners: [Point]) {
      self.corners = corners
      center = corners[0].interpolated(to: corners[2], at: 0.5)
      reach = corners.map { [center] in center.distance(to: $0) }.max() ?? 0
    }
  }

  private let style: Style
  private let radius: Double
  private var parts: [Part] = []
  private var discs: [Point] = []

  init(_ path: PathView, _ style: Style) {
    self.style = style
    radius = style.strokeWidth / 2
    // Subpaths as fine polylines, with the places where the source has corners.
    var lines: [(points: [Point], isCorner: [Bool], isClosed: Bool)] = []
    var points: [Point] = []
    var corners: [Bool] = []
    func flush(_ isClosed: Bool) {
      if points.count > 1 { lines.append((points, corners, isClosed)) }
      points = []
      corners = []
    }
    func add(_ p: Point, _ isCorner: Bool) {
      if p == points.last {
        if isCorner { corners[corners.count - 1] = true }
        return
      }
      points.append(p)
      corners.append(isCorner)
    }
    func add(_ curve: CubicCurve) {
      // Close to the ends, so that their directions are right.
      add(curve.point(at: 1e-7), false)
      for i in 1..<300 { add(curve.point(at: Double(i) / 300), false) }
      add(curve.point(at: 1 - 1e-7), false)
      add(curve.p3, true)
    }
    path.forEachSegment { segment in
      switch segment {
      case .move(let p):
        flush(false)
        add(p, true)
      case .line(let p): add(p, true)
      case .quad(let a, let p): add(CubicCurve(QuadCurve(points[points.count - 1], a, p)))
      case .cubic(let a, let b, let p): add(CubicCurve(points[points.count - 1], a, b, p))
      case .close:
        add(points[0], true)
        let first = points[0]
        flush(true)
        points = [first]
        corners = [true]
      }
    }
    flush(false)
    for line in lines {
      for dash in Self.dashes(line, style) { sweep(dash) }
    }
  }

  private static func dashes(
    _ line: (points: [Point], isCorner: [Bool], isClosed: Bool), _ style: Style
  ) -> [(points: [Point], isCorner: [Bool], isClosed: Bool)] {
    var pattern = style.dashes
    if pattern.isEmpty { return [line] }
    if pattern.count % 2 == 1 { pattern += pattern }
    var index = 0
    var left = style.dashOffset
    while left >= pattern[index] {
      left -= pattern[index]
      index = (index + 1) % pattern.count
    }
    left = pattern[index] - left
    let startsOn = index % 2 == 0
    var result: [(points: [Point], isCorner: [Bool], isClosed: Bool)] = []
    var current: [Point] = index % 2 == 0 ? [line.points[0]] : []
    var corners = [true]
    for i in 1..<line.points.count {
      var from = line.points[i - 1]
      let to = line.points[i]
      while left < from.distance(to: to) {
        let cut = from.interpolated(to: to, at: left / from.distance(to: to))
        if index % 2 == 0 {
          if cut != current.last {
            current.append(cut)
            corners.append(true)
          }
          result.append((current, corners, false))
          current = []
        } else {
          current = [cut]
          corners = [true]
        }
        from = cut
        index = (index + 1) % pattern.count
        left = pattern[index]
      }
      left -= from.distance(to: to)
      if index % 2 == 0 {
        current.append(to)
        corners.append(line.isCorner[i])
      }
    }
    if current.count > 1 {
      if line.isClosed, startsOn, let first = result.first {
        result[0] = (
          current + first.points.dropFirst(), corners + first.isCorner.dropFirst(), false
        )
      } else {
        result.append((current, corners, line.isClosed && result.isEmpty && startsOn))
      }
    }
    return result
  }

  private mutating func sweep(_ line: (points: [Point], isCorner: [Bool], isClosed: Bool)) {
    let p = line.points
    func direction(_ i: Int) -> Point { (p[i + 1] - p[i]) * (1 / (p[i + 1] - p[i]).length) }
    for i in 0..<(p.count - 1) {
      let n = Point(direction(i).y, -direction(i).x) * radius
      parts.append(Part([p[i] + n, p[i + 1] + n, p[i + 1] - n, p[i] - n]))
    }
    for i in 1..<(p.count - 1) { join(at: p[i], direction(i - 1), direction(i), line.isCorner[i]) }
    if line.isClosed {
      join(at: p[0], direction(p.count - 2), direction(0), true)
    } else {
      cap(at: p[0], -direction(0))
      cap(at: p[p.count - 1], direction(p.count - 2))
    }
  }

  private mutating func cap(at p: Point, _ d: Point) {
    let n = Point(d.y, -d.x) * radius
    switch style.cap {
    case .butt: break
    case .square: parts.append(Part([p + n, p + n + d * radius, p - n + d * radius, p - n]))
    case .round: addSector(at: p, n, -n, isClockwise: true)
    }
  }

  private mutating func addSector(at p: Point, _ a: Point, _ b: Point, isClockwise: Bool) {
    var turn = arcTangent(y: a.cross(b), x: a.dot(b))
    if isClockwise, turn < 0 { turn += 2 * .pi }
    if !isClockwise, turn > 0 { turn -= 2 * .pi }
    // No more than a half: the rest is rounding.
    if turn.magnitude > 3.5 { return }
    var last = p + a
    let count = max(1, (turn.magnitude * 8).rounded(.up))
    for i in 1...Int(count) {
      let (c, s) = (cosine(turn * Double(i) / count), sine(turn * Double(i) / count))
      let next = p + Point(a.x * c - a.y * s, a.x * s + a.y * c)
      parts.append(Part([p, last, next]))
      last = next
    }
  }

  private mutating func join(at p: Point, _ a: Point, _ b: Point, _ isCorner: Bool) {
    let turn = a.cross(b)
    // A polyline turns a little where the path itself goes straight on; inside of a curve the pen turns.
    if !isCorner || a.dot(b) > 0.999 {
      let n = (Point(a.y, -a.x) * radius, Point(b.y, -b.x) * radius)
      addSector(at: p, n.0, n.1, isClockwise: turn >= 0)
      addSector(at: p, -n.0, -n.1, isClockwise: turn >= 0)
      return
    }
    if turn.magnitude < 1e-12, a.dot(b) > 0 { return }
    let sign = turn >= 0 ? radius : -radius
    let (from, to) = (p + Point(a.y, -a.x) * sign, p + Point(b.y, -b.x) * sign)
    switch style.join {
    case .round:
      addSector(at: p, from - p, to - p, isClockwise: turn >= 0)
    case .bevel: parts.append(Part([p, from, to]))
    case .miter:
      // sin(θ/2), θ being the angle between the segments.
      let half = ((1 + a.dot(b)) / 2).squareRoot()
      if half > 0, 1 / half <= style.miterLimit {
        let middle = ((from + to) * 0.5 - p)
        let tip = p + middle * (radius * radius / middle.dot(middle))
        parts.append(Part([p, from, tip, to]))
      } else {
        parts.append(Part([p, from, to]))
      }
    }
  }

  /// Whether a point is covered, or within a margin of the edge.
  func contains(_ p: Point, margin: Double) -> Answer {
    var isInside = false
    var isNear = false
    for disc in discs {
      let d = disc.distance(to: p)
      if d <= radius - margin { return .inside }
      if d <= radius { isInside = true }
      if d <= radius + margin { isNear = true }
    }
    for part in parts where part.center.distance(to: p) <= part.reach + margin {
      let depth = Self.depth(p, part.corners)
      if depth > margin { return .inside }
      if depth >= 0 { isInside = true }
      if depth > -margin { isNear = true }
    }
    if !isNear { return .outside }
    if !isInside { return .edge }
    // Inside by small parts: deep inside only if all around is covered too.
    for i in 0..<8 {
      let q = p + Point(cosine(degrees: Double(i) * 45), sine(degrees: Double(i) * 45)) * margin
      var covered = false
      for disc in discs where disc.distance(to: q) <= radius { covered = true }
      if !covered {
        for part in parts
        where part.center.distance(to: q) <= part.reach && Self.depth(q, part.corners) >= 0 {
          covered = true
          break
        }
      }
      if !covered { return .edge }
    }
    return .inside
  }

  /// How deep a point lies inside a convex part; negative outside, then at most the distance.
  private static func depth(_ p: Point, _ part: [Point]) -> Double {
    var area = 0.0
    for i in part.indices { area += part[i].cross(part[(i + 1) % part.count]) }
    var depth = Double.infinity
    for i in part.indices {
      let (a, b) = (part[i], part[(i + 1) % part.count])
      let d = b - a
      if d.length < 1e-12 { continue }
      depth = min(depth, d.cross(p - a) / d.length * (area >= 0 ? 1 : -1))
    }
    return depth
  }
}
