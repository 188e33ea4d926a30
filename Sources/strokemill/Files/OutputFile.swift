import CLastWords
import Glibc
import Synchronization

/// Writes whole files: what stands under the target's name is either the old file or the complete
/// new one, at any moment.
enum OutputFile {
  /// Writes bytes to a file, or to standard output for `-`.
  ///
  /// The bytes go to a nameless file in the target's folder, which gets its name when it's
  /// complete; where the file system can't do that, to a hidden file that is renamed. A device or a
  /// pipe is written to directly.
  static func write(_ bytes: Span<UInt8>, to path: Path) throws(FileError) {
    if path == .standard {
      try writeAll(bytes, to: STDOUT_FILENO)
      return
    }
    switch FileKind(path) {
    case .directory:
      throw FileError(
        message: "is a directory; end the name with / to write into it", code: "output.directory")
    case .device, .pipe:
      let descriptor = unsafe path.withCString { name in unsafe open(name, O_WRONLY | O_CLOEXEC) }
      guard descriptor >= 0 else { throw .last("can't be written", code: "output.unwritable") }
      defer { close(descriptor) }
      try writeAll(bytes, to: descriptor)
    case .regular:
      // Its folder would let it be replaced, but it was protected for a reason.
      guard unsafe path.withCString({ name in unsafe access(name, W_OK) }) == 0 else {
        throw .last("can't be written", code: "output.unwritable")
      }
      try replace(resolved(path), with: bytes)
    case .missing:
      if FileKind.isLink(path) {
        throw FileError(
          message: "is a symbolic link that leads nowhere; remove it, or make what it leads to",
          code: "output.dangling-link")
      }
      if !path.directory.bytes.isEmpty, FileKind(path.directory) == .missing {
        throw FileError(
          message: "can't be written: there is no folder \(path.directory.shown)",
          code: "output.no-folder")
      }
      try replace(path, with: bytes)
    }
  }

  /// The file behind a symbolic link, so that the link stays a link.
  static func resolved(_ path: Path) -> Path {
    unsafe path.withCString { name in
      guard let real = unsafe realpath(name, nil) else { return path }
      defer { unsafe free(real) }
      return unsafe Path(
        bytes: Array(UnsafeBufferPointer(start: real, count: strlen(real))).map {
          UInt8(bitPattern: $0)
        })
    }
  }

  private static func replace(_ path: Path, with bytes: Span<UInt8>) throws(FileError) {
    let directory = path.directory
    let temporary = directory.appending(
      Array(".strokemill-\(getpid())-\(serial.next()).tmp".utf8))
    // Who dies before the file has its own name takes it along.
    let number = unsafe temporary.withCString { name in unsafe lastwords_add_file(name) }
    defer { lastwords_keep_file(number) }
    var isNamed = false
    var descriptor = unsafe directory.withCString { name in
      unsafe open(name, O_TMPFILE_FLAGS | O_WRONLY | O_CLOEXEC, 0o666)
    }
    if descriptor < 0 {
      descriptor = unsafe temporary.withCString { name in
        unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      guard descriptor >= 0 else {
        throw .last("can't be written", code: "output.unwritable")
      }
      isNamed = true
    }
    defer { close(descriptor) }
    do throws(FileError) {
      keepMode(of: path, on: descriptor)
      try writeAll(bytes, to: descriptor)
      if !isNamed {
        let linked = unsafe temporary.withCString { name in
          unsafe linkat(
            AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW)
        }
        guard linked == 0 else {
          throw FileError.last("can't be written", code: "output.unwritable")
        }
        isNamed = true
      }
      let renamed = unsafe temporary.withCString { old in
        unsafe path.withCString { new in unsafe rename(old, new) }
      }
      guard renamed == 0 else {
        throw FileError.last("can't be written", code: "output.unwritable")
      }
    } catch {
      if isNamed { _ = unsafe temporary.withCString { name in unsafe unlink(name) } }
      throw error
    }
  }

  /// A file that is replaced keeps its permissions.
  private static func keepMode(of path: Path, on descriptor: Int32) {
    var status = stat()
    if unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0 {
      fchmod(descriptor, status.st_mode & 0o777)
    }
  }

  /// Writes all bytes to an open file.
  static func writeAll(_ bytes: Span<UInt8>, to descriptor: Int32) throws(FileError) {
    var done = 0
    while done < bytes.count {
      let n = unsafe bytes.withUnsafeBytes { buffer in
        unsafe Glibc.write(
          descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done)
      }
      if n < 0 && errno == EINTR { continue }
      guard n >= 0 else { throw .last("can't be written", code: "output.unwritable") }
      done += n
    }
  }

  /// Makes a folder and those that it lies in, where they are missing.
  static func makeDirectory(_ path: Path) throws(FileError) {
    switch FileKind(path) {
    case .directory: return
    case .regular, .device, .pipe:
      throw FileError(
        message: "is a file, not a folder", code: "output.not-a-directory")
    case .missing: break
    }
    let trimmed = Path(bytes: Array(path.bytes.reversed().drop { $0 == 0x2F }.reversed()))
    if trimmed.directory != trimmed, trimmed.bytes.contains(0x2F) {
      try makeDirectory(trimmed.directory)
    }
    let made = unsafe trimmed.withCString { name in unsafe mkdir(name, 0o777) }
    if made == 0 { return }
    guard errno == EEXIST else { throw .last("can't be made", code: "output.unwritable") }
    guard FileKind(trimmed) == .directory else {
      throw FileError(message: "is a file, not a folder", code: "output.not-a-directory")
    }
  }
}

/// Linux's O_TMPFILE, a macro that Swift can't import.
private let O_TMPFILE_FLAGS: Int32 = 0o20000000 | O_DIRECTORY

/// Numbers the temporary files of this process.
private let serial = Serial()

private final class Serial: Sendable {
  private let number = Mutex<Int>(0)
  func next() -> Int {
    number.withLock {
      $0 += 1; return $0
    }
  }
}
