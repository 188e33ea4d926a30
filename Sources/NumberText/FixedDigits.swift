/// A number on a decimal grid, taken apart: how long its text is stands before it's written.
///
/// A writer that has several ways to say a thing measures them all and writes the shortest.
///
/// Numbers of up to eight digits, which are nearly all, are kept as their text, and neither making
/// it nor measuring it nor writing it takes a branch or a loop: where a number's zeros and its point
/// are can't be foretold. The eight digits come from three multiplications that work on parts of one
/// word (Paul Khuong, "How to print integers really fast", 2017).
@frozen public struct FixedDigits: Sendable, BitwiseCopyable {
  /// The eight digits in ASCII, the first in the lowest byte; of a longer number its value.
  @usableFromInline let content: UInt64
  /// How many bytes its sign takes: 1 for a minus.
  @usableFromInline let sign: UInt8
  /// Whether `content` is text.
  @usableFromInline let isShort: Bool
  /// Which of the eight digits is the first behind the point.
  @usableFromInline let pointPlace: UInt8
  @usableFromInline let decimalDigits: UInt8
  @usableFromInline let wholeDigits: UInt8
  /// How many bytes the point takes.
  @usableFromInline let point: UInt8

  /// Takes a number apart.
  ///
  /// - Parameters:
  ///   - scaled: The value in steps of 10^-precision.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - leadingZero: Whether a value below one is written as `0.5` or as `.5`.
  @inlinable
  @inline(__always)
  public init(_ scaled: Int64, precision: Int, leadingZero: Bool = true) {
    guard scaled.magnitude < 100_000_000 && UInt(bitPattern: precision) < 8 else {
      self.init(long: scaled, precision, leadingZero)
      return
    }
    let digits = Self.eightDigits(scaled.magnitude)
    let ending = digits.leadingZeroBitCount &>> 3
    let beginning = digits.trailingZeroBitCount &>> 3
    let decimals = max(precision &- ending, 0)
    // One digit stands in any case before the point, where the eighth from the end is a zero.
    let least = leadingZero || decimals == 0 ? 1 : 0
    self.init(
      content: digits | 0x3030_3030_3030_3030, sign: Self.sign(scaled), isShort: true,
      pointPlace: 8 &- precision, decimals: decimals,
      wholeDigits: max(8 &- beginning &- precision, least))
  }

  @inlinable
  @inline(__always)
  init(
    content: UInt64, sign: UInt8, isShort: Bool, pointPlace: Int, decimals: Int,
    wholeDigits: Int
  ) {
    self.content = content
    self.sign = sign
    self.isShort = isShort
    // None is greater than 20.
    self.pointPlace = UInt8(truncatingIfNeeded: pointPlace)
    decimalDigits = UInt8(truncatingIfNeeded: decimals)
    self.wholeDigits = UInt8(truncatingIfNeeded: wholeDigits)
    point = UInt8(truncatingIfNeeded: min(decimals, 1))
  }

  @inlinable
  @inline(__always)
  static func sign(_ scaled: Int64) -> UInt8 {
    UInt8(truncatingIfNeeded: UInt64(bitPattern: scaled) &>> 63)
  }

  @usableFromInline
  @inline(never)
  init(long scaled: Int64, _ precision: Int, _ leadingZero: Bool) {
    var magnitude = scaled.magnitude
    var decimals = FixedPoint.clampedPrecision(precision)
    if magnitude == 0 { decimals = 0 }
    while decimals > 0 {
      let shorter = magnitude / 10
      guard shorter &* 10 == magnitude else { break }
      magnitude = shorter
      decimals &-= 1
    }
    var wholeDigits = max(decimalDigitCount(magnitude) &- decimals, 0)
    if wholeDigits == 0 && (leadingZero || decimals == 0) { wholeDigits = 1 }
    self.init(
      content: magnitude, sign: Self.sign(scaled), isShort: false, pointPlace: 0,
      decimals: decimals, wholeDigits: wholeDigits)
  }

  /// The digits of a number below 10^8, one a byte, the first in the lowest.
  @inlinable
  @inline(__always)
  static func eightDigits(_ value: UInt64) -> UInt64 {
    // Each step divides all parts at once by half of their size in digits: a multiplication by a
    // rounded reciprocal and a shift, exact for parts of this size.
    let upper = value / 10_000
    let fours = upper | (value &- upper &* 10_000) &<< 32
    let hundreds = (fours &* 10_486) &>> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) &<< 16
    let tens = (twos &* 103) &>> 10 & 0x000F_000F_000F_000F
    return tens | (twos &- tens &* 10) &<< 8
  }

  /// How many digits stand behind the point; trailing zeros are cut.
  @inlinable public var decimals: Int { Int(decimalDigits) }

  /// Whether a minus sign comes first.
  @inlinable public var isNegative: Bool { sign != 0 }

  /// The number of bytes of the text.
  @inlinable public var length: Int {
    Int(sign &+ wholeDigits &+ point &+ decimalDigits)
  }

  /// The number of bytes of the text in a packed list, a space before it included.
  @inlinable
  @inline(__always)
  public func packedLength(after tail: PackedTail) -> Int { length &+ space(after: tail) }

  /// What it is as the end of a packed list.
  @inlinable public var tail: PackedTail { PackedTail(code: 1 &+ point) }

  /// How many bytes part it from what stands before it: none after a command letter, before a minus,
  /// and between a fraction and a point.
  @inlinable
  @inline(__always)
  func space(after tail: PackedTail) -> Int {
    let followsNumber = (tail.code | tail.code &>> 1) & 1
    let followsFraction = tail.code &>> 1
    let startsWithDigit = min(wholeDigits, 1)
    return Int(followsNumber & (sign ^ 1) & (startsWithDigit | (followsFraction ^ 1)))
  }
}

extension FixedDigits {
  /// The most bytes that writing one touches, a space before it included: a minus, 20 digits, a point
  /// and, of eight digits at a time, those that aren't kept.
  static var room: Int { 32 }

  /// Writes a space if one is needed and the text, and moves `place` behind it; up to `room` bytes are
  /// touched.
  @unsafe func write(to place: inout UnsafeMutableRawPointer, after tail: PackedTail) {
    // Written in any case and then kept or not: signs, which decide it, can't be foretold.
    unsafe place.storeBytes(of: UInt8(ascii: " "), as: UInt8.self)
    unsafe place += space(after: tail)
    unsafe write(to: &place)
  }

  /// Writes the text and moves `place` behind it; up to `room` bytes are touched.
  @inlinable
  @inline(__always)
  @unsafe func write(to place: inout UnsafeMutableRawPointer) {
    guard isShort else {
      unsafe writeLong(to: &place)
      return
    }
    // A minus, which the first digit replaces where there is none; a point in the same way.
    unsafe place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    unsafe place += Int(sign)
    let whole = content &>> ((UInt64(pointPlace) &- UInt64(wholeDigits)) &* 8)
    unsafe place.storeBytes(of: whole.littleEndian, as: UInt64.self)
    unsafe place += Int(wholeDigits)
    unsafe place.storeBytes(of: UInt8(ascii: "."), as: UInt8.self)
    unsafe place += Int(point)
    let fraction = content &>> (UInt64(pointPlace) &* 8)
    unsafe place.storeBytes(of: fraction.littleEndian, as: UInt64.self)
    unsafe place += Int(decimalDigits)
  }

  @usableFromInline
  @inline(never)
  func writeLong(to place: inout UnsafeMutableRawPointer) {
    unsafe place.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
    unsafe place += length
    // From the last digit to the first.
    var end = unsafe place
    var rest = content
    func put(_ byte: UInt8) {
      unsafe end -= 1
      unsafe end.storeBytes(of: byte, as: UInt8.self)
    }
    for _ in 0..<decimalDigits {
      put(UInt8(truncatingIfNeeded: rest % 10 &+ 0x30))
      rest /= 10
    }
    if point > 0 { put(UInt8(ascii: ".")) }
    for _ in 0..<wholeDigits {
      put(UInt8(truncatingIfNeeded: rest % 10 &+ 0x30))
      rest /= 10
    }
  }
}
