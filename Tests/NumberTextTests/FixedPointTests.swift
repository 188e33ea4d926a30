import NumberText
import Testing

@Suite("Fixed-point numbers")
struct FixedPointTests {
  @Test(arguments: [(24.0, 4), (100, 3), (300, 3), (1000, 2), (1e6, 0), (0.01, 7), (0, 8)])
  func precisionForLength(_ length: Double, _ decimals: Int) {
    #expect(FixedPoint.precision(forLength: length) == decimals)
  }

  @Test(arguments: [
    (0.0, 6), (1, 5), (9.99, 5), (10, 4), (0.5, 6), (0.05, 7), (1e-9, 14), (1e-30, 17), (1e9, 0),
    (-123.4, 3), (1e300, 0),
  ])
  func precisionForSixDigits(_ value: Double, _ decimals: Int) {
    #expect(FixedPoint.precision(forDigits: 6, of: value) == decimals)
  }

  @Test("a measured number is as long as the text that is then written")
  func packedLengths() {
    for scaled: Int64 in [0, 5, -5, 50, 12_000, -12_345, 123_456_789, 100_000] {
      for start in [PackedTail.open, .whole, .fraction] {
        var sink = ByteSink()
        var tail = start
        let digits = FixedDigits(scaled, precision: 3, leadingZero: false)
        let length = digits.packedLength(after: start)
        #expect(sink.append(packedScaled: scaled, precision: 3, after: &tail) == length)
        #expect(sink.count == length)
        #expect(tail == digits.tail)
      }
    }
  }

  @Test("numbers of few digits are written like all others, whatever stands before them")
  func numbersOfFewDigits() throws {
    for precision in 0...4 {
      let numbers = try #require(ShortNumbers(precision: precision))
      var sizes: [Int64] = [0, Int64(numbers.limit) - 1]
      for i in 0..<400 { sizes += [Int64(i), Int64(i * i * i) % Int64(numbers.limit)] }
      for size in sizes {
        for steps in [size, -size] {
          for before in [PackedTail.open, .whole, .fraction] {
            var short = ByteSink()
            var shortTail = before
            numbers.append([steps], after: &shortTail, to: &short)
            var plain = ByteSink()
            var tail = before
            plain.append(packedScaled: steps, precision: precision, after: &tail)
            let text = plain.takeBytes()
            let shortText = short.takeBytes()
            #expect(numbers.packedLength(of: [steps], after: before) == text.count)
            #expect(shortTail == tail)
            #expect(shortText == text)
          }
        }
      }
    }
    #expect(ShortNumbers(precision: 5) == nil)
    #expect(ShortNumbers(precision: -1) == nil)
  }

  @Test("eight digits and more are written alike, wherever the point stands")
  func shortAndLongNumbers() {
    /// The text, put together from the digits one by one.
    func plain(_ scaled: Int64, _ precision: Int, _ leadingZero: Bool) -> String {
      var digits = String(scaled.magnitude)
      while digits.count <= precision { digits = "0" + digits }
      var whole = String(digits.dropLast(precision))
      var fraction = String(digits.suffix(precision))
      while fraction.last == "0" { fraction.removeLast() }
      if whole == "0", !leadingZero, !fraction.isEmpty { whole = "" }
      return (scaled < 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction)
    }
    var sizes: [Int64] = [0]
    var power: Int64 = 1
    for _ in 0..<18 {
      sizes += [power - 1, power, power + 1, power * 5, power * 9 / 7]
      power *= 10
    }
    for scaled in sizes + sizes.map({ -$0 }) {
      for precision in 0...17 {
        for leadingZero in [true, false] {
          var sink = ByteSink()
          sink.append(scaled: scaled, precision: precision, leadingZero: leadingZero)
          #expect(
            String(decoding: sink.takeBytes(), as: UTF8.self)
              == plain(scaled, precision, leadingZero))
        }
      }
    }
  }
}
