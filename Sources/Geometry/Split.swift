public import PathModel

// De Casteljau's algorithm: cutting a Bézier curve is interpolating its control points.

extension CubicCurve {
  /// The parts before and after parameter `t`, 0 to 1.
  @inlinable public func split(at t: Double) -> (CubicCurve, CubicCurve) {
    let a = p0.interpolated(to: p1, at: t)
    let m = p1.interpolated(to: p2, at: t)
    let d = p2.interpolated(to: p3, at: t)
    let b = a.interpolated(to: m, at: t)
    let c = m.interpolated(to: d, at: t)
    let p = b.interpolated(to: c, at: t)
    return (CubicCurve(p0, a, b, p), CubicCurve(p, c, d, p3))
  }

  /// The part between two parameters, run through from `start` to `end`.
  @inlinable public func part(from start: Double, to end: Double) -> CubicCurve {
    // The polar form: each control point is the curve's blossom at a mixture of the two ends.
    func blossom(_ u: Double, _ v: Double, _ w: Double) -> Point {
      let m = p1.interpolated(to: p2, at: u)
      let a = p0.interpolated(to: p1, at: u).interpolated(to: m, at: v)
      let b = m.interpolated(to: p2.interpolated(to: p3, at: u), at: v)
      return a.interpolated(to: b, at: w)
    }
    return CubicCurve(
      blossom(start, start, start), blossom(start, start, end), blossom(start, end, end),
      blossom(end, end, end))
  }
}

extension QuadCurve {
  /// The parts before and after parameter `t`, 0 to 1.
  @inlinable public func split(at t: Double) -> (QuadCurve, QuadCurve) {
    let a = p0.interpolated(to: p1, at: t)
    let b = p1.interpolated(to: p2, at: t)
    let p = a.interpolated(to: b, at: t)
    return (QuadCurve(p0, a, p), QuadCurve(p, b, p2))
  }

  /// The part between two parameters, run through from `start` to `end`.
  @inlinable public func part(from start: Double, to end: Double) -> QuadCurve {
    func blossom(_ u: Double, _ v: Double) -> Point {
      p0.interpolated(to: p1, at: u).interpolated(to: p1.interpolated(to: p2, at: u), at: v)
    }
    return QuadCurve(blossom(start, start), blossom(start, end), blossom(end, end))
  }
}
