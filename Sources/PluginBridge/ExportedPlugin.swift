public import CPluginABI
import JSONForms
import PathModel
public import PluginKit
import StrictJSON

/// A plug-in as the table that a host loads: what a shared library's entry returns.
///
///     private let table = ExportedPlugin(spiral)
///
///     @c(strokemill_plugin_spiral)
///     public func entry() -> UnsafeRawPointer { table.entry }
///
/// The table lives until the process ends, as the interface asks for: make one of a plug-in.
@safe
public struct ExportedPlugin: @unchecked Sendable {
  /// The table. Nothing in it changes.
  public let table: UnsafePointer<strokemill_plugin>

  /// The table, for a function without a C header's types.
  public var entry: UnsafeRawPointer { unsafe UnsafeRawPointer(table) }

  /// Makes the table.
  public init(_ plugin: Plugin) {
    let count = plugin.components.count
    // The list is only read once it's whole.
    let list = UnsafeMutablePointer<UnsafePointer<strokemill_component>?>.allocate(capacity: count)
    for (row, entry) in plugin.components.enumerated() {
      unsafe (list + row).initialize(to: ExportedComponent.table(of: entry))
    }
    let table = UnsafeMutablePointer<strokemill_plugin>.allocate(capacity: 1)
    let descriptor = json { writer in
      writer.beginObject()
      writer.key("name")
      writer.value(plugin.name)
      writer.key("version")
      writer.value(plugin.version)
      writer.end()
    }
    unsafe table.initialize(
      to: strokemill_plugin(
        struct_size: MemoryLayout<strokemill_plugin>.size,
        abi_version: UInt32(STROKEMILL_ABI_VERSION), component_count: UInt32(count),
        descriptor: descriptor.leaked(), components: UnsafePointer(list)))
    unsafe self.table = UnsafePointer(table)
  }
}

extension Plugin {
  /// This plug-in as the table that a host loads.
  public func exported() -> ExportedPlugin { ExportedPlugin(self) }
}
