public import PluginKit
import StrictJSON
import Synchronization

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

    /// What messages call it: its id, else its name, numbered from the second of a name on.
    public var label: String {
      id ?? (ordinal == 0 ? entry.name : "\(entry.name) (\(ordinal + 1))")
    }
  }

  /// An importer with its options.
  public struct Import: Sendable {
    /// The component's name.
    public let name: String
    /// What was set, all checked.
    public let options: [Option]
    let read: ComponentEntry.Read
  }

  /// An exporter with its options.
  public struct Export: Sendable {
    /// The component's name.
    public let name: String
    /// What was set, all checked.
    public let options: [Option]
    let write: ComponentEntry.Write
  }

  /// How many stages a pipeline may have: many more than a person writes, and few enough that a
  /// file from a stranger can't make a drawing grow for hours.
  public static let stageLimit = 1000

  /// All components that there are.
  public let registry: Registry
  /// The seed of the run.
  public private(set) var seed: UInt64
  /// What a run may use at most.
  public let limits: Limits
  /// The stages in order, disabled ones included.
  public private(set) var steps: [Step]
  /// The importers that options were given for; the others run with their defaults.
  public let imports: [Import]
  /// The exporters that options were given for; the others run with their defaults.
  public private(set) var exports: [Export]
  /// The importer that `--from` demands for every input.
  public let importFormat: String?
  /// The exporters that `--to` demands, in order.
  public private(set) var exportFormats: [String]
  /// What the pipeline file names as inputs: files, folders and patterns, as the system has their names.
  public let inputs: [[UInt8]]
  /// Where the pipeline file says that outputs go: a folder or a name with places to fill in.
  public let output: [UInt8]?
  /// What tells the pipeline files from others that it was made of, where something does.
  public let files: [[UInt8]]

  /// The same plan with another seed.
  public func with(seed: UInt64) -> Plan {
    var copy = self
    copy.seed = seed
    return copy
  }

  /// The same plan without the stages after one.
  /// - Parameter row: The stage's row; nil to leave all out.
  /// - Returns: The shorter plan.
  public func ending(after row: Int?) -> Plan {
    var copy = self
    copy.steps = row.map { Array(steps.prefix($0 + 1)) } ?? []
    return copy
  }

  /// The same plan with the stages and exporters of another.
  public func with(stagesAndExportsOf other: Plan) -> Plan {
    var copy = self
    (copy.steps, copy.exports, copy.exportFormats) = (
      other.steps, other.exports, other.exportFormats
    )
    return copy
  }

  let defaults = Defaults()

  /// The same plan with one more option of an exporter, in place of what was said of it before.
  /// - Throws: What is wrong with the options together.
  public func with(
    _ option: Option, forExporter name: String
  ) throws(OptionProblems) -> Plan {
    guard case .exporter(_, let make) = registry.exporter(named: name)?.role else { return self }
    let row = exports.firstIndex { $0.name == name }
    var options = row.map { exports[$0].options } ?? []
    options.removeAll { $0.name == option.name }
    options.append(option)
    let export = Export(name: name, options: options, write: try make(options))
    var copy = self
    if let row {
      copy.exports[row] = export
    } else {
      copy.exports.append(export)
    }
    return copy
  }

  /// The importer of a format, with the plan's options.
  /// - Returns: What reads, or nil when there is no such importer.
  func read(_ name: String) throws(OptionProblems) -> ComponentEntry.Read? {
    if let known = imports.first(where: { $0.name == name }) { return known.read }
    if let known = defaults.readers.withLock({ $0[name] }) { return known }
    guard case .importer(_, _, let make) = registry.importer(named: name)?.role else { return nil }
    let read = try make([])
    defaults.readers.withLock { $0[name] = read }
    return read
  }

  /// The exporter of a format, with the plan's options.
  /// - Returns: What writes, or nil when there is no such exporter.
  func write(_ name: String) throws(OptionProblems) -> ComponentEntry.Write? {
    if let known = exports.first(where: { $0.name == name }) { return known.write }
    if let known = defaults.writers.withLock({ $0[name] }) { return known }
    guard case .exporter(_, let make) = registry.exporter(named: name)?.role else { return nil }
    let write = try make([])
    defaults.writers.withLock { $0[name] = write }
    return write
  }

  /// Formats without options that were asked for: what they are made of is worked out once and not for
  /// every file.
  final class Defaults: Sendable {
    fileprivate let readers = Mutex<[String: ComponentEntry.Read]>([:])
    fileprivate let writers = Mutex<[String: ComponentEntry.Write]>([:])
  }
}
