import Glibc

/// Where the things lie that `make install` puts beside the tool, or that the tool was built from.
struct Installation {
  /// What authors of plug-ins build with.
  enum Resource {
    /// The folder of `strokemill_plugin.h`.
    case header
    /// The folder of the Swift package.
    case package

    /// Where it is under a PREFIX.
    fileprivate var installed: String {
      switch self {
      case .header: "include"
      case .package: "share/strokemill"
      }
    }

    /// Where it is in a clone.
    fileprivate var cloned: String {
      switch self {
      case .header: "Sources/CPluginABI/include"
      case .package: ""
      }
    }

    /// What is in the right folder, and tells it from others.
    fileprivate var mark: String {
      switch self {
      case .header: "strokemill_plugin.h"
      case .package: "Sources/CPluginABI/include/strokemill_plugin.h"
      }
    }
  }

  /// Where a resource lies.
  /// - Parameters:
  ///   - resource: What is looked for.
  ///   - place: A clone, or what was installed under `share`, that a person names; nil to look around the
  ///     tool: first where it's installed, then in the package that it was built in.
  /// - Returns: The absolute path of a folder without links, nil when there is none.
  static func folder(of resource: Resource, in place: Path?) -> String? {
    if let place {
      guard let clone = realPath(place) else { return nil }
      return existing("\(clone)/\(resource.cloned)", resource)
    }
    var folder = executable()[...]
    var level = 0
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      level += 1
      // PREFIX/bin/strokemill.
      if level == 2, let found = existing("\(folder)/\(resource.installed)", resource) {
        return found
      }
      // A clone's .build lies beside its Package.swift.
      if unsafe access("\(folder)/Package.swift", F_OK) == 0,
        let found = existing("\(folder)/\(resource.cloned)", resource)
      {
        return found
      }
    }
    return nil
  }

  /// The path of the tool itself, without links; empty when it can't be told.
  static func executable() -> String {
    // What the link holds has no links in it: the system wrote it.
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    return String(decoding: path[..<max(0, length)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func existing(_ folder: String, _ resource: Resource) -> String? {
    guard unsafe access("\(folder)/\(resource.mark)", F_OK) == 0 else { return nil }
    return realPath(Path(folder))
  }

  private static func realPath(_ path: Path) -> String? {
    unsafe path.withCString { name in
      guard let real = unsafe realpath(name, nil) else { return nil }
      defer { unsafe free(real) }
      return unsafe String(cString: real)
    }
  }
}
