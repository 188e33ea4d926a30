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

  /// Why a file, or a folder that plug-ins are looked for in, isn't to be trusted; nil when nobody but the
  /// user and root can have put something there.
  ///
  /// The folder of a file counts like the file, since whoever may write to it can put another file in this
  /// one's place; but not where only owners may remove things (a sticky folder such as the one for temporary
  /// files). Of the folders farther above it's enough that not everybody may write to them: what a group
  /// puts in the place of this folder is the group's, and refused for that.
  /// - Parameter path: A path without symbolic links.
  /// - Returns: The reason and what to do about it.
  static func distrust(_ path: String) -> String? {
    guard let own = status(path) else { return "it can't be looked at" }
    if let reason = distrust(own, "it", path) { return reason }
    let isFile = own.st_mode & S_IFMT == S_IFREG
    var folder = path
    var isFirst = true
    while let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      guard let above = status(folder) else { return "its folder \(folder) can't be looked at" }
      let isSticky = above.st_mode & mode_t(S_ISVTX) != 0
      if isFile && isFirst && !isSticky {
        if let reason = distrust(above, "its folder \(folder)", folder) { return reason }
      } else if above.st_mode & S_IWOTH != 0 && !isSticky {
        return writable(by: "others", "o", "its folder \(folder)", folder)
      }
      isFirst = false
    }
    return nil
  }

  /// Why a file or folder of this status isn't to be trusted, whatever lies above it.
  private static func distrust(_ status: stat, _ what: String, _ path: String) -> String? {
    if status.st_uid != 0 && status.st_uid != geteuid() {
      return "\(what) belongs to another user (number \(status.st_uid)); "
        + "use a copy of your own, if you trust what it does"
    }
    if status.st_mode & S_IWOTH != 0 { return writable(by: "others", "o", what, path) }
    if status.st_mode & S_IWGRP != 0 && !isPrivate(status.st_gid) {
      return writable(by: "its group", "g", what, path)
    }
    return nil
  }

  /// Whether a group is the user's own: the one that many systems make for each user, with nobody else in it,
  /// and then let write to all that the user makes.
  private static func isPrivate(_ group: gid_t) -> Bool {
    guard let user = unsafe getpwuid(geteuid()), let entry = unsafe getgrgid(group) else {
      // In containers neither may have a name. Then equal numbers say it.
      return unsafe getpwuid(geteuid()) == nil && getgrgid(group) == nil && group == geteuid()
    }
    let name = unsafe String(cString: user.pointee.pw_name)
    guard unsafe String(cString: entry.pointee.gr_name) == name else { return false }
    var member = unsafe entry.pointee.gr_mem
    while let text = unsafe member?.pointee {
      if unsafe String(cString: text) != name { return false }
      unsafe member = member?.advanced(by: 1)
    }
    return true
  }

  private static func writable(
    by who: String, _ letter: String, _ what: String, _ path: String
  ) -> String {
    "\(who) may write to \(what); take that from them with chmod \(letter)-w \(path)"
  }

  /// Whether a file is a library, going by its name: `x.so`, `x.so.1`. All else is started or left alone.
  static func isLibrary(_ path: String) -> Bool {
    let name = path.split(separator: "/").last ?? ""
    return name.hasSuffix(".so") || name.contains(".so.")
  }

  /// Whether a file is one that may be started.
  static func isExecutable(_ path: String) -> Bool {
    unsafe access(path, X_OK) == 0 && kind(path) == .file
  }

  /// The shared libraries in a folder, and the programs if they're asked for, in order of their names; nil
  /// when it can't be read.
  static func plugins(in folder: String, withPrograms: Bool) -> [String]? {
    guard let stream = unsafe opendir(folder) else { return nil }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      // The name ends with a zero byte, and the record may be shorter than its type.
      let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let start = unsafe (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
      let name = unsafe String(cString: start)
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".so") || (withPrograms && isExecutable("\(folder)/\(name)")) {
        names.append(name)
      }
    }
    return names.sorted().map { "\(folder)/\($0)" }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }
}
