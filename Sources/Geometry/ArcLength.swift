public import PathModel

// The length of a curve lies between that of its chord and that of its control polygon; their
// weighted mean is close to it when the curve is short (J. Gravesen, "Adaptive subdivision and the
// length and energy of Bézier curves", 1997). So the curve is halved until halving changes nothing.

extension CubicCurve {
  /// The curve's length.
  ///
  /// What tolerance to choose: a hundredth of what the length is used for, such as of a dash or a
  /// step; it costs little, since the error falls to a sixteenth with each halving.
  /// - Parameter tolerance: By how much the result may be wrong, in canvas units, above zero. It is
  ///   never finer than 1e-12 of the length.
  /// - Returns: The length.
  public func length(tolerance: Double) -> Double {
    length(estimate: gravesen.estimate, tolerance: tolerance, depth: 0)
  }

  private func length(estimate: Double, tolerance: Double, depth: Int) -> Double {
    let (a, b) = split(at: 0.5)
    let (ga, gb) = (a.gravesen, b.gravesen)
    let finer = ga.estimate + gb.estimate
    let change = (finer - estimate).magnitude
    // That the polygons hug the curve too rules out that the two estimates agree by chance.
    let isShort = ga.spread + gb.spread <= 0.1 * finer
    if depth >= 24 || !finer.isFinite
      || (isShort && change <= max(tolerance, 1e-12 * finer))
    {
      // The remaining error is about a fifteenth of the change.
      return finer.isFinite ? finer + (finer - estimate) / 15 : finer
    }
    return a.length(estimate: ga.estimate, tolerance: tolerance / 2, depth: depth + 1)
      + b.length(estimate: gb.estimate, tolerance: tolerance / 2, depth: depth + 1)
  }

  private var gravesen: (estimate: Double, spread: Double) {
    let chord = p0.distance(to: p3)
    let polygon = p0.distance(to: p1) + p1.distance(to: p2) + p2.distance(to: p3)
    return ((chord + polygon) / 2, polygon - chord)
  }
}

extension QuadCurve {
  /// The curve's length, as `CubicCurve.length(tolerance:)` finds it.
  /// - Parameter tolerance: By how much the result may be wrong, in canvas units, above zero.
  /// - Returns: The length.
  public func length(tolerance: Double) -> Double { CubicCurve(self).length(tolerance: tolerance) }
}

extension PathView {
  /// The length of all that the path draws, closing lines included.
  /// - Parameter tolerance: By how much each curve's length may be wrong, in canvas units, above
  ///   zero.
  /// - Returns: The length.
  public func length(tolerance: Double) -> Double {
    var sum = 0.0
    forEachDrawnSegment { from, segment, _ in
      switch segment {
      case .line(let p): sum += from.distance(to: p)
      case .quad(let a, let p): sum += QuadCurve(from, a, p).length(tolerance: tolerance)
      case .cubic(let a, let b, let p):
        sum += CubicCurve(from, a, b, p).length(tolerance: tolerance)
      case .move, .close: break
      }
    }
    return sum
  }
}
