import Geometry
import PathModel
import PluginKit

// Markers (SVG 2, section 13.7): symbols on the vertices of a shape.

extension SVGReader {
  /// Draws a shape that may have markers: what is painted before them at once, the markers and the rest in
  /// the walk that follows.
  /// - Returns: Whether it's done; false when there is no marker to draw, so that it's a shape like any
  ///   other.
  func beginMarkedShape(
    _ element: SVGElementID, _ computed: SVGComputed, in space: UserSpace, _ parent: Frame
  ) -> Bool {
    let properties = computed.properties
    let width = properties.strokeWidth.resolved(
      fontSize: space.fontSize, viewport: space.viewport, axis: .diagonal)
    func marker(_ id: String?) -> SVGMarker? {
      guard let id else { return nil }
      return self.marker(id, of: element, strokeWidth: width, in: space)
    }
    let (start, middle, end) = (
      marker(properties.markers.start), marker(properties.markers.middle),
      marker(properties.markers.end)
    )
    guard start != nil || middle != nil || end != nil else { return false }
    pathJoints = []
    let shape = ownGeometry(of: element, in: space)
    let joints = pathJoints ?? []
    pathJoints = nil
    guard !shape.isEmpty else { return false }

    // Opacity and clip are those of the shape with its markers.
    var style = style(of: element, computed, in: space, shape[path: 0].geometryBounds()).1
    var group = Group(parent: parent.group, opacity: style.opacity)
    style.opacity = 1
    if let reference = properties.clipPath {
      group.clip = clip(reference, of: element, in: space) { shape[path: 0].geometryBounds() }
    }
    let hasGroup = group.opacity != 1 || group.clip != nil
    let outer = hasGroup ? drawing.addGroup(group) : parent.group
    let (first, last) = parts(of: style, order: properties.paintOrder)
    if let first {
      guard add(shape, as: element, first, to: outer, in: space, isCopy: parent.isCopy) else {
        return true
      }
    }
    reportLosses(of: element, properties, style, in: space)
    let kind = table[element].kind
    let vertices = shape[path: 0].markerVertices(
      joints: joints, isCompleted: kind == .rect || kind == .circle || kind == .ellipse)
    let markers = drawing.addGroup(Group(parent: outer))
    var frame = Frame(
      element: element, next: nil, computed: computed, space: space, group: markers,
      outerGroup: outer, clipSpace: space)
    frame.hasGroup = false
    frame.isCopy = parent.isCopy
    frame.marked = MarkedShape(
      vertices: vertices, start: start, middle: middle, end: end,
      context: PaintContext(fill: .drawn(style.fill), stroke: .drawn(style.stroke)),
      rest: last.map { MarkedShape.Rest(shape: shape, style: $0, isNamed: first == nil) })
    push(frame)
    return true
  }

  /// A shape's path in its own coordinates; nothing when it has none.
  func ownGeometry(of element: SVGElementID, in space: UserSpace) -> Drawing {
    var shape = Drawing()
    shape.appendPath(PathInfo()) { build(element, in: space, &$0) }
    return shape
  }

  /// Adds a path that lies in a user space.
  /// - Returns: Whether it could be added.
  @discardableResult
  func add(
    _ shape: borrowing Drawing, as element: SVGElementID, _ style: Style, to group: GroupID,
    in space: UserSpace, isCopy: Bool, isNamed: Bool = true
  ) -> Bool {
    let path = drawing.pathCount
    let info = PathInfo(
      group: group, style: drawing.styleID(for: style), line: table[element].line)
    do throws(OutOfRange) {
      try drawing.appendPath(info) { (builder) throws(OutOfRange) in
        let first = builder.pointCount
        builder.append(shape[path: 0])
        guard builder.mapPoints(from: first, by: space.transform, limit: coordinateLimit) else {
          throw OutOfRange()
        }
      }
    } catch {
      warn(
        "svg.out-of-range",
        "'\(table.name(of: element))' isn't drawn: its coordinates are too large", at: element)
      return false
    }
    if drawing.points.count > limits.points {
      fail(
        "svg.too-many-points", "the drawing has more than \(limits.points) points", at: element)
      return false
    }
    if isNamed { addNames(of: element, isCopy: isCopy, toPath: path) }
    return true
  }

  /// The parts of a shape that are painted before and after its markers.
  private func parts(of style: Style, order: PaintOrder) -> (first: Style?, last: Style?) {
    let before = order.beforeMarkers
    var (first, last) = (style, style)
    if !before.contains(.fill) { first.fill = .none } else { last.fill = .none }
    if !before.contains(.stroke) { first.stroke = .none } else { last.stroke = .none }
    if !last.fill.isVisible && !last.stroke.isVisible { return (style, nil) }
    if !first.fill.isVisible && !first.stroke.isVisible { return (nil, style) }
    return (first, last)
  }

  /// A marker as a shape refers to it; nil when there is none to draw.
  private func marker(
    _ id: String, of shape: SVGElementID, strokeWidth: Double, in space: UserSpace
  ) -> SVGMarker? {
    guard let element = self.element(ofReference: "#" + id), table[element].kind == .marker else {
      warn(
        "svg.missing-reference",
        "'\(table.name(of: shape))' has markers '\(id.isEmpty ? "of another file" : "#" + id)', which "
          + "aren't there; it's drawn without them", at: shape)
      return nil
    }
    if frames.contains(where: { $0.element == element }) {
      warn(
        "svg.cyclic-reference",
        "the markers of '\(table.name(of: shape))' aren't drawn, since '#\(id)' would contain itself",
        at: shape)
      return nil
    }
    guard table.firstChild(of: element) != nil else { return nil }
    let computed = computedAside(element)
    var own = space
    own.fontSize = computed.properties.fontSize
    let three = SVGLength(3)
    let width = length(
      .markerWidth, .horizontal, of: element, in: own, default: three, isSize: true)
    let height = length(
      .markerHeight, .vertical, of: element, in: own, default: three, isSize: true)
    guard width > 0, height > 0 else { return nil }

    var content = Affine.identity
    var cut = Rect(x: 0, y: 0, width: width, height: height)
    var area = cut
    if let box = viewBox(of: element) {
      guard box.width > 0, box.height > 0 else { return nil }
      content = preserveAspectRatio(of: element).map(box, onto: cut)
      guard let inverse = content.inverted else { return nil }
      // What the viewport shows of the view box.
      let a = inverse.apply(cut.origin)
      let b = inverse.apply(Point(cut.maxX, cut.maxY))
      area = box.rect
      cut = Rect(
        minX: max(a.x, area.minX), minY: max(a.y, area.minY), maxX: min(b.x, area.maxX),
        maxY: min(b.y, area.maxY))
      (own.viewport.width, own.viewport.height) = (box.width, box.height)
    }
    let reference = content.apply(
      Point(
        referencePoint(.refX, .horizontal, area.minX, area.width, of: element, in: own),
        referencePoint(.refY, .vertical, area.minY, area.height, of: element, in: own)))
    if table.attribute(.viewBox, of: element) == nil {
      (own.viewport.width, own.viewport.height) = (width, height)
    }
    // Anything but `userSpaceOnUse` counts in stroke widths.
    let isInUserSpace =
      table.attribute(.markerUnits, of: element)?.value.trimmed.equals("userSpaceOnUse") ?? false
    let scale = isInUserSpace ? 1 : strokeWidth
    let map = content.then(.translation(x: -reference.x, y: -reference.y))
      .then(.scale(x: scale, y: scale))
    guard map.isFinite, map.determinant != 0 else { return nil }
    return SVGMarker(
      element: element, computed: computed, map: map, viewport: own.viewport,
      cut: computed.properties.overflow == .visible ? nil : cut,
      orientation: orientation(of: element))
  }

  /// `refX` or `refY`: a length, or a side or the centre of the view box.
  private func referencePoint(
    _ name: SVGAttributeName, _ axis: SVGLength.Axis, _ low: Double, _ extent: Double,
    of element: SVGElementID, in space: UserSpace
  ) -> Double {
    if let value = table.attribute(name, of: element)?.value.trimmed {
      if value.equals("center") { return low + extent / 2 }
      if value.equals(axis == .horizontal ? "left" : "top") { return low }
      if value.equals(axis == .horizontal ? "right" : "bottom") { return low + extent }
    }
    return length(name, axis, of: element, in: space, default: SVGLength(0))
  }

  private func orientation(of element: SVGElementID) -> SVGMarker.Orientation {
    guard let attribute = table.attribute(.orient, of: element) else { return .angle(0) }
    if let orientation = SVGMarker.Orientation(attribute.value) { return orientation }
    warn(
      "svg.bad-value",
      "'orient' is ignored: expected auto, auto-start-reverse or an angle, found "
        + quoted(attribute), attribute)
    return .angle(0)
  }

  /// The walk goes into the next marker of the shape of the innermost frame, if there is one more.
  func enterNextMarker() -> Bool {
    guard let marked = frames.last?.marked, let shape = frames.last,
      let (role, vertex) = marked.next(), let marker = marked[role],
      countCopy(of: marker.element)
    else { return false }
    var space = shape.space
    space.transform = marker.map(at: vertex, isStart: role == .start).then(space.transform)
    space.viewport = marker.viewport
    space.viewport.rootFontSize = shape.space.viewport.rootFontSize
    let properties = marker.computed.properties
    space.fontSize = properties.fontSize
    guard space.transform.isFinite, space.transform.determinant != 0 else { return true }
    reportLostEffects(of: marker.element, properties)
    // Where the first one didn't need to be cut, none of them does.
    let cut = marker.needsCut == false ? nil : marker.cut
    let hasGroup = cut != nil || properties.opacity != 1 || properties.clipPath != nil
    var group = shape.group
    if hasGroup {
      group = drawing.addGroup(Group(parent: group, opacity: properties.opacity))
    }
    var frame = Frame(
      element: marker.element, next: table.firstChild(of: marker.element),
      computed: marker.computed, space: space, group: group, outerGroup: group, clipSpace: space)
    if cut != nil, properties.clipPath != nil {
      frame.group = drawing.addGroup(Group(parent: group))
    }
    frame.hasGroup = hasGroup
    frame.isCopy = true
    frame.cut = cut
    frame.firstPath = drawing.pathCount
    frame.context = marked.context
    push(frame)
    return true
  }

  /// The walk leaves a shape whose markers are drawn: the rest of it follows.
  func endMarkedShape(_ frame: Frame, _ marked: MarkedShape) {
    guard failure == nil, let rest = marked.rest else { return }
    add(
      rest.shape, as: frame.element, rest.style, to: frame.outerGroup, in: frame.space,
      isCopy: frame.isCopy, isNamed: rest.isNamed)
  }
}
