extension String {
  /// The text as it stands in a message: on one line, without anything that a terminal would obey, and
  /// cut in its middle when it's longer than a person reads.
  ///
  /// Names and values in messages come from files and arguments, so they may hold anything.
  /// - Parameter limit: How many characters are kept at most, about.
  /// - Returns: The text, line breaks and tabs as `\n` and `\t`, other such characters as U+FFFD.
  /// - Complexity: Linear in the length.
  public func onOneLine(limit: Int = 1000) -> String {
    // Most names are plain and short.
    if utf8.count <= limit, utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    let scalars = unicodeScalars
    guard limit < Int.max, scalars.count > limit else { return scalars.shown }
    let tail = limit / 4
    return scalars.prefix(limit - tail).shown + "…" + scalars.suffix(tail).shown
  }
}

extension Unicode.Scalar {
  /// Whether a terminal would act on it rather than show it: a control character, or a mark that ends
  /// a line or turns the direction of writing.
  public var isControl: Bool {
    switch value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension Sequence<Unicode.Scalar> {
  fileprivate var shown: String {
    var text = ""
    for scalar in self {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isControl: text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
