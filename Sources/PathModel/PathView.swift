/// One path of a drawing, borrowed: it can't outlive the drawing.
public struct PathView: ~Escapable {
  /// The verbs.
  public let verbs: Span<Verb>
  /// The points that the verbs take, in order.
  public let points: Span<Point>
  /// The stroke's width at each point, empty when the style says it.
  public let widths: Span<Double>
  /// What the path is beside its geometry.
  public let info: PathInfo

  @_lifetime(copy verbs, copy points, copy widths)
  init(verbs: Span<Verb>, points: Span<Point>, widths: Span<Double>, info: PathInfo) {
    self.verbs = verbs
    self.points = points
    self.widths = widths
    self.info = info
  }

  /// Calls `body` with each segment in order.
  @inlinable public func forEachSegment<Failure>(
    _ body: (Segment) throws(Failure) -> Void
  ) throws(Failure) {
    var i = 0
    for k in verbs.indices {
      let verb = verbs[k]
      switch verb {
      case .move: try body(.move(to: points[i]))
      case .line: try body(.line(to: points[i]))
      case .quad: try body(.quad(points[i], to: points[i + 1]))
      case .cubic: try body(.cubic(points[i], points[i + 1], to: points[i + 2]))
      case .close: try body(.close)
      }
      i += verb.pointCount
    }
  }

  /// Whether every subpath is closed.
  @inlinable public var isClosed: Bool {
    guard !verbs.isEmpty else { return false }
    for k in verbs.indices where verbs[k] == .move {
      if k > 0 && verbs[k - 1] != .close { return false }
    }
    return verbs[verbs.count - 1] == .close
  }

  /// How many subpaths there are.
  @inlinable public var subpathCount: Int {
    var n = 0
    for k in verbs.indices where verbs[k] == .move { n += 1 }
    return n
  }
}
