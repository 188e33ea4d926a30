import Geometry
import PathModel

extension Drawing {
  /// Whether the inside of these clip paths taken as one path is the union of their insides, which is
  /// what a clip of several paths means.
  ///
  /// So it is when they don't touch, and under the nonzero rule when each turns one way only and all
  /// the same: no winding number then cancels another.
  func canJoinClipPaths(_ rows: Range<Int>) -> Bool {
    guard let first = rows.first else { return true }
    guard rows.count > 1 else { return clipPaths[first].clip == .none }
    let rule = clipPaths[rows.lowerBound].rule
    var boxes: [Rect] = []
    var turns: [Turn?] = []
    var overlap = false
    for row in rows {
      let path = clipPaths[row]
      guard path.rule == rule, path.clip == .none else { return false }
      guard let box = self[clipPath: row].geometryBounds() else { continue }
      overlap = overlap || boxes.contains { $0.sharesArea(with: box) }
      boxes.append(box)
      turns.append(self[clipPath: row].turn())
    }
    if !overlap { return true }
    return rule == .nonzero && turns.allSatisfy { $0 != nil && $0 == turns[0] }
  }
}

extension Rect {
  fileprivate func sharesArea(with other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

/// Which way a closed curve bends.
private enum Turn {
  case left, right
}

extension PathView {
  /// The way in which the path bends everywhere, curves by their control points; nil when it has
  /// several subpaths or bends both ways.
  fileprivate func turn() -> Turn? {
    guard subpathCount == 1 else { return nil }
    var corners: [Point] = []
    for i in points.indices where corners.last != points[i] { corners.append(points[i]) }
    if corners.count > 1, corners.first == corners.last { corners.removeLast() }
    var (left, right) = (false, false)
    for i in corners.indices {
      let a = corners[i]
      let b = corners[(i + 1) % corners.count]
      let c = corners[(i + 2) % corners.count]
      let cross = (b - a).cross(c - b)
      if cross > 0 { right = true }
      if cross < 0 { left = true }
    }
    return left == right ? nil : left ? .left : .right
  }
}
