import Geometry
import PathModel
import PluginKit

extension SVGReader {
  /// An element begins; its attributes are collected.
  func begin(_ element: SVGElement, name: String) {
    guard let parent = open.last else {
      beginRoot()
      return
    }
    var child = OpenElement(
      element: element, isDrawn: false, properties: parent.properties, transform: parent.transform,
      viewport: parent.viewport, group: parent.group)
    switch element {
    case .svg, .g, .a, .switch:
      if isRendered(element) { beginContainer(&child, name: name) }
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse:
      if isRendered(element) { beginShape(&child, name: name) }
    case .linearGradient, .radialGradient: beginGradient(&child)
    case .stop: addStop(to: parent, name: name)
    case .pattern:
      if let id = attribute(.id)?.value.text() { servers.addPattern(id: id) }
    case .title, .desc:
      if parent.isDrawn || parent.path != nil { collectText() }
    case .style:
      child.place = tagPlace
      collectText()
    case .text:
      if isRendered(element) {
        properties(of: &child, name: name)
        if child.properties.isDisplayed, child.properties.isVisible {
          child.place = tagPlace
          collectText()
        }
      }
    case .use, .image, .foreignObject, .unknown:
      if isRendered(element) {
        properties(of: &child, name: name)
        if child.properties.isDisplayed, child.properties.isVisible { loseElement(element, name) }
      }
    case .animate, .animateTransform, .animateMotion, .animateColor, .set, .discard:
      if parent.isDrawn || parent.path != nil {
        log.add(
          Diagnostic(
            .loss, "svg.animation",
            "'\(name)' isn't played; the drawing is as it stands before any animation",
            at: tagPlace, kind: "animation"))
      }
    case .script:
      log.add(
        Diagnostic(
          .loss, "svg.script", "scripts aren't run and aren't carried over", at: tagPlace,
          kind: "script"))
    case .defs, .symbol, .clipPath, .mask, .marker, .filter, .metadata, .view, .cursor, .font,
      .fontFace, .colorProfile, .solidcolor, .hatch, .mesh, .meshgradient, .meshGradient, .foreign:
      // Not drawn themselves; what refers to them says so.
      break
    }
    open.append(child)
  }

  /// The innermost element ends.
  func end() {
    guard let element = open.popLast() else { return }
    switch element.element {
    case .title, .desc:
      let words = takeText()
      guard !words.isEmpty, !open.isEmpty else { return }
      let parent = open.count - 1
      if element.element == .title {
        if open[parent].names.title == nil { open[parent].names.title = words }
      } else if open[parent].names.description == nil {
        open[parent].names.description = words
      }
    case .style:
      if !takeText().isEmpty { loseSheet(at: element.place) }
    case .text:
      guard let place = element.place else { return }
      let words = takeText()
      if words.isEmpty { return }
      var first = String(words.unicodeScalars.prefix(40))
      if first.unicodeScalars.count < words.unicodeScalars.count { first += "…" }
      log.add(
        Diagnostic(
          .loss, "svg.text",
          "text isn't drawn: \"\(first)\"; convert it to paths in the program it comes from",
          at: place, kind: "text"))
    case .svg, .g, .a, .switch:
      if let cut = element.cut { reportCut(cut, of: element) }
      if open.isEmpty {
        drawing.document.attributes = element.names
      } else if element.group != open[open.count - 1].group {
        drawing.groups[Int(element.group.index)].attributes = element.names
      }
    default:
      if let path = element.path, !element.names.isEmpty {
        var info = drawing.records[path].info
        info.attributes = drawing.attributesID(for: element.names)
        drawing.setInfo(info, ofPath: path)
      }
    }
  }

  /// The document has ended: what was put off is settled.
  func finish() {
    if !servers.references.isEmpty {
      let paints = servers.references.map { settle($0) }
      func settled(_ paint: Paint) -> Paint {
        guard case .gradient(let id) = paint, Int(id.index) < paints.count else { return paint }
        return paints[Int(id.index)]
      }
      drawing.mapStyles { style in
        style.fill = settled(style.fill)
        style.stroke = settled(style.stroke)
      }
    }
    drawing.assignKeys()
  }

  // MARK: Containers

  /// Whether an element is painted here at all: its parent is, and if that is a `switch` this is
  /// the child that was chosen.
  private func isRendered(_ element: SVGElement) -> Bool {
    guard let parent = open.last, parent.isDrawn else { return false }
    let passes = passesConditions
    guard parent.element == .switch else { return passes }
    guard passes, !parent.hasChosen else { return false }
    open[open.count - 1].hasChosen = true
    return true
  }

  /// Conditional processing (SVG 2, section 5.8): no extension is supported, the language is
  /// English.
  var passesConditions: Bool {
    if attribute(.requiredExtensions) != nil { return false }
    guard let languages = attribute(.systemLanguage) else { return true }
    for language in languages.value.text().split(separator: ",") {
      let word = language.drop { $0 == " " }.lowercased()
      if word == "en" || word.hasPrefix("en-") || word.hasPrefix("en ") { return true }
    }
    return false
  }

  private func beginContainer(_ child: inout OpenElement, name: String) {
    properties(of: &child, name: name)
    guard child.properties.isDisplayed, mapOwnSpace(&child, name: name) else { return }
    if child.element == .svg, !beginViewport(&child) { return }
    child.isDrawn = true
    child.names = names()
    if child.element == .a, attribute(.href) != nil {
      log.add(
        Diagnostic(
          .loss, "svg.link", "a link's target isn't carried over; what it surrounds is",
          at: tagPlace, kind: "link"))
    }
    reportLostEffects(child.properties, name)
    child.group = drawing.addGroup(
      Group(
        parent: child.group, opacity: child.properties.opacity,
        isLayer: attribute(.groupmode)?.value.equals("layer") ?? false))
  }

  /// Takes in an element's `transform`; false when it flattens the plane, so that nothing shows.
  func mapOwnSpace(_ child: inout OpenElement, name: String) -> Bool {
    guard var map = child.properties.transform ?? transformAttribute(name) else { return true }
    if let origin = child.properties.transformOrigin {
      map = map.about(
        origin.resolved(fontSize: child.properties.fontSize, viewport: child.viewport))
    }
    child.transform = map.then(child.transform)
    guard child.transform.isFinite else {
      log.add(
        Diagnostic(
          .warning, "svg.out-of-range",
          "'\(name)' isn't drawn: its transforms grow without bound", at: tagPlace))
      return false
    }
    return child.transform.determinant != 0
  }

  private func transformAttribute(_ name: String) -> Affine? {
    guard let attribute = attribute(.transform) else { return nil }
    switch Affine.read(transformList: attribute.value) {
    case .success(let map): return map
    case .failure(let error):
      warn(
        "svg.bad-transform",
        "'transform' of '\(name)' is ignored: \(error.fault.message)", attribute,
        at: error.fault.offset)
      return nil
    }
  }

  /// Makes a nested `svg`'s own viewport; false when it has no size, so that nothing shows.
  private func beginViewport(_ child: inout OpenElement) -> Bool {
    let x = length(.x, .horizontal, of: child, default: SVGLength(0))
    let y = length(.y, .vertical, of: child, default: SVGLength(0))
    let full = SVGLength(100, .percent)
    let width = length(.width, .horizontal, of: child, default: full, isSize: true)
    let height = length(.height, .vertical, of: child, default: full, isSize: true)
    guard width > 0, height > 0 else { return false }
    let viewport = Rect(x: x, y: y, width: width, height: height)
    var map = Affine.translation(x: x, y: y)
    (child.viewport.width, child.viewport.height) = (width, height)
    if let box = viewBox() {
      guard box.width > 0, box.height > 0 else { return false }
      map = preserveAspectRatio().map(box, onto: viewport)
      (child.viewport.width, child.viewport.height) = (box.width, box.height)
    }
    if !child.properties.isOverflowVisible {
      // In the svg's own user space, in which the content's points are looked at later.
      guard let inverse = map.inverted else { return false }
      let a = inverse.apply(viewport.origin)
      let b = inverse.apply(Point(viewport.maxX, viewport.maxY))
      child.cut = (
        Rect(minX: min(a.x, b.x), minY: min(a.y, b.y), maxX: max(a.x, b.x), maxY: max(a.y, b.y)),
        drawing.points.count
      )
      child.place = tagPlace
    }
    child.transform = map.then(child.transform)
    return child.transform.isFinite && child.transform.determinant != 0
  }

  /// Reports the clip of a nested `svg` when a point of its content lies beyond it.
  private func reportCut(_ cut: (box: Rect, firstPoint: Int), of element: OpenElement) {
    guard let inverse = element.transform.inverted else { return }
    let slack = 1e-6 * max(cut.box.width, cut.box.height)
    let box = cut.box.inset(by: -slack)
    for i in cut.firstPoint..<max(cut.firstPoint, drawing.points.count)
    where !box.contains(inverse.apply(drawing.points[i])) {
      log.add(
        Diagnostic(
          .loss, "svg.clip",
          "a nested 'svg' cuts its content off at its edges; here it isn't cut", at: element.place,
          kind: "clip"))
      return
    }
  }

  /// The names of the element that begins.
  func names() -> Attributes {
    var names = Attributes()
    for attribute in attributes {
      switch attribute.name {
      case .id: names.id = attribute.value.text()
      case .class:
        names.classes = attribute.value.text().split { $0 == " " || $0 == "\n" || $0 == "\t" }
          .map { String($0) }
      case .label: names.label = attribute.value.text()
      default: break
      }
    }
    names.more = kept
    return names
  }

  // MARK: Gradients

  private func beginGradient(_ child: inout OpenElement) {
    let href = attribute(.href)?.value.text()
    child.gradient = servers.addGradient(
      id: attribute(.id)?.value.text(),
      parent: href.flatMap { $0.hasPrefix("#") ? String($0.dropFirst()) : nil })
    var properties = child.properties.inherited
    apply(to: &properties, parent: child.properties, name: "gradient")
    child.properties = properties
  }

  private func addStop(to parent: OpenElement, name: String) {
    guard let row = parent.gradient else { return }
    var properties = parent.properties.inherited
    apply(to: &properties, parent: parent.properties, name: name)
    var color =
      switch properties.stopColor {
      case .color(let color): color
      case .currentColor: properties.color
      case .none, .server: Color.black
      }
    color.alpha *= properties.stopOpacity
    servers.addStop(color, to: row)
  }

  private func settle(_ reference: SVGPaintServers.Reference) -> Paint {
    func words(_ paint: Paint) -> String { paint.color?.css ?? "not at all" }
    func lose(_ kind: String, _ what: String, _ paint: Paint) -> Paint {
      log.add(
        Diagnostic(
          .loss, Diagnostic.Code(rawValue: "svg." + kind),
          "the \(reference.property) of '\(reference.element)' is \(what) (#\(reference.id)); "
            + "it's painted \(words(paint))", at: reference.place, kind: kind,
          count: reference.count))
      return paint
    }
    switch servers.outcome(of: reference) {
    case .exact(let paint): return paint
    case .gradient(let paint): return lose("gradient", "a gradient", paint)
    case .pattern(let paint): return lose("pattern", "a pattern", paint)
    case .cyclic(let paint):
      log.add(
        Diagnostic(
          .warning, "svg.cyclic-reference",
          "the \(reference.property) of '\(reference.element)' is a gradient that is made after "
            + "itself (#\(reference.id)); it's painted \(words(paint))", at: reference.place,
          count: reference.count))
      return paint
    case .missing(let paint):
      let target = reference.id.isEmpty ? "another file" : "'#\(reference.id)'"
      log.add(
        Diagnostic(
          .warning, "svg.missing-reference",
          "the \(reference.property) of '\(reference.element)' refers to \(target), which isn't a "
            + "gradient or a pattern here; it's painted \(words(paint))", at: reference.place,
          count: reference.count))
      return paint
    }
  }

  // MARK: Text and losses

  private func collectText() {
    wantsText = true
    text.removeAll(keepingCapacity: true)
  }

  /// The collected text, each run of white space one space.
  private func takeText() -> String {
    wantsText = false
    return String(decoding: text, as: UTF8.self).split { $0.isWhitespace }.joined(separator: " ")
  }

  func loseSheet(at place: Diagnostic.Place?) {
    log.add(
      Diagnostic(
        .loss, "svg.css",
        "style sheets aren't read; write the styles as attributes ('plain SVG') or in style=\"\"",
        at: place, kind: "css"))
  }

  private func loseElement(_ element: SVGElement, _ name: String) {
    let target = attribute(.href)?.value.text() ?? ""
    let start = String(target.unicodeScalars.prefix(60))
    let (kind, message) =
      switch element {
      case .use:
        ("use", "'use' of '\(start)' isn't drawn; replace clones by copies ('unlink')")
      case .image: ("image", "an image isn't drawn; a drawing is made of paths")
      case .foreignObject: ("foreign", "'foreignObject' isn't drawn; a drawing is made of paths")
      default: ("element", "'\(name)' isn't an element that is understood; it isn't drawn")
      }
    log.add(
      Diagnostic(
        .loss, Diagnostic.Code(rawValue: "svg." + kind), message, at: tagPlace, kind: kind))
  }

  func reportLostEffects(_ properties: SVGProperties, _ name: String) {
    for effect in properties.lost {
      log.add(
        Diagnostic(
          .loss, Diagnostic.Code(rawValue: "svg." + effect.kind),
          "'\(effect.property)' of '\(name)' has no effect; the element itself is drawn",
          at: tagPlace, kind: effect.kind))
    }
  }
}
