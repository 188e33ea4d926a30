import PathModel
import PluginKit

/// The random numbers of rough.js: s ← 48271 · s in 32 bits, of which 31 are used.
///
/// A poor generator, kept because a seed has to give what it gives there: small seeds begin with small
/// numbers, seeds with many factors of two repeat soon.
struct RoughRandom {
  private static let multiplier: Int32 = 48271
  private var state: Int32

  /// Starts from a seed as it was given; whole multiples of 2³², which stand for no seed, give each path a
  /// stream of its own.
  init(path: PathKey, _ context: borrowing Context) {
    state = Int32(truncatingIfNeeded: context.literalSeed)
    if state == 0 {
      var generator = context.generator(forPath: path)
      state = Int32(truncatingIfNeeded: generator.next()) | 1
    }
  }

  /// Starts from a seed that isn't 0.
  init(seed: Int32) { state = seed }

  /// The next number in [0, 1).
  @inline(__always)
  mutating func next() -> Double {
    state = state &* RoughRandom.multiplier
    return Double(state & .max) * 0x1p-31
  }

  /// Passes over as many numbers as others have drawn.
  mutating func skip(_ count: Int) {
    var factor = RoughRandom.multiplier
    var rest = count
    while rest > 0 {
      if rest & 1 == 1 { state = state &* factor }
      factor = factor &* factor
      rest >>= 1
    }
  }
}
