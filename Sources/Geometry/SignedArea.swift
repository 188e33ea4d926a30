public import PathModel

extension PathView {
  /// The area that the path encloses, each part counted as often as the path winds around it
  /// clockwise; counterclockwise parts count negative.
  ///
  /// Open subpaths count as if closed. The area under the curves themselves is exact but for
  /// rounding: it is Green's integral, which for a Bézier curve is a sum of its control points'
  /// cross products.
  /// - Complexity: Linear in the number of points.
  public func signedArea() -> Double {
    guard !points.isEmpty else { return 0 }
    // Relative to a point of the path, so that a small path far away loses no digits.
    let origin = points[0]
    var start = Point.zero
    var twice = 0.0
    var last = Point.zero
    var i = 0
    for k in verbs.indices {
      switch verbs[k] {
      case .move:
        twice += last.cross(start)
        start = points[i] - origin
        last = start
      case .line:
        let p = points[i] - origin
        twice += last.cross(p)
        last = p
      case .quad:
        let a = points[i] - origin
        let p = points[i + 1] - origin
        twice += (2 * last.cross(a) + last.cross(p) + 2 * a.cross(p)) / 3
        last = p
      case .cubic:
        let a = points[i] - origin
        let b = points[i + 1] - origin
        let p = points[i + 2] - origin
        twice +=
          (6 * last.cross(a) + 3 * last.cross(b) + last.cross(p) + 3 * a.cross(b) + 3 * a.cross(p)
            + 6 * b.cross(p)) / 10
        last = p
      case .close:
        twice += last.cross(start)
        last = start
      }
      i += verbs[k].pointCount
    }
    return (twice + last.cross(start)) / 2
  }

  /// Whether the path encloses more clockwise than counterclockwise (y grows downward).
  public var isClockwise: Bool { signedArea() > 0 }
}
