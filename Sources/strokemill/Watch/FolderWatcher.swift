import Glibc
import Pipeline

/// Tells when something happens in folders (inotify).
@safe final class FolderWatcher {
  private let descriptor: Int32
  private var watches: Set<Int32> = []

  /// How long it has to be quiet, in milliseconds, before a change counts as complete: who writes a file does
  /// so in several pieces.
  private static let quiet = 30
  /// How long that is waited for at most.
  private static let patience = 120.0

  init() throws(UsageError) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else {
      throw UsageError(
        message: FileError.last("files can't be watched", code: "watch.unusable").message)
    }
  }

  deinit { close(descriptor) }

  /// Watches folders from now on, too.
  /// - Returns: Whether one of them wasn't watched before: then what happened in it until now isn't told.
  /// - Throws: When the system watches no more.
  func add(_ folders: Set<Path>) throws(UsageError) -> Bool {
    var isNew = false
    for folder in folders {
      let watch = unsafe folder.withCString { name in
        unsafe inotify_add_watch(descriptor, name, FolderWatcher.events)
      }
      if watch >= 0 {
        if watches.insert(watch).inserted { isNew = true }
      } else if errno == ENOSPC {
        throw UsageError(
          message: "the system watches no more folders; raise fs.inotify.max_user_watches (sysctl)")
      }
      // One that's gone can't be watched; the folder that it lay in is.
    }
    return isNew
  }

  /// What is told: anything that changes which files there are, or what they hold.
  private static let events: UInt32 = {
    let events = [
      IN_MODIFY, IN_CLOSE_WRITE, IN_ATTRIB, IN_CREATE, IN_DELETE, IN_MOVED_FROM, IN_MOVED_TO,
      IN_DELETE_SELF, IN_MOVE_SELF,
    ]
    return events.reduce(UInt32(IN_ONLYDIR)) { $0 | UInt32($1) }
  }()

  /// Waits until something has happened and it's quiet again.
  func wait() {
    guard hasNews(milliseconds: -1) else { return }
    var stopwatch = Stopwatch()
    var milliseconds = 0.0
    while milliseconds < FolderWatcher.patience, hasNews(milliseconds: Int32(FolderWatcher.quiet)) {
      milliseconds += stopwatch.lap().inSeconds * 1e3
    }
  }

  /// Waits for news and takes all of it in.
  private func hasNews(milliseconds: Int32) -> Bool {
    var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      let count = unsafe Glibc.poll(&poll, 1, milliseconds)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      break
    }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(descriptor, bytes.baseAddress, bytes.count)
      }
      if count < 0, errno == EINTR { continue }
      // What happened doesn't matter: everything is looked at.
      if count <= 0 { return true }
    }
  }
}
