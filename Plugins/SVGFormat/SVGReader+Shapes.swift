import Geometry
import PathModel
import PluginKit

extension SVGReader {
  /// A shape begins: it becomes a path.
  func beginShape(_ child: inout OpenElement, name: String) {
    properties(of: &child, name: name)
    guard child.properties.isDisplayed, child.properties.isVisible,
      mapOwnSpace(&child, name: name)
    else { return }
    let style = style(of: child, name: name)
    let info = PathInfo(
      group: child.group, style: drawing.styleID(for: style),
      line: UInt32(clamping: tagLine))
    let shape = child
    let row = drawing.pathCount
    do throws(OutOfRange) {
      let isThere = try drawing.appendPath(info) { (builder) throws(OutOfRange) in
        let first = builder.pointCount
        build(shape, name: name, &builder)
        guard
          builder.mapPoints(from: first, by: shape.transform, limit: coordinateLimit)
        else { throw OutOfRange() }
      }
      guard isThere else { return }
    } catch {
      log.add(
        Diagnostic(
          .warning, "svg.out-of-range", "'\(name)' isn't drawn: its coordinates are too large",
          at: tagPlace))
      return
    }
    if drawing.points.count > limits.points {
      fail(
        "svg.too-many-points", "the drawing has more than \(limits.points) points", at: tagPlace)
      return
    }
    child.path = row
    child.names = names()
    reportLostEffects(child.properties, name)
    reportStroke(shape, style, name)
    if !child.properties.markers.isEmpty, mayHaveMarkers(child.element) {
      log.add(
        Diagnostic(
          .loss, "svg.marker", "the markers of '\(name)' aren't drawn; its line is",
          at: tagPlace, kind: "marker"))
    }
  }

  /// A coordinate beyond `coordinateLimit`.
  private struct OutOfRange: Error {}

  private func mayHaveMarkers(_ element: SVGElement) -> Bool {
    switch element {
    case .path, .line, .polyline, .polygon: true
    default: false
    }
  }

  /// Reports what of a stroke isn't as it was.
  private func reportStroke(_ shape: OpenElement, _ style: Style, _ name: String) {
    guard style.hasVisibleStroke else { return }
    if !shape.properties.hasFixedStroke, !shape.transform.isSimilarity {
      log.add(
        Diagnostic(
          .loss, "svg.stroke-shape",
          "the stroke of '\(name)' is stretched unevenly by its transform; it gets one mean width",
          at: tagPlace, kind: "stroke-shape"))
    }
    if shape.properties.joinIsApproximate {
      log.add(
        Diagnostic(
          .loss, "svg.stroke-join",
          "the stroke of '\(name)' is joined by miters instead of arcs or clipped miters",
          at: tagPlace, kind: "stroke-join"))
    }
  }

  private func build(_ shape: OpenElement, name: String, _ builder: inout PathBuilder) {
    switch shape.element {
    case .path:
      guard let d = attribute(.d), !d.value.trimmed.equals("none") else { return }
      if let fault = builder.append(pathData: d.value) {
        warn(
          "svg.bad-path-data",
          "the path data is drawn up to a fault: \(fault.message)", d, at: fault.offset)
      }
    case .polyline, .polygon:
      guard let points = attribute(.points) else { return }
      let isClosed = shape.element == .polygon
      if let fault = builder.append(pointList: points.value, isClosed: isClosed) {
        warn(
          "svg.bad-points",
          "the points of '\(name)' are drawn up to a fault: \(fault.message)", points,
          at: fault.offset)
      }
    case .line:
      let zero = SVGLength(0)
      let a = Point(
        length(.x1, .horizontal, of: shape, default: zero),
        length(.y1, .vertical, of: shape, default: zero))
      let b = Point(
        length(.x2, .horizontal, of: shape, default: zero),
        length(.y2, .vertical, of: shape, default: zero))
      builder.move(to: a)
      builder.line(to: b)
    case .rect: buildRect(shape, &builder)
    case .circle:
      let zero = SVGLength(0)
      let r = length(.r, .diagonal, of: shape, default: zero, isSize: true)
      guard r > 0 else { return }
      builder.ellipse(center: center(of: shape), rx: r, ry: r)
    case .ellipse:
      let radii = radii(of: shape)
      guard let rx = radii.0 ?? radii.1, let ry = radii.1 ?? radii.0, rx > 0, ry > 0 else { return }
      builder.ellipse(center: center(of: shape), rx: rx, ry: ry)
    default: break
    }
  }

  private func buildRect(_ shape: OpenElement, _ builder: inout PathBuilder) {
    let zero = SVGLength(0)
    let width = length(.width, .horizontal, of: shape, default: zero, isSize: true)
    let height = length(.height, .vertical, of: shape, default: zero, isSize: true)
    guard width > 0, height > 0 else { return }
    let rect = Rect(
      x: length(.x, .horizontal, of: shape, default: zero),
      y: length(.y, .vertical, of: shape, default: zero), width: width, height: height)
    let (rx, ry) = radii(of: shape)
    builder.roundedRectangle(rect, rx: rx ?? ry ?? 0, ry: ry ?? rx ?? 0)
  }

  private func center(of shape: OpenElement) -> Point {
    Point(
      length(.cx, .horizontal, of: shape, default: SVGLength(0)),
      length(.cy, .vertical, of: shape, default: SVGLength(0)))
  }

  /// The two radii, nil where it's `auto`: then it's as the other one.
  private func radii(of shape: OpenElement) -> (Double?, Double?) {
    func radius(_ name: SVGAttributeName, _ axis: SVGLength.Axis) -> Double? {
      guard let attribute = attribute(name), !attribute.value.trimmed.equals("auto") else {
        return nil
      }
      let value = length(
        name, axis, of: shape, default: SVGLength(-1), isSize: true)
      return value < 0 ? nil : value
    }
    return (radius(.rx, .horizontal), radius(.ry, .vertical))
  }

  /// The length that an attribute says, in user units; what can't be read is its default.
  func length(
    _ name: SVGAttributeName, _ axis: SVGLength.Axis, of element: OpenElement,
    default value: SVGLength, isSize: Bool = false
  ) -> Double {
    func resolved(_ length: SVGLength) -> Double {
      length.resolved(
        fontSize: element.properties.fontSize, viewport: element.viewport, axis: axis)
    }
    guard let attribute = attribute(name) else { return resolved(value) }
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
