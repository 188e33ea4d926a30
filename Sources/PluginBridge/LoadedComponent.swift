import CPluginABI
import JSONForms
import NumberText
import PathModel
import PluginKit
import StrictJSON

/// A component of a table: the host's side.
///
/// The table never changes, and its functions may be called on any thread.
@safe
final class LoadedComponent: @unchecked Sendable {
  /// What it says of itself.
  let declaration: Declaration
  /// The name of its plug-in.
  let plugin: String
  /// How messages call it.
  let title: String
  /// Its table; what an older version lacks is nil.
  let table: strokemill_component
  /// What is said when it crashes.
  let crashNote: CrashNote

  init(
    _ base: UnsafePointer<strokemill_component>, row: Int, plugin: String, file: String?
  ) throws(TableFault) {
    self.plugin = plugin
    let what = "its component \(row + 1)"
    let least =
      unsafe (MemoryLayout<strokemill_component>.offset(of: \.run) ?? 0)
      + MemoryLayout<UnsafeRawPointer>.size
    unsafe table = try complete(
      base, strokemill_component(), size: base.pointee.struct_size, least: least, what)
    guard unsafe table.run != nil else { throw TableFault("\(what) has no function 'run'") }
    let node = try unsafe table.descriptor.parsed("the descriptor of \(what)")
    do {
      declaration = try Declaration(node)
    } catch {
      throw TableFault("the descriptor of \(what) isn't right: \(error.description)")
    }
    title = "the \(declaration.role.rawValue) '\(declaration.name)' of the plug-in '\(plugin)'"
    crashNote = CrashNote(
      title + (file.map { " (\($0.onOneLine(limit: .max)))" } ?? "") + " crashed")
  }

  /// It as an entry like any other.
  var entry: ComponentEntry {
    let role: ComponentEntry.Role
    switch declaration.role {
    case .importer:
      role = .importer(
        extensions: declaration.extensions, recognizes: { self.recognizes($0) }
      ) { (options) throws(OptionProblems) in
        let instance = try LoadedInstance(of: self, options)
        return ComponentEntry.Read { (bytes, drawing, context) throws(ComponentError) in
          try instance.read(bytes, into: &drawing, &context)
        }
      }
    case .stage:
      role = .stage { (options) throws(OptionProblems) in
        let instance = try LoadedInstance(of: self, options)
        return { (drawing, context) throws(ComponentError) in
          try instance.apply(to: &drawing, &context)
        }
      }
    case .exporter:
      role = .exporter(extensions: declaration.extensions) { (options) throws(OptionProblems) in
        let instance = try LoadedInstance(of: self, options)
        return { (drawing, output, context) throws(ComponentError) in
          try instance.write(drawing, to: &output, &context)
        }
      }
    }
    return ComponentEntry(
      name: declaration.name, summary: declaration.summary, parameters: self.declaration.parameters,
      role: role)
  }

  private func recognizes(_ start: Span<UInt8>) -> Bool {
    guard let recognizes = unsafe table.recognizes else { return false }
    return unsafe start.withUnsafeBufferPointer { bytes in
      crashNote.during {
        unsafe recognizes(
          table.context, strokemill_bytes(base: bytes.baseAddress, count: min(bytes.count, 4096)))
          != 0
      }
    }
  }
}
