// Powers from additions, multiplications and divisions alone, for the reason that the sines give: the
// C library's functions differ in their last bits by version and by processor.

/// e to the power of a number, within 2 units in the last place.
///
/// It is infinite above 709.8 and 0 below −745; what isn't a number gives NaN.
public func exponential(_ x: Double) -> Double {
  if x > 709.8 { return .infinity }
  if x < -746 { return 0 }
  guard x == x else { return .nan }
  // x is n ln 2 + r with r at most half of ln 2; ln 2 in two parts, the first with zeros at its end, so
  // that its product with n is exact.
  let n = (x * 1.4426950408889634).rounded()
  let r = (x - n * 0.6931471803691238) - n * 1.9082149292705877e-10
  var p = 1.0 / 6_227_020_800
  p = p * r + 1.0 / 479_001_600
  p = p * r + 1.0 / 39_916_800
  p = p * r + 1.0 / 3_628_800
  p = p * r + 1.0 / 362_880
  p = p * r + 1.0 / 40320
  p = p * r + 1.0 / 5040
  p = p * r + 1.0 / 720
  p = p * r + 1.0 / 120
  p = p * r + 1.0 / 24
  p = p * r + 1.0 / 6
  p = p * r + 1.0 / 2
  // In two steps, since 2ⁿ alone may be beyond the numbers where the result isn't.
  let half = Int(n / 2)
  return (1 + (r + r * r * p)) * Double(sign: .plus, exponent: half, significand: 1)
    * Double(sign: .plus, exponent: Int(n) - half, significand: 1)
}

/// The natural logarithm of a number, within 3 units in the last place or 1e-16.
///
/// It is −infinity for 0 and NaN below.
public func logarithm(_ x: Double) -> Double {
  if x == 0 { return -.infinity }
  guard x > 0, x.isFinite else { return x > 0 ? x : .nan }
  var exponent = Double(x.exponent)
  var m = x.significand
  if m > 1.4142135623730951 {
    m /= 2
    exponent += 1
  }
  // ln m is twice the series f + f³/3 + f⁵/5 … of f = (m − 1) / (m + 1), at most 0.172.
  let f = (m - 1) / (m + 1)
  let z = f * f
  var p = 1.0 / 21
  p = p * z + 1.0 / 19
  p = p * z + 1.0 / 17
  p = p * z + 1.0 / 15
  p = p * z + 1.0 / 13
  p = p * z + 1.0 / 11
  p = p * z + 1.0 / 9
  p = p * z + 1.0 / 7
  p = p * z + 1.0 / 5
  p = p * z + 1.0 / 3
  return exponent * 0.6931471803691238
    + (2 * f + (2 * f * z * p + exponent * 1.9082149292705877e-10))
}
