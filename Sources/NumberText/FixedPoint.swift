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
  @inlinable
  @inline(__always)
  public static func scaled(_ value: Double, precision: Int) -> Int64? {
    Grid(precision: precision).steps(value)
  }

  /// A grid, for writers of many numbers with one precision.
  @frozen public struct Grid: Sendable, BitwiseCopyable {
    /// Decimals, 0...17.
    public let precision: Int
    /// 10^precision.
    public let stepsPerUnit: UInt64
    @usableFromInline let scale: Double

    /// A grid of 10^-precision; `precision` is clamped to 0...17.
    public init(precision: Int) {
      self.precision = clampedPrecision(precision)
      stepsPerUnit = integerPowersOfTen[self.precision]
      scale = exactPowersOfTen[self.precision]
    }

    /// Counts a value in steps; see ``FixedPoint/scaled(_:precision:)``.
    @inlinable
    @inline(__always)
    public func steps(_ value: Double) -> Int64? {
      let product = value * scale
      // Between 2^52 and 2^53 doubles are the whole numbers, so that this sum rounds, a tie to the
      // even one, and its bits count. There is no branch: which way a coordinate is rounded can't be
      // foretold.
      let shifted = product + 0x1.8p52
      let error = product - (shifted - 0x1.8p52)
      // Also false for NaN.
      guard product.magnitude < 0x1p51 && error.magnitude != 0.5 else {
        return carefullyScaled(value, precision: precision)
      }
      return Int64(bitPattern: shifted.bitPattern) &- Int64(bitPattern: (0x1.8p52).bitPattern)
    }

    /// Counts the two coordinates of a point in steps, both at once; see
    /// ``FixedPoint/scaled(_:precision:)``. 0 stands for one that isn't finite or has too many.
    @inlinable
    @inline(__always)
    public func steps(x: Double, y: Double) -> (x: Int64, y: Int64) {
      // As for one value.
      let product = SIMD2(x, y) * scale
      let shifted = product + 0x1.8p52
      let error = product - (shifted - 0x1.8p52)
      // Squares stand for magnitudes; also false for NaN.
      guard all((product * product .< 0x1p102) .& (error * error .< 0.25)) else {
        return (
          carefullyScaled(x, precision: precision) ?? 0,
          carefullyScaled(y, precision: precision) ?? 0
        )
      }
      let zero = Int64(bitPattern: (0x1.8p52).bitPattern)
      return (
        Int64(bitPattern: shifted.x.bitPattern) &- zero,
        Int64(bitPattern: shifted.y.bitPattern) &- zero
      )
    }
  }

  /// The same for large values and for what looks like a tie.
  @usableFromInline
  @inline(never)
  static func carefullyScaled(_ value: Double, precision: Int) -> Int64? {
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

  @inlinable
  @inline(__always)
  static func clampedPrecision(_ precision: Int) -> Int {
    min(max(precision, 0), maximumPrecision)
  }
}
