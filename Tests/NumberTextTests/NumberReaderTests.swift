import NumberText
import Testing

@Suite struct NumberReaderTests {
  private func read(_ text: String, point: UInt8 = 0x2E) -> NumberReader.Reading {
    let bytes = Array(text.utf8)
    return NumberReader.read(bytes.span, at: 0, point: point)
  }

  @Test(arguments: [
    ("0", 0, 1), ("1", 1, 1), ("+1", 1, 2), ("-1", -1, 2), (".5", 0.5, 2), ("5.", 5, 2),
    ("-.5", -0.5, 3), ("1.5.5", 1.5, 3), ("1-2", 1, 1), ("1em", 1, 1), ("1e", 1, 1), ("1e+", 1, 1),
    ("1e-x", 1, 1), ("1e5", 1e5, 3), ("1E+5 ", 1e5, 4), ("1.e2", 100, 4), ("12,3", 12, 2),
    ("123.456", 123.456, 7), ("0x10", 0, 1), ("007", 7, 3), ("1e-400", 0, 6), ("1e22", 1e22, 4),
    ("1e23", 1e23, 4), ("9007199254740993", 9_007_199_254_740_992, 16),
    ("9007199254740992.5", 9_007_199_254_740_992, 18),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown, 23),
    ("4.9e-324", Double.leastNonzeroMagnitude, 8), ("0e999999999999999999999999", 0, 26),
    ("0.000000000000000000000001", 1e-24, 26), ("1e-99999999999999999999999", 0, 26),
    ("0e400", 0, 5), ("1.7976931348623157e308", .greatestFiniteMagnitude, 22),
  ])
  func reads(text: String, value: Double, end: Int) {
    let reading = read(text)
    #expect(reading.status == .number)
    #expect(reading.value == value)
    #expect(reading.end == end)
  }

  @Test(arguments: [
    "", "-", "+", ".", "-.", "e5", "inf", "nan", "-infinity", " 1", "x", ".e5", "--1",
  ])
  func findsNoNumber(text: String) {
    let reading = read(text)
    #expect(reading.status == .none)
    #expect(reading.end == 0)
  }

  @Test(arguments: ["1e400", "-1e400", "1e99999999999999999999", "1.8e308", "100e307"])
  func tellsWhenOutOfRange(text: String) {
    let reading = read(text)
    #expect(reading.status == .outOfRange)
    #expect(reading.end == text.utf8.count)
  }

  @Test func keepsTheSignOfZero() {
    #expect(read("-0").value.sign == .minus)
    #expect(read("-1e-400").value.sign == .minus)
    #expect(read("-0.0").value.sign == .minus)
  }

  @Test func readsAnyNumberOfDigits() {
    let digits = 10_000
    #expect(read("0." + String(repeating: "0", count: digits) + "1").value == 0)
    #expect(read(String(repeating: "9", count: digits)).status == .outOfRange)
    #expect(read("1" + String(repeating: "0", count: digits) + "e-\(digits)").value == 1)
    #expect(read("0." + String(repeating: "0", count: digits) + "1e\(digits + 1)").value == 1)
    #expect(read("0.1" + String(repeating: "0", count: digits)).value == 0.1)
    #expect(read(String(repeating: "0", count: digits) + "7").value == 7)
    #expect(read("1." + String(repeating: "0", count: digits) + "e400").status == .outOfRange)
    #expect(read("0." + String(repeating: "0", count: digits) + "1e400").value == 0)
  }

  @Test func readsADecimalComma() {
    let comma = UInt8(ascii: ",")
    #expect(read("1,5;", point: comma).value == 1.5)
    #expect(read("1.5", point: comma).value == 1)
    #expect(read("12345678901234567890,5", point: comma).value == 12345678901234567890.5)
    #expect(read("0,1e-400", point: comma).value == 0)
    #expect(read("1,1e400", point: comma).status == .outOfRange)
  }

  @Test func readsWhatTheStandardLibraryReads() {
    var generator = SplitMix(state: 4)
    for _ in 0..<50_000 {
      var text = ""
      if generator.next() & 1 == 0 { text += "-" }
      for _ in 0...(generator.next() % 20) { text += String(generator.next() % 10) }
      if generator.next() % 4 != 0 {
        text += "."
        for _ in 0...(generator.next() % 20) { text += String(generator.next() % 10) }
      }
      if generator.next() & 1 == 0 { text += "e\(Int(generator.next() % 620) - 310)" }
      let reading = read(text)
      guard let expected = Double(text) else {
        Issue.record("\(text) isn't a number")
        continue
      }
      if expected.isInfinite {
        #expect(reading.status == .outOfRange, "\(text)")
      } else {
        #expect(reading.value.bitPattern == expected.bitPattern, "\(text)")
      }
      #expect(reading.end == text.utf8.count)
    }
  }

  @Test func staysInsideTheBytes() {
    let bytes = Array("12345e+".utf8)
    for end in 0...bytes.count {
      let reading = NumberReader.read(bytes.span.extracting(0..<end), at: 0)
      #expect(reading.end == min(end, 5))
    }
    #expect(NumberReader.read(bytes.span, at: -1).status == .none)
    #expect(NumberReader.read(bytes.span, at: 8).status == .none)
  }

  @Test func movesBehindTheNumber() {
    let bytes = Array("1.5 x".utf8)
    var position = 0
    #expect(NumberReader.double(in: bytes.span, at: &position) == 1.5)
    #expect(position == 3)
    #expect(NumberReader.double(in: bytes.span, at: &position) == nil)
    #expect(position == 3)
  }

  @Test func readsAWholeText() {
    #expect(NumberReader.double("1.5") == 1.5)
    #expect(NumberReader.double("1.5 ") == nil)
    #expect(NumberReader.double("") == nil)
    #expect(NumberReader.double("1e400") == nil)
  }

  @Test(arguments: [
    ("0", 0), ("+12x", 12), ("-12", -12), ("9223372036854775807", Int.max),
    ("-9223372036854775808", Int.min),
  ])
  func readsWholeNumbers(text: String, value: Int) {
    let bytes = Array(text.utf8)
    var position = 0
    #expect(NumberReader.integer(in: bytes.span, at: &position) == value)
    #expect(position > 0)
  }

  @Test(arguments: ["", "-", "x", "9223372036854775808", "-9223372036854775809", "+"])
  func refusesWholeNumbers(text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    #expect(NumberReader.integer(in: bytes.span, at: &position) == nil)
    #expect(position == 0)
  }
}
