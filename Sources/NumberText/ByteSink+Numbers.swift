import CCharConv

extension ByteSink {
  // MARK: Fixed decimals

  /// Appends a number with at most `precision` decimals, never with an exponent.
  ///
  /// Correctly rounded: the decimal nearest to the exact binary value, a tie to the even digit.
  /// Trailing zeros are cut, and what rounds to zero is written `0`, without a sign. The value must
  /// be finite: callers check; `0` stands for one that isn't.
  ///
  /// - Parameters:
  ///   - value: A finite number.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - leadingZero: Whether a value below one is written as `0.5` or as `.5`.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(_ value: Double, precision: Int, leadingZero: Bool = true) -> Int {
    if let scaled = FixedPoint.scaled(value, precision: precision) {
      return append(scaled: scaled, precision: precision, leadingZero: leadingZero)
    }
    return appendLarge(value, precision: precision)
  }

  /// Appends a number that counts steps of 10^-precision: 12345 with precision 3 is `12.345`.
  ///
  /// Written as `append(_:precision:leadingZero:)` does it.
  ///
  /// - Parameters:
  ///   - scaled: The value in steps of 10^-precision.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - leadingZero: Whether a value below one is written as `0.5` or as `.5`.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(scaled: Int64, precision: Int, leadingZero: Bool = true) -> Int {
    let digits = FixedDigits(scaled, precision: precision, leadingZero: leadingZero)
    makeRoom(FixedDigits.room)
    var place = unsafe UnsafeMutableRawPointer(base) + used
    unsafe digits.write(to: &place)
    used &+= digits.length
    return digits.length
  }

  /// Appends a number of a packed list, as in SVG path data: without a leading zero, and with a
  /// space before it only where the two numbers would run together.
  ///
  /// - Parameters:
  ///   - scaled: The value in steps of 10^-precision.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - tail: What was written last; becomes the new number's.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(
    packedScaled scaled: Int64, precision: Int, after tail: inout PackedTail
  ) -> Int {
    let digits = FixedDigits(scaled, precision: precision, leadingZero: false)
    makeRoom(FixedDigits.room)
    let start = unsafe UnsafeMutableRawPointer(base) + used
    var place = unsafe start
    unsafe digits.write(to: &place, after: tail)
    let length = unsafe place - start
    used &+= length
    tail = digits.tail
    return length
  }

  /// Appends a number of a packed list; see `append(packedScaled:precision:after:)` for whole steps.
  ///
  /// - Parameters:
  ///   - value: A finite number.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - tail: What was written last; becomes the new number's.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(
    packed value: Double, precision: Int, after tail: inout PackedTail
  ) -> Int {
    if let scaled = FixedPoint.scaled(value, precision: precision) {
      return append(packedScaled: scaled, precision: precision, after: &tail)
    }
    var written = 0
    if tail != .open && !(value < 0 && value.isFinite) {
      append(UInt8(ascii: " "))
      written = 1
    }
    let start = used
    written += appendLarge(value, precision: precision)
    var hasPoint = false
    for index in min(start, used)..<used where unsafe base[index] == UInt8(ascii: ".") {
      hasPoint = true
    }
    tail = hasPoint ? .fraction : .whole
    return written
  }

  /// A value of 2^52 steps or more, or one that isn't finite: rare, so left to the C++ library.
  @inline(never)
  private mutating func appendLarge(_ value: Double, precision: Int) -> Int {
    guard value.isFinite else {
      append(UInt8(ascii: "0"))
      return 1
    }
    // 309 digits, sign, point, 17 decimals.
    let room = 336
    makeRoom(room)
    let start = used
    var length = unsafe (base + used).withMemoryRebound(to: CChar.self, capacity: room) {
      unsafe strokemill_write_fixed(
        value, Int32(FixedPoint.clampedPrecision(precision)), $0, room)
    }
    if FixedPoint.clampedPrecision(precision) > 0 {
      while length > 1, unsafe base[start + length - 1] == UInt8(ascii: "0") { length -= 1 }
      if length > 1, unsafe base[start + length - 1] == UInt8(ascii: ".") { length -= 1 }
    }
    used += length
    return length
  }

  // MARK: Whole numbers

  /// Appends a whole number.
  ///
  /// - Parameter value: Any number.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(integer value: Int) -> Int {
    append(scaled: Int64(value), precision: 0)
  }

  // MARK: Exact numbers

  /// Appends the fewest digits that read back as exactly this value, in a form that JSON allows.
  ///
  /// Laid out as ECMAScript's `Number.prototype.toString` does it: an exponent only from 10^21 up
  /// and below 10^-6 (`1e21`, `1e-7`). Minus zero is written `-0`, so that it reads back too. The
  /// value must be finite: callers check; `0` stands for one that isn't.
  ///
  /// - Parameter value: A finite number.
  /// - Returns: The number of bytes written.
  @discardableResult
  public mutating func append(exact value: Double) -> Int {
    // Most numbers in drawings have few decimals. A decimal of at most 15 digits that reads back as
    // the value is the shortest one, since no two such decimals read as the same double.
    let size = value.magnitude
    if size < 1e9 && (size >= 1e-3 || (size == 0 && value.sign == .plus)) {
      let steps = Int64((value * 1e6).rounded(.toNearestOrAwayFromZero))
      if Double(steps) / 1e6 == value { return append(scaled: steps, precision: 6) }
    }
    return appendShortest(value)
  }

  @inline(never)
  private mutating func appendShortest(_ value: Double) -> Int {
    guard value.isFinite, value != 0 else {
      append(value.isFinite && value.sign == .minus ? "-0" as StaticString : "0")
      return value.isFinite && value.sign == .minus ? 2 : 1
    }
    let start = used
    // "-d.dddddddddddddddde-308" is the longest, 24 bytes.
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) {
      buffer -> (digits: UInt64, count: Int, exponent: Int) in
      guard let start = buffer.baseAddress else { return (0, 1, 0) }
      let length = unsafe strokemill_write_shortest(value.magnitude, start, 32)
      var digits: UInt64 = 0
      var count = 0
      var index = 0
      while index < length, unsafe buffer[index] != 0x65 {
        let byte = unsafe buffer[index]
        if byte != 0x2E {
          digits = digits * 10 + UInt64(byte - 0x30)
          count += 1
        }
        index += 1
      }
      var exponent = 0
      let isNegative = unsafe index + 1 < length && buffer[index + 1] == 0x2D
      index += 2
      while index < length {
        exponent = unsafe exponent * 10 + Int(buffer[index] - 0x30)
        index += 1
      }
      return (digits, count, isNegative ? -exponent : exponent)
    }
    if value < 0 { append(UInt8(ascii: "-")) }
    let decimals = text.count - 1 - text.exponent
    switch text.exponent {
    case 0..<21 where decimals <= 0:
      append(scaled: Int64(text.digits), precision: 0)
      append(repeating: UInt8(ascii: "0"), count: -decimals)
    case 0..<21:
      append(scaled: Int64(text.digits), precision: decimals)
    case -6..<0:
      append("0.")
      append(repeating: UInt8(ascii: "0"), count: -text.exponent - 1)
      append(scaled: Int64(text.digits), precision: 0)
    default:
      append(scaled: Int64(text.digits), precision: text.count - 1)
      append(UInt8(ascii: "e"))
      append(integer: text.exponent)
    }
    return used - start
  }
}
