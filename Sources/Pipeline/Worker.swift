/// Does jobs.
public enum Worker {
  /// Does one job, and never throws: what goes wrong stands in the outcome.
  public static func run(_ job: consuming Job) -> Outcome {
    Outcome(name: job.name)
  }
}
