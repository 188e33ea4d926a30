public import PathModel

/// Answers how often a path winds around points, for many points: it knows which segments lie at which height.
public struct WindingIndex: Sendable {
  private struct Edge: BitwiseCopyable {
    var curve: CubicCurve
    var isLine: Bool
    var bounds: Rect
  }

  private var edges: [Edge] = []
  private var top = 0.0
  /// Bands a unit.
  private var density = 0.0
  /// Where each band's rows begin in `rows`, and where the last one's end.
  private var starts: [Int] = []
  private var rows: [Int] = []

  /// How many edges a band has about, if all are short.
  private static let share = 4
  private static let mostBands = 4096

  /// Makes the index of a path.
  /// - Complexity: Linear in the number of points, but that an edge is listed in every band that it passes.
  public init(_ path: PathView) {
    load(path)
    guard !edges.isEmpty else { return }
    var (low, high) = (Double.infinity, -Double.infinity)
    for edge in edges {
      (low, high) = (min(low, edge.bounds.minY), max(high, edge.bounds.maxY))
    }
    let count = max(1, min(WindingIndex.mostBands, edges.count / WindingIndex.share))
    top = low
    density = high > low ? Double(count) / (high - low) : 0
    if !density.isFinite { density = 0 }
    starts = [Int](repeating: 0, count: count + 1)
    for edge in edges {
      for band in bands(edge, count) { starts[band + 1] += 1 }
    }
    for band in 0..<count { starts[band + 1] += starts[band] }
    rows = [Int](repeating: 0, count: starts[count])
    var next = starts
    for (row, edge) in edges.enumerated() {
      for band in bands(edge, count) {
        rows[next[band]] = row
        next[band] += 1
      }
    }
  }

  /// How often the path winds clockwise around a point; see `PathView.windingNumber(around:)`.
  public func number(around p: Point) -> Int {
    guard !edges.isEmpty else { return 0 }
    let band = band(p.y, starts.count - 1)
    var winding = 0
    for k in starts[band]..<starts[band + 1] {
      let edge = edges[rows[k]]
      winding +=
        edge.isLine
        ? WindingIndex.crossing(edge.curve.p0, edge.curve.p3, p)
        : edge.curve.crossings(ofRayFrom: p, bounds: edge.bounds)
    }
    return winding
  }

  private mutating func load(_ path: PathView) {
    var start = Point.zero
    var current = Point.zero
    func line(_ a: Point, _ b: Point) -> Edge {
      Edge(
        curve: CubicCurve(line: a, b), isLine: true,
        bounds: Rect(
          minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y)))
    }
    var i = 0
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      switch verb {
      case .move:
        if current != start { edges.append(line(current, start)) }
        start = path.points[i]
        current = start
      case .line:
        edges.append(line(current, path.points[i]))
        current = path.points[i]
      case .quad, .cubic:
        if let curve = path.curve(k, from: current, atPoint: i) {
          edges.append(Edge(curve: curve, isLine: false, bounds: curve.bounds))
          current = curve.p3
        }
      case .close:
        if current != start { edges.append(line(current, start)) }
        current = start
      }
      i += verb.pointCount
    }
    if current != start { edges.append(line(current, start)) }
  }

  /// The band of a height; what lies beyond all is in the first or last.
  private func band(_ y: Double, _ count: Int) -> Int {
    let place = (y - top) * density
    return place > 0 ? Int(min(place, Double(count - 1))) : 0
  }

  private func bands(_ edge: Edge, _ count: Int) -> ClosedRange<Int> {
    let first = band(edge.bounds.minY, count)
    return first...max(first, band(edge.bounds.maxY, count))
  }

  /// How a line crosses the ray to the right of a point: 1, −1 or 0.
  private static func crossing(_ a: Point, _ b: Point, _ p: Point) -> Int {
    guard (a.y <= p.y) != (b.y <= p.y) else { return 0 }
    let side = (b - a).cross(p - a)
    return a.y <= p.y ? (side > 0 ? 1 : 0) : (side < 0 ? -1 : 0)
  }
}
