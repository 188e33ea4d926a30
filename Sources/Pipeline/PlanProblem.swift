public import PluginKit

/// Something wrong with what a person asked for, before any input is read: in a pipeline file or in
/// an argument.
public struct PlanProblem: Hashable, Sendable {
  /// The text that it lies in.
  public var source: SourceText
  /// Where it begins: line and column, both from 1, columns in bytes.
  public var place: Diagnostic.Place
  /// How many bytes of its line it takes, at least 1.
  public var length: Int
  /// How much it matters.
  public var severity: Diagnostic.Severity
  /// What scripts and tests match on, such as `pipeline.unknown-stage`.
  public var code: Diagnostic.Code
  /// A sentence for a person: what is wrong, what was found, what to do.
  public var message: String

  /// Makes a problem.
  public init(
    source: SourceText, place: Diagnostic.Place, length: Int = 1,
    severity: Diagnostic.Severity = .error, code: Diagnostic.Code, message: String
  ) {
    self.source = source
    self.place = place
    self.length = max(length, 1)
    self.severity = severity
    self.code = code
    self.message = message
  }
}

/// All that is wrong with what a person asked for, in the order of the texts and of the places in
/// them.
public struct PlanProblems: Error, Hashable, Sendable {
  /// At least one.
  public var problems: [PlanProblem]

  /// Makes the error.
  public init(_ problems: [PlanProblem]) { self.problems = problems }
}
