import PathModel
import Synchronization

/// The memory of a large drawing's points, kept from one run of a stage to the next.
///
/// The C library gives blocks of more than 32 MB back to the system at once, and the system clears
/// every page before it gives it out again, which takes nearly as long as copying the points there.
enum SparePoints {
  private static let kept = Mutex<[Point]>([])
  /// How many points are worth it, and of how many it would be too much to keep: 128 MB.
  private static let counts = (2 << 20)...(8 << 20)

  /// An array of no points, with room for so many if there is one at hand.
  static func take(_ count: Int) -> [Point] {
    guard counts.contains(count) else { return [] }
    var points: [Point] = kept.withLock { kept in
      defer { kept = [] }
      return kept
    }
    // Too small for this one, it's given back.
    guard points.capacity >= count, counts.contains(points.capacity) else { return [] }
    points.removeAll(keepingCapacity: true)
    return points
  }

  /// Keeps an array's memory, whatever is in it.
  static func keep(_ points: [Point]) {
    guard counts.contains(points.capacity) else { return }
    kept.withLock { $0 = points }
  }
}
