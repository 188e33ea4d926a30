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
  static func load(_ arguments: ParsedArguments) -> PluginLoader {
    var loader = PluginLoader(reportsCrashes: true) { (path) throws(PluginFault) in
      do throws(ComponentError) {
        return try Plugin(program: path)
      } catch {
        throw PluginFault(error.diagnostic.message)
      }
    }
    for path in arguments.texts(plugin.name) { loader.load(path) }
    loader.search(searchFolders())
    return loader
  }

  /// All components that there are; says what is wrong and gives nil when a plug-in that was named
  /// can't be used.
  static func catalogue(_ arguments: ParsedArguments) -> Catalogue? {
    let color = arguments.text("color")
    let loader = load(arguments)
    var isFine = true
    for finding in loader.findings where finding.isNamed {
      guard let reason = finding.reason else { continue }
      isFine = false
      Tool.usageError("the plug-in \(Path(finding.file).shown) can't be used: \(reason)", color)
    }
    for conflict in loader.conflicts(with: builtinPlugins) where conflict.isNamed {
      isFine = false
      Tool.usageError(conflict.message, color)
    }
    guard isFine else { return nil }
    do throws(RegistryError) {
      return Catalogue(
        registry: try Registry(loader.plugins(beside: builtinPlugins)),
        unusable: loader.findings.filter { $0.reason != nil }, terminal: Terminal(color: color))
    } catch {
      for problem in error.problems { Tool.usageError(problem, color) }
      return nil
    }
  }
}

/// All components that there are, and the plug-ins that perhaps would bring more.
struct Catalogue: Sendable {
  let registry: Registry
  /// What lies in a folder that is always looked into and can't be used.
  let unusable: [PluginLoader.Finding]
  let terminal: Terminal

  /// Says which plug-ins can't be used: where something that they might bring isn't there. Everywhere else
  /// nobody asked for them.
  func sayUnusable() {
    for finding in unusable {
      terminal.say(
        "strokemill: \(terminal.colored("warning:", .yellow)) the plug-in "
          + "\(Path(finding.file).shown) can't be used: \((finding.reason ?? "").onOneLine()) "
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
