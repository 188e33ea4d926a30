import CPluginABI
import PluginBridge
import PluginKit

/// A plug-in whose table is made by hand, as one in another language makes it: so that it can do what
/// the rules forbid.
struct ForeignPlugin {
  typealias Run = (UnsafePointer<strokemill_run>, UnsafePointer<strokemill_host>) -> Int32

  var name = #"{"name": "liar", "version": "1.0"}"#
  var descriptor = #"{"role": "stage", "name": "lie", "summary": "Lies."}"#
  var version = UInt32(STROKEMILL_ABI_VERSION)
  var pluginSize = MemoryLayout<strokemill_plugin>.size
  var componentSize = MemoryLayout<strokemill_component>.size
  var componentCount: UInt32 = 1
  var hasComponents = true
  var hasRun = true
  var run: Run = { _, _ in STROKEMILL_DONE }

  /// What the host makes of it. The table is never freed.
  func loaded() throws(PluginFault) -> Plugin {
    let component = UnsafeMutablePointer<strokemill_component>.allocate(capacity: 1)
    component.initialize(to: strokemill_component())
    component.pointee.struct_size = componentSize
    component.pointee.descriptor = leaked(descriptor)
    component.pointee.context = UnsafeRawPointer(
      Unmanaged.passRetained(Box(run)).toOpaque())
    if hasRun {
      component.pointee.run = { context, run, host in
        guard let context = context, let run = run, let host = host else {
          return -1
        }
        return Unmanaged<Box>.fromOpaque(context).takeUnretainedValue().run(run, host)
      }
    }
    let list = UnsafeMutablePointer<UnsafePointer<strokemill_component>?>.allocate(capacity: 1)
    list.initialize(to: UnsafePointer(component))
    let table = UnsafeMutablePointer<strokemill_plugin>.allocate(capacity: 1)
    table.initialize(
      to: strokemill_plugin(
        struct_size: pluginSize, abi_version: version, component_count: componentCount,
        descriptor: leaked(name), components: hasComponents ? UnsafePointer(list) : nil))
    return try Plugin(loading: UnsafePointer(table))
  }

  private final class Box {
    let run: Run
    init(_ run: @escaping Run) { self.run = run }
  }
}

/// A text as bytes that are never freed.
func leaked(_ text: String) -> strokemill_bytes { leaked(bytes: Array(text.utf8)) }

/// Bytes that are never freed.
func leaked(bytes: [UInt8]) -> strokemill_bytes {
  let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(bytes.count, 1))
  copy.initialize(from: bytes, count: bytes.count)
  return strokemill_bytes(base: UnsafePointer(copy), count: bytes.count)
}

extension Plugin {
  /// What the first component does with options.
  func stage(_ options: [Option] = []) throws -> ComponentEntry.Apply {
    guard case .stage(let make)? = components.first?.role else { throw PluginFault("no stage") }
    return try make(options)
  }
}
