import NumberText
import PathModel

/// A colour as PostScript is told: three parts, or one grey.
struct EPSColor: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  /// Whether one number says it.
  var isGray: Bool { red == green && green == blue }
}

/// Turns colours into what PostScript can paint.
struct EPSColors {
  /// Whether all of it becomes grey.
  let gray: Bool
  /// The paper's colour, which shows where nothing opaque lies.
  let paper: EPSTint

  init(_ gray: Bool, paper: Color) {
    self.gray = gray
    var paper = EPSTint(paper)
    paper.alpha = 1
    self.paper = paper
  }

  /// A colour over the paper.
  func color(_ tint: EPSTint) -> EPSColor {
    let seen = tint.over(paper)
    guard gray else { return EPSColor(red: seen.red, green: seen.green, blue: seen.blue) }
    // The brightness that PostScript itself takes for a colour.
    let luma = 0.3 * seen.red + 0.59 * seen.green + 0.11 * seen.blue
    return EPSColor(red: luma, green: luma, blue: luma)
  }
}

extension ByteSink {
  /// Appends the parts of a colour, with a blank after each.
  mutating func append(_ color: EPSColor, asGray: Bool) {
    for part in asGray ? [color.red] : [color.red, color.green, color.blue] {
      // A thousandth is a quarter of the step between two of 256 levels.
      append(part, precision: 3, leadingZero: false)
      append(UInt8(ascii: " "))
    }
  }

  /// Appends a number with six significant digits, never with an exponent.
  mutating func append(short value: Double) {
    append(value, precision: FixedPoint.precision(forDigits: 6, of: value), leadingZero: false)
  }

  /// Appends the inside of a PostScript string in ASCII, cut off after `limit` bytes: what has a meaning is
  /// escaped, Latin-1 letters in octal; other characters become question marks.
  mutating func appendPostScript(_ text: String, limit: Int) {
    let end = count + limit - 4
    for scalar in text.unicodeScalars {
      guard count <= end else { return }
      switch scalar {
      case "(", ")", "\\":
        append(UInt8(ascii: "\\"))
        append(UInt8(scalar.value))
      case " "..."~": append(UInt8(scalar.value))
      case "\u{0}"..."\u{1F}", "\u{7F}": append(UInt8(ascii: " "))
      case "\u{A0}"..."\u{FF}":
        append(UInt8(ascii: "\\"))
        append(String(scalar.value, radix: 8))
      default: append(UInt8(ascii: "?"))
      }
    }
  }
}
