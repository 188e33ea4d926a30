public import PathModel

extension Drawing {
  /// Replaces strokes whose width changes along their path, or all, by areas to be filled, for formats and stages
  /// that know one width a stroke.
  ///
  /// An area is painted with the stroke's paint where the stroke was; a path that has a fill too becomes
  /// two, and if the two are translucent together, a group of them. Strokes of one width stay strokes of that
  /// width unless all are asked for, and what has no visible stroke stays as it is. The drawing then keeps no widths at points.
  /// - Parameters:
  ///   - tolerance: The greatest distance from the exact outline, in canvas units, above zero: see
  ///     `StrokeOutline`.
  ///   - pointLimit: How many points the drawing may have then.
  ///   - all: Whether strokes of one width become areas too, if the drawing keeps widths at points.
  /// - Throws: That the areas take too many points, or one can't be measured; then nothing is changed.
  /// - Complexity: Linear in the number of points.
  public mutating func fillVaryingStrokes(
    tolerance: Double, pointLimit: Int = 50_000_000, all: Bool = false
  ) throws(StrokeOutline.Fault) {
    guard hasWidths else { return }
    var result = Drawing(tablesOf: self)
    result.removeWidths()
    result.reserve(verbs: verbs.count, points: points.count)
    for row in records.indices {
      let info = records[row].info
      let style = styles[Int(info.style.index)]
      var own = info
      let isStroked = style.stroke.isVisible && style.strokeOpacity > 0 && style.opacity > 0
      let (least, most) = self[path: row].rangeOfWidths()
      if !isStroked || most <= 0 || (least == most && !all) {
        if isStroked && most != style.strokeWidth {
          var one = style
          one.strokeWidth = most
          own.style = result.styleID(for: one)
        }
        result.appendPath(own) { $0.append(self[path: row]) }
        continue
      }
      guard self[path: row].isMeasurable else { throw .tooLarge }
      var area = Style(
        fill: style.stroke, fillOpacity: style.strokeOpacity, opacity: style.opacity)
      var inside = style
      inside.stroke = .none
      var second = info
      let hasFill = style.hasVisibleFill
      if hasFill {
        let names = attributes[Int(info.attributes.index)]
        if style.opacity < 1 {
          // The two together let through what the one did.
          own.group = result.addGroup(
            Group(parent: info.group, opacity: style.opacity))
          second.group = own.group
          area.opacity = 1
          inside.opacity = 1
        }
        // A name is given once.
        second.attributes = result.attributesID(for: Attributes(classes: names.classes))
        own.style = result.styleID(for: inside)
        if !style.strokeFirst { result.appendPath(own) { $0.append(self[path: row]) } }
      }
      second.style = result.styleID(for: area)
      let outline = StrokeOutline(
        style, tolerance: tolerance, pointLimit: max(0, pointLimit - result.points.count))
      try result.appendPath(second) { (builder) throws(StrokeOutline.Fault) in
        try outline.write(self[path: row], to: &builder)
      }
      guard result.points.count <= pointLimit else { throw .tooManyPoints }
      if hasFill && style.strokeFirst { result.appendPath(own) { $0.append(self[path: row]) } }
    }
    self = result
  }
}

extension Canvas {
  /// How far the outlines of strokes may stray on this page when they are written: a
  /// hundredth of a pixel on a picture of 500.
  public var outlineTolerance: Double { box.shorterSide * 2e-5 }
}

extension PathView {
  /// Whether squares of its lengths are finite numbers.
  fileprivate var isMeasurable: Bool {
    let limit = 1e150
    for i in points.indices
    where !(points[i].x.magnitude < limit && points[i].y.magnitude < limit) { return false }
    for i in widths.indices where !(widths[i] < limit) { return false }
    return true
  }

  /// The least and the greatest width that a stroke has along the path; both zero for a path without
  /// widths. Control points don't count.
  public func rangeOfWidths() -> (least: Double, most: Double) {
    guard !widths.isEmpty else { return (0, 0) }
    var (least, most) = (widths[0], widths[0])
    var i = 0
    for k in verbs.indices where verbs[k] != .close {
      i += verbs[k].pointCount
      let width = widths[i - 1]
      least = min(least, width)
      most = max(most, width)
    }
    return (least, most)
  }
}
