import CLastWords

/// What is said when a plug-in that was loaded crashes the process: nobody else could tell whose fault it
/// was.
public enum PluginCrash {
  /// From now on a crash in a plug-in (a bad access, an abort, a trap) writes a line to standard error
  /// that names the plug-in, the component and the input, before the process dies of it as it would have
  /// without.
  ///
  /// It installs handlers for the signals of crashes, and puts those that were there back before they are
  /// needed; so it's the program's to decide and not this library's.
  public static func report() { lastwords_install() }

  /// Says which input this thread works on from now on; nil for none.
  /// - Parameter name: The input's name, for a person.
  public static func noteInput(_ name: String?) {
    let bytes = Array((name ?? "").utf8)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe lastwords_note_input(lastwords_text(base: bytes.baseAddress, count: bytes.count))
    }
  }
}

/// What is said when a plug-in's function crashes.
struct CrashNote: Sendable {
  private let bytes: [UInt8]

  /// Makes a note.
  /// - Parameter clause: Who crashed, and when: "the stage 'a' of the plug-in 'b' crashed".
  init(_ clause: String) { bytes = Array(clause.utf8) }

  /// Calls a plug-in's function.
  func during<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(Failure) in
      let before = unsafe lastwords_note(
        lastwords_text(base: bytes.baseAddress, count: bytes.count))
      defer { unsafe lastwords_note(before) }
      return try body()
    }
  }
}
