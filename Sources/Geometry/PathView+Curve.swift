public import PathModel

extension PathView {
  /// The curve that a verb draws, a quadratic one as the cubic that is the same; nil for what draws a
  /// line or nothing.
  /// - Parameters:
  ///   - verb: The row of the verb.
  ///   - start: Where the path is before it.
  ///   - point: The row of the verb's first point.
  /// - Returns: The curve.
  @inlinable public func curve(_ verb: Int, from start: Point, atPoint point: Int) -> CubicCurve? {
    switch verbs[verb] {
    case .quad: CubicCurve(QuadCurve(start, points[point], points[point + 1]))
    case .cubic: CubicCurve(start, points[point], points[point + 1], points[point + 2])
    case .move, .line, .close: nil
    }
  }
}

extension CubicCurve {
  /// The curve that runs evenly along a straight line.
  @inlinable public init(line start: Point, _ end: Point) {
    self.init(
      start, start.interpolated(to: end, at: 1.0 / 3), start.interpolated(to: end, at: 2.0 / 3),
      end)
  }
}
