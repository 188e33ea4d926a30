import Geometry
import PathModel
import PluginKit

// Markers (SVG 2, section 13.7): symbols on the vertices of a shape.

extension SVGReader {
  /// The markers that a shape's properties mean.
  struct Markers {
    var start: SVGMarker?
    var middle: SVGMarker?
    var end: SVGMarker?

    var isEmpty: Bool { start == nil && middle == nil && end == nil }
  }

  /// Finds the markers of a shape.
  func markers(
    of element: SVGElementID, _ computed: SVGComputed, in space: UserSpace
  ) -> Markers {
    if computed.properties.markers.isEmpty { return Markers() }
    let width = computed.properties.strokeWidth.resolved(
      fontSize: space.fontSize, viewport: space.viewport, axis: .diagonal)
    func marker(_ id: String?) -> SVGMarker? {
      id.flatMap { self.marker($0, of: element, strokeWidth: width, in: space) }
    }
    return Markers(
      start: marker(computed.properties.markers.start),
      middle: marker(computed.properties.markers.middle),
      end: marker(computed.properties.markers.end))
  }

  /// Draws a shape with its markers: what is painted before them at once, the markers and the rest in the
  /// walk that follows.
  /// - Parameters:
  ///   - shape: The shape, whose style has neither opacity nor a clip.
  ///   - markers: Its markers; at least one.
  ///   - group: The group that it lies in.
  ///   - parent: The frame that it lies in.
  func beginMarkedShape(
    _ shape: OwnShape, _ markers: Markers, to group: GroupID, _ parent: Frame
  ) {
    let (first, rest) = parts(of: shape.style, order: shape.computed.properties.paintOrder)
    if let first {
      var part = shape
      part.style = first
      guard add(part, to: group) else { return }
    }
    let frame = Frame(
      element: shape.element, next: nil, computed: shape.computed, space: shape.space,
      group: drawing.addGroup(Group(parent: group)), outerGroup: group, clipSpace: shape.space)
    frame.hasGroup = false
    frame.isCopy = parent.isCopy
    frame.marked = MarkedShape(
      vertices: shape.vertices(table[shape.element].kind), markers,
      context: PaintContext(fill: .drawn(shape.style.fill), stroke: .drawn(shape.style.stroke)),
      rest: rest.map { style in
        var part = shape
        part.style = style
        part.isNamed = first == nil
        return part
      })
    push(frame)
  }

  /// The parts of a style that are painted before and after markers.
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
    guard let element = self.element(named: id), table[element].kind == .marker else {
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
    reportLostEffects(of: marker.element, marker.computed)
    // Where the first one didn't need to be cut, none of them does.
    let cut = marker.needsCut == false ? nil : marker.cut
    let hasGroup = cut != nil || properties.opacity != 1 || properties.clipPath != nil
    var group = shape.group
    if hasGroup {
      group = drawing.addGroup(Group(parent: group, opacity: properties.opacity))
    }
    let frame = Frame(
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
    add(rest, to: frame.outerGroup)
  }
}
