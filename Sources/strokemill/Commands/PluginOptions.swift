import BuiltinPlugins
import Pipeline
import PluginBridge

/// Which plug-ins a command works with: those that are built in, and those that are named.
enum PluginOptions {
  static let plugin = OptionSpec(
    name: "plugin", value: "FILE", repeats: true, isFile: true,
    help: "Load a plug-in, a library or a folder of them; its formats and stages are then there "
      + "like the built-in ones. Load only what you trust: it runs inside the tool.")

  /// All components that there are; says what is wrong and gives nil when a plug-in that was named
  /// can't be used.
  static func registry(_ arguments: ParsedArguments) -> Registry? {
    let color = arguments.text("color")
    var loader = PluginLoader()
    for path in arguments.texts(plugin.name) { loader.load(path) }
    var isFine = true
    for finding in loader.findings {
      guard let reason = finding.reason else { continue }
      isFine = false
      Tool.usageError("the plug-in \(Path(finding.file).shown) can't be used: \(reason)", color)
    }
    let conflicts = loader.conflicts(with: builtinPlugins)
    for conflict in conflicts { Tool.usageError(conflict, color) }
    guard isFine && conflicts.isEmpty else { return nil }
    do throws(RegistryError) {
      return try Registry(builtinPlugins + loader.plugins)
    } catch {
      for problem in error.problems { Tool.usageError(problem, color) }
      return nil
    }
  }
}
