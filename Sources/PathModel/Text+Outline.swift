extension Text {
  /// How the outlines of a text lay when they were made, in a few numbers: enough to tell whether they
  /// are the image of that under a map of the plane, and under which.
  ///
  /// Three corners far from each other say which map it would be. Two sums over all points, one of
  /// them weighted by their order, then say whether it was: a map takes sums along, anything else
  /// doesn't.
  public struct Outline: Hashable, Sendable {
    /// How many points there are.
    public var pointCount = 0
    /// A hash of the verbs.
    public var verbHash: UInt32 = 0
    /// The numbers of three points.
    public var corners: [Int] = []
    /// Where they lay.
    public var cornerPoints: [Point] = []
    /// The mean of all points.
    public var mean = Point.zero
    /// Their mean with weights that grow from the first to the last.
    public var weightedMean = Point.zero

    /// Makes the outline of nothing.
    public init() {}

    var isFinite: Bool {
      mean.isFinite && weightedMean.isFinite && corners.count == cornerPoints.count
        && cornerPoints.allSatisfy(\.isFinite)
    }
  }
}

extension Drawing {
  /// How the outlines of some neighbouring paths lie.
  public func outline(ofPaths rows: Range<Int>) -> Text.Outline {
    var outline = Text.Outline()
    guard let range = pointRange(ofPaths: rows) else { return outline }
    measure(range, rows, into: &outline)
    let points = points.span.extracting(range)
    var (low, high) = (points[0], points[0])
    for i in points.indices {
      let p = points[i]
      low = Point(min(low.x, p.x), min(low.y, p.y))
      high = Point(max(high.x, p.x), max(high.y, p.y))
    }
    // The leftmost and the rightmost point, or the highest and the lowest, and the one that lies farthest
    // off the line between.
    let isWide = high.x - low.x >= high.y - low.y
    let first = firstPoint(of: points, at: isWide ? low.x : low.y, onX: isWide)
    let second = firstPoint(of: points, at: isWide ? high.x : high.y, onX: isWide)
    let (a, b) = (points[first], points[second])
    var third = 0
    var farthest = 0.0
    for i in points.indices {
      let p = points[i]
      let area = ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)).magnitude
      if area > farthest { (farthest, third) = (area, i) }
    }
    outline.corners = [first, second, third]
    outline.cornerPoints = [a, b, points[third]]
    return outline
  }

  /// The row of the first point with a given coordinate; 0 where none has it.
  private func firstPoint(of points: Span<Point>, at value: Double, onX: Bool) -> Int {
    for i in points.indices where (onX ? points[i].x : points[i].y) == value { return i }
    return 0
  }

  /// The map from where a text's outlines lay to where they lie; nil when that isn't a map of the plane:
  /// a stage bent them, or added to them, or took something away.
  /// - Parameters:
  ///   - text: The text.
  ///   - rows: The paths of its group.
  /// - Returns: The map, or nil.
  /// - Complexity: Linear in the number of points.
  public func map(ofText text: Text, in rows: Range<Int>) -> Affine? {
    let old = text.outline
    guard rows.count == text.parts.count, let range = pointRange(ofPaths: rows),
      range.count == old.pointCount, old.corners.count == 3, old.cornerPoints.count == 3,
      old.corners.allSatisfy({ $0 >= 0 && $0 < range.count })
    else { return nil }
    var now = Text.Outline()
    measure(range, rows, into: &now)
    guard now.verbHash == old.verbHash else { return nil }
    now.cornerPoints = old.corners.map { points[range.lowerBound + $0] }
    let (a, b, c) = (old.cornerPoints[0], old.cornerPoints[1], old.cornerPoints[2])
    let (p, q, r) = (now.cornerPoints[0], now.cornerPoints[1], now.cornerPoints[2])
    let map: Affine
    if p == a, q == b, r == c {
      map = .identity
    } else {
      guard
        let back = Affine(
          a: b.x - a.x, b: b.y - a.y, c: c.x - a.x, d: c.y - a.y, tx: a.x, ty: a.y
        ).inverted
      else { return nil }
      map = back.then(
        Affine(a: q.x - p.x, b: q.y - p.y, c: r.x - p.x, d: r.y - p.y, tx: p.x, ty: p.y))
    }
    guard map.isFinite, map.inverted != nil else { return nil }
    let extent = max(p.distance(to: q), p.distance(to: r))
    let distance = max(p.x.magnitude, p.y.magnitude, a.x.magnitude, a.y.magnitude)
    let tolerance = 1e-7 * extent + 1e-12 * distance
    guard map.apply(old.mean).distance(to: now.mean) <= tolerance,
      map.apply(old.weightedMean).distance(to: now.weightedMean) <= tolerance
    else { return nil }
    return map
  }

  /// The paths of each group that keeps a text, as far as they are neighbours: nil for other groups.
  public func pathsOfTexts() -> [Range<Int>?] {
    var rows = [Range<Int>?](repeating: nil, count: groups.count)
    guard groups.contains(where: { $0.text != nil }) else { return rows }
    for row in records.indices {
      let group = Int(records[row].info.group.index)
      guard groups[group].text != nil else { continue }
      rows[group] = (rows[group]?.lowerBound ?? row)..<(row + 1)
    }
    // A text whose group holds another one is none any more.
    for (row, group) in groups.enumerated() where row > 0 { rows[Int(group.parent.index)] = nil }
    return rows
  }

  private func pointRange(ofPaths rows: Range<Int>) -> Range<Int>? {
    guard let first = rows.first, let last = rows.last else { return nil }
    var next = records[first].pointRange.lowerBound
    let start = next
    for row in first...last {
      guard records[row].pointRange.lowerBound == next else { return nil }
      next = records[row].pointRange.upperBound
    }
    return start < next ? start..<next : nil
  }

  private func measure(_ range: Range<Int>, _ rows: Range<Int>, into outline: inout Text.Outline) {
    // Both coordinates at once: every point of every text comes by.
    var sum = SIMD2<Double>.zero
    var weightedSum = SIMD2<Double>.zero
    var weight = 0.0
    let points = points.span.extracting(range)
    // Measured from the first point, so that far from the origin nothing is lost.
    let origin = SIMD2(points[0].x, points[0].y)
    for i in points.indices {
      weight += 1
      let p = SIMD2(points[i].x, points[i].y) - origin
      sum += p
      weightedSum += weight * p
    }
    let count = weight
    let total = count * (count + 1) / 2
    let mean = origin + sum / count
    let weightedMean = origin + weightedSum / total
    outline.pointCount = range.count
    outline.mean = Point(mean.x, mean.y)
    outline.weightedMean = Point(weightedMean.x, weightedMean.y)
    var hash: UInt32 = 0x811C_9DC5
    let verbs = verbs.span
    for row in rows {
      for i in records[row].verbRange { hash = (hash ^ UInt32(verbs[i].rawValue)) &* 0x0100_0193 }
      hash = (hash ^ 0xFF) &* 0x0100_0193
    }
    outline.verbHash = hash
  }
}
