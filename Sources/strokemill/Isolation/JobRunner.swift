import Pipeline

/// Who does jobs.
enum JobRunner: Sendable {
  /// The calling thread.
  case here
  /// A process of its own.
  case isolated(WorkerPool)

  /// Does one job, and never throws.
  func run(_ job: consuming Job) -> Outcome {
    switch self {
    case .here: Worker.run(consume job)
    case .isolated(let pool): pool.run(consume job)
    }
  }

  /// There are no more jobs.
  func close() {
    if case .isolated(let pool) = self { pool.close() }
  }
}
