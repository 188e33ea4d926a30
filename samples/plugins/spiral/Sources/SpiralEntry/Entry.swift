import PluginBridge
import Spiral

private let table = ExportedPlugin(spiralPlugin)

/// The entry of libspiral.so: its name is that of the file, letters and digits alone.
@c(strokemill_plugin_spiral)
public func entry() -> UnsafeRawPointer { table.entry }
