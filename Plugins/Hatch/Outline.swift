import Geometry
import PathModel

/// A filled path's outline in the frame of its hatch: lines and cubics, every subpath closed.
struct Outline {
  /// One segment.
  struct Edge: BitwiseCopyable {
    /// The segment; a line has its ends in `p0` and `p3`.
    var curve: CubicCurve
    /// Whether it's straight.
    var isLine: Bool
    /// The least y of the segment itself.
    var low: Double
    /// The greatest y of the segment itself.
    var high: Double
  }

  /// The edges of one subpath, and a box that holds them: exact in y, that of the control points
  /// in x.
  struct Subpath {
    /// Which of the path's subpaths it is.
    var place: Int
    var edges: Range<Int>
    var box: Rect
    /// A box on the page, not in the frame, that holds its control points.
    var pageBox: Rect
  }

  /// All edges, subpath by subpath.
  private(set) var edges: [Edge] = []
  /// All subpaths that enclose something.
  private(set) var subpaths: [Subpath] = []

  /// Takes in a path.
  /// - Parameters:
  ///   - path: The path.
  ///   - frame: Where to.
  ///   - isLeftOut: For each subpath whether it's left out; empty for none.
  mutating func load(_ path: PathView, in frame: HatchFrame, without isLeftOut: [Bool]) {
    edges.removeAll(keepingCapacity: true)
    subpaths.removeAll(keepingCapacity: true)
    var start = Point.zero
    var current = Point.zero
    var place = -1
    var page = Rect(.zero)
    var i = 0
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      switch verb {
      case .move:
        close(current, start, page, place, isLeftOut)
        place += 1
        page = Rect(path.points[i])
        start = frame.enter(path.points[i])
        current = start
      case .line:
        let end = frame.enter(path.points[i])
        add(current, end)
        current = end
      case .quad:
        let end = frame.enter(path.points[i + 1])
        add(CubicCurve(QuadCurve(current, frame.enter(path.points[i]), end)))
        current = end
      case .cubic:
        let end = frame.enter(path.points[i + 2])
        add(
          CubicCurve(
            current, frame.enter(path.points[i]), frame.enter(path.points[i + 1]), end))
        current = end
      case .close:
        add(current, start)
        current = start
      }
      for k in i..<(i + verb.pointCount) { page.formUnion(path.points[k]) }
      i += verb.pointCount
    }
    close(current, start, page, place, isLeftOut)
  }

  private mutating func add(_ a: Point, _ b: Point) {
    guard a != b else { return }
    edges.append(
      Edge(
        curve: CubicCurve(a, a, b, b), isLine: true, low: min(a.y, b.y), high: max(a.y, b.y)))
  }

  private mutating func add(_ curve: CubicCurve) {
    var low = min(curve.p0.y, curve.p3.y)
    var high = max(curve.p0.y, curve.p3.y)
    if min(curve.p1.y, curve.p2.y) < low || max(curve.p1.y, curve.p2.y) > high {
      let (a, b) = CubicCurve.extrema(curve.p0.y, curve.p1.y, curve.p2.y, curve.p3.y)
      for t in [a, b] {
        guard let t else { continue }
        let y = curve.point(at: t).y
        (low, high) = (min(low, y), max(high, y))
      }
    }
    edges.append(Edge(curve: curve, isLine: false, low: low, high: high))
  }

  /// Ends a subpath; an open one is filled as if it were closed.
  private mutating func close(
    _ current: Point, _ start: Point, _ page: Rect, _ place: Int, _ isLeftOut: [Bool]
  ) {
    add(current, start)
    let first = subpaths.last?.edges.upperBound ?? 0
    guard edges.count > first else { return }
    guard place < 0 || place >= isLeftOut.count || !isLeftOut[place] else {
      edges.removeLast(edges.count - first)
      return
    }
    var box = Rect(edges[first].curve.p0)
    for edge in edges[first...] {
      let c = edge.curve
      box.minX = min(box.minX, min(min(c.p0.x, c.p1.x), min(c.p2.x, c.p3.x)))
      box.maxX = max(box.maxX, max(max(c.p0.x, c.p1.x), max(c.p2.x, c.p3.x)))
      box.minY = min(box.minY, edge.low)
      box.maxY = max(box.maxY, edge.high)
    }
    subpaths.append(Subpath(place: place, edges: first..<edges.count, box: box, pageBox: page))
  }
}

extension PathBuilder {
  /// Adds some of a path's subpaths.
  mutating func append(_ path: PathView, where isWanted: [Bool]) {
    var place = -1
    path.forEachSegment { segment in
      if case .move = segment { place += 1 }
      if place >= 0 && place < isWanted.count && isWanted[place] { append(segment) }
    }
  }
}
