import Geometry

/// Calls `body` where a cubic polynomial, given by its Bernstein coefficients, changes its sign between 0 and
/// 1: with the parameter and whether it rises there.
///
/// What counts as a change is decided by the values at 0, at 1 and at the polynomial's turns, so that curves
/// that share an end agree about it: over a closed outline the changes always come in pairs. Between turns
/// the polynomial is monotone, and Newton's method kept between two bounds finds the place to the last bits.
/// - Parameters:
///   - w0: The value at 0.
///   - w1: The second coefficient.
///   - w2: The third coefficient.
///   - w3: The value at 1.
///   - last: Where the changes were for a neighbouring polynomial, to begin from there.
///   - body: Called once a change.
@inline(__always)
func forEachSignChange(
  _ w0: Double, _ w1: Double, _ w2: Double, _ w3: Double, near last: inout SIMD4<Double>,
  _ body: (_ t: Double, _ isRising: Bool) -> Void
) {
  let (s0, s1, s2, s3) = (w0 > 0, w1 > 0, w2 > 0, w3 > 0)
  let changes = (s0 != s1 ? 1 : 0) + (s1 != s2 ? 1 : 0) + (s2 != s3 ? 1 : 0)
  // By Descartes' rule there are no more than the coefficients have, and as many but for pairs.
  if changes == 0 { return }
  let a = (w3 - w0) + 3 * (w1 - w2)
  let b = 3 * ((w2 - w1) - (w1 - w0))
  let c = 3 * (w1 - w0)
  if changes == 1 {
    let t = signChange(a, b, c, w0, from: 0, to: 1, isBelow: !s0, near: last[0])
    last[0] = t
    body(t, !s0)
    return
  }
  let (r, s) = CubicCurve.extrema(w0, w1, w2, w3)
  var low = 0.0
  var isAbove = s0
  func monotone(to high: Double, _ place: Int) {
    guard high > low else { return }
    let isAboveNext = high == 1 ? s3 : ((a * high + b) * high + c) * high + w0 > 0
    if isAbove != isAboveNext {
      let t = signChange(a, b, c, w0, from: low, to: high, isBelow: !isAbove, near: last[place])
      last[place] = t
      body(t, isAboveNext)
    }
    low = high
    isAbove = isAboveNext
  }
  monotone(to: min(r ?? 1, s ?? 1), 0)
  monotone(to: max(r ?? 1, s ?? 1), 1)
  monotone(to: 1, 2)
}

/// Where at³ + bt² + ct + d, monotone between two bounds, changes its sign.
@inline(__always)
private func signChange(
  _ a: Double, _ b: Double, _ c: Double, _ d: Double, from low: Double, to high: Double,
  isBelow: Bool, near start: Double
) -> Double {
  var (low, high) = (low, high)
  var t = start > low && start < high ? start : low + (high - low) / 2
  // Halving alone would need 52 rounds.
  for _ in 0..<64 {
    let f = ((a * t + b) * t + c) * t + d
    if (f > 0) != isBelow { low = t } else { high = t }
    var next = t - f / ((3 * a * t + 2 * b) * t + c)
    // Not a number where the slope is none.
    if !(next >= low && next <= high) { next = low + (high - low) / 2 }
    // Newton's method squares what is missing.
    if (next - t).magnitude <= 1e-11 { return next }
    t = next
  }
  return t
}
