public import CPluginABI
import JSONForms
public import PluginKit
import StrictJSON

extension Plugin {
  /// Makes a plug-in of a table that somebody else made: the host's side.
  ///
  /// What the table says of itself is checked here, and all that its components answer whenever they
  /// run.
  /// - Parameters:
  ///   - table: The table, which stays as it is until the process ends.
  ///   - file: The file that it was loaded from, if any; it's named when the plug-in crashes.
  /// - Throws: When the table can't be used.
  @unsafe public init(
    loading table: UnsafePointer<strokemill_plugin>, from file: String? = nil
  ) throws(PluginFault) {
    do throws(TableFault) {
      try unsafe self.init(checking: table, file)
    } catch {
      throw PluginFault(error.reason)
    }
  }

  private init(
    checking table: UnsafePointer<strokemill_plugin>, _ file: String?
  ) throws(TableFault) {
    let size = unsafe table.pointee.struct_size
    // The first two fields lie where they lie in every version.
    guard size >= 16 else { throw TableFault("its table has only \(size) bytes") }
    let version = unsafe table.pointee.abi_version
    guard version <= UInt32(STROKEMILL_ABI_VERSION) else {
      throw TableFault(
        "it was made for version \(version) of the plug-in interface, and this strokemill has "
          + "version \(STROKEMILL_ABI_VERSION): use a newer strokemill, or build the plug-in for "
          + "this one")
    }
    let plugin = try unsafe complete(
      table, strokemill_plugin(), size: size, least: MemoryLayout<strokemill_plugin>.size,
      "its table")
    let node = try unsafe plugin.descriptor.parsed("its descriptor")
    let name: String
    let pluginVersion: String
    do {
      name = try node.needed("name").name("name")
      pluginVersion = try node.needed("version").text("version")
    } catch {
      throw TableFault("its descriptor isn't right: \(error.description)")
    }
    let count = unsafe plugin.component_count
    guard count <= 10_000, let list = unsafe plugin.components else {
      throw TableFault("its table lists \(count) components at no address")
    }
    var entries: [ComponentEntry] = []
    var taken: Set<String> = []
    for row in 0..<Int(count) {
      guard let component = unsafe list[row] else {
        throw TableFault("its component \(row + 1) of \(count) isn't there")
      }
      let loaded = try unsafe LoadedComponent(component, row: row, plugin: name, file: file)
      let declaration = loaded.declaration
      guard taken.insert("\(declaration.role.rawValue) '\(declaration.name)'").inserted else {
        throw TableFault("it brings two components '\(declaration.name)' of one role")
      }
      entries.append(loaded.entry)
    }
    self.init(name: name, version: pluginVersion, components: entries)
  }
}

/// Copies a struct that may be of an older version: what it lacks is zero.
func complete<Struct>(
  _ base: UnsafePointer<Struct>, _ empty: Struct, size: Int, least: Int, _ what: String
) throws(TableFault) -> Struct {
  let known = MemoryLayout<Struct>.size
  guard size >= least else { throw TableFault("\(what) has only \(size) bytes of \(least)") }
  guard size <= known else {
    throw TableFault(
      "\(what) has \(size) bytes where version \(STROKEMILL_ABI_VERSION) of the plug-in interface "
        + "has \(known), though it says that it was made for that version")
  }
  var copy = empty
  unsafe withUnsafeMutableBytes(of: &copy) { target in
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: base, count: size))
  }
  return copy
}
