import BuiltinPlugins
import Exec
import Pipeline
import PluginBridge
import PluginKit

/// Which plug-ins a command works with: those that are built in, those that are named, and those in the
/// folders that are always looked into.
enum PluginOptions {
  static let plugin = OptionSpec(
    name: "plugin", value: "FILE", repeats: true, isFile: true,
    help: "Load a plug-in, a library (*.so), a program or a folder of them; its formats and stages "
      + "are then there like the built-in ones. Load only what you trust: a library runs inside the "
      + "tool, a program is started by it. Those in the folders that 'strokemill plugins' shows are "
      + "loaded without it.")

  /// The folders that are looked into without being named.
  static func searchFolders() -> [String] {
    PluginSearchPath.folders(
      environment: Terminal.variable, executable: Installation.executable())
  }

  /// Loads what is named, then what lies in the folders.
  /// - Parameters:
  ///   - arguments: What names plug-ins.
  ///   - startsPrograms: Whether the programs in the folders are started, too.
  /// - Returns: What became of each.
  static func load(_ arguments: ParsedArguments, startsPrograms: Bool = true) -> PluginLoader {
    var loader = PluginLoader(reportsCrashes: true) { (path) throws(PluginFault) in
      do throws(ComponentError) {
        return try Plugin(program: path)
      } catch {
        throw PluginFault(error.diagnostic.message)
      }
    }
    for path in arguments.texts(plugin.name) { loader.load(path) }
    loader.search(searchFolders(), startsPrograms: startsPrograms)
    return loader
  }

  /// All components that there are; says what is wrong and gives nil when a plug-in that was named
  /// can't be used.
  ///
  /// Programs in the folders are only started when they're asked for: see `Catalogue.withPrograms()`.
  static func catalogue(
    _ arguments: ParsedArguments, startsPrograms: Bool = false
  ) -> Catalogue? {
    Catalogue(
      load(arguments, startsPrograms: startsPrograms),
      Terminal(color: arguments.text("color")))
  }
}

/// All components that there are, and the plug-ins that perhaps would bring more.
struct Catalogue: Sendable {
  let registry: Registry
  let terminal: Terminal
  private let loader: PluginLoader

  /// Makes a catalogue of what was loaded; says what is wrong and gives nil when a plug-in that was named
  /// can't be used.
  init?(_ loader: PluginLoader, _ terminal: Terminal) {
    var faults: [String] = []
    for finding in loader.findings where finding.isNamed {
      guard let reason = finding.reason else { continue }
      faults.append("the plug-in \(Path(finding.file).shown) can't be used: \(reason)")
    }
    faults += loader.conflicts(with: builtinPlugins).filter(\.isNamed).map(\.message)
    var registry: Registry?
    if faults.isEmpty {
      do throws(RegistryError) {
        registry = try Registry(loader.plugins(beside: builtinPlugins))
      } catch {
        faults = error.problems
      }
    }
    for fault in faults { Tool.usageError(fault, terminal) }
    guard let registry else { return nil }
    (self.registry, self.terminal, self.loader) = (registry, terminal, loader)
  }

  /// The catalogue with the stages of those programs that nobody has started yet: for when a name is asked for
  /// that nothing else has. Nil when there are none, or when with them something that was named can't be used,
  /// which is then said.
  func withPrograms() -> Catalogue? {
    var loader = loader
    return loader.startPrograms() ? Catalogue(loader, terminal) : nil
  }

  /// The files of all plug-ins that were loaded.
  var files: [String] { loader.findings.filter { $0.plugin != nil }.map(\.file).sorted() }

  /// Whether a library that was loaded takes part in a plan, or may do so: what it does wrong hurts the whole
  /// process.
  /// - Parameters:
  ///   - plan: The plan.
  ///   - formats: The formats of the outputs.
  /// - Returns: Whether there is one.
  func runsLibrary(in plan: Plan, formats: [String]) -> Bool {
    loader.findings.contains { finding in
      guard !finding.isProgram, let plugin = finding.plugin else { return false }
      return plugin.components.contains { component in
        switch component.role {
        case .importer: plan.importFormat == nil || plan.importFormat == component.name
        case .stage: plan.steps.contains { $0.isEnabled && $0.entry.name == component.name }
        case .exporter: formats.contains(component.name)
        }
      }
    }
  }

  /// The label of a plan's first stage that is a program of its own; nil when there is none.
  func programStage(in plan: Plan) -> String? {
    // Programs in folders are started while a plan is made, so that only it knows them.
    let inside =
      builtinPlugins.map(\.name)
      + loader.findings.compactMap { $0.isProgram ? nil : $0.plugin?.name }
    return plan.steps.first { step in
      guard step.isEnabled, let plugin = plan.registry.plugin(of: step.entry) else { return false }
      return plugin == Plugin.exec.name || !inside.contains(plugin)
    }?.label
  }

  /// Says which plug-ins can't be used: where something that they might bring isn't there. Everywhere else
  /// nobody asked for them.
  func sayUnusable() {
    for finding in loader.findings {
      guard let reason = finding.reason else { continue }
      terminal.say(
        "strokemill: \(terminal.colored("warning:", .yellow)) the plug-in "
          + "\(Path(finding.file).shown) can't be used: \(reason.onOneLine()) "
          + "[plugin.unusable]")
    }
  }
}

extension Outcome {
  /// Whether it failed because no importer knows the input's format.
  var lacksFormat: Bool {
    findings.contains { $0.diagnostic.code == "input.unknown-format" }
  }
}
