import Glibc

/// A file that could not be read or written, with what the system said about it.
public struct FileError: Error, CustomStringConvertible {
  /// What was tried.
  public let action: String
  /// The file or folder.
  public let path: String
  /// The system's error number.
  public let code: Int32

  /// The fault as one line.
  public var description: String {
    unsafe "can't \(action) \(path): \(String(cString: strerror(code)))"
  }
}

/// Reads a whole file.
public func readFile(_ path: String) throws -> [UInt8] {
  let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { throw FileError(action: "open", path: path, code: errno) }
  defer { close(file) }
  var content: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = unsafe read(file, &block, block.count)
    guard count >= 0 else { throw FileError(action: "read", path: path, code: errno) }
    if count == 0 { return content }
    content.append(contentsOf: block[..<count])
  }
}

/// Reads a whole file as UTF-8 text.
public func readText(_ path: String) throws -> String {
  String(decoding: try readFile(path), as: UTF8.self)
}

/// Writes a whole file, replacing what was there.
public func writeFile(_ path: String, _ content: [UInt8]) throws {
  let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard file >= 0 else { throw FileError(action: "create", path: path, code: errno) }
  defer { close(file) }
  var rest = content[...]
  while !rest.isEmpty {
    let count = unsafe rest.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
    guard count > 0 else { throw FileError(action: "write", path: path, code: errno) }
    rest = rest.dropFirst(count)
  }
}

/// Writes a whole file as UTF-8 text, replacing what was there.
public func writeText(_ path: String, _ content: String) throws {
  try writeFile(path, Array(content.utf8))
}

/// Whether something, file or folder, has this path.
public func exists(_ path: String) -> Bool {
  unsafe access(path, F_OK) == 0
}

/// The names in a folder without `.` and `..`, in byte order.
public func names(in folder: String) throws -> [String] {
  guard let stream = unsafe opendir(folder) else {
    throw FileError(action: "list", path: folder, code: errno)
  }
  defer { unsafe closedir(stream) }
  var names: [String] = []
  while let entry = unsafe readdir(stream) {
    let capacity = unsafe MemoryLayout.size(ofValue: entry.pointee.d_name)
    let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
      unsafe $0.withMemoryRebound(to: CChar.self, capacity: capacity) {
        unsafe String(cString: $0)
      }
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
}
