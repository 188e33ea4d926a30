import Glibc
import PluginKit

/// A file name as the system has it: bytes, in no particular encoding.
///
/// The tool's arguments are taken as they come, so a name that isn't UTF-8 is opened and written
/// like any other.
struct Path: Hashable, Comparable, Sendable {
  /// The bytes, without the zero that ends them in C.
  var bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }
  init(_ text: String) { bytes = Array(text.utf8) }

  /// The name that means standard input or output.
  static let standard = Path("-")

  /// The name for a person: on one line, with what can't be shown replaced.
  var shown: String { String(decoding: bytes, as: UTF8.self).onOneLine(limit: .max) }

  /// The name of an input for a person.
  var shownAsInput: String { self == .standard ? "standard input" : shown }

  /// The name of an output for a person.
  var shownAsOutput: String { self == .standard ? "standard output" : "the output \(shown)" }

  /// What follows the last slash.
  var lastComponent: Path {
    let end = bytes.lastIndex { $0 != slash }.map { $0 + 1 } ?? bytes.count
    let start = bytes[..<end].lastIndex(of: slash).map { $0 + 1 } ?? 0
    return Path(bytes: Array(bytes[start..<end]))
  }

  /// What comes before the last slash, `.` when there is none.
  var directory: Path {
    guard let last = bytes.lastIndex(of: slash) else { return Path(".") }
    return last == 0 ? Path("/") : Path(bytes: Array(bytes[..<last]))
  }

  /// The extension without its dot, lower case; empty when there is none.
  var fileExtension: String {
    let name = lastComponent.bytes
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
    return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  }

  /// The last component without its extension; `.gz` behind another extension goes with it.
  var stem: [UInt8] {
    var name = lastComponent.bytes
    for round in 0..<2 {
      guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { break }
      let ending = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
      name.removeSubrange(dot...)
      if round == 0 && ending != "gz" { break }
    }
    return name
  }

  /// Whether the name says that it's a directory.
  var endsWithSlash: Bool { bytes.last == slash }

  /// The name of something inside this directory.
  func appending(_ name: [UInt8]) -> Path {
    Path(bytes: endsWithSlash || bytes.isEmpty ? bytes + name : bytes + [slash] + name)
  }

  /// Calls `body` with the name as C has it.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytes.count + 1) { text in
      for i in bytes.indices { unsafe text[i] = CChar(bitPattern: bytes[i]) }
      unsafe text[bytes.count] = 0
      // There is room for the zero at least, so there is a base address.
      guard let base = text.baseAddress else { return unsafe body("") }
      return unsafe body(UnsafePointer(base))
    }
  }

  static func < (a: Path, b: Path) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

private let slash = UInt8(ascii: "/")

/// What a name stands for.
enum FileKind {
  case regular, directory, device, pipe, missing

  /// What the name stands for now, links followed; `missing` also when it can't be told.
  init(_ path: Path) {
    var status = stat()
    guard unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0 else {
      self = .missing
      return
    }
    self.init(mode: status.st_mode)
  }

  /// Whether there is anything of this name, and be it a link that leads nowhere; so also when it can't be
  /// told.
  static func isThere(_ path: Path) -> Bool {
    var status = stat()
    return unsafe path.withCString({ name in unsafe lstat(name, &status) }) == 0
      || (errno != ENOENT && errno != ENOTDIR)
  }

  /// Whether something in a folder is an input: a file, or what can't be told to be none, such as a link that leads
  /// nowhere or what lies in a folder that may only be listed. Reading it says what is wrong; left out, it
  /// would be missed by nobody.
  static func isInput(_ path: Path) -> Bool {
    switch FileKind(path) {
    case .regular: true
    case .missing: isThere(path)
    case .directory, .device, .pipe: false
    }
  }

  /// Whether the name is a symbolic link, wherever it leads.
  static func isLink(_ path: Path) -> Bool {
    var status = stat()
    return unsafe path.withCString({ name in unsafe lstat(name, &status) }) == 0
      && status.st_mode & S_IFMT == S_IFLNK
  }

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFIFO, S_IFSOCK: self = .pipe
    default: self = .device
    }
  }
}

/// Which file a name leads to, so that two names of one file are known for what they are.
struct FileIdentity: Hashable {
  private let device: dev_t
  private let number: ino_t

  /// The identity of a regular file; nil for anything else.
  init?(_ path: Path) {
    var status = stat()
    guard path != .standard,
      unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0,
      FileKind(mode: status.st_mode) == .regular
    else { return nil }
    device = status.st_dev
    number = status.st_ino
  }

  /// The identity of a folder; nil for anything else.
  init?(folder path: Path) {
    var status = stat()
    guard unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0,
      FileKind(mode: status.st_mode) == .directory
    else { return nil }
    device = status.st_dev
    number = status.st_ino
  }
}
