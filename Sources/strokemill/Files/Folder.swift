import Glibc

/// What lies in a folder of the file system.
enum Folder {
  /// One thing in a folder.
  struct Entry {
    var name: [UInt8]
    /// Whether it's a folder itself, and no link to one.
    var isFolder: Bool
  }

  /// Whether nothing at all lies in a folder; false also where that can't be told.
  static func isEmpty(_ path: Path) -> Bool {
    let stream = unsafe path.withCString { name in unsafe opendir(name) }
    guard let stream = unsafe stream else { return false }
    defer { unsafe closedir(stream) }
    // It lists itself and the folder that it lies in.
    var rest = 2
    errno = 0
    while unsafe readdir(stream) != nil {
      if rest == 0 { return false }
      rest -= 1
    }
    return errno == 0
  }

  /// All that lies in a folder, sorted by name, without what is hidden (its name begins with a dot).
  static func entries(_ path: Path) throws(FileError) -> [Entry] {
    let stream = unsafe path.withCString { name in unsafe opendir(name) }
    guard let stream = unsafe stream else {
      throw .last("can't be read", code: "input.unreadable")
    }
    defer { unsafe closedir(stream) }
    var entries: [Entry] = []
    while true {
      // Only this tells the end from a fault, with which files would be missed.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw .last("can't be read", code: "input.unreadable") }
        break
      }
      let length = unsafe strlen(&entry.pointee.d_name.0)
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix(length))
      }
      if name.first == UInt8(ascii: ".") { continue }
      var isFolder = unsafe Int32(entry.pointee.d_type) == Int32(DT_DIR)
      // Some file systems don't tell.
      if unsafe Int32(entry.pointee.d_type) == Int32(DT_UNKNOWN) {
        let inner = path.appending(name)
        isFolder = FileKind(inner) == .directory && !FileKind.isLink(inner)
      }
      entries.append(Entry(name: name, isFolder: isFolder))
    }
    return entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}
