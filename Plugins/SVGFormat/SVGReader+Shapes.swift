import Geometry
import PathModel
import PluginKit

extension SVGReader {
  /// Adds a shape to the drawing: it becomes a path.
  func addShape(_ element: SVGElementID, in parent: Frame) {
    let computed = compute(element, in: parent.computed)
    var space = parent.space
    space.fontSize = computed.properties.fontSize
    guard computed.properties.isDisplayed, computed.properties.isVisible,
      mapOwnSpace(&space, of: element, computed)
    else { return }
    // What takes more than one path.
    if addShapeInParts(element, computed, in: space, parent) { return }
    let needsBox = computed.properties.needsBox
    var box: Rect?
    let path = drawing.pathCount
    var info = PathInfo(group: parent.group, line: table[element].line)
    var pointCount = 0
    do throws(OutOfRange) {
      let isThere = try drawing.appendPath(info) { (builder) throws(OutOfRange) in
        let (verb, point) = (builder.verbCount, builder.pointCount)
        build(element, in: space, &builder)
        if needsBox { box = builder.path(fromVerb: verb, fromPoint: point).geometryBounds() }
        guard builder.mapPoints(from: point, by: space.transform, limit: coordinateLimit) else {
          throw OutOfRange()
        }
        pointCount = builder.pointCount
      }
      guard isThere else { return }
    } catch {
      warn(
        "svg.out-of-range",
        "'\(table.name(of: element))' isn't drawn: its coordinates are too large", at: element)
      return
    }
    if pointCount > limits.points {
      fail(
        "svg.too-many-points",
        "the drawing has more than \(limits.points) points, the limit 'points'", at: element)
      return
    }
    let style = style(of: element, computed, in: space, box)
    info.style = style
    if let reference = computed.properties.clipPath {
      info.clip = clip(reference, of: element, in: space) { box } ?? .none
    }
    info.attributes = attributes(of: element, isCopy: parent.isCopy)
    drawing.setInfo(info, ofPath: path)
    reportLosses(
      of: element, computed, hasStroke: drawing.styles[Int(style.index)].hasVisibleStroke)
  }

  /// A coordinate beyond `coordinateLimit`.
  struct OutOfRange: Error {}

  /// What a shape is called, by its attributes and by what stands in it.
  func attributes(of element: SVGElementID, isCopy: Bool) -> AttributesID {
    guard table.firstChild(of: element) != nil || table[element].traits.contains(.names) else {
      return .none
    }
    var names = names(of: element, isCopy: isCopy)
    for child in table.children(of: element) {
      addWords(of: child, to: &names)
      switch table[child].kind {
      case .animate, .animateTransform, .animateMotion, .animateColor, .set, .discard:
        loseAnimation(child)
      default: break
      }
    }
    return names.isEmpty ? .none : drawing.attributesID(for: names)
  }

  /// Reports what of a shape's look isn't as it was.
  func reportLosses(
    of element: SVGElementID, _ computed: SVGComputed, hasStroke: @autoclosure () -> Bool
  ) {
    reportLostEffects(of: element, computed)
    if computed.properties.joinsByArcs, hasStroke() {
      lose(
        "stroke-join",
        "the stroke of '\(table.name(of: element))' is joined by miters instead of arcs",
        at: element)
    }
  }

  /// Writes a shape's path in its own coordinates.
  func build(
    _ shape: SVGElementID, in space: UserSpace, _ builder: inout PathBuilder
  ) {
    switch table[shape].kind {
    case .path:
      guard let d = geometry(.d, of: shape), !d.value.trimmed.equals("none") else { return }
      var joints = pathJoints
      let fault = builder.append(pathData: d.value, joints: &joints, arcs: arcPieces)
      if joints != nil { pathJoints = joints }
      if let fault {
        warn(
          "svg.bad-path-data",
          "the path data is drawn up to a fault: \(fault.message)", d, at: fault.offset)
      }
    case .polyline, .polygon:
      guard let points = table.attribute(.points, of: shape) else { return }
      let isClosed = table[shape].kind == .polygon
      if let fault = builder.append(pointList: points.value, isClosed: isClosed) {
        warn(
          "svg.bad-points",
          "the points of '\(table.name(of: shape))' are drawn up to a fault: \(fault.message)",
          points,
          at: fault.offset)
      }
    case .line:
      let zero = SVGLength(0)
      let a = Point(
        length(.x1, .horizontal, of: shape, in: space, default: zero),
        length(.y1, .vertical, of: shape, in: space, default: zero))
      let b = Point(
        length(.x2, .horizontal, of: shape, in: space, default: zero),
        length(.y2, .vertical, of: shape, in: space, default: zero))
      builder.move(to: a)
      builder.line(to: b)
    case .rect: buildRect(shape, in: space, &builder)
    case .circle:
      let zero = SVGLength(0)
      let r = length(.r, .diagonal, of: shape, in: space, default: zero, isSize: true)
      guard r > 0 else { return }
      builder.ellipse(center: center(of: shape, in: space), rx: r, ry: r)
    case .ellipse:
      let radii = radii(of: shape, in: space)
      guard let rx = radii.0 ?? radii.1, let ry = radii.1 ?? radii.0, rx > 0, ry > 0 else { return }
      builder.ellipse(center: center(of: shape, in: space), rx: rx, ry: ry)
    case .text: buildText(shape, in: space, &builder)
    default: break
    }
  }

  private func buildRect(_ shape: SVGElementID, in space: UserSpace, _ builder: inout PathBuilder) {
    let zero = SVGLength(0)
    let width = length(.width, .horizontal, of: shape, in: space, default: zero, isSize: true)
    let height = length(.height, .vertical, of: shape, in: space, default: zero, isSize: true)
    guard width > 0, height > 0 else { return }
    let rect = Rect(
      x: length(.x, .horizontal, of: shape, in: space, default: zero),
      y: length(.y, .vertical, of: shape, in: space, default: zero), width: width, height: height)
    let (rx, ry) = radii(of: shape, in: space)
    builder.roundedRectangle(rect, rx: rx ?? ry ?? 0, ry: ry ?? rx ?? 0)
  }

  private func center(of shape: SVGElementID, in space: UserSpace) -> Point {
    Point(
      length(.cx, .horizontal, of: shape, in: space, default: SVGLength(0)),
      length(.cy, .vertical, of: shape, in: space, default: SVGLength(0)))
  }

  /// The two radii, nil where it's `auto`: then it's as the other one.
  private func radii(of shape: SVGElementID, in space: UserSpace) -> (Double?, Double?) {
    func radius(_ name: SVGAttributeName, _ axis: SVGLength.Axis) -> Double? {
      guard let attribute = geometry(name, of: shape),
        !attribute.value.trimmed.equals("auto")
      else {
        return nil
      }
      let value = length(
        name, axis, of: shape, in: space, default: SVGLength(-1), isSize: true)
      return value < 0 ? nil : value
    }
    return (radius(.rx, .horizontal), radius(.ry, .vertical))
  }

  /// The length that an attribute says, in user units; what can't be read is its default.
  func length(
    _ name: SVGAttributeName, _ axis: SVGLength.Axis, of element: SVGElementID,
    in space: UserSpace, default value: SVGLength, isSize: Bool = false
  ) -> Double {
    func resolved(_ length: SVGLength) -> Double {
      length.resolved(fontSize: space.fontSize, viewport: space.viewport, axis: axis)
    }
    guard let attribute = geometry(name, of: element) else { return resolved(value) }
    if let length = SVGLength(attribute.value), !isSize || length.value >= 0 {
      let number = resolved(length)
      if number.magnitude <= coordinateLimit { return number }
    } else if isSize, attribute.value.trimmed.equals("auto") {
      return resolved(value)
    }
    warn(
      "svg.bad-length",
      "'\(name.rawValue)' is ignored: expected a length\(isSize ? " that isn't negative" : ""), "
        + "found " + quoted(attribute), attribute)
    return resolved(value)
  }
}
