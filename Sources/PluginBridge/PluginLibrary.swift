import CPluginABI
import Glibc
public import PluginKit

extension Plugin {
  /// Loads a plug-in from a shared library, which stays loaded until the process ends.
  ///
  /// It runs the library's code: who names the file trusts it.
  /// - Parameter path: The file. A path without a slash is one of the current folder, never looked
  ///   for elsewhere.
  /// - Throws: When it can't be loaded or isn't a plug-in.
  public init(loadingLibrary path: String) throws(PluginFault) {
    guard let name = entryName(ofLibrary: path) else {
      throw PluginFault("its name has no letter or digit to make the name of its entry of")
    }
    let file = path.contains("/") ? path : "./" + path
    let note = CrashNote("the plug-in \(file.onOneLine()) crashed while it was loaded")
    self = try note.during { () throws(PluginFault) in try Plugin(opening: file, entry: name) }
  }

  private init(opening file: String, entry name: String) throws(PluginFault) {
    // What it needs must be there now, not in the middle of a run; and its symbols are nobody else's.
    guard let library = unsafe dlopen(file, RTLD_NOW | RTLD_LOCAL) else {
      throw PluginFault("it can't be loaded: \(lastLoadingError(of: file))")
    }
    guard let symbol = unsafe dlsym(library, name) else {
      unsafe dlclose(library)
      throw PluginFault("it has no function '\(name)', so it isn't a plug-in for strokemill")
    }
    // The function's type is what the name says by the interface's rule.
    let entry = unsafe unsafeBitCast(symbol, to: strokemill_entry.self)
    guard let table = unsafe entry() else { throw PluginFault("its entry gives no table") }
    try unsafe self.init(loading: table, from: file)
  }
}

/// The name of a library's entry: the letters and digits of its file's name up to the first dot, in
/// lower case, without a leading `lib`. (SQLite's rule for its extensions, with digits.)
func entryName(ofLibrary path: String) -> String? {
  var stem = path[...]
  if let slash = stem.lastIndex(of: "/") { stem = stem[stem.index(after: slash)...] }
  if let dot = stem.firstIndex(of: ".") { stem = stem[..<dot] }
  if stem.hasPrefix("lib") { stem = stem.dropFirst(3) }
  var name = ""
  for byte in stem.utf8 {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"):
      name.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      name.unicodeScalars.append(Unicode.Scalar(byte))
    default: break
    }
  }
  return name.isEmpty ? nil : "strokemill_plugin_" + name
}

/// What the last failed call says, without the file's name where it begins with that.
private func lastLoadingError(of file: String) -> String {
  guard let words = unsafe dlerror() else { return "the reason isn't known" }
  let text = unsafe String(cString: words)
  let start = file + ": "
  return text.hasPrefix(start) ? String(text.dropFirst(start.count)) : text
}
