import Geometry
import PathModel

/// A path that text runs along, as short straight lines.
public struct TextLine {
  private var points: [Point] = []
  /// How far along the path each point is.
  private var distances: [Double] = []
  /// Whether a point begins a part of its own.
  private var starts: [Bool] = []

  var pointCount: Int { points.count }

  /// How long it is.
  public var length: Double { distances.last ?? 0 }

  private struct TooLong: Error {}

  /// Makes the line.
  /// - Parameters:
  ///   - path: The path.
  ///   - tolerance: How far the short lines may lie from it.
  ///   - pointLimit: How many points it may have; nil comes out where it would have more.
  init?(_ path: PathView, tolerance: Double, pointLimit: Int) {
    var isTooLong = false
    var current = Point.zero
    var first: Point?
    path.forEachSegment { segment in
      if points.count > pointLimit || isTooLong {
        isTooLong = true
        return
      }
      switch segment {
      case .move(let p):
        add(p, isStart: true)
        first = p
        current = p
      case .line(let p):
        add(p, isStart: false)
        current = p
      case .quad(let a, let p):
        isTooLong = !add(CubicCurve(QuadCurve(current, a, p)), tolerance, pointLimit)
        current = p
      case .cubic(let a, let b, let p):
        isTooLong = !add(CubicCurve(current, a, b, p), tolerance, pointLimit)
        current = p
      case .close:
        guard let first else { return }
        add(first, isStart: false)
        current = first
      }
    }
    if isTooLong { return nil }
  }

  /// Adds a curve's lines, and tells whether there's room for them.
  private mutating func add(_ curve: CubicCurve, _ tolerance: Double, _ pointLimit: Int) -> Bool {
    do throws(TooLong) {
      try curve.flatten(tolerance: tolerance) { (p) throws(TooLong) in
        guard points.count <= pointLimit else { throw TooLong() }
        add(p, isStart: false)
      }
      return true
    } catch {
      return false
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
