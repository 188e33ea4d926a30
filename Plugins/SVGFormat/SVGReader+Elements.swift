import Geometry
import PathModel
import PluginKit

extension SVGReader {
  /// The walk comes to an element in the innermost frame.
  func visit(_ element: SVGElementID, in parent: Frame) {
    if parent.isCopy, !countCopy(of: element) { return }
    switch table[element].kind {
    case .symbol where parent.isUse: beginContainer(element, in: parent)
    case .use: if passesConditions(element) { beginUse(element, in: parent) }
    case .svg, .g, .a, .switch:
      if passesConditions(element) { beginContainer(element, in: parent) }
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse:
      if passesConditions(element) { addShape(element, in: parent) }
    case .title, .desc: addWords(of: element, to: parent)
    case .text: if passesConditions(element) { addText(element, in: parent) }
    case .image, .foreignObject, .unknown:
      guard passesConditions(element) else { return }
      let properties = compute(element, in: parent.computed).properties
      if properties.isDisplayed, properties.isVisible { loseElement(element) }
    case .animate, .animateTransform, .animateMotion, .animateColor, .set, .discard:
      loseAnimation(element)
    case .defs, .symbol, .clipPath, .mask, .marker, .filter, .metadata, .view, .cursor, .font,
      .fontFace, .colorProfile, .solidcolor, .hatch, .mesh, .meshgradient, .meshGradient, .foreign,
      .linearGradient, .radialGradient, .stop, .pattern, .style, .script, .tspan, .textPath, .tref,
      .altGlyph:
      // Not drawn themselves; what refers to them says so.
      break
    }
  }

  // MARK: Containers

  /// Conditional processing (SVG 2, section 5.8): no extension is supported, the language is
  /// English.
  func passesConditions(_ element: SVGElementID) -> Bool {
    guard table[element].traits.contains(.conditions) else { return true }
    if table.attribute(.requiredExtensions, of: element) != nil { return false }
    guard let languages = table.attribute(.systemLanguage, of: element) else { return true }
    for language in languages.value.text().split(separator: ",") {
      let word = language.drop { $0 == " " }.lowercased()
      if word == "en" || word.hasPrefix("en-") || word.hasPrefix("en ") { return true }
    }
    return false
  }

  private func beginContainer(_ element: SVGElementID, in parent: Frame) {
    let kind = table[element].kind
    let computed = compute(element, in: parent.computed)
    var space = parent.space
    space.fontSize = computed.properties.fontSize
    guard computed.properties.isDisplayed, mapOwnSpace(&space, of: element, computed)
    else { return }
    let clipSpace = space
    var cut: Rect?
    if kind == .svg || kind == .symbol {
      let user = parent.isUse ? parent.element : nil
      guard let viewport = beginViewport(of: element, usedBy: user, &space)
      else { return }
      if !computed.properties.isOverflowVisible { cut = viewport }
    }
    if kind == .a, table.attribute(.href, of: element) != nil {
      lose("link", "a link's target isn't carried over; what it surrounds is", at: element)
    }
    reportLostEffects(of: element, computed)
    // In a pattern, whose content is a group already, one that says nothing more isn't another one.
    let hasGroup =
      !parent.isPattern || kind != .g || computed.properties.opacity != 1
      || computed.properties.clipPath != nil || hasNames(element, isCopy: true)
    let group = hasGroup ? addGroup(of: element, computed, in: parent) : parent.group
    let frame = Frame(
      element: element, next: table.firstChild(of: element), computed: computed, space: space,
      group: group, outerGroup: group, clipSpace: clipSpace)
    if cut != nil, computed.properties.clipPath != nil {
      frame.group = drawing.addGroup(Group(parent: group))
    }
    frame.hasGroup = hasGroup
    frame.isCopy = parent.isCopy
    frame.context = parent.context
    frame.cut = cut
    frame.firstPath = drawing.pathCount
    if kind == .switch {
      addWords(ofChildrenOf: element, to: frame)
      frame.isChoice = true
      frame.next = choice(of: element)
    }
    push(frame)
  }

  /// Adds the group that an element becomes.
  func addGroup(
    of element: SVGElementID, _ computed: SVGComputed, in parent: Frame
  ) -> GroupID {
    drawing.addGroup(
      Group(
        parent: parent.group, attributes: names(of: element, isCopy: parent.isCopy),
        opacity: computed.properties.opacity,
        isLayer: table.attribute(.groupmode, of: element)?.value.equals("layer") ?? false))
  }

  /// The walk goes into an element.
  func push(_ frame: Frame) {
    // The parser has counted how deep elements are nested; this counts what `use` adds to it.
    guard frames.count < limits.depth else {
      fail(
        "svg.too-deep",
        "elements and what 'use' and markers repeat in them are nested more than \(limits.depth) deep",
        at: frame.element)
      return
    }
    frames.append(frame)
  }

  /// The child of a `switch` that is drawn: the first whose conditions hold, and that can be drawn at
  /// all.
  private func choice(of element: SVGElementID) -> SVGElementID? {
    table.children(of: element).first { child in
      switch table[child].kind {
      case .svg, .g, .a, .switch, .path, .line, .polyline, .polygon, .rect, .circle, .ellipse,
        .text, .use, .image:
        passesConditions(child)
      default: false
      }
    }
  }

  /// Takes in an element's `transform`; false when it flattens the plane, so that nothing shows.
  func mapOwnSpace(
    _ space: inout UserSpace, of element: SVGElementID, _ computed: SVGComputed
  ) -> Bool {
    guard var map = computed.properties.transform ?? transformAttribute(of: element) else {
      return true
    }
    if let origin = computed.properties.transformOrigin {
      map = map.about(
        origin.resolved(fontSize: computed.properties.fontSize, viewport: space.viewport))
    }
    space.transform = map.then(space.transform)
    guard space.transform.isFinite else {
      warn(
        "svg.out-of-range",
        "'\(table.name(of: element))' isn't drawn: its transforms grow without bound", at: element)
      return false
    }
    return space.transform.determinant != 0
  }

  private func transformAttribute(of element: SVGElementID) -> Affine? {
    guard let attribute = table.attribute(.transform, of: element) else { return nil }
    switch Affine.read(transformList: attribute.value) {
    case .success(let map): return map
    case .failure(let error):
      warn(
        "svg.bad-transform",
        "'transform' of '\(table.name(of: element))' is ignored: \(error.fault.message)", attribute,
        at: error.fault.offset)
      return nil
    }
  }

  /// Makes the own viewport of a nested `svg` or a `symbol`, and tells where it lies in its own user space; nil when it
  /// has no size, so that nothing shows.
  private func beginViewport(
    of element: SVGElementID, usedBy user: SVGElementID?, _ space: inout UserSpace
  ) -> Rect? {
    let x = length(.x, .horizontal, of: element, in: space, default: SVGLength(0))
    let y = length(.y, .vertical, of: element, in: space, default: SVGLength(0))
    let full = SVGLength(100, .percent)
    /// What refers to it may give it another size.
    func size(_ name: SVGAttributeName, _ axis: SVGLength.Axis) -> Double {
      if let user, let attribute = geometry(name, of: user),
        !attribute.value.trimmed.equals("auto")
      {
        return length(name, axis, of: user, in: space, default: full, isSize: true)
      }
      return length(name, axis, of: element, in: space, default: full, isSize: true)
    }
    let (width, height) = (size(.width, .horizontal), size(.height, .vertical))
    guard width > 0, height > 0 else { return nil }
    let viewport = Rect(x: x, y: y, width: width, height: height)
    var map = Affine.translation(x: x, y: y)
    (space.viewport.width, space.viewport.height) = (width, height)
    if let box = viewBox(of: element) {
      guard box.width > 0, box.height > 0 else { return nil }
      map = preserveAspectRatio(of: element).map(box, onto: viewport)
      (space.viewport.width, space.viewport.height) = (box.width, box.height)
    }
    space.transform = map.then(space.transform)
    guard space.transform.isFinite, space.transform.determinant != 0, let inverse = map.inverted
    else { return nil }
    let a = inverse.apply(viewport.origin)
    let b = inverse.apply(Point(viewport.maxX, viewport.maxY))
    return Rect(
      minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y))
  }

  /// The walk leaves an element: what depends on its content is settled.
  func leave(_ frame: Frame) {
    if let marked = frame.marked { endMarkedShape(frame, marked) }
    guard frame.hasGroup, drawing.pathCount > frame.firstPath else { return }
    if let reference = frame.computed.properties.clipPath {
      let clip = self.clip(reference, of: frame.element, in: frame.clipSpace) {
        bounds(ofPathsFrom: frame.firstPath, in: frame.clipSpace)
      }
      drawing.groups[Int(frame.outerGroup.index)].clip = clip
    }
    if let cut = frame.cut {
      let isCut = reaches(from: frame.firstPath, beyond: cut, in: frame.space)
      if isCut { drawing.groups[Int(frame.group.index)].clip = addClip(of: cut, in: frame.space) }
      frames.last?.marked?.didDrawMarker(isCut: isCut)
    }
  }

  /// Whether any path from one on may paint beyond a rectangle of a user space.
  private func reaches(from firstPath: Int, beyond box: Rect, in space: UserSpace) -> Bool {
    guard let inverse = space.transform.inverted else { return false }
    // Where looking would take too long, it's cut in any case.
    guard countBoxWork(from: firstPath) else { return true }
    let box = box.inset(by: -1e-6 * max(box.width, box.height))
    let scale =
      (inverse.a * inverse.a + inverse.b * inverse.b + inverse.c * inverse.c
      + inverse.d * inverse.d).squareRoot()
    for row in firstPath..<max(firstPath, drawing.pathCount) {
      let record = drawing.records[row]
      let style = drawing.styles[Int(record.info.style.index)]
      var inner = box
      if style.hasVisibleStroke {
        let reach = style.strokeWidth / 2 * max(1.5, style.join == .miter ? style.miterLimit : 1)
        inner = box.inset(by: min(reach * scale, max(box.width, box.height)))
      }
      for i in record.pointRange where !inner.contains(inverse.apply(drawing.points[i])) {
        return true
      }
    }
    return false
  }

  // MARK: Names

  /// Whether an element is called anything.
  func hasNames(_ element: SVGElementID, isCopy: Bool) -> Bool {
    !names(of: element, isCopy: isCopy).isEmpty
  }

  /// What an element is called. A copy isn't called by the id of the original.
  func names(of element: SVGElementID, isCopy: Bool) -> Attributes {
    guard table[element].traits.contains(.names) else { return Attributes() }
    var (id, label): (String?, String?)
    var classes: [String] = []
    var more: [NamedValue] = []
    for i in table.attributeRange(of: element) {
      let row = table.attributes[i]
      switch row.known {
      case nil:
        let name = table.names[Int(row.name)]
        if name.isKept {
          more.append(NamedValue(name.local, text(ofAttribute: i, of: element)))
        }
      case .id: if !isCopy { id = text(ofAttribute: i, of: element) }
      case .class: classes = table.attribute(at: i, of: element).value.words
      case .label: label = text(ofAttribute: i, of: element)
      default: break
      }
    }
    return Attributes(id: id, classes: classes, label: label, more: more)
  }

  private func text(ofAttribute row: Int, of element: SVGElementID) -> String {
    table.attribute(at: row, of: element).value.text()
  }

  /// Gives a frame's group, or the document, the words of a title or a description in it.
  private func addWords(of child: SVGElementID, to frame: Frame) {
    guard frame.hasGroup else { return }
    if frame.element == .root {
      addWords(of: child, to: &drawing.document.attributes)
    } else {
      addWords(of: child, to: &drawing.groups[Int(frame.outerGroup.index)].attributes)
    }
  }

  func addWords(ofChildrenOf element: SVGElementID, to frame: Frame) {
    for child in table.children(of: element) { addWords(of: child, to: frame) }
  }

  /// Takes in the words of a title or a description; the first of each counts.
  func addWords(of child: SVGElementID, to names: inout Attributes) {
    switch table[child].kind {
    case .title:
      if names.title == nil { names.title = words(of: child) }
    case .desc:
      if names.description == nil { names.description = words(of: child) }
    default: break
    }
  }

  private func words(of element: SVGElementID) -> String? {
    let words = table.words(of: element)
    return words.isEmpty ? nil : words
  }

  // MARK: Losses

  /// Reports what counts wherever it stands in the document.
  func reportOnWholeDocument() {
    for i in table.rows.indices {
      let element = SVGElementID(UInt32(truncatingIfNeeded: i))
      switch table.rows[i].kind {
      case .script:
        lose("script", "scripts aren't run and aren't carried over", at: element)
      default: break
      }
    }
  }

  func loseAnimation(_ element: SVGElementID) {
    lose(
      "animation",
      "'\(table.name(of: element))' isn't played; the drawing is as it stands before any animation",
      at: element)
  }

  private func loseElement(_ element: SVGElementID) {
    switch table[element].kind {
    case .image: lose("image", "an image isn't drawn; a drawing is made of paths", at: element)
    case .foreignObject:
      lose("foreign", "'foreignObject' isn't drawn; a drawing is made of paths", at: element)
    default:
      // Viewers leave it out too, so nothing of the picture is lost.
      let name = table.name(of: element)
      warnOnce(
        "svg.unknown-element",
        name == "flowRoot"
          ? "'flowRoot' is text of a draft of SVG 1.2, which viewers don't draw; it's left out"
          : "'\(name)' isn't an element of SVG; it's left out", key: name, of: .root,
        at: place(of: element))
    }
  }

  func reportLostEffects(of element: SVGElementID, _ computed: SVGComputed) {
    guard computed.properties.hasRare else { return }
    for effect in computed.properties.lost {
      // It says something of a transform alone.
      if effect.property == SVGAttributeName.transformBox.rawValue,
        computed.properties.transform == nil,
        table.attribute(.transform, of: element) == nil
      {
        continue
      }
      lose(
        effect.kind,
        "'\(effect.property)' of '\(table.name(of: element))' has no effect; the element itself is "
          + "drawn", at: element)
    }
  }
}
