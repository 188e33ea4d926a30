import Glibc

/// A lock, and two things to wait for that it guards.
///
/// Threads wait until there is something for them, which the standard library has no means for: hence a
/// POSIX lock with conditions. The lock is held between `enter` and `leave`.
@safe final class Monitor: @unchecked Sendable {
  /// Something to wait for.
  struct Condition {
    fileprivate let row: Int
    /// What those who do the work wait for: that they may begin something.
    static let room = Condition(row: 0)
    /// What those who take results wait for: that there are some.
    static let results = Condition(row: 1)
  }

  private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let conditions = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 2)

  init() {
    unsafe pthread_mutex_init(lock, nil)
    // A clock that nobody sets.
    var attributes = pthread_condattr_t()
    unsafe pthread_condattr_init(&attributes)
    unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    for row in 0..<2 { unsafe pthread_cond_init(conditions + row, &attributes) }
    unsafe pthread_condattr_destroy(&attributes)
  }

  deinit {
    for row in 0..<2 { unsafe pthread_cond_destroy(conditions + row) }
    unsafe pthread_mutex_destroy(lock)
    unsafe conditions.deallocate()
    unsafe lock.deallocate()
  }

  func enter() { unsafe pthread_mutex_lock(lock) }
  func leave() { unsafe pthread_mutex_unlock(lock) }

  /// Waits for news; others may enter meanwhile. It may return without any.
  func wait(for condition: Condition) { unsafe pthread_cond_wait(conditions + condition.row, lock) }

  /// Waits for news, for so many milliseconds at most.
  func wait(for condition: Condition, milliseconds: Int) {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    time.tv_nsec += milliseconds * 1_000_000
    time.tv_sec += time.tv_nsec / 1_000_000_000
    time.tv_nsec %= 1_000_000_000
    unsafe pthread_cond_timedwait(conditions + condition.row, lock, &time)
  }

  /// Wakes all that wait.
  func tell(_ condition: Condition) { unsafe pthread_cond_broadcast(conditions + condition.row) }
}

/// A thread with room for deep recursion, whatever the system's default is.
struct WorkThread {
  private let thread: pthread_t

  /// Starts it; nil when the system gives none.
  init?(_ body: @escaping @Sendable () -> Void) {
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
    self.thread = thread
  }

  /// Waits for its end.
  func join() { pthread_join(thread, nil) }
}

/// What a thread runs, as an object that passes through C.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
