public import PathModel

/// One verb of a path, and where a pen that follows the path is before and after it.
public struct PathStep: BitwiseCopyable, Sendable {
  /// The row of the verb.
  public let row: Int
  /// The verb.
  public let verb: Verb
  /// The row of its first point, which it has unless it's a close.
  public let firstPoint: Int
  /// Where the subpath starts.
  public let start: Point
  /// Where the path is before it; before a move, where the last subpath ended.
  public let from: Point
  /// Where the path is after it: after a close, where the subpath starts.
  public let end: Point

  @inlinable init(
    row: Int, verb: Verb, firstPoint: Int, start: Point, from: Point, end: Point
  ) {
    self.row = row
    self.verb = verb
    self.firstPoint = firstPoint
    self.start = start
    self.from = from
    self.end = end
  }
}

extension PathView {
  /// Calls `body` with each verb, moves and closes too, and where the path is before and after it.
  /// - Parameter body: Called once a verb, in order.
  /// - Throws: What `body` throws.
  @inlinable public func forEachStep<Failure>(
    _ body: (PathStep) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachStep(verbs.indices, firstPoint: 0, body)
  }

  /// Calls `body` with each verb of a subpath, its move first.
  /// - Parameters:
  ///   - subpath: Where the subpath lies.
  ///   - body: Called once a verb, in order.
  /// - Throws: What `body` throws.
  @inlinable public func forEachStep<Failure>(
    in subpath: SubpathRanges, _ body: (PathStep) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachStep(subpath.verbs, firstPoint: subpath.points.lowerBound, body)
  }

  @inlinable func forEachStep<Failure>(
    _ rows: Range<Int>, firstPoint: Int, _ body: (PathStep) throws(Failure) -> Void
  ) throws(Failure) {
    var start = Point.zero
    var current = Point.zero
    var i = firstPoint
    for row in rows {
      let verb = verbs[row]
      let count = verb.pointCount
      let end = verb == .close ? start : points[i + count - 1]
      if verb == .move { start = end }
      try body(
        PathStep(row: row, verb: verb, firstPoint: i, start: start, from: current, end: end))
      current = end
      i += count
    }
  }

  /// The curve that a step draws, a quadratic one as the cubic that is the same; nil for what draws a
  /// line or nothing.
  @inlinable public func curve(_ step: PathStep) -> CubicCurve? {
    curve(step.row, from: step.from, atPoint: step.firstPoint)
  }

  /// The stroke's width where a step ends; nil when the style says it, and for a close, which ends where
  /// the subpath starts.
  @inlinable public func width(_ step: PathStep) -> Double? {
    step.verb == .close || widths.isEmpty
      ? nil : widths[step.firstPoint + step.verb.pointCount - 1]
  }
}
