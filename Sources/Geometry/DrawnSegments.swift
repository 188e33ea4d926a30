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
    var start = Point.zero
    var current = Point.zero
    var i = 0
    for k in verbs.indices {
      let verb = verbs[k]
      let from = current
      switch verb {
      case .move:
        start = points[i]
        current = start
      case .line:
        current = points[i]
        try body(from, .line(to: current), false)
      case .quad:
        current = points[i + 1]
        try body(from, .quad(points[i], to: current), false)
      case .cubic:
        current = points[i + 2]
        try body(from, .cubic(points[i], points[i + 1], to: current), false)
      case .close:
        current = start
        try body(from, .line(to: start), true)
      }
      i += verb.pointCount
    }
  }
}
