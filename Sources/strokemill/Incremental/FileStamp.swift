import Glibc

/// What the system says of a file without its being read: when that is as it was, the file is, too.
struct FileStamp: Equatable {
  private let size: Int
  private let number: UInt64
  private let modified: timespec
  /// When anything was changed last, which nobody can set to another time.
  private let changed: timespec

  static func == (a: FileStamp, b: FileStamp) -> Bool { a.bytes == b.bytes }

  /// The stamp of a regular file; nil for anything else.
  init?(_ path: Path) {
    var status = stat()
    guard unsafe path.withCString({ name in unsafe stat(name, &status) }) == 0,
      FileKind(mode: status.st_mode) == .regular
    else { return nil }
    size = Int(status.st_size)
    number = UInt64(status.st_ino)
    modified = status.st_mtim
    changed = status.st_ctim
  }

  /// The stamp as a journal keeps it.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(48)
    for value in [
      size, Int(bitPattern: UInt(number)), modified.tv_sec, modified.tv_nsec, changed.tv_sec,
      changed.tv_nsec,
    ] {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return bytes
  }

  /// Whether a later change would show.
  ///
  /// A file that is changed twice within a tick of the file system's clock has the same stamp both times, so that
  /// one is only trusted when its last tick is over. Ticks are 10 ms at most, but 2 s where times are whole
  /// milliseconds, as old file systems have it.
  var isTrusted: Bool {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return FileStamp.isOver(changed, at: now)
  }

  /// Whether the tick of a time is over. A file system may give any time, so that nothing here can overflow.
  static func isOver(_ time: timespec, at now: timespec) -> Bool {
    let seconds = Double(now.tv_sec) - Double(time.tv_sec)
    let age = seconds + Double(now.tv_nsec) / 1e9 - Double(time.tv_nsec) / 1e9
    return age > (time.tv_nsec % 1_000_000 == 0 ? 2 : 0.05)
  }
}
