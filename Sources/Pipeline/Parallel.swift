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
    let workers = min(workers, count)
    guard workers > 1 else {
      for i in 0..<max(count, 0) { deliver(i, work(i)) }
      return
    }
    // All threads end before this returns.
    withoutActuallyEscaping(work) { work in
      let board = Board<Result>(count: count, window: 2 * workers)
      var threads: [pthread_t] = []
      for _ in 0..<workers {
        let thread = startThread {
          while let i = board.take() { board.put(i, work(i)) }
        }
        guard let thread else { break }
        threads.append(thread)
      }
      if threads.isEmpty {
        // The system gives no threads: it's done without.
        for i in 0..<count { deliver(i, work(i)) }
        return
      }
      for i in 0..<count { deliver(i, board.result(i)) }
      for thread in threads { pthread_join(thread, nil) }
    }
  }

  /// Starts a thread with room for deep recursion, whatever the system's default is; nil when there
  /// is none to be had.
  private static func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
    var attributes = pthread_attr_t()
    unsafe pthread_attr_init(&attributes)
    defer { unsafe pthread_attr_destroy(&attributes) }
    unsafe pthread_attr_setstacksize(&attributes, 8 << 20)
    let start = unsafe Unmanaged.passRetained(ThreadBody(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(
      &thread, &attributes,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let body = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
        body.run()
        return nil
      }, start.toOpaque())
    guard status == 0 else {
      unsafe start.release()
      return nil
    }
    return thread
  }
}

/// What a thread runs, as an object that passes through C.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Hands out numbers and takes results in.
///
/// Threads wait here until there is something for them, which the standard library has no means for:
/// hence a POSIX lock and condition, which guard everything mutable.
@safe private final class Board<Result: Sendable>: @unchecked Sendable {
  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let count: Int
  private let window: Int
  private var next = 0
  private var delivered = 0
  private var results: [Int: Result] = [:]

  init(count: Int, window: Int) {
    self.count = count
    self.window = window
    unsafe pthread_mutex_init(lock, nil)
    unsafe pthread_cond_init(changed, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(changed)
    unsafe pthread_mutex_destroy(lock)
    unsafe changed.deallocate()
    unsafe lock.deallocate()
  }

  /// The next number to work on, nil when there are no more.
  func take() -> Int? {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while next < count, next >= delivered + window { unsafe pthread_cond_wait(changed, lock) }
    guard next < count else { return nil }
    defer { next += 1 }
    return next
  }

  func put(_ i: Int, _ result: Result) {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    results[i] = result
    unsafe pthread_cond_broadcast(changed)
  }

  /// Waits for a result; they are asked for in order.
  func result(_ i: Int) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    while true {
      if let result = results.removeValue(forKey: i) {
        delivered = i + 1
        unsafe pthread_cond_broadcast(changed)
        return result
      }
      unsafe pthread_cond_wait(changed, lock)
    }
  }
}
