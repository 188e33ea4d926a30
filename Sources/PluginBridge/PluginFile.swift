import Glibc

/// A file that a plug-in may be loaded from.
enum PluginFile {
  /// The path without symbolic links, nil when there is no such file.
  static func resolved(_ path: String) -> String? {
    guard let real = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(real) }
    return unsafe String(cString: real)
  }

  /// What kind of thing a path names.
  enum Kind {
    case file, folder, other
  }

  static func kind(_ path: String) -> Kind? {
    guard let status = status(path) else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file
    case S_IFDIR: return .folder
    default: return .other
    }
  }

  /// Why a file, or a folder that plug-ins are looked for in, isn't to be trusted; nil when nobody but its
  /// owner and root can have put something there.
  ///
  /// A folder that others may write to, however far above, lets them put another file in the place of this
  /// one; but not where only owners may remove things (a sticky folder such as the one for temporary files).
  /// - Parameter path: A path without symbolic links.
  /// - Returns: The reason and what to do about it.
  static func distrust(_ path: String) -> String? {
    guard let own = status(path) else { return "it can't be looked at" }
    if own.st_mode & S_IWOTH != 0 {
      return "others may write to it; take that from them with chmod o-w \(path)"
    }
    var folder = path
    while let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      guard let above = status(folder) else { return "its folder \(folder) can't be looked at" }
      if above.st_mode & S_IWOTH != 0 && above.st_mode & mode_t(S_ISVTX) == 0 {
        return
          "others may write to its folder \(folder); take that from them with chmod o-w \(folder)"
      }
    }
    return nil
  }

  /// The shared libraries in a folder, in order of their names; nil when it can't be read.
  static func libraries(in folder: String) -> [String]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name ends with a zero byte, and the record may be shorter than its type.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = unsafe String(cString: start)
      if name.hasSuffix(".so") && !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted().map { "\(folder)/\($0)" }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
