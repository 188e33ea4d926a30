import Geometry
import PathModel

extension PathView {
  /// Whether a rectangle lies in the path's inside, away from its outline by a hair at least. Open subpaths
  /// count as if closed, as they do when they are filled.
  /// - Complexity: Linear in the number of points.
  func encloses(_ box: Rect, rule: FillRule) -> Bool {
    let winding = windingNumber(around: box.center)
    guard rule == .evenodd ? winding & 1 != 0 : winding != 0 else { return false }
    let hair = max(box.width, box.height) / 256
    let box = box.inset(by: -2 * hair)
    var isCrossed = false
    var start = Point.zero
    var current = Point.zero
    func line(_ end: Point) {
      isCrossed = isCrossed || box.isMet(from: current, to: end)
      current = end
    }
    var i = 0
    for k in verbs.indices where !isCrossed {
      switch verbs[k] {
      case .move:
        line(start)
        start = points[i]
        current = start
      case .line: line(points[i])
      case .quad: QuadCurve(current, points[i], points[i + 1]).flatten(tolerance: hair, line)
      case .cubic:
        CubicCurve(current, points[i], points[i + 1], points[i + 2])
          .flatten(tolerance: hair, line)
      case .close: line(start)
      }
      i += verbs[k].pointCount
    }
    line(start)
    return !isCrossed
  }
}

extension Rect {
  /// Whether a straight line has a point in the rectangle (Liang and Barsky, "A New Concept and Method for
  /// Line Clipping", ACM Transactions on Graphics 3(1), 1984).
  fileprivate func isMet(from a: Point, to b: Point) -> Bool {
    var (enter, leave) = (0.0, 1.0)
    for (start, step, low, high) in [
      (a.x, b.x - a.x, minX, maxX), (a.y, b.y - a.y, minY, maxY),
    ] {
      if step == 0 {
        if start < low || start > high { return false }
      } else {
        let (s, t) = ((low - start) / step, (high - start) / step)
        enter = max(enter, min(s, t))
        leave = min(leave, max(s, t))
      }
    }
    return enter <= leave
  }
}
