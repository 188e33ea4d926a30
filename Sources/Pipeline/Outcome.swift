public import NumberText
public import PluginKit

/// What became of one job. A failure is an error among the findings; then there are no outputs.
public struct Outcome: Sendable {
  /// Who says something.
  public enum Origin: Hashable, Sendable {
    /// The engine, about the input as a whole.
    case input
    /// The importer of a format.
    case importer(String)
    /// A stage by its number in the plan (from 0) and its label: its id, its name, or `jitter (2)`
    /// for the second of a name.
    case stage(Int, label: String)
    /// The exporter of a format.
    case exporter(String)
  }

  /// Something that was said.
  public struct Finding: Hashable, Sendable {
    /// Who says it.
    public var origin: Origin
    /// What is said. The place is one in the input file.
    public var diagnostic: Diagnostic

    /// Makes a finding.
    public init(origin: Origin, diagnostic: Diagnostic) {
      self.origin = origin
      self.diagnostic = diagnostic
    }
  }

  /// The bytes of one output. A class, so that an outcome can be handed on without copying them.
  public final class Output: Sendable {
    /// Which target it's for.
    public let target: Job.Target
    private let sink: ByteSink

    /// Makes an output of its bytes.
    public init(_ target: Job.Target, _ sink: consuming ByteSink) {
      self.target = target
      self.sink = sink
    }

    /// How many bytes there are.
    public var count: Int { sink.count }

    /// Lends the bytes.
    /// - Parameter body: What reads them.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withBytes<Result, Failure: Error>(
      _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      // Through a parameter: the compiler doesn't see that a class's constant outlives the call.
      try Output.lend(sink, body)
    }

    private static func lend<Result, Failure: Error>(
      _ sink: borrowing ByteSink, _ body: (Span<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(sink.span)
    }
  }

  /// How long a part took.
  public struct Timing: Hashable, Sendable {
    /// Which part.
    public var origin: Origin
    /// How long it took.
    public var duration: Duration

    /// Makes a timing.
    public init(origin: Origin, duration: Duration) {
      self.origin = origin
      self.duration = duration
    }
  }

  /// The job's name.
  public var name: String
  /// The importer that was used, nil when none was found.
  public var importFormat: String?
  /// The outputs in the order of the job's targets; none when the job failed.
  public var outputs: [Output] = []
  /// What was said, in the order in which it came up.
  public var findings: [Finding] = []
  /// The drawing that the stages left, if it was asked for.
  public var summary: DrawingSummary?
  /// The size of the input in bytes, after unpacking.
  public var inputBytes = 0
  /// The paths of the drawing that the stages left.
  public var paths = 0
  /// The points of the drawing that the stages left.
  public var points = 0
  /// How long each part took, in order.
  public var timings: [Timing] = []

  /// Makes an outcome in which nothing happened yet.
  public init(name: String) { self.name = name }

  /// Makes the outcome of a job that could not be started, such as for an unreadable file.
  public init(name: String, failure: Diagnostic) {
    self.name = name
    findings = [Finding(origin: .input, diagnostic: failure)]
  }

  /// Whether the job failed.
  public var failed: Bool { findings.contains { $0.diagnostic.severity == .error } }

  /// How much of the source the outputs don't carry, by kind.
  public var losses: [Finding] { findings.filter { $0.diagnostic.severity == .loss } }
}
