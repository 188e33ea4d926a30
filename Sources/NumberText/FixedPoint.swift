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
    FixedDigits(scaled, precision: precision, leadingZero: leadingZero).length
  }

  @inline(__always)
  static func clampedPrecision(_ precision: Int) -> Int {
    min(max(precision, 0), maximumPrecision)
  }
}

/// A number on a decimal grid, taken apart for writing: trailing zeros cut, length known.
struct FixedDigits {
  var isNegative: Bool
  /// The digits as a whole number, `decimals` of them behind the point.
  var magnitude: UInt64
  var decimals: Int
  /// How many digits stand before the point; 0 when a leading zero is left out.
  var wholeDigits: Int

  @inline(__always)
  init(_ scaled: Int64, precision: Int, leadingZero: Bool) {
    isNegative = scaled < 0
    magnitude = scaled.magnitude
    decimals = FixedPoint.clampedPrecision(precision)
    if magnitude == 0 { decimals = 0 }
    while decimals > 0 {
      let shorter = magnitude / 10
      guard shorter &* 10 == magnitude else { break }
      magnitude = shorter
      decimals &-= 1
    }
    wholeDigits = max(decimalDigitCount(magnitude) &- decimals, 0)
    if wholeDigits == 0 && (leadingZero || decimals == 0) { wholeDigits = 1 }
  }

  @inline(__always)
  var startsWithPoint: Bool { wholeDigits == 0 && !isNegative }

  @inline(__always)
  var length: Int {
    (isNegative ? 1 : 0) &+ wholeDigits &+ (decimals > 0 ? decimals &+ 1 : 0)
  }
}
