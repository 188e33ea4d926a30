/// The powers of ten that a double holds exactly.
let exactPowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  1e18, 1e19, 1e20, 1e21, 1e22,
]

/// The powers of ten that fit in 64 bits.
let integerPowersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
  1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000,
  1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

/// How many decimal digits `value` has; 1 for 0.
@inline(__always)
func decimalDigitCount(_ value: UInt64) -> Int {
  // 1233 / 4096 is a little more than log10(2): right, or one too many.
  let guess = ((64 - value.leadingZeroBitCount) &* 1233) &>> 12
  return guess < 20 && value >= integerPowersOfTen[guess] ? guess + 1 : max(guess, 1)
}
