import NumberText
import PluginKit

extension ByteSink {
  /// Appends ` name="value"`.
  mutating func appendAttribute(
    _ name: String, _ value: String, _ context: inout Context
  ) {
    append(UInt8(ascii: " "))
    append(name)
    append("=\"")
    appendEscaped(value, inAttribute: true, &context)
    append(UInt8(ascii: "\""))
  }

  /// Appends a text so that an XML reader gets it back: what has a meaning is escaped, white space
  /// of attributes too, since readers turn it into blanks; characters that XML can't hold are
  /// left out with a warning.
  mutating func appendEscaped(
    _ text: String, inAttribute: Bool, _ context: inout Context
  ) {
    // Most names are plain.
    if text.utf8.span.allSatisfy(isPlain) { return append(text) }
    var dropped = 0
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append("&amp;")
      case "<": append("&lt;")
      case ">": append("&gt;")
      case "\"" where inAttribute: append("&quot;")
      case "\t" where inAttribute: append("&#9;")
      case "\n" where inAttribute: append("&#10;")
      case "\r": append("&#13;")
      case "\t", "\n": append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": dropped += 1
      default:
        if scalar.isASCII {
          append(UInt8(scalar.value))
        } else {
          append(String(Character(scalar)))
        }
      }
    }
    if dropped > 0 {
      context.warn(
        "svg.control-character",
        "\(dropped) control character\(dropped == 1 ? "" : "s") of a name or a text can't stand in "
          + "XML and \(dropped == 1 ? "is" : "are") left out")
    }
  }

  /// Appends a number with so many significant digits, never with an exponent.
  mutating func append(_ value: Double, digits: Int) {
    append(value, precision: FixedPoint.precision(forDigits: digits, of: value))
  }
}

extension Span<UInt8> {
  /// What it is for a text's bytes, which are faster to look through here than there.
  @inline(__always)
  func allSatisfy(_ isFine: (UInt8) -> Bool) -> Bool {
    for i in indices where !isFine(self[i]) { return false }
    return true
  }
}

/// Whether a byte of a text stands for itself in XML, in attributes too.
private func isPlain(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""): false
  default: byte >= 0x20 && byte < 0x80
  }
}
