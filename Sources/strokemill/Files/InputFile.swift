import Glibc
import LargeMemory

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
      throw FileError(message: "is a directory; -r takes the files in it", code: "input.directory")
    case .device, .missing:
      throw FileError(
        message: "is a device; give a file, or use - for standard input", code: "input.device")
    case .regular, .pipe: break
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw tooLarge }
    return try readAll(descriptor: descriptor, expected: size, limit: limit, tooLarge)
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
