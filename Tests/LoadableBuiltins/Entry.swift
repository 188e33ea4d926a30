import BuiltinPlugins
import PluginBridge
import PluginKit

// Everything that is built in as one library to load: the law tests run all of it through a real dlopen.

private let table = ExportedPlugin(
  Plugin(name: "built-ins", version: "0", components: builtinPlugins.flatMap(\.components)))

/// The entry of libLoadableBuiltins.so.
@c(strokemill_plugin_loadablebuiltins)
public func entry() -> UnsafeRawPointer { unsafe table.entry }
