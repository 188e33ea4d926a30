import CCharConv

/// Numbers of few digits on a decimal grid: what nearly all coordinates of drawings are.
///
/// Their texts are looked up, the part before the point and the part behind it, which takes a third of
/// the instructions that making them does.
///
/// On pointers since it's the hot loop of the exporter: an array would be retained and checked for each
/// number. They lead to constant tables, and `digits(_:)` never looks beyond their ends.
@safe @frozen public struct ShortNumbers: @unchecked Sendable, BitwiseCopyable {
  /// How many steps are too many.
  public let limit: UInt64
  @usableFromInline let stepsPerUnit: UInt64
  /// 2^40 / `stepsPerUnit`, rounded up: for numbers below 10^7 a multiplication by it divides exactly.
  @usableFromInline let reciprocal: UInt64
  @usableFromInline let wholes: UnsafePointer<UInt64>
  @usableFromInline let fractions: UnsafePointer<UInt64>

  /// The numbers of a grid of 10^-precision; nil for more than 4 decimals.
  public init?(precision: Int) {
    guard (0...4).contains(precision),
      let fractions = unsafe strokemill_fraction_texts(Int32(precision)),
      let wholes = unsafe strokemill_whole_texts()
    else { return nil }
    stepsPerUnit = integerPowersOfTen[precision]
    reciprocal = (1 << 40 + stepsPerUnit - 1) / stepsPerUnit
    // Four digits before the point, and eight bytes in all.
    limit = min(10_000 * stepsPerUnit, 10_000_000)
    unsafe self.fractions = fractions
    unsafe self.wholes = wholes
  }

  /// Takes a number apart.
  /// - Parameter steps: The value in steps; 0 stands for one that has too many.
  /// - Returns: What it's written from.
  @inlinable
  @inline(__always)
  public func digits(_ steps: Int64) -> ShortDigits {
    let (whole, fraction) = texts(steps)
    return ShortDigits(whole: whole, fraction: fraction, sign: sign(steps))
  }

  /// How many bytes numbers of a packed list take.
  /// - Parameters:
  ///   - steps: The values in steps; 0 stands for one that has too many.
  ///   - tail: What stands before them.
  /// - Returns: The bytes of all, with the spaces that part them.
  @inlinable
  @inline(__always)
  public func packedLength<let n: Int>(
    of steps: InlineArray<n, Int64>, after tail: PackedTail
  ) -> Int {
    var spaceBeforeDigit = tail == .open ? 0 : 1
    var spaceBeforePoint = tail == .whole ? 1 : 0
    var length = 0
    for i in steps.indices {
      let (whole, fraction) = texts(steps[i])
      length &+= Int(truncatingIfNeeded: whole &>> 56 &+ fraction &>> 56)
      // A minus takes the place of a space.
      length &+= sign(steps[i]) | (whole == 0 ? spaceBeforePoint : spaceBeforeDigit)
      spaceBeforeDigit = 1
      spaceBeforePoint = fraction == 0 ? 1 : 0
    }
    return length
  }

  @inlinable
  @inline(__always)
  func texts(_ steps: Int64) -> (whole: UInt64, fraction: UInt64) {
    let size = steps.magnitude < limit ? steps.magnitude : 0
    let units = (size &* reciprocal) &>> 40
    let fraction = unsafe fractions[Int(truncatingIfNeeded: size &- units &* stepsPerUnit)]
    // The text of nothing at all stands behind those of the others.
    let whole = unsafe wholes[size == 0 ? 10_000 : Int(truncatingIfNeeded: units)]
    return (whole, fraction)
  }

  @inlinable
  @inline(__always)
  func sign(_ steps: Int64) -> Int {
    Int(truncatingIfNeeded: UInt64(bitPattern: steps) &>> 63)
  }
}

/// One of `ShortNumbers`, taken apart.
@frozen public struct ShortDigits: PackedDigits {
  /// The text before the point, the first character in the lowest byte and their number in the highest.
  @usableFromInline let whole: UInt64
  /// The text from the point on.
  @usableFromInline let fraction: UInt64
  /// How many bytes its sign takes: 1 for a minus.
  @usableFromInline let sign: Int

  @inlinable
  @inline(__always)
  init(whole: UInt64, fraction: UInt64, sign: Int) {
    self.whole = whole
    self.fraction = fraction
    self.sign = sign
  }

  /// A space or a minus, and eight bytes.
  @inlinable public static var room: Int { 9 }

  @inlinable
  @inline(__always)
  var textLength: Int { Int(truncatingIfNeeded: whole &>> 56 &+ fraction &>> 56) }

  /// The number of bytes of the text.
  @inlinable
  @inline(__always)
  public var length: Int { textLength &+ sign }

  /// What it is as the end of a packed list.
  @inlinable
  @inline(__always)
  public var tail: PackedTail { fraction == 0 ? .whole : .fraction }

  /// How many bytes part it from what stands before it.
  @inlinable
  @inline(__always)
  public func space(after tail: PackedTail) -> Int {
    let spaceBeforePoint = tail == .whole ? 1 : 0
    let spaceBeforeDigit = tail == .open ? 0 : 1
    return (whole == 0 ? spaceBeforePoint : spaceBeforeDigit) & (sign ^ 1)
  }

  /// Writes a space if one is needed and the text, and moves `place` behind it.
  @inlinable
  @inline(__always)
  @unsafe public func write(to place: inout UnsafeMutableRawPointer, after tail: PackedTail) {
    // A number has a space before it or a minus or neither; what is too much the text replaces.
    let start = UInt8(ascii: " ") &+ UInt8(truncatingIfNeeded: sign) &* 13
    unsafe place.storeBytes(of: start, as: UInt8.self)
    unsafe place += space(after: tail) &+ sign
    // The length in the highest byte of the fraction ends up behind the text.
    let text =
      whole & 0x00FF_FFFF_FFFF_FFFF | fraction &<< ((whole &>> 56) &* 8)
    unsafe place.storeBytes(of: text.littleEndian, as: UInt64.self)
    unsafe place += textLength
  }
}
