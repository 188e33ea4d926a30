public import PathModel

// Tight bounds: those of the curves themselves, not of their control points.
//
// A move after which nothing is drawn counts only when its path has nothing else: many files end a
// path with a stray move, which mustn't change where the drawing lands.

extension CubicCurve {
  /// The smallest rectangle that holds the curve.
  public var bounds: Rect {
    var rect = Rect(p0)
    rect.formUnion(p3)
    include(in: &rect)
    return rect
  }

  /// Grows a rectangle that already holds both ends to hold the curve.
  func include(in rect: inout Rect) {
    if rect.contains(p1) && rect.contains(p2) { return }
    let (x1, x2) = CubicCurve.extrema(p0.x, p1.x, p2.x, p3.x)
    let (y1, y2) = CubicCurve.extrema(p0.y, p1.y, p2.y, p3.y)
    if let x1 { rect.formUnion(point(at: x1)) }
    if let x2 { rect.formUnion(point(at: x2)) }
    if let y1 { rect.formUnion(point(at: y1)) }
    if let y2 { rect.formUnion(point(at: y2)) }
  }
}

extension QuadCurve {
  /// The smallest rectangle that holds the curve.
  public var bounds: Rect {
    var rect = Rect(p0)
    rect.formUnion(p2)
    include(in: &rect)
    return rect
  }

  /// Grows a rectangle that already holds both ends to hold the curve.
  func include(in rect: inout Rect) {
    if rect.contains(p1) { return }
    if let x = QuadCurve.extremum(p0.x, p1.x, p2.x) { rect.formUnion(point(at: x)) }
    if let y = QuadCurve.extremum(p0.y, p1.y, p2.y) { rect.formUnion(point(at: y)) }
  }
}

extension PathView {
  /// The smallest rectangle that holds the path's lines and curves, whatever they are painted with;
  /// nil for a path without points.
  /// - Complexity: Linear in the number of points.
  public func geometryBounds() -> Rect? {
    guard let first = points.isEmpty ? nil : points[0] else { return nil }
    if isPolyline { return boundsOfPoints() }
    var rect = Rect.nowhere
    var current = first
    var start = first
    var isDrawing = false
    var i = 0
    for k in verbs.indices {
      let verb = verbs[k]
      switch verb {
      case .move:
        start = points[i]
        current = start
        isDrawing = false
        i += 1
        continue
      case .close:
        if !isDrawing { rect.formUnion(start) }
        isDrawing = true
        continue
      case .line, .quad, .cubic:
        if !isDrawing { rect.formUnion(start) }
        isDrawing = true
      }
      let end = points[i + verb.pointCount - 1]
      rect.formUnion(end)
      if verb == .cubic {
        CubicCurve(current, points[i], points[i + 1], end).include(in: &rect)
      } else if verb == .quad {
        QuadCurve(current, points[i], end).include(in: &rect)
      }
      current = end
      i += verb.pointCount
    }
    return rect.minX <= rect.maxX ? rect : Rect(first)
  }

  /// Whether it is one move and lines after it, closed or not: every point counts then.
  private var isPolyline: Bool {
    // Nothing but a move follows a close, so that a path of one move has one close at most, its end.
    // Curves have more points than verbs.
    let closes = verbs.count > 0 && verbs[verbs.count - 1] == .close ? 1 : 0
    guard verbs.count == points.count + closes else { return false }
    for k in 1..<max(verbs.count, 1) where verbs[k] == .move { return false }
    return true
  }

  private func boundsOfPoints() -> Rect {
    // Comparisons of this form become one instruction each; those of vectors take four.
    var low = points[0]
    var high = low
    for i in points.indices {
      let p = points[i]
      low.x = p.x < low.x ? p.x : low.x
      low.y = p.y < low.y ? p.y : low.y
      high.x = p.x > high.x ? p.x : high.x
      high.y = p.y > high.y ? p.y : high.y
    }
    return Rect(minX: low.x, minY: low.y, maxX: high.x, maxY: high.y)
  }
}

extension Rect {
  /// The rectangle that holds nothing: a union with it gives the other.
  static var nowhere: Rect {
    Rect(minX: .infinity, minY: .infinity, maxX: -.infinity, maxY: -.infinity)
  }
}

extension Drawing {
  /// The smallest rectangle that holds all paths' lines and curves, painted or not; nil when there
  /// are none. Clips don't cut it, and the tiles of patterns don't count.
  /// - Complexity: Linear in the number of points.
  public func geometryBounds() -> Rect? {
    var rect = Rect.nowhere
    let isTile = groupsOfTiles()
    for row in records.indices {
      if !isTile.isEmpty && isTile[Int(records[row].info.group.index)] { continue }
      if let bounds = self[path: row].geometryBounds() { rect = rect.union(bounds) }
    }
    return rect.minX <= rect.maxX ? rect : nil
  }

  /// The square that `%` refers to when there is no canvas: at the bounds, as large as their shorter
  /// extent, so that a level line counts by its length. Nothing when there is a canvas, or no path.
  /// - Complexity: Linear in the number of points.
  public func squareForPercent() -> Rect {
    guard canvas == nil, let bounds = geometryBounds() else { return Rect(.zero) }
    let side = bounds.shorterExtent
    return Rect(x: bounds.minX, y: bounds.minY, width: side, height: side)
  }

  /// For each group, whether its paths are part of a pattern's tile, so not painted themselves;
  /// empty when there are no patterns.
  public func groupsOfTiles() -> [Bool] {
    guard !patterns.isEmpty else { return [] }
    var isTile = [Bool](repeating: false, count: groups.count)
    // The root is never taken for a tile: nothing at all would be painted then.
    for pattern in patterns where pattern.content != .root {
      isTile[Int(pattern.content.index)] = true
    }
    for row in groups.indices where isTile[Int(groups[row].parent.index)] { isTile[row] = true }
    return isTile
  }
}
