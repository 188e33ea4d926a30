import Glibc

/// What was tried, one line each in the file that `STROKEMILL_TRIALS` names, for the table of `make hardening`.
///
/// A line has the kind, how many were tried, rejected and accepted, the longest time in seconds and the most memory
/// in MiB (empty where nobody measured it), with tabs between them.
public enum TrialLog {
  private static let path = environment("STROKEMILL_TRIALS")

  /// Notes one trial; nothing where nobody asks for it.
  ///
  /// - Parameters:
  ///   - kind: The row of the table.
  ///   - isRejected: Whether an input was refused, or something that was to be done was not.
  ///   - seconds: How long it took.
  ///   - memory: How many bytes the process held at most.
  public static func note(
    _ kind: String, isRejected: Bool, seconds: Double, memory: Int? = nil
  ) {
    guard let path else { return }
    let words = [
      kind, "1", isRejected ? "1" : "0", isRejected ? "0" : "1", "\(seconds)",
      memory.map { "\($0 >> 20)" } ?? "",
    ]
    let line = Array((words.joined(separator: "\t") + "\n").utf8)
    let file = unsafe open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { return }
    defer { close(file) }
    // At once, so that the lines of tests that run at the same time stay whole.
    _ = unsafe line.withUnsafeBytes { unsafe write(file, $0.baseAddress, $0.count) }
  }
}
