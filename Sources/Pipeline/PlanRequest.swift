public import PluginKit

/// What a person asks for: a pipeline file and what the command line adds to it, all as it was
/// written, so that problems can point at it.
public struct PlanRequest: Sendable {
  /// Finds the text that `extends` in a pipeline file names.
  /// - Parameters:
  ///   - name: The name as it was written.
  ///   - folder: The folder of the file that it stands in, nil for the current one.
  public typealias BaseFinder =
    @Sendable (
      _ name: String, _ folder: [UInt8]?
    ) throws(MissingBase) -> SourceText

  /// Why there is no text of a name.
  public struct MissingBase: Error, Hashable, Sendable {
    /// The stable code.
    public var code: Diagnostic.Code
    /// A sentence for a person.
    public var message: String

    /// Makes the error.
    public init(_ code: Diagnostic.Code, _ message: String) {
      self.code = code
      self.message = message
    }
  }

  /// The pipeline file.
  public var pipeline: SourceText?
  /// Finds what pipeline files extend; without it none can.
  public var findBase: BaseFinder?
  /// Further stages, after those of the file unless they say where, or changes to those by id: short form `jitter:passes=3,seed=7` or the full form,
  /// a stage entry in JSON.
  ///
  /// In the short form a comma ends a value only where `name=` follows it; every other comma
  /// belongs to the value. What can't be said in it is said in JSON.
  public var stages: [SourceText]
  /// Values of variables, `name=value`; the last one for a name holds.
  public var variables: [SourceText]
  /// Parameters to set, the last one for a parameter holds: `stage.param=value` by the stage's id,
  /// or by its name when it's the only one; `stage.enabled=false`; `import.csv.x=lon`;
  /// `export.svg.precision=3`; `limits.points=1000`.
  public var settings: [SourceText]
  /// Limits to set, `points=1000`; they go before those of the settings.
  public var limits: [SourceText]
  /// The seed, a whole number from 0.
  public var seed: SourceText?
  /// The format of the inputs with options, in the short form `csv:x=lon,y=lat` or in JSON.
  public var from: SourceText?
  /// The formats of the outputs with options, in the short form `eps:bounds=ink` or in JSON.
  public var to: [SourceText]

  /// Makes a request; each part may be missing.
  public init(
    pipeline: SourceText? = nil, stages: [SourceText] = [], variables: [SourceText] = [],
    settings: [SourceText] = [], limits: [SourceText] = [], seed: SourceText? = nil,
    from: SourceText? = nil,
    to: [SourceText] = [], findBase: BaseFinder? = nil
  ) {
    self.pipeline = pipeline
    self.findBase = findBase
    self.stages = stages
    self.variables = variables
    self.settings = settings
    self.limits = limits
    self.seed = seed
    self.from = from
    self.to = to
  }
}
