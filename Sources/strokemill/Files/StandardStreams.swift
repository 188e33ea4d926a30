import Glibc

/// The three files that every program is started with.
enum StandardStreams {
  /// Puts something in the place of those that are closed.
  ///
  /// The next file that is opened would get the number of a closed one, and what is said to standard
  /// error would be written into an output. What takes the place can only be used the wrong way round,
  /// so that using it still fails as if it were closed.
  static func occupy() {
    for descriptor in STDIN_FILENO...STDERR_FILENO
    where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one, since those below it are in use.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
