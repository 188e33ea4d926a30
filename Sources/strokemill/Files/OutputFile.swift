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
  /// - Parameters:
  ///   - bytes: What is written.
  ///   - path: Where.
  ///   - isNew: Whether nothing was there a while ago. Then nobody looks again: should there be something by now, the
  ///     name can't be given, and it's written as if this were false.
  /// - Throws: When it can't be written; what was there is as it was.
  static func write(_ bytes: Span<UInt8>, to path: Path, isNew: Bool = false) throws(FileError) {
    if path == .standard {
      try writeAll(bytes, to: STDOUT_FILENO)
      return
    }
    if isNew, let descriptor = nameless(in: path.directory) {
      defer { close(descriptor) }
      try writeAll(bytes, to: descriptor)
      if link(descriptor, to: path) { return }
    }
    var status = stat()
    let isThere = unsafe path.withCString { name in unsafe lstat(name, &status) } == 0
    if isThere, status.st_mode & S_IFMT == S_IFLNK { return try write(bytes, behindLink: path) }
    try write(bytes, to: path, isThere ? FileKind(mode: status.st_mode) : .missing, status.st_mode)
  }

  /// Writes to where a link leads, so that it stays a link.
  private static func write(_ bytes: Span<UInt8>, behindLink path: Path) throws(FileError) {
    var status = stat()
    guard unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0 else {
      throw FileError(
        message: "is a symbolic link that leads nowhere; remove it, or make what it leads to",
        code: "output.dangling-link")
    }
    try write(bytes, to: resolved(path), FileKind(mode: status.st_mode), status.st_mode)
  }

  /// Writes to what isn't a link.
  /// - Parameters:
  ///   - bytes: What is written.
  ///   - path: Where.
  ///   - kind: What is there.
  ///   - mode: Its permissions.
  /// - Throws: When it can't be written.
  private static func write(
    _ bytes: Span<UInt8>, to path: Path, _ kind: FileKind, _ mode: mode_t
  ) throws(FileError) {
    switch kind {
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
      try put(bytes, at: path, replacing: mode & 0o777)
    case .missing: try put(bytes, at: path, replacing: nil)
    }
  }

  /// The file behind a symbolic link.
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

  /// Puts a complete file in a place.
  /// - Parameters:
  ///   - bytes: What it holds.
  ///   - path: Where.
  ///   - mode: The permissions of the file that it replaces, which it keeps; nil when there is none.
  /// - Throws: When it can't be written; what was there is as it was.
  private static func put(
    _ bytes: Span<UInt8>, at path: Path, replacing mode: mode_t?
  ) throws(FileError) {
    let directory = path.directory
    var temporary = TemporaryName(in: directory)
    defer { temporary.forget() }
    let descriptor: Int32
    if let found = nameless(in: directory) {
      descriptor = found
    } else {
      temporary.note()
      descriptor = unsafe temporary.path.withCString { name in
        unsafe open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      guard descriptor >= 0 else {
        let error = FileError.last("can't be written", code: "output.unwritable")
        if !directory.bytes.isEmpty, FileKind(directory) == .missing {
          throw FileError(
            message: "can't be written: there is no folder \(directory.shown)",
            code: "output.no-folder")
        }
        throw error
      }
      temporary.isThere = true
    }
    defer { close(descriptor) }
    do throws(FileError) {
      if let mode { keep(mode, on: descriptor) }
      try writeAll(bytes, to: descriptor)
      if !temporary.isThere {
        // Where nothing is, it gets its name at once.
        if mode == nil, link(descriptor, to: path) { return }
        temporary.note()
        guard link(descriptor, to: temporary.path) else {
          throw FileError.last("can't be written", code: "output.unwritable")
        }
        temporary.isThere = true
      }
      let renamed = unsafe temporary.path.withCString { old in
        unsafe path.withCString { new in unsafe rename(old, new) }
      }
      guard renamed == 0 else {
        throw FileError.last("can't be written", code: "output.unwritable")
      }
    } catch {
      if temporary.isThere {
        _ = unsafe temporary.path.withCString { name in unsafe unlink(name) }
      }
      throw error
    }
  }

  /// Opens a file without a name in a folder; nil when the file system has none.
  private static func nameless(in directory: Path) -> Int32? {
    let descriptor = unsafe directory.withCString { name in
      unsafe open(name, O_TMPFILE_FLAGS | O_WRONLY | O_CLOEXEC, 0o666)
    }
    return descriptor < 0 ? nil : descriptor
  }

  /// Whether a nameless file can be named by its descriptor alone, which spares the way through /proc: Linux lets its
  /// owner do so since 6.10. Before, it says that there is no such file.
  private static let linksByDescriptor = Atomic<Bool>(true)

  /// Gives a nameless file a name; false when that can't be done, or the name is taken.
  private static func link(_ descriptor: Int32, to path: Path) -> Bool {
    unsafe path.withCString { name in
      if linksByDescriptor.load(ordering: .relaxed) {
        if unsafe linkat(descriptor, "", AT_FDCWD, name, AT_EMPTY_PATH) == 0 { return true }
        if errno == EEXIST { return false }
      }
      let isDone =
        unsafe linkat(
          AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
      if isDone { linksByDescriptor.store(false, ordering: .relaxed) }
      return isDone
    }
  }

  /// A file that is replaced keeps its permissions.
  private static func keep(_ mode: mode_t, on descriptor: Int32) {
    var status = stat()
    if unsafe fstat(descriptor, &status) == 0, status.st_mode & 0o777 == mode { return }
    fchmod(descriptor, mode)
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

  /// Removes a file that a run before has written.
  /// - Parameter path: The file.
  /// - Returns: Whether it was there.
  /// - Throws: When it stays there.
  @discardableResult
  static func remove(_ path: Path) throws(FileError) -> Bool {
    if unsafe path.withCString({ name in unsafe unlink(name) }) == 0 { return true }
    guard errno == ENOENT else { throw .last("can't be removed", code: "prune.failed") }
    return false
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

/// The hidden name that a file has before it gets its own.
private struct TemporaryName {
  private let directory: Path
  /// Made when it's asked for: where files can be nameless it mostly isn't.
  private(set) lazy var path = directory.appending(
    Array(".strokemill-\(process)-\(serial.next()).tmp".utf8))
  /// Whether a file has it.
  var isThere = false
  private var number: Int32 = -1

  init(in directory: Path) { self.directory = directory }

  /// From now on who dies takes the file along.
  mutating func note() { number = unsafe path.withCString { unsafe lastwords_add_file($0) } }

  /// The file has its own name, or is gone.
  func forget() { lastwords_keep_file(number) }
}

/// Linux's AT_EMPTY_PATH, likewise.
private let AT_EMPTY_PATH: Int32 = 0x1000

private let process = getpid()

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
