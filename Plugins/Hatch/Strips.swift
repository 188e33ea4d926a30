import Geometry
import PathModel

/// Which edges reach into the strips between a ruling's lines, to ask about places between the lines.
struct Strips {
  private var edges: [UInt32] = []
  /// Where each strip's edges end in `edges`.
  private var ends: [Int] = []

  /// How many edges one path's questions may take: a second's work or so.
  static let mostAsked = 60_000_000
  private var asked = 0

  /// Whether the questions took too many edges; what is answered then isn't so.
  var isExhausted: Bool { asked > Strips.mostAsked }

  /// Begins with a path.
  mutating func begin() { asked = 0 }

  /// Sorts an island's edges into strips.
  /// - Parameters:
  ///   - outline: Where the edges are.
  ///   - rows: The island's subpaths.
  ///   - ruling: The lines.
  ///   - limit: How many entries there may be.
  /// - Returns: False when there are more than the limit.
  mutating func index(
    _ outline: Outline, _ rows: ArraySlice<Int>, _ ruling: Ruling, limit: Int
  ) -> Bool {
    let count = max(0, ruling.lines.count - 1)
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: count))
    var total = 0
    for row in rows {
      for i in outline.subpaths[row].edges {
        let edge = outline.edges[i]
        let strips = ruling.strips(from: edge.low, to: edge.high)
        total += strips.count
        guard total <= limit else { return false }
        for strip in strips { ends[strip] += 1 }
      }
    }
    var sum = 0
    for strip in 0..<count {
      let own = ends[strip]
      ends[strip] = sum
      sum += own
    }
    edges.removeAll(keepingCapacity: true)
    edges.append(contentsOf: repeatElement(0, count: total))
    for row in rows {
      for i in outline.subpaths[row].edges {
        let edge = outline.edges[i]
        for strip in ruling.strips(from: edge.low, to: edge.high) {
          edges[ends[strip]] = UInt32(i)
          ends[strip] += 1
        }
      }
    }
    return true
  }

  private func edges(of strip: Int) -> Range<Int> {
    guard strip >= 0, strip < ends.count else { return 0..<0 }
    return (strip == 0 ? 0 : ends[strip - 1])..<ends[strip]
  }

  /// Whether a stroke between two inside points of a strip's two lines stays inside.
  mutating func isClear(
    from a: Point, to b: Point, strip: Int, _ outline: Outline, _ rule: FillRule
  ) -> Bool {
    let d = b - a
    let square = d.dot(d)
    guard square > 0 else { return true }
    let (left, right) = (min(a.x, b.x), max(a.x, b.x))
    let range = edges(of: strip)
    asked += range.count
    guard !isExhausted else { return false }
    for place in range {
      let edge = outline.edges[Int(edges[place])]
      let c = edge.curve
      if max(max(c.p0.x, c.p1.x), max(c.p2.x, c.p3.x)) < left
        || min(min(c.p0.x, c.p1.x), min(c.p2.x, c.p3.x)) > right
      {
        continue
      }
      var isCrossed = false
      edge.forEachCrossing(of: { p in d.cross(p - a) }) { p, _ in
        // The ends themselves may lie on the outline.
        let along = (p - a).dot(d) / square
        if along > 1e-9 && along < 1 - 1e-9 { isCrossed = true }
      }
      if isCrossed { return false }
    }
    // Nothing is crossed: all of it is inside or all of it is outside.
    return isInside(a.interpolated(to: b, at: 0.5), strip: strip, outline, rule)
  }

  /// Whether a point in a strip is inside.
  mutating func isInside(_ p: Point, strip: Int, _ outline: Outline, _ rule: FillRule) -> Bool {
    var winding = 0
    let range = edges(of: strip)
    asked += range.count
    guard !isExhausted else { return false }
    for place in range {
      outline.edges[Int(edges[place])].forEachCrossing(of: { $0.y - p.y }) { q, isRising in
        if q.x > p.x { winding += isRising ? 1 : -1 }
      }
    }
    return rule == .nonzero ? winding != 0 : winding & 1 != 0
  }
}

extension Outline.Edge {
  /// Calls `body` with the points where a linear function of the place changes its sign, and whether it
  /// rises there.
  @inline(__always)
  fileprivate func forEachCrossing(
    of height: (Point) -> Double, _ body: (Point, _ isRising: Bool) -> Void
  ) {
    if isLine {
      let (from, to) = (height(curve.p0), height(curve.p3))
      guard (from > 0) != (to > 0) else { return }
      body(curve.p0.interpolated(to: curve.p3, at: from / (from - to)), to > 0)
    } else {
      var last = SIMD4<Double>(repeating: -1)
      forEachSignChange(
        height(curve.p0), height(curve.p1), height(curve.p2), height(curve.p3), near: &last
      ) { t, isRising in body(curve.point(at: t), isRising) }
    }
  }
}
