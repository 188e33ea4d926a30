import Glibc

/// Does many things at once, in a stable order for whoever looks on.
public enum Parallel {
  /// How many things the machine can do at once.
  public static var processors: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// Calls `work` for 0..<count on up to `workers` threads, and `deliver` with each result on the
  /// calling thread, in order.
  ///
  /// What is delivered doesn't depend on the number of workers. Work is begun for no more than twice as
  /// many numbers as there are workers before the first of them is delivered, so that memory stays
  /// bounded. With one worker all happens on the calling thread.
  /// - Parameters:
  ///   - count: How many things there are.
  ///   - workers: How many threads.
  ///   - work: Does one thing.
  ///   - deliver: Takes a result.
  public static func run<Result: Sendable>(
    _ count: Int, workers: Int, work: @Sendable (Int) -> Result, deliver: (Int, Result) -> Void
  ) {
    let load = Load(count: count, window: 2 * max(1, workers))
    guard min(workers, count) > 1 else {
      return inOrder(load, { true }, work, { _ in false }, deliver)
    }
    run(load, workers: workers, work: work, deliver: deliver, goesOn: { true })
  }

  /// Calls `work` for each thing of a load on up to `workers` threads, and `deliver` with each result on
  /// the calling thread, in order.
  ///
  /// When it's to end early, what was begun is finished and delivered; the rest isn't begun.
  /// - Parameters:
  ///   - load: What there is to do.
  ///   - workers: How many threads.
  ///   - work: Does one thing.
  ///   - endsAfter: Whether nothing more is to be begun after a result; asked on the thread that has it.
  ///   - deliver: Takes a result.
  ///   - goesOn: Asked on the calling thread, some fifty times a second and whenever something was
  ///     delivered: whether more is to be begun.
  public static func run<Result: Sendable>(
    _ load: Load, workers: Int, work: @Sendable (Int) -> Result,
    endsAfter: @Sendable (Result) -> Bool = { _ in false }, deliver: (Int, Result) -> Void,
    goesOn: () -> Bool
  ) {
    let workers = min(max(1, workers), load.count)
    guard load.count > 1 else { return inOrder(load, goesOn, work, endsAfter, deliver) }
    // All threads end before this returns.
    withoutActuallyEscaping(work) { work in
      withoutActuallyEscaping(endsAfter) { endsAfter in
        let board = Board<Result>(load, workers: workers)
        var threads: [WorkThread] = []
        for _ in 0..<workers {
          let thread = WorkThread {
            while let i = board.take() {
              let result = work(i)
              board.put(i, result, isLast: endsAfter(result))
            }
          }
          guard let thread else { break }
          threads.append(thread)
        }
        if threads.isEmpty {
          // The system gives no threads: it's done without.
          inOrder(load, goesOn, work, endsAfter, deliver)
          return
        }
        while let results = board.results() {
          for (i, result) in results { deliver(i, result) }
          if !goesOn() { board.end() }
        }
        for thread in threads { thread.join() }
      }
    }
  }

  /// Does it on the calling thread, one after another.
  private static func inOrder<Result>(
    _ load: Load, _ goesOn: () -> Bool, _ work: (Int) -> Result, _ endsAfter: (Result) -> Bool,
    _ deliver: (Int, Result) -> Void
  ) {
    for i in 0..<load.count {
      let result = work(i)
      deliver(i, result)
      if endsAfter(result) || !goesOn() { return }
    }
  }
}

/// Hands out numbers and takes results in. The monitor guards everything mutable.
@safe private final class Board<Result: Sendable>: @unchecked Sendable {
  private let monitor = Monitor()
  private let load: Load
  /// Those that are begun before the others, and how many of them were.
  private let first: [Int]
  private var firstBegun = 0
  private var begun: [Bool]
  private var begunCount = 0
  /// All before this one were begun.
  private var next = 0
  /// All before this one were delivered, or will never be.
  private var delivered = 0
  private var deliveredCount = 0
  private var inWork = 0
  private var bytesInWork = 0
  private var isEnding = false
  private var waiting: [Int: Result] = [:]
  /// Waking the one who delivers costs as much as a small file: it's done for several at once.
  private let batch: Int

  init(_ load: Load, workers: Int) {
    self.load = load
    first = load.first(workers: workers)
    begun = [Bool](repeating: false, count: load.count)
    batch = min(64, max(1, load.window / 2))
  }

  /// The next number to work on, nil when there are no more.
  func take() -> Int? {
    monitor.enter()
    defer { monitor.leave() }
    while true {
      guard !isEnding, let i = choice() else { return nil }
      if mayBegin(i) {
        if firstBegun < first.count, first[firstBegun] == i { firstBegun += 1 }
        begun[i] = true
        begunCount += 1
        inWork += 1
        bytesInWork += load.size(i)
        return i
      }
      monitor.wait(for: .room)
    }
  }

  /// What is begun next.
  private func choice() -> Int? {
    while next < load.count, begun[next] { next += 1 }
    while firstBegun < first.count, begun[first[firstBegun]] { firstBegun += 1 }
    guard next < load.count else { return nil }
    // When no more results may wait, only the one that they wait for helps.
    let isFull = begunCount - deliveredCount >= load.window
    return firstBegun < first.count && !isFull ? first[firstBegun] : next
  }

  private func mayBegin(_ i: Int) -> Bool {
    if begunCount - deliveredCount >= load.window, i != delivered { return false }
    return inWork == 0 || load.size(i) <= load.bytesAtOnce - bytesInWork
  }

  func put(_ i: Int, _ result: Result, isLast: Bool) {
    monitor.enter()
    defer { monitor.leave() }
    inWork -= 1
    bytesInWork -= load.size(i)
    waiting[i] = result
    if isLast { isEnding = true }
    if isWorthTaking || isDone { monitor.tell(.results) }
    monitor.tell(.room)
  }

  /// Whether there is a batch of results, and the turn is on one of them.
  private var isWorthTaking: Bool { waiting.count >= batch && waiting[delivered] != nil }

  /// Begins nothing more.
  func end() {
    monitor.enter()
    defer { monitor.leave() }
    isEnding = true
    monitor.tell(.room)
  }

  /// Waits for results, a short while at most, and gives those whose turn it is; nil when there will be no
  /// more.
  func results() -> [(Int, Result)]? {
    monitor.enter()
    defer { monitor.leave() }
    if !isWorthTaking, !isDone { monitor.wait(for: .results, milliseconds: 20) }
    var results: [(Int, Result)] = []
    while let result = waiting.removeValue(forKey: delivered) {
      results.append((delivered, result))
      delivered += 1
    }
    if isDone {
      // What was never begun leaves gaps.
      for i in waiting.keys.sorted() {
        if let result = waiting.removeValue(forKey: i) { results.append((i, result)) }
      }
      delivered = load.count
      if results.isEmpty { return nil }
    }
    deliveredCount += results.count
    if !results.isEmpty { monitor.tell(.room) }
    return results
  }

  /// Whether nothing is in work and nothing more will be.
  private var isDone: Bool { inWork == 0 && (isEnding || begunCount == load.count) }
}
