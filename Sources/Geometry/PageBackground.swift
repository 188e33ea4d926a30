public import PathModel

/// Tells subpaths that only colour the page, or frame a cut-out in it, from what is drawn.
public struct PageBackground: Sendable {
  private let box: Rect
  private let slack: Double

  /// Makes it for a page.
  public init(_ box: Rect) {
    self.box = box
    slack = box.shorterSide * 1e-3
  }

  /// Whether a closed run of points is a rectangle, or as good as one, that covers the page.
  public func covers(_ points: Span<Point>) -> Bool {
    guard points.count >= 3 else { return false }
    var bounds = Rect(points[0])
    var twice = 0.0
    var last = points[points.count - 1]
    for i in points.indices {
      let p = points[i]
      bounds.formUnion(p)
      twice += (last - box.origin).cross(p - box.origin)
      last = p
    }
    guard bounds.minX <= box.minX + slack, bounds.minY <= box.minY + slack,
      bounds.maxX >= box.maxX - slack, bounds.maxY >= box.maxY - slack
    else { return false }
    return twice.magnitude / 2 >= 0.998 * bounds.width * bounds.height
  }
}
