public import PathModel

// What a drawing's visible paint covers: fills to their edge, strokes with their width, caps and
// joins.

extension Drawing {
  /// The smallest rectangle that holds all ink: visible fills, and visible strokes with their caps,
  /// joins and miters up to the limit; nil when nothing is visible.
  ///
  /// Clips don't cut it, dashes count as if they were drawn through, and where a width is given
  /// point by point each segment counts with its widest. The tiles of patterns don't count.
  /// - Complexity: Linear in the number of points; what can't reach beyond the ink found so far is
  ///   passed over quickly.
  public func inkBounds() -> Rect? {
    var rect = Rect.nowhere
    let isTile = groupsOfTiles()
    for row in records.indices {
      let info = records[row].info
      if !isTile.isEmpty && isTile[Int(info.group.index)] { continue }
      let style = styles[Int(info.style.index)]
      if style.hasVisibleFill, let bounds = self[path: row].geometryBounds() {
        rect = rect.union(bounds)
      }
      if style.stroke.isVisible && style.strokeOpacity > 0 && style.opacity > 0 {
        self[path: row].includeStroke(style, in: &rect)
      }
    }
    return rect.minX <= rect.maxX ? rect : nil
  }
}

extension PathView {
  /// The smallest rectangle that holds the path's stroke in a style, whether its paint is visible
  /// or not; nil when there is none.
  public func strokeBounds(_ style: Style) -> Rect? {
    var rect = Rect.nowhere
    includeStroke(style, in: &rect)
    return rect.minX <= rect.maxX ? rect : nil
  }

  func includeStroke(_ style: Style, in rect: inout Rect) {
    var stroke = StrokeExtent(style, rect)
    let constant = style.strokeWidth / 2
    if widths.isEmpty && !(constant > 0) { return }
    func half(_ index: Int) -> Double { widths.isEmpty ? constant : widths[index] / 2 }
    var i = 0
    for k in verbs.indices {
      switch verbs[k] {
      case .move:
        stroke.move(to: points[i], half(i))
        i += 1
      case .line:
        stroke.line(to: points[i], half(i))
        i += 1
      case .quad:
        stroke.cubic(
          CubicCurve(QuadCurve(stroke.current, points[i], points[i + 1])), half(i + 1))
        i += 2
      case .cubic:
        stroke.cubic(
          CubicCurve(stroke.current, points[i], points[i + 1], points[i + 2]), half(i + 2))
        i += 3
      case .close: stroke.close()
      }
    }
    stroke.endSubpath()
    rect = stroke.rect
  }
}

/// Follows a pen along a path and grows a rectangle by what its stroke covers.
private struct StrokeExtent {
  let style: Style
  /// How far a corner or a cap may reach, in half widths.
  let reach: Double
  /// Whether a dash may end, and so have a cap, anywhere.
  let hasCapsInside: Bool
  var rect: Rect

  var start = Point.zero
  var startHalf = 0.0
  var current = Point.zero
  var half = 0.0
  /// The directions, of length one, in which the subpath leaves its start and came to here; nil
  /// before anything of some length was drawn.
  var firstTangent: Point?
  var lastTangent: Point?
  var firstHalf = 0.0
  var isOpen = false
  var isDrawn = false

  init(_ style: Style, _ rect: Rect) {
    self.style = style
    self.rect = rect
    // A square cap's corner is √2 half widths away.
    reach = max(1.5, style.join == .miter ? style.miterLimit : 1)
    hasCapsInside = !style.dashes.isEmpty && style.cap != .butt
  }

  /// Whether everything within a distance of a point is covered already.
  func covers(_ p: Point, _ distance: Double) -> Bool {
    p.x - distance >= rect.minX && p.x + distance <= rect.maxX && p.y - distance >= rect.minY
      && p.y + distance <= rect.maxY
  }

  mutating func move(to p: Point, _ half: Double) {
    endSubpath()
    start = p
    startHalf = half
    current = p
    self.half = half
    isOpen = true
  }

  mutating func line(to p: Point, _ newHalf: Double) {
    let d = p - current
    let length = d.length
    isDrawn = true
    let wide = max(half, newHalf)
    half = newHalf
    guard length > 0 else { return }
    let tangent = length.isFinite ? d * (1 / length) : (p * 0.5 - current * 0.5).direction
    // Far inside of what is covered there is nothing to find.
    if !covers(current, wide * reach) || !covers(p, wide * reach) {
      join(tangent, at: current, wide)
      edge(current, tangent, wide)
      edge(p, tangent, wide)
    }
    leave(tangent, wide)
    current = p
  }

  mutating func cubic(_ curve: CubicCurve, _ newHalf: Double) {
    isDrawn = true
    let wide = max(half, newHalf)
    half = newHalf
    defer { current = curve.p3 }
    guard let out = curve.tangentAtStart, let into = curve.tangentAtEnd else { return }
    let r = wide * reach
    if !covers(curve.p0, r) || !covers(curve.p1, r) || !covers(curve.p2, r) || !covers(curve.p3, r)
    {
      join(out, at: curve.p0, wide)
      edge(curve.p0, out, wide)
      edge(curve.p3, into, wide)
      let (x1, x2) = CubicCurve.extrema(curve.p0.x, curve.p1.x, curve.p2.x, curve.p3.x)
      let (y1, y2) = CubicCurve.extrema(curve.p0.y, curve.p1.y, curve.p2.y, curve.p3.y)
      // Where the curve turns around in x its normal is horizontal.
      for t in [x1, x2] {
        guard let t else { continue }
        let p = curve.point(at: t)
        rect.formUnion(Point(p.x - wide, p.y))
        rect.formUnion(Point(p.x + wide, p.y))
      }
      for t in [y1, y2] {
        guard let t else { continue }
        let p = curve.point(at: t)
        rect.formUnion(Point(p.x, p.y - wide))
        rect.formUnion(Point(p.x, p.y + wide))
      }
      // A bend tighter than the pen throws the stroke's inner edge to the other side, where its
      // extent isn't at a turn of the curve; it is found by trying.
      for i in 1..<16 {
        let t = Double(i) / 16
        let d = curve.derivative(at: t)
        let length = d.length
        if length > 0 && length.isFinite { edge(curve.point(at: t), d * (1 / length), wide) }
      }
      if hasCapsInside {
        let bounds = curve.bounds
        let more = style.cap == .square ? wide * 2.0.squareRoot() : wide
        rect = rect.union(
          Rect(
            minX: bounds.minX - more, minY: bounds.minY - more, maxX: bounds.maxX + more,
            maxY: bounds.maxY + more))
      }
    }
    leave(out, wide)
    lastTangent = into
  }

  mutating func close() {
    let half = half
    line(to: start, startHalf)
    if let firstTangent {
      join(firstTangent, at: start, max(half, firstHalf))
    } else {
      dot()
    }
    isOpen = false
    isDrawn = false
    firstTangent = nil
    lastTangent = nil
  }

  mutating func endSubpath() {
    if isOpen && isDrawn {
      if let firstTangent, let lastTangent {
        cap(-firstTangent, at: start, firstHalf)
        cap(lastTangent, at: current, half)
      } else {
        dot()
      }
    }
    isOpen = false
    isDrawn = false
    firstTangent = nil
    lastTangent = nil
  }

  private mutating func leave(_ tangent: Point, _ half: Double) {
    if firstTangent == nil {
      firstTangent = tangent
      firstHalf = half
    }
    lastTangent = tangent
  }

  /// The two points beside the path.
  private mutating func edge(_ p: Point, _ tangent: Point, _ half: Double) {
    let n = Point(-tangent.y, tangent.x) * half
    rect.formUnion(p + n)
    rect.formUnion(p - n)
  }

  /// A subpath of no length: a dot or a square if its caps have an extent, else nothing.
  private mutating func dot() {
    guard style.cap != .butt else { return }
    let r = max(half, startHalf)
    rect.formUnion(Point(start.x - r, start.y - r))
    rect.formUnion(Point(start.x + r, start.y + r))
  }

  /// The cap at an end from which `outward` points away.
  private mutating func cap(_ outward: Point, at p: Point, _ half: Double) {
    switch style.cap {
    case .butt: break
    case .square: edge(p + outward * half, outward, half)
    case .round:
      // Of the circle, the half that lies outward.
      if outward.x <= 0 { rect.formUnion(Point(p.x - half, p.y)) }
      if outward.x >= 0 { rect.formUnion(Point(p.x + half, p.y)) }
      if outward.y <= 0 { rect.formUnion(Point(p.x, p.y - half)) }
      if outward.y >= 0 { rect.formUnion(Point(p.x, p.y + half)) }
    }
  }

  /// The join between the last direction and the next.
  private mutating func join(_ next: Point, at p: Point, _ half: Double) {
    guard let last = lastTangent else { return }
    if hasCapsInside {
      cap(last, at: p, half)
      cap(-next, at: p, half)
    }
    switch style.join {
    case .bevel: break
    case .round:
      // Of the circle, the sector that lies beyond the end of one and before the start of the other.
      if last.x <= 0 && next.x >= 0 { rect.formUnion(Point(p.x - half, p.y)) }
      if last.x >= 0 && next.x <= 0 { rect.formUnion(Point(p.x + half, p.y)) }
      if last.y <= 0 && next.y >= 0 { rect.formUnion(Point(p.x, p.y - half)) }
      if last.y >= 0 && next.y <= 0 { rect.formUnion(Point(p.x, p.y + half)) }
    case .miter:
      // The miter's length over the width is 1/cos(φ/2), φ being the turn.
      let k = 1 + last.dot(next)
      guard k > 0, 2 <= style.miterLimit * style.miterLimit * k else { return }
      let outer = last.cross(next) > 0 ? half : -half
      let sum = last + next
      rect.formUnion(p + Point(sum.y, -sum.x) * (outer / k))
    }
  }
}

extension Point {
  /// The direction as a displacement of length one; zero stays zero.
  fileprivate var direction: Point {
    let size = max(x.magnitude, y.magnitude)
    guard size > 0, size.isFinite else { return .zero }
    let scaled = Point(x / size, y / size)
    return scaled * (1 / scaled.length)
  }
}

extension CubicCurve {
  /// The direction in which the curve starts, of length one; nil when all its points are one.
  public var tangentAtStart: Point? {
    let p = p1 != p0 ? p1 : p2 != p0 ? p2 : p3
    return p != p0 ? (p * 0.5 - p0 * 0.5).direction : nil
  }

  /// The direction in which the curve ends, of length one; nil when all its points are one.
  public var tangentAtEnd: Point? {
    let p = p2 != p3 ? p2 : p1 != p3 ? p1 : p0
    return p != p3 ? (p3 * 0.5 - p * 0.5).direction : nil
  }
}
