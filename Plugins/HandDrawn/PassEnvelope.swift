/// How far the later passes of a stroke part from the first: least where runs begin and end, most in
/// between, as when a hand goes over a line again.
struct PassEnvelope {
  /// The share of its own displacement that a pass has at corners and ends.
  static let least = 0.25
  /// The share that it has far from them.
  static let most = 0.75

  /// How far from a corner the most is reached, inverse.
  private let slope: Double
  /// What all shares are multiplied by.
  private let part: Double

  /// The largest share.
  var largest: Double { PassEnvelope.most * part }

  /// - Parameters:
  ///   - wavelength: That of the displacements.
  ///   - part: What all shares are multiplied by.
  init(wavelength: Double, part: Double = 1) {
    slope = 1 / (wavelength * 0.5)
    self.part = part
  }

  /// The share at a place in a run, and its rate along the run.
  @inline(__always)
  func share(at s: Double, of run: StrokeRuns.Place) -> (value: Double, rate: Double) {
    let least = PassEnvelope.least * part
    let span = PassEnvelope.most * part - least
    if run.isLoop {
      // A small loop must not come out as two beside each other.
      return (least + span * rise(run.run * slope / 4).value, 0)
    }
    let middle = self.middle(at: s, of: run)
    return (least + span * middle.value, span * middle.rate)
  }

  /// From 0 at a run's ends to 1 far from them, and its rate along the run; 1 all around a loop.
  @inline(__always)
  func middle(at s: Double, of run: StrokeRuns.Place) -> (value: Double, rate: Double) {
    if run.isLoop { return (1, 0) }
    let a = rise(s * slope)
    let b = rise((run.run - s) * slope)
    return (a.value * b.value, (a.slope * b.value - a.value * b.slope) * slope)
  }

  /// From 0 at 0 to 1 at 1, level at both, with its slope.
  @inline(__always)
  private func rise(_ u: Double) -> (value: Double, slope: Double) {
    if u <= 0 { return (0, 0) }
    if u >= 1 { return (1, 0) }
    return (u * u * (3 - 2 * u), 6 * u * (1 - u))
  }
}
