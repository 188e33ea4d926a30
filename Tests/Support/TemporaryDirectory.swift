import Glibc

/// A folder of its own for one test, removed with everything in it when the last reference goes.
public final class TemporaryDirectory: Sendable {
  /// Its absolute path.
  public let path: String

  /// Makes an empty folder.
  public init() throws {
    var template = Array("\(temporaryFolder)/strokemill-test-XXXXXX".utf8CString)
    guard let made = unsafe mkdtemp(&template) else {
      throw FileError(action: "make a folder in", path: temporaryFolder, code: errno)
    }
    path = unsafe String(cString: made)
  }

  /// The path of a file in it.
  public func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file into it and returns its path.
  @discardableResult
  public func write(_ name: String, _ content: String) throws -> String {
    try writeText(file(name), content)
    return file(name)
  }

  deinit {
    // Nothing to be done about a failure here; the system clears the folder in time.
    _ = try? runProcess(["rm", "-rf", "--", path])
  }
}

/// Where temporary files go.
let temporaryFolder = environment("TMPDIR") ?? "/tmp"
