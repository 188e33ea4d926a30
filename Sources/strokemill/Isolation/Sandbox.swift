import ChildProcesses
import CSandbox
import Glibc
import Pipeline
import PluginKit
import TextShaping

/// What a worker gives up before it reads the first file of a stranger: from then on it can use what is open,
/// compute, and read fonts. It can't be told to do anything else, whatever the file makes of it.
enum Sandbox {
  /// Why it can't be had.
  struct Fault: Error {
    /// A sentence for a person.
    var message: String
  }

  /// Why this system has no sandbox; nil when it has one.
  static var lack: String? {
    guard let words = unsafe strokemill_sandbox_lack() else { return nil }
    return unsafe String(cString: words)
  }

  /// Gives everything up but what a plan may need.
  ///
  /// All that is opened by name later has to be known here: the libraries for text are opened now, and their files and
  /// the C library's encodings stay readable.
  static func enter(for plan: Plan) throws(Fault) {
    let fonts: [String]
    do {
      fonts = try FontLibrary.places()
    } catch {
      throw Fault(message: "the system's configuration of fonts can't be read")
    }
    let places = fonts + plan.fontFolders + [encodings]
    // They would keep what is taken from this one.
    guard strokemill_sandbox_threads() == 1 else {
      throw Fault(
        message: "the sandbox can't hold the threads that a plug-in has started; '--no-sandbox' "
          + "converts without it")
    }
    var code: Int32 = 0
    // C takes a list of pointers to texts that end with a zero.
    var texts: [UnsafePointer<CChar>?] = unsafe places.map { unsafe UnsafePointer(strdup($0)) }
    defer {
      while let text = unsafe texts.popLast() {
        unsafe free(UnsafeMutableRawPointer(mutating: text))
      }
    }
    guard let failure = unsafe strokemill_sandbox_enter(texts, texts.count, &code) else { return }
    throw Fault(
      message:
        unsafe "there is no sandbox: \(String(cString: failure)) (\(systemMessage(code)))")
  }

  /// Where the C library's tables of encodings lie.
  private static var encodings: String {
    var folder = [CChar](repeating: 0, count: Int(PATH_MAX))
    unsafe strokemill_sandbox_encodings(&folder, folder.count)
    return String(decoding: folder.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension Plan {
  /// The folders that fonts are read from beside the system's.
  fileprivate var fontFolders: [String] {
    var folders: [String] = []
    for option in imports.flatMap(\.options) where option.name == "font-dir" {
      guard case .text(let paths) = option.value else { continue }
      let start = option.folder.map { String(decoding: $0, as: UTF8.self) } ?? ""
      for path in paths.split(separator: ":") {
        folders.append(path.hasPrefix("/") || start.isEmpty ? String(path) : "\(start)/\(path)")
      }
    }
    return folders
  }
}
