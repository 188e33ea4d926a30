public import PathModel

extension CubicCurve {
  /// The curve as straight lines: the points after `p0`, the last of them `p3` itself.
  ///
  /// No point of the curve is farther than `tolerance` from the line that stands for it. Each line
  /// reaches as far along the curve as the distance of its control points from the line allows
  /// (the curve is at most 3/4 of the farther one's away), so flat parts get few lines.
  ///
  /// What tolerance to choose: a tenth of a pixel of the final picture is invisible; 0.01 of the
  /// stroke width is safe for cutting and plotting. The number of lines grows with the square root
  /// of the curve's size over the tolerance. It is never finer than 1e-9 of the curve's size, which
  /// bounds the lines to some ten thousand a curve whatever is asked for. A curve whose size isn't a
  /// finite number is one line.
  /// - Parameters:
  ///   - tolerance: The greatest distance, in canvas units, above zero.
  ///   - line: Called with the end of each line.
  /// - Throws: What `line` throws.
  public func flatten<Failure>(
    tolerance: Double, _ line: (Point) throws(Failure) -> Void
  ) throws(Failure) {
    // Steps are found on a copy of size one at the origin, so that nothing overflows.
    let size = max(
      max((p1.x - p0.x).magnitude, (p1.y - p0.y).magnitude),
      max((p2.x - p0.x).magnitude, (p2.y - p0.y).magnitude),
      max((p3.x - p0.x).magnitude, (p3.y - p0.y).magnitude))
    guard size > 0, size.isFinite else {
      try line(p3)
      return
    }
    func scaled(_ p: Point) -> Point { Point((p.x - p0.x) / size, (p.y - p0.y) / size) }
    let curve = CubicCurve(.zero, scaled(p1), scaled(p2), scaled(p3))
    let wanted = max(tolerance / size, 1e-9)

    var start = 0.0
    var step = 1.0
    while true {
      var end = start + step
      // No sliver of a line at the end.
      if end > 1 - step / 64 { end = 1 }
      let deviation = curve.part(from: start, to: end).chordDeviationBound
      if deviation <= wanted || end - start <= 0x1p-20 {
        if end == 1 { break }
        try line(point(at: end))
        start = end
        // The deviation grows with the square of the step.
        step *= deviation > 0 ? min(2, 0.97 * (wanted / deviation).squareRoot()) : 2
      } else {
        step = (end - start) * max(0.25, min(0.9, 0.97 * (wanted / deviation).squareRoot()))
      }
    }
    try line(p3)
  }

  /// An upper bound for the distance of the curve's points from the line between its ends.
  ///
  /// The distance from a line is a convex function, zero at both ends, and the inner control
  /// points never weigh more than 3/4 together.
  @inlinable var chordDeviationBound: Double {
    0.75 * max(p1.distance(toLineFrom: p0, to: p3), p2.distance(toLineFrom: p0, to: p3))
  }
}

extension QuadCurve {
  /// The curve as straight lines, as `CubicCurve.flatten(tolerance:_:)` makes them.
  /// - Parameters:
  ///   - tolerance: The greatest distance, in canvas units, above zero.
  ///   - line: Called with the end of each line.
  /// - Throws: What `line` throws.
  public func flatten<Failure>(
    tolerance: Double, _ line: (Point) throws(Failure) -> Void
  ) throws(Failure) {
    try CubicCurve(self).flatten(tolerance: tolerance, line)
  }
}

extension Point {
  /// The distance to the nearest point of the straight line between two points.
  @inlinable public func distance(toLineFrom a: Point, to b: Point) -> Double {
    let d = b - a
    let square = d.dot(d)
    guard square > 0 else { return distance(to: a) }
    let t = (self - a).dot(d) / square
    if t <= 0 { return distance(to: a) }
    if t >= 1 { return distance(to: b) }
    return (self - a).cross(d).magnitude / square.squareRoot()
  }
}

extension PathBuilder {
  /// Adds a path with its curves flattened; lines stay as they are.
  ///
  /// Where the drawing keeps a width a point, each line's end on a curve gets the width of the
  /// curve's two ends, mixed by its place among the curve's lines.
  /// - Parameters:
  ///   - path: The path.
  ///   - tolerance: The greatest distance of a curve from its lines, in canvas units, above zero.
  public mutating func appendFlattened(_ path: PathView, tolerance: Double) {
    var i = 0
    var current = Point.zero
    var ends: [Point] = []
    let givenWidth = width
    func widthAt(_ index: Int) -> Double { path.widths.isEmpty ? givenWidth : path.widths[index] }
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      switch verb {
      case .close: close()
      case .move:
        width = widthAt(i)
        current = path.points[i]
        move(to: current)
      case .line:
        width = widthAt(i)
        current = path.points[i]
        line(to: current)
      case .quad, .cubic:
        guard let curve = path.curve(k, from: current, atPoint: i) else { break }
        ends.removeAll(keepingCapacity: true)
        curve.flatten(tolerance: tolerance) { ends.append($0) }
        let first = widthAt(i - 1)
        let last = widthAt(i + verb.pointCount - 1)
        for (n, end) in ends.enumerated() {
          width = first + (last - first) * Double(n + 1) / Double(ends.count)
          line(to: end)
        }
        current = curve.p3
      }
      i += verb.pointCount
    }
    width = givenWidth
  }
}
