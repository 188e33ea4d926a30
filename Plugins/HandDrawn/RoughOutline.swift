import Geometry
import PathModel

/// A path's subpaths as corners of polygons, as rough.js has them for fills and simplified strokes.
///
/// Curves are halved until they are flat to about a unit, corners nearer to one another than a unit
/// are left out, and what remains is thinned by the algorithm of Ramer, Douglas and Peucker. On a
/// symmetric curve two corners are equally far away, and the last bit decides between them; so
/// everything is calculated as it is there.
struct RoughOutline {
  /// How often a curve is halved at most: flat to a unit up to a size of some 10⁹.
  private static let deepest = 16

  /// One list of corners a subpath.
  private(set) var subpaths: [[Point]] = []

  /// Makes the outline of a path.
  /// - Parameters:
  ///   - path: The path.
  ///   - distance: How far corners that are left out lie from the outline at most.
  init(of path: PathView, distance: Double) {
    var corners: [Point] = []
    // Curves that follow one another are one run.
    var run: [Point] = []
    var start = Point.zero
    var current = Point.zero
    func endRun() {
      corners += run
      run.removeAll(keepingCapacity: true)
    }
    func endSubpath() {
      endRun()
      if !corners.isEmpty { subpaths.append(RoughOutline.thinned(corners, distance)) }
      corners.removeAll(keepingCapacity: true)
    }
    path.forEachSegment { segment in
      switch segment {
      case .move(let p):
        endSubpath()
        (start, current) = (p, p)
        corners.append(p)
      case .line(let p):
        endRun()
        current = p
        corners.append(p)
      case .quad(let a, let p):
        // 2 (a − current) / 3, in this order.
        let c1 = Point(current.x + 2 * (a.x - current.x) / 3, current.y + 2 * (a.y - current.y) / 3)
        let c2 = Point(p.x + 2 * (a.x - p.x) / 3, p.y + 2 * (a.y - p.y) / 3)
        RoughOutline.flatten(CubicCurve(current, c1, c2, p), RoughOutline.deepest, into: &run)
        current = p
      case .cubic(let a, let b, let p):
        RoughOutline.flatten(CubicCurve(current, a, b, p), RoughOutline.deepest, into: &run)
        current = p
      case .close:
        endRun()
        current = start
        corners.append(start)
      }
    }
    endSubpath()
  }

  private static func flatten(_ c: CubicCurve, _ depth: Int, into run: inout [Point]) {
    let u = c.p1 * 3 - c.p0 * 2 - c.p3
    let v = c.p2 * 3 - c.p3 * 2 - c.p0
    if max(u.x * u.x, v.x * v.x) + max(u.y * u.y, v.y * v.y) < 1 || depth == 0 {
      if let last = run.last {
        if last.distance(to: c.p0) > 1 { run.append(c.p0) }
      } else {
        run.append(c.p0)
      }
      run.append(c.p3)
    } else {
      let (first, second) = c.split(at: 0.5)
      flatten(first, depth - 1, into: &run)
      flatten(second, depth - 1, into: &run)
    }
  }

  private static func thinned(_ points: [Point], _ distance: Double) -> [Point] {
    var result = [points[0]]
    // What is left to do, the nearest part on top.
    var parts = [0..<points.count]
    while let part = parts.popLast() {
      let first = part.lowerBound
      let last = part.upperBound - 1
      var farthest = first
      var most = 0.0
      if last > first + 1 {
        for i in (first + 1)..<last {
          let d = square(points[i], points[first], points[last])
          if d > most { (most, farthest) = (d, i) }
        }
      }
      if most.squareRoot() > distance {
        parts.append(farthest..<part.upperBound)
        parts.append(first..<(farthest + 1))
      } else {
        result.append(points[last])
      }
    }
    return result
  }

  private static func square(_ a: Point, _ b: Point) -> Double {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
  }

  /// The squared distance of a point from the line between two others.
  private static func square(_ p: Point, _ a: Point, _ b: Point) -> Double {
    let length = square(a, b)
    if length == 0 { return square(p, a) }
    let t = ((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / length
    return square(p, a.interpolated(to: b, at: max(0, min(1, t))))
  }
}
