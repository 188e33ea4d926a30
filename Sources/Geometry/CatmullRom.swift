public import PathModel

extension CubicCurve {
  /// The curve from `p1` to `p2` of a smooth line through points: a Catmull-Rom spline, centripetal,
  /// which neither loops nor overshoots where points lie unevenly (C. Yuksel, S. Schaefer, J. Keyser,
  /// "Parameterization and applications of Catmull-Rom curves", 2011).
  ///
  /// - Parameters:
  ///   - p0: The point before; nil where the line begins, or has a corner.
  ///   - p1: Where the curve starts.
  ///   - p2: Where it ends, another point than `p1`.
  ///   - p3: The point after; nil where the line ends, or has a corner.
  ///   - tension: 0 to 1: how much of the smoothness is taken away. 1 is the straight line.
  /// - Returns: The curve; without a neighbour on one side it's a parabola's arc there.
  public static func catmullRom(
    _ p0: Point?, _ p1: Point, _ p2: Point, _ p3: Point?, tension: Double
  ) -> CubicCurve {
    // Distances and their roots, which are the parameter's steps.
    let l = p1.distance(to: p2)
    let d = l.squareRoot()
    func handle(_ before: Point, _ at: Point, _ after: Point) -> Point {
      let m = before.distance(to: at)
      guard m > 0 else { return at + (after - at) * (1.0 / 3) }
      let e = m.squareRoot()
      // The spline's velocity at the point, times a third of the step.
      let step = (at - before) * (l / (e * (d + e))) + (after - at) * (e / (d + e))
      return at + step * (1.0 / 3)
    }
    var a = p0.map { handle($0, p1, p2) }
    var b = p3.map { handle($0, p2, p1) }
    // The cubic of a parabola: both handles lead to two thirds of the way to its one control point.
    if a == nil, let b { a = p1 + (p2 + (b - p2) * 1.5 - p1) * (2.0 / 3) }
    if b == nil, let a { b = p2 + (p1 + (a - p1) * 1.5 - p2) * (2.0 / 3) }
    let first = a ?? p1 + (p2 - p1) * (1.0 / 3)
    let second = b ?? p2 + (p1 - p2) * (1.0 / 3)
    let keep = 1 - tension
    return CubicCurve(p1, p1 + (first - p1) * keep, p2 + (second - p2) * keep, p2)
  }
}
