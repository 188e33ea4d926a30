import PathModel

// Where a Bézier curve turns around in one coordinate.

extension QuadCurve {
  /// The parameter, strictly between 0 and 1, at which one coordinate turns around, or nil; the
  /// coordinate's three values are given.
  public static func extremum(_ p0: Double, _ p1: Double, _ p2: Double) -> Double? {
    if (p1 >= p0 && p1 <= p2) || (p1 <= p0 && p1 >= p2) { return nil }
    // The control point lies beyond both ends: the differences have one sign, nothing cancels.
    let (u, v) = (p0 / 2 - p1 / 2, p2 / 2 - p1 / 2)
    let t = u / (u + v)
    return t > 0 && t < 1 ? t : nil
  }
}

extension CubicCurve {
  /// The parameters, strictly between 0 and 1, at which one coordinate turns around; the
  /// coordinate's four values are given.
  public static func extrema(
    _ p0: Double, _ p1: Double, _ p2: Double, _ p3: Double
  ) -> (Double?, Double?) {
    // The derivative is a(1−t)² + 2b(1−t)t + ct², brought to size one so that no square overflows
    // or vanishes.
    var (a, b, c) = (p1 / 2 - p0 / 2, p2 / 2 - p1 / 2, p3 / 2 - p2 / 2)
    let size = max(a.magnitude, max(b.magnitude, c.magnitude))
    guard size > 0 else { return (nil, nil) }
    a /= size
    b /= size
    c /= size
    let discriminant = b * b - a * c
    guard discriminant > 0 else { return (nil, nil) }
    // (a − 2b + c)t² + 2(b − a)t + a = 0; the root of the larger numerator first, the other by
    // Vieta's rule, so that nothing cancels and a leading coefficient of zero does no harm.
    let half = b - a
    let q = half < 0 ? -half + discriminant.squareRoot() : -half - discriminant.squareRoot()
    func inside(_ t: Double) -> Double? { t > 0 && t < 1 ? t : nil }
    return (inside(q / (a - 2 * b + c)), inside(a / q))
  }
}
