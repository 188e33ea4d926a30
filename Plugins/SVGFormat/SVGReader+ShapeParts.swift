import Geometry
import PathModel
import PluginKit

/// A shape in its own coordinates, where it's needed there: for markers, for strokes that aren't round on the
/// canvas, for dashes that count in its length.
struct OwnShape {
  let element: SVGElementID
  let computed: SVGComputed
  let space: UserSpace
  /// Its path, the only one.
  let drawing: Drawing
  /// See `PathView.markerVertices`.
  let joints: [Int]
  /// How it's painted, with lengths in canvas units.
  var style: Style
  /// What each of its paths is cut to.
  var clip = ClipID.none
  let isCopy: Bool
  /// Whether what is made of it has its names.
  var isNamed = true

  func vertices(_ kind: SVGElement) -> [MarkerVertex] {
    drawing[path: 0].markerVertices(
      joints: joints, isCompleted: kind == .rect || kind == .circle || kind == .ellipse)
  }
}

extension SVGReader {
  /// How far an outline may lie from the exact one, and a round pen's edge from that of a pen that isn't quite
  /// round: a hundredth of a pixel.
  private var strokeTolerance: Double { 0.01 / pixelsPerUnit }

  /// How far a round pen's edge may lie from that of an uneven one, besides: nobody sees a fortieth of the
  /// width, up to a quarter of a pixel, and a stroke that stays one can still be changed as a stroke.
  private func unseenUnevenness(_ width: Double) -> Double { min(width / 40, 0.25 / pixelsPerUnit) }

  /// Draws a shape that takes more than a path with a style.
  /// - Returns: Whether it did; false for a shape like any other.
  func addShapeInParts(
    _ element: SVGElementID, _ computed: SVGComputed, in space: UserSpace, _ parent: Frame
  ) -> Bool {
    let hasStroke = computed.properties.stroke != .none
    let hasOwnLength =
      hasStroke && !computed.properties.dashes.isEmpty
      && table.attribute(.pathLength, of: element) != nil
    guard
      !computed.properties.markers.isEmpty || hasOwnLength
        || hasStroke && (computed.properties.joinsByClippedMiters || isUneven(computed, space))
    else { return false }
    let markers = markers(of: element, computed, in: space)
    pathJoints = []
    var own = Drawing()
    own.appendPath(PathInfo()) { build(element, in: space, &$0) }
    let joints = pathJoints ?? []
    pathJoints = nil
    guard !own.isEmpty else { return true }
    let id = style(of: element, computed, in: space, own[path: 0].geometryBounds())
    var style = drawing.styles[Int(id.index)]
    if hasOwnLength { scaleDashes(of: &style, element, own[path: 0], in: space) }

    reportLosses(of: element, computed, hasStroke: style.hasVisibleStroke)
    let clip = computed.properties.clipPath.flatMap { reference in
      self.clip(reference, of: element, in: space) { own[path: 0].geometryBounds() }
    }
    var shape = OwnShape(
      element: element, computed: computed, space: space, drawing: own, joints: joints,
      style: style, isCopy: parent.isCopy)
    var outer = parent.group
    if markers.isEmpty, !style.hasVisibleFill || !style.hasVisibleStroke {
      shape.clip = clip ?? .none
    } else if style.opacity != 1 || clip != nil {
      // Opacity and clip are those of all parts together.
      outer = drawing.addGroup(Group(parent: outer, opacity: style.opacity, clip: clip))
      shape.style.opacity = 1
    }
    if markers.isEmpty {
      add(shape, to: outer)
    } else {
      beginMarkedShape(shape, markers, to: outer, parent)
    }
    return true
  }

  // MARK: Paths

  /// Adds a shape with its style: as a path, or with its stroke as another one.
  /// - Returns: Whether it could be added.
  @discardableResult
  func add(_ shape: OwnShape, to group: GroupID) -> Bool {
    guard let outline = outline(of: shape) else {
      return addPath(shape.drawing, shape, shape.style, to: group, isNamed: shape.isNamed)
    }
    var fill = shape.style
    fill.stroke = .none
    let stroke = Style(
      fill: shape.style.stroke, fillOpacity: shape.style.strokeOpacity,
      opacity: shape.style.opacity)
    guard fill.fill.isVisible else {
      return addPath(outline, shape, stroke, to: group, isNamed: shape.isNamed)
    }
    if shape.style.strokeFirst {
      return addPath(outline, shape, stroke, to: group, isNamed: shape.isNamed)
        && addPath(shape.drawing, shape, fill, to: group, isNamed: false)
    }
    return addPath(shape.drawing, shape, fill, to: group, isNamed: shape.isNamed)
      && addPath(outline, shape, stroke, to: group, isNamed: false)
  }

  private func addPath(
    _ own: borrowing Drawing, _ shape: OwnShape, _ style: Style, to group: GroupID, isNamed: Bool
  ) -> Bool {
    guard !own.isEmpty else { return true }
    let path = drawing.pathCount
    var info = PathInfo(
      group: group, style: drawing.styleID(for: style), clip: shape.clip,
      line: table[shape.element].line)
    do throws(OutOfRange) {
      try drawing.appendPath(info) { (builder) throws(OutOfRange) in
        let first = builder.pointCount
        builder.append(own[path: 0])
        guard
          builder.mapPoints(from: first, by: shape.space.transform, limit: coordinateLimit)
        else { throw OutOfRange() }
      }
    } catch {
      warn(
        "svg.out-of-range",
        "'\(table.name(of: shape.element))' isn't drawn: its coordinates are too large",
        at: shape.element)
      return false
    }
    if drawing.points.count > limits.points {
      fail(
        "svg.too-many-points",
        "the drawing has more than \(limits.points) points, the limit 'points'",
        at: shape.element)
      return false
    }
    if isNamed {
      info.attributes = attributes(of: shape.element, isCopy: shape.isCopy)
      drawing.setInfo(info, ofPath: path)
    }
    return true
  }

  // MARK: Strokes as outlines

  /// Whether a stroke's pen is so far from round on the canvas that it shows.
  private func isUneven(_ computed: SVGComputed, _ space: UserSpace) -> Bool {
    if computed.properties.hasFixedStroke || space.transform.isSimilarity { return false }
    let width = computed.properties.strokeWidth.resolved(
      fontSize: space.fontSize, viewport: space.viewport, axis: .diagonal)
    return isUneven(width, space.transform)
  }

  private func isUneven(_ width: Double, _ map: Affine) -> Bool {
    let (large, small) = map.stretches
    let mean = map.meanScale
    return max(large - mean, mean - small) * width / 2
      > max(strokeTolerance, unseenUnevenness(mean * width))
  }

  /// The outline of a shape's stroke in its own coordinates, if its stroke has to be one.
  private func outline(of shape: OwnShape) -> Drawing? {
    let properties = shape.computed.properties
    let map = shape.space.transform
    guard shape.style.hasVisibleStroke else { return nil }
    // A stroke that doesn't scale is round on the canvas, so its outline is drawn there.
    let isFixed = shape.style.strokeScaling == .fixed
    let scale = isFixed ? 1 : map.meanScale
    var style = shape.style
    style.strokeWidth /= scale
    style.dashOffset /= scale
    style.dashes = style.dashes.map { $0 / scale }
    let isUneven =
      !isFixed && !map.isSimilarity && isUneven(style.strokeWidth, map)
    guard isUneven || properties.joinsByClippedMiters, scale > 0, style.strokeWidth.isFinite else {
      return nil
    }
    // No stroke takes more than half of what is left for the rest of the document.
    let limit = outlinePoints / 2
    var stroke = StrokeOutline(
      style, tolerance: strokeTolerance / (isFixed ? 1 : map.stretches.large), pointLimit: limit)
    if properties.joinsByClippedMiters { stroke.join = .miterClip }
    var source = shape.drawing
    if isFixed { source.transform(by: map, strokes: .keep) }
    var outline = Drawing()
    do throws(StrokeOutline.Fault) {
      try outline.appendPath(PathInfo()) { (builder) throws(StrokeOutline.Fault) in
        try stroke.write(source[path: 0], to: &builder)
      }
    } catch {
      lose(
        "stroke-shape",
        "the stroke of '\(table.name(of: shape.element))' would take too many points as an outline; it "
          + "gets one mean width", at: shape.element)
      outlinePoints -= limit
      return nil
    }
    outlinePoints -= min(limit, outline.points.count)
    if isFixed, let inverse = map.inverted { outline.transform(by: inverse, strokes: .keep) }
    return outline
  }

  // MARK: Path lengths

  /// Counts dashes in the length that an author says the path has.
  private func scaleDashes(
    of style: inout Style, _ element: SVGElementID, _ path: PathView, in space: UserSpace
  ) {
    guard let attribute = table.attribute(.pathLength, of: element) else { return }
    guard let said = SVGLength(attribute.value), said.unit == .number, said.value >= 0 else {
      warn(
        "svg.bad-value",
        "'pathLength' is ignored: expected a number that isn't negative, found "
          + quoted(attribute), attribute)
      return
    }
    guard said.value > 0 else {
      // Each length but 0 is then without end.
      style.dashes = []
      return
    }
    var length = path.length(tolerance: strokeTolerance / 16)
    if style.strokeScaling == .fixed {
      var mapped = Drawing()
      mapped.appendPath(PathInfo()) { $0.append(path, mappedBy: space.transform) }
      length = mapped[path: 0].length(tolerance: strokeTolerance / 16) * pixelsPerUnit
    }
    let factor = length / said.value
    let dashes = style.dashes.map { $0 * factor }
    let sum = dashes.reduce(0, +)
    guard sum > 0, sum <= coordinateLimit, (style.dashOffset * factor).isFinite else {
      style.dashes = []
      return
    }
    style.dashes = dashes
    style.dashOffset *= factor
  }
}

extension Affine {
  /// The largest and the smallest factor by which lengths grow: the singular values.
  fileprivate var stretches: (large: Double, small: Double) {
    let (e, f, g, h) = ((a + d) / 2, (a - d) / 2, (b + c) / 2, (b - c) / 2)
    let (q, r) = ((e * e + h * h).squareRoot(), (f * f + g * g).squareRoot())
    return (q + r, (q - r).magnitude)
  }
}
