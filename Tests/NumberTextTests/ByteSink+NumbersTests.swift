import CCharConv
import NumberText
import Testing

@Suite struct ByteSinkNumbersTests {
  private func fixed(_ value: Double, _ precision: Int, leadingZero: Bool = true) -> String {
    var sink = ByteSink()
    let length = sink.append(value, precision: precision, leadingZero: leadingZero)
    #expect(length == sink.count)
    return String(decoding: sink.takeBytes(), as: UTF8.self)
  }

  private func exact(_ value: Double) -> String {
    var sink = ByteSink()
    let length = sink.append(exact: value)
    #expect(length == sink.count)
    return String(decoding: sink.takeBytes(), as: UTF8.self)
  }

  /// What the C++ library prints, trailing zeros and the sign of zero cut.
  private func reference(_ value: Double, _ precision: Int) -> String {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: 400) { buffer, count in
      unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        count = unsafe strokemill_write_fixed(value, Int32(precision), start, 400)
      }
    }
    var text = String(decoding: bytes, as: UTF8.self)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }

  @Test(arguments: [
    (0, 3, "0"), (-0.0, 3, "0"), (-0.0001, 3, "0"), (0.0005, 3, "0.001"), (1.5, 0, "2"),
    (2.5, 0, "2"), (0.5, 0, "0"), (-2.5, 0, "-2"), (12.3400, 4, "12.34"), (100, 3, "100"),
    (0.125, 2, "0.12"), (0.375, 2, "0.38"), (1e15, 3, "1000000000000000"), (-0.25, 2, "-0.25"),
    (1e22, 2, "10000000000000000000000"), (.infinity, 2, "0"), (.nan, 2, "0"),
    (Double.leastNonzeroMagnitude, 17, "0"), (0.1, 17, "0.10000000000000001"), (123.456, -4, "123"),
    (999.9996, 3, "1000"), (4503599627370495.5, 1, "4503599627370495.5"),
  ])
  func writesFixedDecimals(value: Double, precision: Int, text: String) {
    #expect(fixed(value, precision) == text)
  }

  @Test func leavesOutTheLeadingZero() {
    #expect(fixed(0.5, 3, leadingZero: false) == ".5")
    #expect(fixed(-0.05, 3, leadingZero: false) == "-.05")
    #expect(fixed(0.0001, 3, leadingZero: false) == "0")
    #expect(fixed(10.5, 3, leadingZero: false) == "10.5")
    #expect(fixed(7, 3, leadingZero: false) == "7")
  }

  @Test func clampsThePrecision() {
    #expect(fixed(1.0 / 3, 99) == reference(1.0 / 3, 17))
  }

  /// Random values of every size and many exact ties against the C++ library.
  @Test func roundsCorrectly() {
    var generator = SplitMix(state: 1)
    var wrong = 0
    var sink = ByteSink()
    for round in 0..<60_000 {
      let precision = Int(generator.next() % 18)
      let value: Double
      switch round % 4 {
      case 0: value = Double(bitPattern: generator.next())
      case 1: value = Double.random(in: -1000...1000, using: &generator)
      case 2:
        // A tie whenever the precision is small enough: an odd multiple of a power of two.
        value =
          Double(Int64(generator.next() % 100_000) * 2 + 1) / Double(1 << (generator.next() % 20))
      default:
        // Next to a tie of decimals, or on it as far as binary allows.
        let steps = Double(generator.next() % 100_000_000) + 0.5
        value = steps / [1, 10, 100, 1000, 1e4, 1e5, 1e6][Int(generator.next() % 7)]
      }
      guard value.isFinite else { continue }
      sink.removeAll(keepingCapacity: true)
      sink.append(value, precision: precision)
      let text = unsafe String(decoding: sink.withUnsafeBytes { unsafe Array($0) }, as: UTF8.self)
      if text != reference(value, precision) {
        wrong += 1
        if wrong < 10 {
          Issue.record("\(value) with \(precision): \(text), not \(reference(value, precision))")
        }
      }
    }
    #expect(wrong == 0)
  }

  @Test func packsNumbers() {
    var sink = ByteSink()
    sink.append("M")
    var tail = PackedTail.open
    for value: Double in [1.5, 0.5, -0.25, 3, 0.5, 0.5, 7, 8, -9, 0, 1e300, 0.5, -.infinity] {
      sink.append(packed: value, precision: 2, after: &tail)
    }
    let big = "1" + reference(1e300, 0).dropFirst()
    #expect(
      String(decoding: sink.takeBytes(), as: UTF8.self)
        == "M1.5.5-.25 3 .5.5 7 8-9 0 \(big) .5 0")
  }

  @Test func knowsTheLengthBeforehand() {
    var generator = SplitMix(state: 2)
    for _ in 0..<20_000 {
      let scaled = Int64(bitPattern: generator.next()) >> (generator.next() % 64)
      let precision = Int(generator.next() % 18)
      for leadingZero in [true, false] {
        var sink = ByteSink()
        let length = sink.append(scaled: scaled, precision: precision, leadingZero: leadingZero)
        #expect(length == sink.count)
        #expect(
          FixedPoint.length(scaled, precision: precision, leadingZero: leadingZero) == length)
      }
    }
  }

  @Test func scalesOnlyWhatFits() {
    #expect(FixedPoint.scaled(.nan, precision: 0) == nil)
    #expect(FixedPoint.scaled(-.infinity, precision: 0) == nil)
    #expect(FixedPoint.scaled(0x1p52, precision: 0) == nil)
    #expect(FixedPoint.scaled(-0x1p52 + 1, precision: 0) == -4_503_599_627_370_495)
    #expect(FixedPoint.scaled(-1.2345, precision: 2) == -123)
  }

  @Test func writesWholeNumbers() {
    for value in [0, 1, -1, 9, 10, 99, 100, 101, .max, .min, 1_000_000_007] {
      var sink = ByteSink()
      sink.append(integer: value)
      #expect(String(decoding: sink.takeBytes(), as: UTF8.self) == String(value))
    }
  }

  @Test(arguments: [
    (0, "0"), (-0.0, "-0"), (1, "1"), (-1.5, "-1.5"), (0.1, "0.1"), (100_000, "100000"),
    (1e20, "100000000000000000000"), (1e21, "1e21"), (-1.5e21, "-1.5e21"), (1e-6, "0.000001"),
    (1e-7, "1e-7"), (1.5e-7, "1.5e-7"), (Double.leastNonzeroMagnitude, "5e-324"),
    (123456.789e300, "1.23456789e305"),
    (.greatestFiniteMagnitude, "1.7976931348623157e308"),
    (0.30000000000000004, "0.30000000000000004"),
    (12345678901234.567, "12345678901234.566"), (.nan, "0"), (-.infinity, "0"),
    (0.00123, "0.00123"), (-0.000123456789, "-0.000123456789"),
  ])
  func writesExactNumbers(value: Double, text: String) {
    #expect(exact(value) == text)
  }

  @Test func readsBackWhatItWrote() {
    var generator = SplitMix(state: 3)
    for round in 0..<50_000 {
      let value =
        switch round % 3 {
        case 0: Double(bitPattern: generator.next())
        case 1: Double.random(in: -1e4...1e4, using: &generator)
        default: Double(Int64(generator.next() % 1_000_000_000)) / 1000
        }
      guard value.isFinite else { continue }
      var sink = ByteSink()
      sink.append(exact: value)
      let reading = NumberReader.read(sink.span, at: 0)
      #expect(reading.value.bitPattern == value.bitPattern)
      #expect(reading.end == sink.count)
      // Never more digits than the standard library, which writes the fewest.
      let digits = sink.takeBytes().prefix { $0 != 0x65 }.drop {
        $0 == 0x30 || $0 == 0x2E || $0 == 0x2D
      }
      let expected = "\(value)".utf8.prefix { $0 != 0x65 }
      if value.magnitude >= 1 && value.magnitude < 1e15 {
        #expect(digits.count <= expected.count)
      }
    }
  }
}
