public import PathModel

/// A small random generator, splitmix64 (Steele, Lea, Flood, OOPSLA 2014): the same seed gives the
/// same numbers on every machine.
///
/// Use its own methods: what the standard library's `random(in:using:)` makes of the bits isn't
/// promised to stay the same.
public struct SeededGenerator: RandomNumberGenerator, Sendable, BitwiseCopyable {
  /// Where the stream stands: with it the stream can be gone on with elsewhere.
  public var state: UInt64

  /// Goes on with a stream from where it stood.
  @inlinable public init(state: UInt64) { self.state = state }

  /// Starts a stream; any seed is good, neighbouring seeds give unrelated streams.
  @inlinable public init(seed: UInt64) { state = StableHash.mix(seed) }

  /// The next 64 random bits.
  @inlinable public mutating func next() -> UInt64 {
    let word = StableHash.mix(state)
    state &+= 0x9E37_79B9_7F4A_7C15
    return word
  }

  /// The next number, uniform in [0, 1), with 53 random bits.
  @inlinable public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// The next number, uniform in [−1, 1).
  @inlinable public mutating func signed() -> Double { unit() * 2 - 1 }

  /// The next number, uniform from `low` up to `high`.
  @inlinable public mutating func uniform(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * unit()
  }
}
