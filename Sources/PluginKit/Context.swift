public import PathModel

/// What a component is lent while it works on one file.
public struct Context: ~Copyable, Sendable {
  /// What the run may use at most.
  public let limits: Limits
  /// The run's seed as the user gave it. Only models that imitate another program's generator use
  /// it as it is; everything else draws from `generator(forPath:pass:)` and `field`.
  public private(set) var literalSeed: UInt64
  /// What was said so far.
  public private(set) var diagnostics = DiagnosticLog()

  /// Whether anyone will look at the keys of paths. An importer that finds that nobody does needn't call
  /// `Drawing.assignKeys()`, which takes a look at every point.
  public var wantsKeys = true

  /// The name of the stage that it's for.
  public let stage: String
  /// How many stages of that name come before it.
  public let ordinal: Int
  /// A hash of the seed, the stage's name and its ordinal among stages of that name.
  public private(set) var stageSeed: UInt64

  /// Makes a context.
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - stage: The name of the stage that it's for.
  ///   - ordinal: How many stages of that name come before it.
  ///   - limits: What may be used at most.
  public init(seed: UInt64 = 0, stage: String = "", ordinal: Int = 0, limits: Limits = Limits()) {
    self.limits = limits
    literalSeed = seed
    self.stage = stage
    self.ordinal = ordinal
    stageSeed = Context.mixed(seed, stage, ordinal)
  }

  private static func mixed(_ seed: UInt64, _ stage: String, _ ordinal: Int) -> UInt64 {
    // Everything is mixed before it is combined: `seed ^ index` would give neighbours one stream.
    var hash = StableHash()
    hash.combine(seed)
    hash.combine(stage)
    hash.combine(UInt64(truncatingIfNeeded: ordinal))
    return hash.value
  }

  /// Replaces the run's seed for this stage: for a stage with a `seed` parameter of its own.
  ///
  /// How many stages of that name come before doesn't count then: two stages that are given one seed
  /// move everything alike, so that parts which are drawn by different hands still meet.
  public mutating func useSeed(_ seed: UInt64) {
    literalSeed = seed
    stageSeed = Context.mixed(seed, stage, 0)
  }

  /// A generator that depends on the seed, the stage, the path's key and the pass alone: neither
  /// the order of work nor a neighbour changes what a path looks like.
  public func generator(forPath key: PathKey, pass: Int = 0) -> SeededGenerator {
    var hash = StableHash()
    hash.combine(stageSeed)
    hash.combine(key.value)
    hash.combine(UInt64(truncatingIfNeeded: pass))
    return SeededGenerator(seed: hash.value)
  }

  /// The one field of displacements that the whole drawing is moved by, a function of position. It
  /// depends on the seed and the stage alone.
  public var field: NoiseField { NoiseField(seed: stageSeed) }

  /// Says something.
  public mutating func report(_ diagnostic: Diagnostic) { diagnostics.add(diagnostic) }

  /// Warns of something that was wrong with the input and was coped with.
  public mutating func warn(
    _ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place? = nil
  ) {
    diagnostics.add(Diagnostic(.warning, code, message, at: place))
  }

  /// Reports something of the source that the output doesn't carry.
  /// - Parameters:
  ///   - kind: What is lost in a word, such as `text`; summaries count by it.
  ///   - code: The stable code.
  ///   - message: What is lost and what to do.
  ///   - place: Where it stands.
  ///   - count: How many of them.
  public mutating func lose(
    _ kind: String, _ code: Diagnostic.Code, _ message: String, at place: Diagnostic.Place? = nil,
    count: Int = 1
  ) {
    diagnostics.add(Diagnostic(.loss, code, message, at: place, kind: kind, count: count))
  }
}
