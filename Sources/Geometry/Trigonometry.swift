// Sine, cosine and their inverses from additions, multiplications, divisions and square roots alone.
//
// IEEE 754 fixes the result of each of those to the last bit, and Swift never fuses a multiplication
// with an addition by itself, so every machine gives the same numbers. The C library's functions
// don't promise that: their last bits differ by version and by processor.
//
// The argument is reduced to a quarter turn around zero; there the Taylor polynomials are exact to
// well below the last bit. The results are within 2 units in the last place of the true value.

/// The sine of an angle in degrees.
///
/// The reduction is exact, so any size of angle is as good as any other; multiples of 30 and 90
/// give exactly 0, ±0.5 and ±1. An angle that isn't finite gives NaN.
public func sine(degrees: Double) -> Double {
  let (rest, quarter) = reduced(degrees: degrees)
  switch quarter {
  case 0: return sineOfEighth(degrees: rest)
  case 1: return cosineOfEighth(degrees: rest)
  case 2: return -sineOfEighth(degrees: rest)
  default: return -cosineOfEighth(degrees: rest)
  }
}

/// The cosine of an angle in degrees.
///
/// The reduction is exact, so any size of angle is as good as any other; multiples of 60 and 90
/// give exactly 0, ±0.5 and ±1. An angle that isn't finite gives NaN.
public func cosine(degrees: Double) -> Double {
  let (rest, quarter) = reduced(degrees: degrees)
  switch quarter {
  case 0: return cosineOfEighth(degrees: rest)
  case 1: return -sineOfEighth(degrees: rest)
  case 2: return -cosineOfEighth(degrees: rest)
  default: return sineOfEighth(degrees: rest)
  }
}

/// The sine of an angle in radians.
///
/// Up to a million radians the result is within 2 units in the last place. Beyond that the angle is
/// first taken modulo the number closest to 2π, so that the result drifts but stays in −1…1. An
/// angle that isn't finite gives NaN.
public func sine(_ radians: Double) -> Double {
  let (high, low, quarter) = reduced(radians: radians)
  switch quarter {
  case 0: return sineOfEighth(high, low)
  case 1: return cosineOfEighth(high, low)
  case 2: return -sineOfEighth(high, low)
  default: return -cosineOfEighth(high, low)
  }
}

/// The cosine of an angle in radians, as accurate as `sine(_:)`.
public func cosine(_ radians: Double) -> Double {
  let (high, low, quarter) = reduced(radians: radians)
  switch quarter {
  case 0: return cosineOfEighth(high, low)
  case 1: return -sineOfEighth(high, low)
  case 2: return -cosineOfEighth(high, low)
  default: return sineOfEighth(high, low)
  }
}

/// The tangent of an angle in radians, within 3 units in the last place.
///
/// No number is exactly π/2, so the result is always finite for a finite angle.
public func tangent(_ radians: Double) -> Double {
  let (high, low, quarter) = reduced(radians: radians)
  let s = sineOfEighth(high, low)
  let c = cosineOfEighth(high, low)
  return quarter % 2 == 0 ? s / c : -c / s
}

/// The angle from the x axis to the point (x, y) in radians, −π to π; positive for a positive `y`.
///
/// It is 0 for the origin, and NaN unless both coordinates are numbers and one at most is infinite.
public func arcTangent(y: Double, x: Double) -> Double {
  let (u, v) = (x.magnitude, y.magnitude)
  if u == 0 && v == 0 { return 0 }
  let isSteep = v > u
  let ratio = isSteep ? u / v : v / u
  guard ratio <= 1 else { return .nan }
  // The nearest eighth has its arc tangent in the table; the rest is at most 1/16 away.
  let eighth = (ratio * 8).rounded()
  let c = eighth / 8
  let t = (ratio - c) / (1 + ratio * c)
  let z = t * t
  var p = -1.0 / 15
  p = p * z + 1.0 / 13
  p = p * z - 1.0 / 11
  p = p * z + 1.0 / 9
  p = p * z - 1.0 / 7
  p = p * z + 1.0 / 5
  p = p * z - 1.0 / 3
  var (high, low) = arcTangentOfEighth[Int(eighth)]
  low += t * z * p
  low += t
  // Each reflection subtracts from a multiple of π/2 that is known to twice the precision.
  if isSteep {
    (high, low) = (halfPi.high - high, roundingError(halfPi.high, high) + halfPi.low - low)
  }
  if x < 0 {
    (high, low) = (
      2 * halfPi.high - high, roundingError(2 * halfPi.high, high) + 2 * halfPi.low - low
    )
  }
  let angle = high + low
  return y < 0 ? -angle : angle
}

/// The angle in radians, 0 to π, whose cosine is `x`; NaN unless `x` lies in −1…1.
public func arcCosine(_ x: Double) -> Double {
  arcTangent(y: ((1 - x) * (1 + x)).squareRoot(), x: x)
}

/// π/2 as the closest number and what that leaves over.
private let halfPi = (high: 1.5707963267948966, low: 6.123233995736766e-17)

/// The arc tangents of 0, 1/8, … 1, each as the closest number and what that leaves over.
private let arcTangentOfEighth: [(high: Double, low: Double)] = [
  (0, 0),
  (0.12435499454676144, -3.1253241424539383e-18),
  (0.24497866312686414, 1.0698755618734451e-17),
  (0.35877067027057225, -2.4623815582638635e-17),
  (0.4636476090008061, 2.2698777452961687e-17),
  (0.5585993153435624, -5.4556305485916264e-18),
  (0.6435011087932844, 1.5834785051444286e-17),
  (0.7188299996216245, -2.1478388444456983e-17),
  (0.7853981633974483, 3.061616997868383e-17),
]

/// What a − b loses to rounding, for |a| ≥ |b| (Dekker's fast two-sum).
private func roundingError(_ a: Double, _ b: Double) -> Double {
  let difference = a - b
  return (a - difference) - b
}

/// The angle less a multiple of 90°, −45 to 45, and that multiple modulo 4; both exact.
private func reduced(degrees: Double) -> (rest: Double, quarter: Int) {
  let turn = degrees.truncatingRemainder(dividingBy: 360)
  guard turn.isFinite else { return (.nan, 0) }
  let quarter = (turn / 90).rounded()
  return (turn - quarter * 90, Int(quarter) & 3)
}

/// The angle less a multiple of π/2, in two parts, and that multiple modulo 4.
private func reduced(radians: Double) -> (high: Double, low: Double, quarter: Int) {
  var x = radians
  if x.magnitude > 1_000_000 { x = x.truncatingRemainder(dividingBy: 4 * halfPi.high) }
  guard x.isFinite else { return (.nan, 0, 0) }
  // π/2 in three parts, the first two of 33 bits: their products with the multiple are exact.
  let quarter = (x * 0.6366197723675814).rounded()
  let a = x - quarter * 1.5707963267341256
  let b = quarter * 6.077100506303966e-11
  let first = a - b
  let low = ((a - first) - b) - quarter * 2.0222662487959506e-21
  let high = first + low
  return (high, (first - high) + low, Int(quarter) & 3)
}

private func sineOfEighth(degrees: Double) -> Double {
  // The values that have exact results get them, and 45° the same sine as cosine.
  if degrees.magnitude == 30 { return degrees < 0 ? -0.5 : 0.5 }
  if degrees.magnitude == 45 { return degrees < 0 ? -0.5.squareRoot() : 0.5.squareRoot() }
  return sineOfEighth(degrees * 0.017453292519943295, 0)
}

private func cosineOfEighth(degrees: Double) -> Double {
  if degrees.magnitude == 45 { return 0.5.squareRoot() }
  return cosineOfEighth(degrees * 0.017453292519943295, 0)
}

/// The sine of `x + low` for |x| ≤ π/4 and a `low` that is tiny beside it.
private func sineOfEighth(_ x: Double, _ low: Double) -> Double {
  let z = x * x
  var p = 1.0 / 355_687_428_096_000
  p = p * z - 1.0 / 1_307_674_368_000
  p = p * z + 1.0 / 6_227_020_800
  p = p * z - 1.0 / 39_916_800
  p = p * z + 1.0 / 362_880
  p = p * z - 1.0 / 5040
  p = p * z + 1.0 / 120
  p = p * z - 1.0 / 6
  return x + (x * z * p + low * (1 - z / 2))
}

/// The cosine of `x + low` for |x| ≤ π/4 and a `low` that is tiny beside it.
private func cosineOfEighth(_ x: Double, _ low: Double) -> Double {
  let z = x * x
  var p = 1.0 / 20_922_789_888_000
  p = p * z - 1.0 / 87_178_291_200
  p = p * z + 1.0 / 479_001_600
  p = p * z - 1.0 / 3_628_800
  p = p * z + 1.0 / 40320
  p = p * z - 1.0 / 720
  p = p * z + 1.0 / 24
  let half = z / 2
  let rounded = 1 - half
  return rounded + (((1 - rounded) - half) + (z * z * p - x * low))
}
