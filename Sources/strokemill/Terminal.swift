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

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return unsafe String(cString: value)
  }

  private static func isSet(_ name: String) -> Bool { variable(name)?.isEmpty == false }

  /// Writes lines for a person to standard error, in one piece.
  func say(_ text: String) {
    write(text + "\n", to: STDERR_FILENO)
  }

  /// Writes data to standard output.
  static func output(_ text: String) {
    Terminal(color: "never").write(text, to: STDOUT_FILENO)
  }

  private func write(_ text: String, to descriptor: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let n = unsafe rest.withUnsafeBytes { buffer in
        unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      }
      if n < 0 && errno == EINTR { continue }
      // Nobody is there to read it, and there is nowhere else to say so.
      if n <= 0 { return }
      rest = rest.dropFirst(n)
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
