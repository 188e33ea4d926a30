/// What a person asks for: a pipeline file and what the command line adds to it, all as it was
/// written, so that problems can point at it.
public struct PlanRequest: Sendable {
  /// The pipeline file.
  public var pipeline: SourceText?
  /// Further stages, after those of the file: short form `jitter:passes=3,seed=7` or the full form,
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
  /// The seed, a whole number from 0.
  public var seed: SourceText?
  /// The format of the inputs with options, in the short form `csv:x=lon,y=lat` or in JSON.
  public var from: SourceText?
  /// The formats of the outputs with options, in the short form `eps:bounds=ink` or in JSON.
  public var to: [SourceText]

  /// Makes a request; each part may be missing.
  public init(
    pipeline: SourceText? = nil, stages: [SourceText] = [], variables: [SourceText] = [],
    settings: [SourceText] = [], seed: SourceText? = nil, from: SourceText? = nil,
    to: [SourceText] = []
  ) {
    self.pipeline = pipeline
    self.stages = stages
    self.variables = variables
    self.settings = settings
    self.seed = seed
    self.from = from
    self.to = to
  }
}
