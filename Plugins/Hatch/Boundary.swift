import Geometry
import PathModel

/// The parts of a path that bound what it fills by the nonzero rule.
///
/// Where a path runs over itself, as the outline of a thick stroke does at its corners, a part of it lies inside:
/// there is no edge to be seen, and a hand that goes around the shape draws none. Whether a place is on the edge is
/// asked at steps along each segment, and where the answer changes the place in between is searched for.
struct Boundary {
  /// One part of one segment.
  private struct Part {
    var segment: Int
    var from: Double
    var to: Double
  }

  private struct Segment {
    var curve: CubicCurve
    var isLine: Bool
  }

  /// How many questions there are a segment at most, beside those at its ends.
  private static let mostSteps = 12.0
  /// How long steps are, as a part of the path's size.
  private static let step = 0.04
  /// How far from the line it's asked what is inside, as a part of the path's size.
  private static let aside = 1e-4

  private let size: Double
  private let winding: WindingIndex

  /// - Parameter path: The path.
  init(of path: PathView) {
    size = path.geometryBounds().map { max($0.width, $0.height) } ?? 0
    winding = WindingIndex(path)
  }

  /// Writes the parts; subpaths that lie on the edge all along stay as they are.
  func write(_ path: PathView, into builder: inout PathBuilder) {
    guard size > 0 else { return builder.append(path) }
    var subpath = SubpathRanges()
    while subpath.next(in: path) {
      let segments = segments(of: path, subpath)
      let parts = parts(of: segments)
      let isWhole = parts.count == segments.count && parts.allSatisfy { $0.from == 0 && $0.to == 1 }
      if isWhole {
        builder.append(path, verbs: subpath.verbs, points: subpath.points)
      } else {
        write(parts, of: segments, into: &builder)
      }
    }
  }

  private func segments(of path: PathView, _ subpath: SubpathRanges) -> [Segment] {
    var segments: [Segment] = []
    func add(line a: Point, _ b: Point) {
      if a != b { segments.append(Segment(curve: CubicCurve(line: a, b), isLine: true)) }
    }
    var (start, current) = (Point.zero, Point.zero)
    path.forEachStep(in: subpath) { step in
      if let curve = path.curve(step) {
        segments.append(Segment(curve: curve, isLine: false))
      } else if step.verb != .move {
        add(line: step.from, step.end)
      }
      (start, current) = (step.start, step.end)
    }
    // What is filled is closed.
    add(line: current, start)
    return segments
  }

  /// The parts on the edge, in order.
  private func parts(of segments: [Segment]) -> [Part] {
    var parts: [Part] = []
    for (row, segment) in segments.enumerated() {
      let c = segment.curve
      let length = c.p0.distance(to: c.p1) + c.p1.distance(to: c.p2) + c.p2.distance(to: c.p3)
      let count = max(1, min(Boundary.mostSteps, (length / (Boundary.step * size)).rounded(.up)))
      var from: Double?
      var t = 0.01
      var isEdge = self.isEdge(c, at: t)
      if isEdge { from = 0 }
      for k in 0...Int(count) {
        let next = k == Int(count) ? 0.99 : (Double(k) + 0.5) / count
        let isNext = self.isEdge(c, at: next)
        if isNext != isEdge {
          let change = change(c, t, next, isEdge)
          if let begin = from {
            parts.append(Part(segment: row, from: begin, to: change))
            from = nil
          } else {
            from = change
          }
        }
        (t, isEdge) = (next, isNext)
      }
      if let from { parts.append(Part(segment: row, from: from, to: 1)) }
    }
    return parts
  }

  /// Whether one side of a segment is inside and the other isn't.
  private func isEdge(_ c: CubicCurve, at t: Double) -> Bool {
    let way = c.derivative(at: t)
    let length = way.length
    // A place without a direction says nothing.
    guard length > 0 else { return true }
    let aside = Point(-way.y, way.x) * (Boundary.aside * size / length)
    let p = c.point(at: t)
    return winding.number(around: p + aside) == 0 || winding.number(around: p - aside) == 0
  }

  /// Where the answer changes between two parameters.
  private func change(
    _ c: CubicCurve, _ a: Double, _ b: Double, _ isEdge: Bool
  ) -> Double {
    var (a, b) = (a, b)
    for _ in 0..<10 {
      let middle = (a + b) / 2
      if self.isEdge(c, at: middle) == isEdge { a = middle } else { b = middle }
    }
    return (a + b) / 2
  }

  private func write(_ parts: [Part], of segments: [Segment], into builder: inout PathBuilder) {
    func follows(_ k: Int) -> Bool {
      let (before, part) = (parts[k == 0 ? parts.count - 1 : k - 1], parts[k])
      return part.from == 0 && before.to == 1
        && (before.segment + 1) % segments.count == part.segment
    }
    // Where the pen was lifted; a part that begins in the middle of things isn't cut in two.
    guard let first = parts.indices.first(where: { !follows($0) }) else { return }
    for step in parts.indices {
      let k = (first + step) % parts.count
      let (part, segment) = (parts[k], segments[parts[k].segment])
      let curve =
        part.from == 0 && part.to == 1
        ? segment.curve : segment.curve.part(from: part.from, to: part.to)
      if step == 0 || !follows(k) { builder.move(to: curve.p0) }
      if segment.isLine {
        builder.line(to: curve.p3)
      } else {
        builder.cubic(curve.p1, curve.p2, to: curve.p3)
      }
    }
  }
}
