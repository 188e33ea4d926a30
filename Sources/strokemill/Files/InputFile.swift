import Glibc
import LargeMemory
import Pipeline
import PluginBridge
import PluginKit

/// Reads whole files.
enum InputFile {
  /// The bytes of a file, or of standard input for `-`.
  ///
  /// - Parameters:
  ///   - path: A regular file, a pipe or `-`; devices and directories are refused.
  ///   - limit: How many bytes it may have at most.
  ///   - advice: What a person can do about a file that has more.
  /// - Returns: All of its bytes.
  /// - Throws: When it can't be read or has too many bytes.
  static func read(
    _ path: Path, limit: Int, advice: String = "raise the limit 'input-bytes' if it should be read"
  ) throws(FileError) -> [UInt8] {
    let tooLarge = FileError(
      message: "has more than \(limit) bytes; \(advice)", code: "limit.input-bytes")
    if path == .standard {
      try checkStandard()
      return try readAll(descriptor: STDIN_FILENO, expected: 0, limit: limit, tooLarge)
    }
    let descriptor = unsafe path.withCString { name in unsafe open(name, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last("can't be opened", code: "input.unreadable") }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else {
      throw .last("can't be read", code: "input.unreadable")
    }
    switch FileKind(mode: status.st_mode) {
    case .directory:
      throw FileError(message: "is a directory", code: "input.directory")
    case .device, .missing:
      throw FileError(
        message: "is a device; give a file, or use - for standard input", code: "input.device")
    case .regular, .pipe: break
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw tooLarge }
    return try readAll(descriptor: descriptor, expected: size, limit: limit, tooLarge)
  }

  /// What comes of a file: what is made of its bytes, or why they can't be read. Meanwhile a plug-in's crash is told of
  /// that file.
  /// - Parameters:
  ///   - path: The file.
  ///   - plan: Whose limits hold.
  ///   - folderHint: What to say besides when it's a folder.
  ///   - make: Makes it, by the name that people know the file by; it has the only copy of the bytes.
  /// - Returns: The outcome.
  static func outcome(
    of path: Path, _ plan: Plan, folderHint: String = "",
    make: (_ name: String, _ bytes: consuming [UInt8]) -> Outcome
  ) -> Outcome {
    let name = path.shownAsInput
    PluginCrash.noteInput(name)
    defer { PluginCrash.noteInput(nil) }
    do {
      return make(name, try read(path, limit: plan.limits.inputBytes))
    } catch {
      var failure = error.diagnostic()
      if error.code == "input.directory" { failure.message += folderHint }
      return Outcome(name: name, failure: failure)
    }
  }

  /// Refuses standard input that is a device and no terminal: some, such as /dev/zero, never end.
  private static func checkStandard() throws(FileError) {
    var status = stat()
    guard unsafe fstat(STDIN_FILENO, &status) == 0, FileKind(mode: status.st_mode) == .device,
      isatty(STDIN_FILENO) == 0, status.st_rdev != nullDevice
    else { return }
    throw FileError(message: "is a device that may have no end", code: "input.device")
  }

  /// The number of /dev/null, which ends at once.
  private static let nullDevice: dev_t = 0x103

  /// Whether a name leads to what holds nothing.
  static func isNullDevice(_ path: Path) -> Bool {
    var status = stat()
    return unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0
      && FileKind(mode: status.st_mode) == .device && status.st_rdev == nullDevice
  }

  /// The hash of a regular file's bytes; nil when it can't be read.
  static func hash(of path: Path) -> SHA256.Digest? {
    guard FileKind(path) == .regular else { return nil }
    let descriptor = unsafe path.withCString { name in unsafe open(name, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var hash = SHA256()
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if n < 0 && errno == EINTR { continue }
      if n < 0 { return nil }
      if n == 0 { return hash.finish() }
      hash.update(chunk.span.extracting(first: n))
    }
  }

  /// About how many bytes reading a file takes, to divide the work by: 0 when it can't be told.
  static func size(of path: Path) -> Int {
    var status = stat()
    guard path != .standard, unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0,
      FileKind(mode: status.st_mode) == .regular
    else { return 0 }
    let isPacked = ["gz", "svgz"].contains(path.fileExtension)
    // Text is packed to about an eighth.
    return Int(status.st_size) << (isPacked ? 3 : 0)
  }

  private static func readAll(
    descriptor: Int32, expected: Int, limit: Int, _ tooLarge: FileError
  ) throws(FileError) -> [UInt8] {
    // One byte more than expected, so that the end shows without growing.
    var failure: FileError?
    var bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(expected + 1, 1 << 16)) {
      buffer, count in
      if let start = buffer.baseAddress { unsafe LargeMemory.populate(start, buffer.count) }
      while count < buffer.count {
        let n = unsafe Glibc.read(
          descriptor, buffer.baseAddress.map { unsafe $0 + count }, buffer.count - count)
        if n < 0 && errno == EINTR { continue }
        if n < 0 { failure = .last("can't be read", code: "input.unreadable") }
        if n <= 0 { return }
        count += n
      }
    }
    if let failure { throw failure }
    if bytes.count < max(expected + 1, 1 << 16) { return bytes }
    // It's longer than the system said, as pipes are.
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let n = unsafe chunk.withUnsafeMutableBytes { buffer in
        unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      }
      if n < 0 && errno == EINTR { continue }
      if n < 0 { throw .last("can't be read", code: "input.unreadable") }
      if n == 0 { return bytes }
      bytes.append(contentsOf: chunk[..<n])
      if bytes.count > limit { throw tooLarge }
    }
  }
}
