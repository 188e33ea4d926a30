import Geometry
import PathModel

/// How far a stage moved what was drawn.
enum Displacement {
  /// How many distances are worked out for one path at most; of a longer one some points are left out.
  private static let limit = 4_000_000

  /// The largest distance of a path's points from where the path of the same key was before: from the same
  /// point of it, or where it was divided anew from the nearest point on it. Nil when no path was there before.
  static func largest(from old: borrowing Drawing, to new: borrowing Drawing) -> Double? {
    var rows: [PathKey: Int] = [:]
    for row in 0..<old.pathCount where rows[old[path: row].info.key] == nil {
      rows[old[path: row].info.key] = row
    }
    var largest: Double?
    for row in 0..<new.pathCount {
      guard let before = rows[new[path: row].info.key] else { continue }
      let distance = distance(from: old[path: before], to: new[path: row])
      largest = max(largest ?? 0, distance)
    }
    return largest
  }

  private static func distance(from old: PathView, to new: PathView) -> Double {
    var isAlike = old.verbs.count == new.verbs.count && old.points.count == new.points.count
    for k in old.verbs.indices where isAlike { isAlike = old.verbs[k] == new.verbs[k] }
    var largest = 0.0
    if isAlike {
      for i in new.points.indices {
        largest = max(largest, old.points[i].distance(to: new.points[i]))
      }
      return largest
    }
    let lines = lines(of: old)
    let ends = Displacement.lines(of: new)
    guard !lines.isEmpty else { return 0 }
    let step = max(1, lines.count * ends.count / limit)
    for i in stride(from: 0, to: ends.count, by: step) {
      var nearest = Double.infinity
      for line in lines {
        nearest = min(nearest, ends[i].to.distance(toLineFrom: line.from, to: line.to))
      }
      largest = max(largest, nearest)
    }
    return largest
  }

  private static func lines(of path: PathView) -> [(from: Point, to: Point)] {
    guard let box = path.geometryBounds() else { return [] }
    let size = max(box.width, box.height)
    guard size > 0 else { return [(box.origin, box.origin)] }
    var lines: [(from: Point, to: Point)] = []
    func add(_ curve: CubicCurve) {
      var from = curve.p0
      curve.flatten(tolerance: size * 1e-4) {
        lines.append((from, $0))
        from = $0
      }
    }
    path.forEachDrawnSegment { from, segment, _ in
      switch segment {
      case .line(let p): lines.append((from, p))
      case .quad(let a, let p): add(CubicCurve(QuadCurve(from, a, p)))
      case .cubic(let a, let b, let p): add(CubicCurve(from, a, b, p))
      case .move, .close: break
      }
    }
    return lines
  }
}
