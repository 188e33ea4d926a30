public import PathModel

extension PathView {
  /// Calls `body` with each segment that draws and the point it starts from.
  ///
  /// Moves are left out. Closing is a line to the subpath's start, marked as such; it may have no
  /// length.
  /// - Parameter body: Called with the start, the segment (`line`, `quad` or `cubic`) and whether it
  ///   closes the subpath.
  /// - Throws: What `body` throws.
  @inlinable public func forEachDrawnSegment<Failure>(
    _ body: (_ from: Point, _ segment: Segment, _ isClosing: Bool) throws(Failure) -> Void
  ) throws(Failure) {
    try forEachStep { (step) throws(Failure) in
      let i = step.firstPoint
      switch step.verb {
      case .move: break
      case .line, .close: try body(step.from, .line(to: step.end), step.verb == .close)
      case .quad: try body(step.from, .quad(points[i], to: step.end), false)
      case .cubic: try body(step.from, .cubic(points[i], points[i + 1], to: step.end), false)
      }
    }
  }
}
