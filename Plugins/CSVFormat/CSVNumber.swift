import NumberText

/// What stands in a cell that should hold a number.
enum CSVNumber {
  /// A finite number.
  case number(Double)
  /// Nothing, or NaN: no value.
  case missing
  /// A number that no double holds.
  case outOfRange
  /// Something else.
  case text

  /// Reads a cell's content, with a point or a comma as the decimal mark.
  init(_ bytes: Span<UInt8>, _ range: Range<Int>, mark: UInt8) {
    if range.isEmpty || CSVNumber.isNaN(bytes, range) {
      self = .missing
      return
    }
    let reading = NumberReader.read(bytes, at: range.lowerBound, point: mark)
    switch reading.status {
    case .number where reading.end == range.upperBound:
      // `1.` is a number, but a comma after one is more likely to separate something.
      self = mark == .comma && bytes[reading.end - 1] == .comma ? .text : .number(reading.value)
    case .outOfRange where reading.end == range.upperBound: self = .outOfRange
    case .number, .outOfRange, .none: self = .text
    }
  }

  private static func isNaN(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    if bytes[start] == UInt8(ascii: "-") || bytes[start] == UInt8(ascii: "+") { start += 1 }
    guard range.upperBound - start == 3 else { return false }
    return bytes[start] | 0x20 == UInt8(ascii: "n") && bytes[start + 1] | 0x20 == UInt8(ascii: "a")
      && bytes[start + 2] | 0x20 == UInt8(ascii: "n")
  }
}
