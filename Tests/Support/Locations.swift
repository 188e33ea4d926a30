import Glibc

/// Where the things lie that tests need.
public enum Locations {
  /// The folder of `Package.swift`.
  public static let packageRoot = folder(of: folder(of: folder(of: #filePath)))

  /// The sample drawings and pipelines.
  public static let samples = "\(packageRoot)/samples"

  /// Test data that isn't part of the project: the folder `shared` beside it, or what
  /// `STROKEMILL_SHARED` names. Nil when it isn't there.
  public static let shared: String? = {
    let path = environment("STROKEMILL_SHARED") ?? "\(folder(of: packageRoot))/shared"
    return exists(path) ? path : nil
  }()

  /// The tool under test: what `STROKEMILL_BIN` names, else the one that was built with the tests.
  public static let tool: String = environment("STROKEMILL_BIN") ?? "\(buildFolder)/strokemill"

  /// Whether a sanitizer watches the tool, which takes several times the time and the memory then.
  public static let isSanitized = environment("STROKEMILL_SANITIZER") != nil

  /// Whether the tool under test was named, as a release build is.
  public static let isReleaseTool = environment("STROKEMILL_BIN") != nil && !isSanitized

  /// The folder that this test program lies in, and all that was built with it.
  public static let buildFolder: String = {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    return folder(of: String(decoding: path[..<max(0, length)].map(UInt8.init), as: UTF8.self))
  }()
}

/// The path without its last component.
public func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
}

/// The last component of a path.
public func fileName(_ path: String) -> String {
  path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
}
