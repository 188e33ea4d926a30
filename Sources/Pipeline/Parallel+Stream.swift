extension Parallel {
  /// Takes things in one by one, works on them on several threads, and hands the results on, in constant
  /// memory however many there are.
  ///
  /// A result is handed on as soon as it's there, with `keepsOrder` as soon as all before it were.
  /// - Parameters:
  ///   - workers: How many threads.
  ///   - keepsOrder: Whether results come in the order of the things.
  ///   - bytesAtOnce: No more things are taken in while those that aren't handed on have so many bytes.
  ///   - size: How many bytes a thing has.
  ///   - next: Gives the next thing, nil at the end. Called by one thread at a time.
  ///   - work: Does one thing.
  ///   - deliver: Takes a result, and gives whether more are wanted. Called by one thread at a time.
  public static func stream<Item: Sendable, Result: Sendable>(
    workers: Int, keepsOrder: Bool, bytesAtOnce: Int, size: @escaping @Sendable (Item) -> Int,
    next: @escaping @Sendable () -> Item?, work: @escaping @Sendable (Item) -> Result,
    deliver: @escaping @Sendable (Result) -> Bool
  ) {
    var threads: [WorkThread] = []
    if workers > 1 {
      let board = StreamBoard<Result>(
        window: 4 * workers, keepsOrder: keepsOrder, bytesAtOnce: bytesAtOnce)
      for _ in 0..<workers {
        let thread = WorkThread {
          while let (number, item, bytes) = board.take(next, size) {
            board.put(number, work(item), bytes, deliver)
          }
        }
        guard let thread else { break }
        threads.append(thread)
      }
    }
    guard threads.isEmpty else {
      for thread in threads { thread.join() }
      return
    }
    while let item = next(), deliver(work(item)) {}
  }
}

/// Takes things in and hands results on. The monitor guards everything mutable.
@safe private final class StreamBoard<Result: Sendable>: @unchecked Sendable {
  private let monitor = Monitor()
  private let window: Int
  private let keepsOrder: Bool
  private let bytesAtOnce: Int
  private var taken = 0
  private var delivered = 0
  private var bytes = 0
  private var isTaking = false
  private var isDelivering = false
  private var isEnding = false
  private var waiting: [Int: (result: Result, bytes: Int)] = [:]
  /// Their numbers in the order in which they came, when that is the order in which they go.
  private var arrived: [Int] = []

  init(window: Int, keepsOrder: Bool, bytesAtOnce: Int) {
    self.window = window
    self.keepsOrder = keepsOrder
    self.bytesAtOnce = bytesAtOnce
  }

  /// The next thing, its number and its size; nil when there is none.
  func take<Item>(
    _ next: () -> Item?, _ size: (Item) -> Int
  ) -> (number: Int, item: Item, bytes: Int)? {
    monitor.enter()
    defer { monitor.leave() }
    while !isEnding, isTaking || isFull { monitor.wait(for: .room) }
    guard !isEnding else { return nil }
    // The others go on while this one waits for the next thing to come.
    isTaking = true
    monitor.leave()
    let item = next()
    let bytes = item.map(size) ?? 0
    monitor.enter()
    isTaking = false
    monitor.tell(.room)
    guard let item else {
      isEnding = true
      return nil
    }
    defer { taken += 1 }
    self.bytes += bytes
    return (taken, item, bytes)
  }

  private var isFull: Bool {
    taken > delivered && (taken - delivered >= window || bytes >= bytesAtOnce)
  }

  /// Hands a result on, or leaves it to the thread that hands others on just now or later.
  func put(_ number: Int, _ result: Result, _ bytes: Int, _ deliver: (Result) -> Bool) {
    monitor.enter()
    defer { monitor.leave() }
    waiting[number] = (result, bytes)
    if !keepsOrder { arrived.append(number) }
    guard !isDelivering else { return }
    isDelivering = true
    while let (result, bytes) = turn() {
      monitor.leave()
      let isWanted = deliver(result)
      monitor.enter()
      delivered += 1
      self.bytes -= bytes
      if !isWanted { isEnding = true }
      monitor.tell(.room)
    }
    isDelivering = false
  }

  /// The result whose turn it is.
  private func turn() -> (result: Result, bytes: Int)? {
    guard keepsOrder else {
      return arrived.isEmpty ? nil : waiting.removeValue(forKey: arrived.removeFirst())
    }
    return waiting.removeValue(forKey: delivered)
  }
}
