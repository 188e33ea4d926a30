/// Many things to do, and how much of them at a time.
public struct Load: Sendable {
  /// How many things there are; they are numbered from 0.
  public var count: Int
  /// How much memory each needs, roughly: the bytes of its input. None when nothing is known.
  public var sizes: [Int]
  /// How many bytes may be in work at the same time. One thing alone may have more.
  public var bytesAtOnce: Int
  /// How many things may be begun before the first of them is delivered.
  public var window: Int
  /// Whether those that are large beside the others are begun first, so that at the end nobody waits for the
  /// last of them.
  public var beginsWithLargest: Bool

  /// Makes a load of things that are alike.
  /// - Parameters:
  ///   - count: How many there are.
  ///   - window: How many may be begun before the first of them is delivered.
  public init(count: Int, window: Int) {
    self.count = max(0, count)
    self.window = max(1, window)
    sizes = []
    bytesAtOnce = .max
    beginsWithLargest = false
  }

  func size(_ i: Int) -> Int { i < sizes.count ? max(0, sizes[i]) : 0 }

  /// Those that are begun before all others, the largest first.
  ///
  /// One that is begun last keeps one worker busy while the others have nothing left to do. Below a
  /// 64th of a worker's share that costs less than 2 % of the time, so that all others keep their order.
  func first(workers: Int) -> [Int] {
    guard beginsWithLargest, workers > 1, sizes.count == count else { return [] }
    let total = sizes.reduce(0) { $0.addingReportingOverflow(max(0, $1)).partialValue }
    let least = max(1, total / workers / 64)
    let large = sizes.indices.filter { sizes[$0] > least }
    // When all are about as large there is nothing to gain.
    guard large.count < count else { return [] }
    return large.sorted { (sizes[$1], $0) < (sizes[$0], $1) }
  }
}
