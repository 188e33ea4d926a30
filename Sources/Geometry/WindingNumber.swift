public import PathModel

extension PathView {
  /// How often the path winds clockwise around a point (y grows downward), counterclockwise turns
  /// counting negative. Open subpaths count as if closed; a point on the path itself counts to one
  /// side or the other.
  /// - Complexity: Linear in the number of points.
  public func windingNumber(around p: Point) -> Int {
    var winding = 0
    var start = Point.zero
    var current = Point.zero
    /// Counts where a line crosses the ray from the point to the right.
    func cross(_ a: Point, _ b: Point) {
      guard (a.y <= p.y) != (b.y <= p.y) else { return }
      let side = (b - a).cross(p - a)
      if a.y <= p.y {
        if side > 0 { winding += 1 }
      } else if side < 0 {
        winding -= 1
      }
    }
    var i = 0
    for k in verbs.indices {
      switch verbs[k] {
      case .move:
        cross(current, start)
        start = points[i]
        current = start
      case .line:
        cross(current, points[i])
        current = points[i]
      case .quad, .cubic:
        let end = points[i + verbs[k].pointCount - 1]
        let curve =
          verbs[k] == .cubic
          ? CubicCurve(current, points[i], points[i + 1], end)
          : CubicCurve(QuadCurve(current, points[i], end))
        winding += curve.crossings(ofRayFrom: p)
        current = end
      case .close:
        cross(current, start)
        current = start
      }
      i += verbs[k].pointCount
    }
    cross(current, start)
    return winding
  }
}

extension CubicCurve {
  /// How often the curve crosses the ray to the right of a point, upward counted negative.
  func crossings(ofRayFrom p: Point) -> Int { crossings(ofRayFrom: p, bounds: bounds) }

  /// The same for a curve whose bounds are known.
  func crossings(ofRayFrom p: Point, bounds: Rect) -> Int {
    guard bounds.minY <= p.y, bounds.maxY >= p.y, bounds.maxX >= p.x else { return 0 }
    // All of it lies to the right: what counts is from where to where.
    if p.x < bounds.minX {
      return (p0.y <= p.y) == (p3.y <= p.y) ? 0 : (p0.y <= p.y ? 1 : -1)
    }
    // Between its turns in y the curve is monotone and crosses the ray once at most.
    let turns = CubicCurve.extrema(p0.y, p1.y, p2.y, p3.y)
    let (t1, t2) = (turns.0 ?? 1, turns.1 ?? 1)
    let cuts: InlineArray<3, Double> = [min(t1, t2), max(t1, t2), 1]
    var winding = 0
    var low = 0.0
    var from = p0
    for k in cuts.indices {
      let high = cuts[k]
      let to = high == 1 ? p3 : point(at: high)
      if (from.y <= p.y) != (to.y <= p.y), crosses(p, low, high, isDown: from.y <= p.y) {
        winding += from.y <= p.y ? 1 : -1
      }
      low = high
      from = to
    }
    return winding
  }

  /// Whether a monotone part that passes a point's height does so to the right of it.
  private func crosses(_ p: Point, _ low: Double, _ high: Double, isDown: Bool) -> Bool {
    let most = 3 * max((p1.x - p0.x).magnitude, (p2.x - p1.x).magnitude, (p3.x - p2.x).magnitude)
    var (a, b) = (low, high)
    // Halving until it's clear; to the last bit, in 53 rounds at most, only where the curve passes the point itself.
    while true {
      let middle = a + (b - a) / 2
      guard middle > a, middle < b else { break }
      let q = point(at: middle)
      if (q.y <= p.y) == isDown { a = middle } else { b = middle }
      // The crossing lies between, and x changes by no more than that on the way.
      if (q.x - p.x).magnitude > most * (b - a) { return q.x > p.x }
    }
    return point(at: a).x > p.x
  }
}
