/// One input to convert: a value, so that it can be sent to a thread or, later, to a process.
public struct Job: Sendable {
  /// An output to make.
  public struct Target: Hashable, Sendable {
    /// The exporter's name.
    public var format: String
    /// Whether the bytes are packed with gzip.
    public var isCompressed: Bool

    /// Makes a target.
    public init(format: String, isCompressed: Bool = false) {
      self.format = format
      self.isCompressed = isCompressed
    }
  }

  /// What the input is called in messages; its extension tells the format.
  public var name: String
  /// What the input holds. Give the only copy away: it's freed as soon as it has been read.
  public var input: [UInt8]
  /// The importer's name; nil for the plan's (`--from`), else by the name's extension, else by the
  /// content.
  public var format: String?
  /// What is done to it.
  public var plan: Plan
  /// The outputs to make, in order; none for a look at the drawing alone.
  public var targets: [Target]
  /// Whether the outcome describes the drawing that the stages left.
  public var wantsSummary: Bool
  /// Whether the drawing's whole promise is checked after each stage, which debug builds always do.
  public var isChecked: Bool

  /// Makes a job.
  public init(
    name: String, input: [UInt8], format: String? = nil, plan: Plan, targets: [Target],
    wantsSummary: Bool = false, isChecked: Bool = false
  ) {
    self.name = name
    self.input = input
    self.format = format
    self.plan = plan
    self.targets = targets
    self.wantsSummary = wantsSummary
    self.isChecked = isChecked
  }
}
