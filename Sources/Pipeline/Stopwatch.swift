import Glibc

/// Measures how long something takes. Times are told to people and never reach an output.
///
/// `ContinuousClock` would load the concurrency library into a tool that starts in milliseconds.
package struct Stopwatch {
  private var start = Stopwatch.now

  package init() {}

  private static var now: timespec {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time
  }

  /// The time since the last lap, or since the start.
  package mutating func lap() -> Duration {
    let now = Stopwatch.now
    defer { start = now }
    return .seconds(now.tv_sec - start.tv_sec) + .nanoseconds(now.tv_nsec - start.tv_nsec)
  }
}
