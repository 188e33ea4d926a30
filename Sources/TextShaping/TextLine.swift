import Geometry
public import PathModel

/// A path that text runs along, as short straight lines.
public struct TextLine {
  private var points: [Point] = []
  /// How far along the path each point is.
  private var distances: [Double] = []
  /// Whether a point begins a part of its own.
  private var starts: [Bool] = []

  /// How long it is.
  public var length: Double { distances.last ?? 0 }

  /// Makes the line.
  /// - Parameters:
  ///   - path: The path.
  ///   - tolerance: How far the short lines may lie from it.
  public init(_ path: PathView, tolerance: Double) {
    var flat = Drawing()
    flat.appendPath(PathInfo()) { $0.appendFlattened(path, tolerance: tolerance) }
    guard !flat.isEmpty else { return }
    flat[path: 0].forEachSegment { segment in
      switch segment {
      case .move(let p): add(p, isStart: true)
      case .line(let p): add(p, isStart: false)
      case .close:
        if let first = starts.lastIndex(of: true) { add(points[first], isStart: false) }
      case .quad, .cubic: break
      }
    }
  }

  private mutating func add(_ point: Point, isStart: Bool) {
    if let last = points.last, !isStart {
      if last == point { return }
      distances.append(length + last.distance(to: point))
    } else {
      distances.append(length)
    }
    points.append(point)
    starts.append(isStart)
  }

  /// Turns it round, for text on its other side.
  mutating func reverse() {
    let whole = length
    points.reverse()
    distances = distances.reversed().map { whole - $0 }
    var ends = Array(starts.dropFirst()) + [true]
    ends.reverse()
    starts = ends
  }

  /// The point so far along the path, and the direction there, of length 1; nil beyond its ends.
  func place(at distance: Double) -> (Point, Point)? {
    guard points.count > 1, distance >= 0, distance <= length else { return nil }
    var (low, high) = (0, points.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if distances[middle] <= distance { low = middle } else { high = middle }
    }
    // A part of its own begins with a step of no length.
    while high < points.count - 1, distances[high] == distances[low] {
      (low, high) = (high, high + 1)
    }
    let (a, b) = (points[low], points[high])
    let step = distances[high] - distances[low]
    guard step > 0, !starts[high] else { return nil }
    let part = (distance - distances[low]) / step
    let direction = Point((b.x - a.x) / step, (b.y - a.y) / step)
    return (Point(a.x + (b.x - a.x) * part, a.y + (b.y - a.y) * part), direction)
  }
}
