import Geometry
import PathModel
import PluginKit

/// Where a hand sets the pen down and lifts it: what a closed figure of a file doesn't say.
///
/// A round loop is begun somewhere, in each pass elsewhere, and drawn on a little beyond its start. Where
/// there is room for it, it ends inside of the loop, clear of the line that it began with; the end of a
/// thick pen's loop lies on its start. With an overshoot, lines end at corners as architects draw them:
/// each goes on past the corner.
struct PenLifts {
  /// How far lines go on past corners at most, nil when corners are joined.
  let overshoot: Length?
  /// By how much of that they differ, 0 to 1.
  let variation: Double

  /// The pen and the hand that a path is drawn with.
  struct Pen {
    /// The stroke's width.
    var width: Double
    /// How far the hand errs at most.
    var reach: Double
    /// The wavelength of its errors.
    var wavelength: Double
    /// How far lines go on past corners at most.
    var overshoot: Double
    /// Where ends stay that are in it.
    var room: Rect?
  }

  /// The part of a loop's length that is drawn twice.
  private static let overlap = 0.03...0.08
  /// How far inside its start a loop ends at most, as a part of its size and of the reach.
  private static let inward = (size: 0.08, reach: 0.8)
  /// How far inside it has to end to be told from its start, in widths of the pen.
  private static let clear = 1.3
  /// The part of the way on which it leaves its line.
  private static let leaving = 0.2

  /// How long a line is at least that goes on past its ends, in overshoots.
  private static let shortest = 4.0

  /// Whether they change anything about a path.
  func matter(to places: [StrokeRuns.Place]) -> Bool {
    overshoot != nil || opens(places)
  }

  /// Whether a path has a loop.
  func opens(_ places: [StrokeRuns.Place]) -> Bool {
    places.contains { $0.isLoop && $0.isClosed }
  }

  /// A path as a hand draws it, as the only one of a drawing.
  /// - Parameters:
  ///   - path: The path.
  ///   - places: Its runs.
  ///   - pen: What it's drawn with.
  ///   - background: Tells which subpaths stay as they are, nil when none does.
  ///   - generator: What is random.
  /// - Returns: The drawing.
  func lifted(
    _ path: PathView, _ places: [StrokeRuns.Place], _ pen: Pen, _ background: PageBackground?,
    _ generator: SeededGenerator
  ) -> Drawing {
    var generator = generator
    var result = Drawing(tablesOf: Drawing())
    result.appendPath(PathInfo(style: result.styleID(for: Style()))) { builder in
      var place = 0
      for subpath in path.figures() {
        let count = subpath.segments.count
        let rows = places[place..<min(places.count, place + count)]
        place += count
        if rows.count == count, let first = rows.first {
          if first.isLoop && first.isClosed && first.whole > 5 * pen.width {
            loop(subpath, Array(rows), pen, &generator, into: &builder)
            continue
          }
          if overshoot != nil && !first.isLoop && !subpath.covers(background) {
            strokes(subpath, Array(rows), pen, &generator, into: &builder)
            continue
          }
        }
        subpath.add(to: &builder)
      }
    }
    return result
  }

  private func loop(
    _ figure: Figure, _ places: [StrokeRuns.Place], _ pen: Pen,
    _ generator: inout SeededGenerator, into builder: inout PathBuilder
  ) {
    let segments = figure.segments
    let whole = places[0].whole
    var center = Point.zero
    var size = 0.0
    for (segment, place) in zip(segments, places) {
      center = center + segment.curve.point(at: 0.5) * (place.length / whole)
    }
    for segment in segments { size = max(size, segment.curve.p0.distance(to: center)) }
    let begin = whole * generator.unit()
    let overlap = min(
      whole * generator.uniform(PenLifts.overlap.lowerBound, PenLifts.overlap.upperBound),
      pen.wavelength / 6)
    let most = min(PenLifts.inward.size * size, PenLifts.inward.reach * pen.reach)
    let isClear = most > PenLifts.clear * pen.width
    let shrink = isClear && size > 0 ? most * generator.uniform(0.7, 1) / size : 0
    let leaving = PenLifts.leaving * whole
    /// Where a point lies after so much of the way, and how it moves: the loop's end turns inside.
    func spiral(_ p: Point, _ velocity: Point, _ way: Double) -> (point: Point, velocity: Point) {
      let u = max(0, 1 - (whole + overlap - way) / leaving)
      let size = 1 - shrink * u * u
      let rate = -2 * shrink * u / leaving * velocity.length
      return (center + (p - center) * size, velocity * size + (p - center) * rate)
    }
    var way = 0.0
    func add(_ segment: Figure.Segment, _ length: Double) {
      let c = segment.curve
      let from = spiral(c.p0, (c.p1 - c.p0) * 3, way)
      let to = spiral(c.p3, (c.p3 - c.p2) * 3, way + length)
      if way == 0 { builder.move(to: from.point) }
      builder.cubic(
        from.point + from.velocity * (1.0 / 3), to.point - to.velocity * (1.0 / 3), to: to.point)
      way += length
    }
    let first = max(0, (places.lastIndex { $0.along <= begin }) ?? 0)
    let cut =
      places[first].length > 0
      ? min(1, (begin - places[first].along) / places[first].length) : 0
    if cut < 1 {
      add(segments[first].part(from: cut, to: 1), places[first].length * (1 - cut))
    }
    for k in 1..<max(1, segments.count) {
      let row = (first + k) % segments.count
      add(segments[row], places[row].length)
    }
    if cut > 0 { add(segments[first].part(from: 0, to: cut), places[first].length * cut) }
    // And on.
    var rest = overlap
    var row = first
    var from = cut
    while rest > 0 {
      let length = places[row].length * (1 - from)
      let part = length > rest ? from + (1 - from) * rest / length : 1
      if part > from {
        add(segments[row].part(from: from, to: part), min(length, rest))
      }
      rest -= max(length, whole * 1e-3)
      row = (row + 1) % segments.count
      from = 0
    }
  }

  /// Draws a figure's lines past its corners. Where both lines of a corner are too short for that, as along a
  /// wiggly border, they meet.
  private func strokes(
    _ figure: Figure, _ places: [StrokeRuns.Place], _ pen: Pen,
    _ generator: inout SeededGenerator, into builder: inout PathBuilder
  ) {
    let count = figure.segments.count
    // A closed figure begins at one of its corners, if possible where a line goes on past it.
    let corner =
      places.firstIndex { $0.isFirst && isLong($0, pen) } ?? places.firstIndex(where: \.isFirst)
    let anchor = figure.isClosed ? corner ?? 0 : 0
    var first: Point?
    var current: Point?
    var strokeCount = 0
    for k in 0..<count {
      let row = (anchor + k) % count
      let next = (row + 1) % count
      let segment = figure.segments[row]
      let c = segment.curve
      var start = c.p0
      if segment.isLine && (k == 0 || places[row].isFirst) {
        let isCorner = figure.isClosed || row > 0
        start = extended(c.p3, past: c.p0, places[row], pen, isCorner: isCorner, &generator)
      }
      var end = c.p3
      if segment.isLine && (k + 1 == count || places[next].isFirst) {
        let isCorner = figure.isClosed || row + 1 < count
        end = extended(c.p0, past: c.p3, places[row], pen, isCorner: isCorner, &generator)
      }
      if start != current {
        builder.move(to: start)
        strokeCount += 1
      }
      if first == nil { first = start }
      if segment.isLine { builder.line(to: end) } else { builder.cubic(c.p1, c.p2, to: end) }
      current = end
    }
    if figure.isClosed && strokeCount == 1 && current == first { builder.close() }
  }

  /// Whether a line is long enough to go on past its ends.
  private func isLong(_ place: StrokeRuns.Place, _ pen: Pen) -> Bool {
    place.run >= PenLifts.shortest * pen.overshoot
  }

  /// Where a line ends that goes on past its end: most at a corner, a little where it ended anyway, and not
  /// at all where it's too short.
  private func extended(
    _ a: Point, past b: Point, _ place: StrokeRuns.Place, _ pen: Pen, isCorner: Bool,
    _ generator: inout SeededGenerator
  ) -> Point {
    let way = b - a
    let length = way.length
    let part = generator.uniform(1 - variation, 1)
    guard length > 0, isLong(place, pen) else { return b }
    let most = min(pen.overshoot * (isCorner ? 1 : 0.3), length * 0.2)
    let p = b + way * (most * part / length)
    if let room = pen.room, room.contains(b), !room.contains(p) { return b }
    return p
  }
}

/// One subpath as a list of curves.
struct Figure {
  /// A line or a curve.
  struct Segment {
    /// The curve; of a line with its control points on it.
    var curve: CubicCurve
    /// Whether it's a straight line.
    var isLine: Bool

    /// The part between two parameters.
    func part(from a: Double, to b: Double) -> Segment {
      a == 0 && b == 1 ? self : Segment(curve: curve.part(from: a, to: b), isLine: isLine)
    }
  }

  /// Where it starts.
  var start: Point
  /// What is drawn, the line that closes it included.
  var segments: [Segment] = []
  /// Whether it's closed.
  var isClosed = false

  /// Whether it's a rectangle that covers the page.
  func covers(_ background: PageBackground?) -> Bool {
    background?.covers((segments.map(\.curve.p0) + [start]).span) ?? false
  }

  /// Adds it as it is.
  func add(to builder: inout PathBuilder) {
    builder.move(to: start)
    for segment in segments {
      let c = segment.curve
      if segment.isLine { builder.line(to: c.p3) } else { builder.cubic(c.p1, c.p2, to: c.p3) }
    }
    if isClosed { builder.close() }
  }
}

extension PathView {
  /// The subpaths as lists of curves.
  func figures() -> [Figure] {
    var figures: [Figure] = []
    var current = Point.zero
    func add(_ curve: CubicCurve, isLine: Bool = false) {
      figures[figures.count - 1].segments.append(Figure.Segment(curve: curve, isLine: isLine))
      current = curve.p3
    }
    func add(line a: Point, _ b: Point) {
      let third = (b - a) * (1.0 / 3)
      add(CubicCurve(a, a + third, b - third, b), isLine: true)
    }
    forEachSegment { segment in
      switch segment {
      case .move(let p):
        figures.append(Figure(start: p))
        current = p
      case .line(let p): add(line: current, p)
      case .quad(let a, let p): add(CubicCurve(QuadCurve(current, a, p)))
      case .cubic(let a, let b, let p): add(CubicCurve(current, a, b, p))
      case .close:
        let start = figures[figures.count - 1].start
        if current != start { add(line: current, start) }
        figures[figures.count - 1].isClosed = true
      }
    }
    return figures
  }
}
