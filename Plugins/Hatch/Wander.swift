import PluginKit

/// A number between −1 and 1 that changes slowly from step to step, as a hand that rules line after line drifts.
///
/// It's random every few steps, and goes smoothly from each such value to the next.
struct Wander {
  /// How many steps there are from one random value to the next.
  static let period = 7
  /// How much it changes in a step at most.
  static let change = 3.0 / Double(period)

  private var from: Double
  private var to: Double
  private var step = 0

  init(_ generator: inout SeededGenerator) {
    (from, to) = (generator.signed(), generator.signed())
  }

  /// The next value.
  mutating func next(_ generator: inout SeededGenerator) -> Double {
    if step == Wander.period {
      (from, to, step) = (to, generator.signed(), 0)
    }
    let t = Double(step) / Double(Wander.period)
    step += 1
    return from + (to - from) * (t * t * (3 - 2 * t))
  }
}
