import CCharConv

/// Reads decimal numbers from UTF-8 bytes, correctly rounded and without allocation.
///
/// The grammar is the one that SVG, CSS and CSV share: an optional sign (`+` too), digits with an
/// optional point (`.5` and `5.` are numbers), an optional exponent. An `e` without digits after it
/// isn't part of the number, so `1em` reads 1. Infinity, NaN and hexadecimal are never read.
public enum NumberReader {
  /// Whether a number was found.
  public enum Status: Sendable {
    /// A finite number.
    case number
    /// There is no number at this place.
    case none
    /// A number too large for a double, such as `1e400`.
    case outOfRange
  }

  /// A number and where it ends.
  public struct Reading: Sendable {
    /// The value; 0 unless the status is `number`. Too small a number is 0 or subnormal.
    public var value: Double
    /// The position of the first byte after the number; where it began when there is none.
    public var end: Int
    /// Whether a number was found.
    public var status: Status

    @inline(__always)
    init(value: Double, end: Int, status: Status) {
      self.value = value
      self.end = end
      self.status = status
    }
  }

  /// Reads the number that begins at `start`.
  ///
  /// Any number of digits is read right, in time proportional to it.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - start: Where the number begins; nothing is skipped. There is no number outside the bytes.
  ///   - point: The byte of the decimal mark, `.` or (in some CSV files) `,`.
  /// - Returns: The value, where it ends, and whether there was one.
  public static func read(
    _ bytes: Span<UInt8>, at start: Int, point: UInt8 = UInt8(ascii: ".")
  ) -> Reading {
    unsafe bytes.withUnsafeBufferPointer { bytes in
      guard start >= 0 && start < bytes.count, let base = bytes.baseAddress else {
        return Reading(value: 0, end: start, status: .none)
      }
      // A sign, eight digits, a point, eight more, and one behind them.
      if bytes.count &- start >= 19, let reading = unsafe readShort(base, at: start, point: point) {
        return reading
      }
      return unsafe readAny(base, count: bytes.count, at: start, point: point)
    }
  }

  /// Reads the number at `position` and moves behind it.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - position: Where the number begins; unchanged when there is none.
  ///   - point: The byte of the decimal mark.
  /// - Returns: The value, or nil when there is no number or it's out of range.
  @inlinable
  public static func double(
    in bytes: Span<UInt8>, at position: inout Int, point: UInt8 = UInt8(ascii: ".")
  ) -> Double? {
    let reading = read(bytes, at: position, point: point)
    guard reading.status == .number else { return nil }
    position = reading.end
    return reading.value
  }

  /// Reads a text that is one number and nothing else.
  ///
  /// - Returns: The value, or nil when it isn't a number, has more after it, or is out of range.
  public static func double(_ text: some StringProtocol) -> Double? {
    let bytes = Array(text.utf8)
    let reading = read(bytes.span, at: 0)
    return reading.status == .number && reading.end == bytes.count ? reading.value : nil
  }

  /// Reads the whole number at `position`, an optional sign and digits, and moves behind it.
  ///
  /// - Parameters:
  ///   - bytes: UTF-8 text.
  ///   - position: Where the number begins; unchanged when there is none.
  /// - Returns: The value, or nil when there is no digit or it doesn't fit.
  public static func integer(in bytes: Span<UInt8>, at position: inout Int) -> Int? {
    guard position >= 0 && position < bytes.count else { return nil }
    var index = position
    let isNegative = bytes[index] == UInt8(ascii: "-")
    if isNegative || bytes[index] == UInt8(ascii: "+") { index += 1 }
    let first = index
    var value = 0
    while index < bytes.count {
      let digit = bytes[index] &- 0x30
      guard digit < 10 else { break }
      // Downwards, since the least integer has no positive twin.
      let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow2) = tens.subtractingReportingOverflow(Int(digit))
      guard !overflow && !overflow2 else { return nil }
      value = next
      index += 1
    }
    guard index > first, isNegative || value != .min else { return nil }
    position = index
    return isNegative ? value : -value
  }

  /// Reads what most numbers are: up to eight digits, perhaps a point and up to eight more. Nil for
  /// anything else. There are at least 19 bytes.
  @inline(__always)
  private static func readShort(
    _ base: UnsafePointer<UInt8>, at start: Int, point: UInt8
  ) -> Reading? {
    var place = unsafe base + start
    let sign = unsafe place.pointee
    let isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { unsafe place += 1 }
    var mantissa: UInt64 = 0
    var digits = unsafe takeDigits(at: &place, into: &mantissa)
    var decimals = 0
    if unsafe place.pointee == point {
      unsafe place += 1
      decimals = unsafe takeDigits(at: &place, into: &mantissa)
      digits &+= decimals
    }
    let next = unsafe place.pointee
    guard digits > 0, next &- 0x30 > 9, next | 0x20 != UInt8(ascii: "e") else { return nil }
    // Sixteen digits may be too many for a double.
    guard mantissa < 1 &<< 53 else { return nil }
    // Both numbers are exact, so the one operation rounds correctly.
    let value = Double(mantissa) / exactPowersOfTen[decimals]
    return Reading(
      value: isNegative ? -value : value, end: unsafe place - base, status: .number)
  }

  /// Takes up to eight digits, and gives how many there were.
  ///
  /// Without a loop, whose counting takes longer than the digits: what the processor foretells of the
  /// branches it needn't wait for.
  @inline(__always)
  private static func takeDigits(
    at place: inout UnsafePointer<UInt8>, into number: inout UInt64
  ) -> Int {
    /// Takes one digit in; false where there is none.
    @inline(__always)
    func take(_ row: Int) -> Bool {
      let digit = unsafe place[row] &- 0x30
      guard digit < 10 else { return false }
      number = number &* 10 &+ UInt64(digit)
      return true
    }
    var count = 8
    if !take(0) {
      count = 0
    } else if !take(1) {
      count = 1
    } else if !take(2) {
      count = 2
    } else if !take(3) {
      count = 3
    } else if !take(4) {
      count = 4
    } else if !take(5) {
      count = 5
    } else if !take(6) {
      count = 6
    } else if !take(7) {
      count = 7
    }
    unsafe place += count
    return count
  }

  /// Reads any number. On a pointer since it's a hot loop of importers; `index` never passes `count`. By
  /// itself, so that the short ones, which are most, don't save registers for it.
  @inline(never)
  private static func readAny(
    _ base: UnsafePointer<UInt8>, count: Int, at start: Int, point: UInt8
  ) -> Reading {
    var index = start
    var isNegative = false
    let sign = unsafe base[index]
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      index &+= 1
    }
    let first = index
    // Wraps around beyond 19 digits; it isn't used then.
    var mantissa: UInt64 = 0
    while index < count {
      let digit = unsafe base[index] &- 0x30
      guard digit < 10 else { break }
      mantissa = mantissa &* 10 &+ UInt64(digit)
      index &+= 1
    }
    var digits = index &- first
    var decimals = 0
    if index < count, unsafe base[index] == point {
      let fraction = index &+ 1
      var last = fraction
      while last < count {
        let digit = unsafe base[last] &- 0x30
        guard digit < 10 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        last &+= 1
      }
      decimals = last &- fraction
      digits &+= decimals
      if digits > 0 { index = last }
    }
    guard digits > 0 else { return Reading(value: 0, end: start, status: .none) }
    var exponent = 0
    if index &+ 1 < count, unsafe base[index] | 0x20 == UInt8(ascii: "e") {
      var last = index &+ 1
      let sign = unsafe base[last]
      if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { last &+= 1 }
      let firstDigit = last
      while last < count {
        let digit = unsafe base[last] &- 0x30
        guard digit < 10 else { break }
        // Enough to outweigh any number of digits that fits in memory.
        if exponent < 100_000_000_000_000_000 { exponent = exponent &* 10 &+ Int(digit) }
        last &+= 1
      }
      if last > firstDigit {
        index = last
        if sign == UInt8(ascii: "-") { exponent = -exponent }
      }
    }
    let scale = exponent &- decimals
    if digits <= 19 && mantissa < 1 &<< 53 && scale >= -22 && scale <= 22 {
      // Both numbers are exact, so the one operation rounds correctly (Clinger, 1990).
      let whole = Double(mantissa)
      let value = unsafe exactPowersOfTen.withUnsafeBufferPointer { powers in
        unsafe scale < 0 ? whole / powers[-scale] : whole * powers[scale]
      }
      return Reading(value: isNegative ? -value : value, end: index, status: .number)
    }
    return unsafe readLong(
      UnsafeBufferPointer(start: base + first, count: index &- first), end: index,
      isNegative: isNegative, point: point, exponent: exponent)
  }

  /// A number with many digits or a large exponent, without its sign.
  @inline(never)
  private static func readLong(
    _ text: UnsafeBufferPointer<UInt8>, end: Int, isNegative: Bool, point: UInt8, exponent: Int
  ) -> Reading {
    guard point == UInt8(ascii: ".") else {
      let dotted = unsafe text.map { $0 == point ? UInt8(ascii: ".") : $0 }
      return unsafe dotted.withUnsafeBufferPointer {
        unsafe readLong(
          $0, end: end, isNegative: isNegative, point: UInt8(ascii: "."), exponent: exponent)
      }
    }
    var value = 0.0
    var status: Int32 = 0
    let taken = unsafe text.withMemoryRebound(to: CChar.self) { text in
      unsafe text.baseAddress.map {
        unsafe strokemill_read_double($0, text.count, &value, &status)
      } ?? 0
    }
    if taken == text.count && status == 0 && value.isFinite {
      return Reading(value: isNegative ? -value : value, end: end, status: .number)
    }
    // The C++ library says the same for too large and too small: the place of the first digit
    // that isn't zero tells them apart.
    var whole = 0
    var firstDigit = -1
    while whole < text.count, unsafe text[whole] &- 0x30 < 10 { whole += 1 }
    for index in 0..<text.count {
      let byte = unsafe text[index]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte != UInt8(ascii: "0") && byte != UInt8(ascii: ".") {
        firstDigit = index
        break
      }
    }
    let isSmall = firstDigit < 0 || whole - firstDigit + exponent < 0
    return Reading(
      value: isSmall && isNegative ? -0.0 : 0, end: end, status: isSmall ? .number : .outOfRange)
  }
}
