/// Numbers on a decimal grid: a whole number that counts steps of 10^-precision.
///
/// A writer that rounds each coordinate once, to the grid, can then take differences and compare
/// lengths of text in whole numbers, and no rounding error adds up along a path.
public enum FixedPoint {
  /// The finest grid: 17 decimals.
  public static let maximumPrecision = 17

  /// Counts `value` in steps of 10^-precision.
  ///
  /// Correctly rounded: the nearest step to the exact binary value, a tie to the even step, as C's
  /// `printf("%.*f")` does it.
  ///
  /// - Parameters:
  ///   - value: Any number.
  ///   - precision: Decimals, clamped to 0...17.
  /// - Returns: The steps, or nil when the value isn't finite or has 2^52 steps or more.
  public static func scaled(_ value: Double, precision: Int) -> Int64? {
    let product = value * exactPowersOfTen[clampedPrecision(precision)]
    // Between 2^52 and 2^53 doubles are the whole numbers, so that this sum rounds, a tie to the even
    // one, and its bits count. There is no branch: which way a coordinate is rounded can't be
    // foretold.
    let shifted = product + 0x1.8p52
    let error = product - (shifted - 0x1.8p52)
    // Also false for NaN.
    guard product.magnitude < 0x1p51 && error.magnitude != 0.5 else {
      return carefullyScaled(value, precision: precision)
    }
    return Int64(bitPattern: shifted.bitPattern) &- Int64(bitPattern: (0x1.8p52).bitPattern)
  }

  /// The same for large values and for what looks like a tie.
  @inline(never)
  private static func carefullyScaled(_ value: Double, precision: Int) -> Int64? {
    let product = value.magnitude * exactPowersOfTen[clampedPrecision(precision)]
    // Also false for NaN. Below 2^52 a half is a multiple of the last binary place.
    guard product < 0x1p52 else { return nil }
    var steps = Int64(product)
    let fraction = product - Double(steps)
    if fraction > 0.5 {
      steps &+= 1
    } else if fraction == 0.5 {
      // The product itself was rounded, by less than its last place, so only a half can mislead.
      // The fused product gives the part that was lost.
      let lost = (-product).addingProduct(
        value.magnitude, exactPowersOfTen[clampedPrecision(precision)])
      if lost > 0 || (lost == 0 && steps & 1 == 1) { steps &+= 1 }
    }
    return value < 0 ? -steps : steps
  }

  /// Measures what `ByteSink.append(scaled:precision:leadingZero:)` would write.
  ///
  /// - Parameters:
  ///   - scaled: The value in steps of 10^-precision.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - leadingZero: Whether a value below one is written as `0.5` or as `.5`.
  /// - Returns: The number of bytes.
  public static func length(_ scaled: Int64, precision: Int, leadingZero: Bool = true) -> Int {
    FixedDigits(taking: scaled, precision, leadingZero).length
  }

  /// How many decimals divide a length into at least 100,000 steps: what a picture of this size needs
  /// so that nobody sees its rounding, however small or large its units are.
  ///
  /// - Parameter length: The shorter side of a page in the units that are to be written.
  /// - Returns: 0...8 decimals; a 24-unit icon gets 4, a page of 300 units gets 3.
  public static func precision(forLength length: Double) -> Int {
    var precision = 0
    while precision < 8 && length * exactPowersOfTen[precision] < 1e5 { precision += 1 }
    return precision
  }

  /// How many decimals write a value with so many significant digits.
  ///
  /// - Parameters:
  ///   - digits: Significant digits.
  ///   - value: The value; the sign doesn't matter.
  /// - Returns: 0...17 decimals.
  public static func precision(forDigits digits: Int, of value: Double) -> Int {
    let size = value.magnitude
    var wholeDigits = 0
    if size >= 1 {
      while wholeDigits < 22 && size >= exactPowersOfTen[wholeDigits] { wholeDigits += 1 }
    } else if size > 0 {
      while wholeDigits > -17 && size * exactPowersOfTen[1 - wholeDigits] < 1 { wholeDigits -= 1 }
    }
    return clampedPrecision(digits - wholeDigits)
  }

  @inline(__always)
  static func clampedPrecision(_ precision: Int) -> Int {
    min(max(precision, 0), maximumPrecision)
  }
}

/// A number on a decimal grid, taken apart: how long its text is stands before it's written.
///
/// A writer that has several ways to say a thing measures them all and writes the shortest.
@frozen public struct FixedDigits: Sendable, BitwiseCopyable {
  /// Whether a minus sign comes first.
  public let isNegative: Bool
  /// The digits as a whole number, `decimals` of them behind the point.
  @usableFromInline let magnitude: UInt64
  /// How many digits stand behind the point; trailing zeros are cut.
  public let decimals: Int
  /// How many digits stand before the point; 0 when a leading zero is left out.
  @usableFromInline let wholeDigits: Int

  /// Takes a number apart.
  ///
  /// - Parameters:
  ///   - scaled: The value in steps of 10^-precision.
  ///   - precision: Decimals, clamped to 0...17.
  ///   - leadingZero: Whether a value below one is written as `0.5` or as `.5`.
  public init(_ scaled: Int64, precision: Int, leadingZero: Bool = true) {
    self.init(taking: scaled, precision, leadingZero)
  }

  /// The same within this module, where it's part of hot loops.
  @inline(__always)
  init(taking scaled: Int64, _ precision: Int, _ leadingZero: Bool) {
    isNegative = scaled < 0
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
    self.magnitude = magnitude
    self.decimals = decimals
    self.wholeDigits = wholeDigits
  }

  /// Whether the text begins with the point.
  @inlinable public var startsWithPoint: Bool { wholeDigits == 0 && !isNegative }

  /// The number of bytes of the text.
  @inlinable public var length: Int {
    (isNegative ? 1 : 0) &+ wholeDigits &+ (decimals > 0 ? decimals &+ 1 : 0)
  }

  /// The number of bytes of the text in a packed list, a space before it included.
  @inlinable public func packedLength(after tail: PackedTail) -> Int {
    length &+ (joins(tail) ? 0 : 1)
  }

  /// What it is as the end of a packed list.
  @inlinable public var tail: PackedTail { decimals > 0 ? .fraction : .whole }

  @inlinable func joins(_ tail: PackedTail) -> Bool {
    switch tail {
    case .open: true
    case .whole: isNegative
    case .fraction: isNegative || startsWithPoint
    }
  }
}
