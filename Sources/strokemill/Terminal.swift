import Glibc

/// Where messages go, and whether they may be coloured.
struct Terminal: Sendable {
  /// Whether messages are coloured.
  var usesColor: Bool

  /// Decides by what was asked for: `always`, `never` or `auto`, which colours on a terminal unless
  /// NO_COLOR is set.
  init(color: String?) {
    switch color {
    case "always": usesColor = true
    case "never": usesColor = false
    default:
      usesColor =
        isatty(STDERR_FILENO) == 1 && !Terminal.isSet("NO_COLOR")
        && Terminal.variable("TERM") != "dumb"
    }
  }

  /// Whether standard error is a terminal on which a line can be written over.
  static var isThere: Bool { isatty(STDERR_FILENO) == 1 && variable("TERM") != "dumb" }

  /// How many columns the terminal has; 80 when it doesn't say.
  static var width: Int {
    var size = winsize()
    guard unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
      return 80
    }
    return Int(size.ws_col)
  }

  /// The value of a variable of the environment, nil when it isn't set.
  static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  /// Writes lines for a person to standard error, in one piece.
  func say(_ text: String) {
    put(text + "\n")
  }

  /// Writes to standard error as it is.
  func put(_ text: String) {
    // When nobody is there to read it, there is nowhere else to say so.
    try? OutputFile.writeAll(Array(text.utf8).span, to: STDERR_FILENO)
  }

  /// Writes data to standard output.
  /// - Returns: The exit status: that all is done or, when not all of it could be written and that was
  ///   said, that it failed.
  static func output(_ text: String) -> Int32 { output(Array(text.utf8).span) }

  /// Writes data to standard output; see above.
  static func output(_ bytes: Span<UInt8>) -> Int32 {
    do throws(FileError) {
      try OutputFile.write(bytes, to: .standard)
      return ExitStatus.done
    } catch {
      let terminal = Terminal(color: nil)
      terminal.say(
        "strokemill: \(terminal.colored("error:", .red)) standard output \(error.message) "
          + "[\(error.code)]")
      return ExitStatus.failed
    }
  }

  /// A word in a colour, when colours are used.
  func colored(_ text: String, _ color: Color) -> String {
    usesColor ? "\u{1B}[\(color.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// A colour of the terminal.
  enum Color: String {
    case red = "1;31"
    case yellow = "1;33"
    case blue = "1;34"
    case bold = "1"
  }
}
