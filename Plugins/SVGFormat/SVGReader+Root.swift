import Geometry
import PathModel
import PluginKit

extension SVGReader {
  /// The root begins: it makes the canvas.
  ///
  /// The canvas is the view box in its own units, and the size that `width` and `height` say; where
  /// their proportions differ, the part of user space that is visible. Only a view box that is
  /// stretched unevenly gets a canvas in pixels.
  func beginRoot() {
    let element = SVGElementID.root
    var space = UserSpace(
      transform: .identity, viewport: Viewport(width: 300, height: 150), fontSize: 16)
    drawing.document.attributes = names(of: element, isCopy: false)
    // A style sheet may give the root's size.
    let computed = compute(element, in: SVGComputed(SVGProperties()))
    guard placeCanvas(&space) else { return }
    let properties = computed.properties
    space.fontSize = properties.fontSize
    space.viewport.rootFontSize = properties.fontSize
    drawing.groups[0].opacity = properties.opacity
    if table.attribute(.color, of: element) != nil || properties.color != .black {
      drawing.document.color = properties.color
    }
    noteResolution()
    reportLostEffects(of: element, computed)
    if properties.isDisplayed { paintBackground(properties) }
    guard properties.isDisplayed, passesConditions(element) else { return }
    if table.attribute(.transform, of: element) != nil || properties.transform != nil {
      var moved = space
      moved.transform = .identity
      guard mapOwnSpace(&moved, of: element, computed) else { return }
      space.transform = moved.transform.then(space.transform)
      lose(
        "transform", code: "svg.root-transform",
        "'transform' of the root is applied to its content and not to its page", at: element)
    }
    frames.append(
      Frame(
        element: element, next: table.firstChild(of: element), computed: computed, space: space,
        group: .root, outerGroup: .root, clipSpace: space))
  }

  /// Paints the page in the colour that a style gives the root, as browsers do: a rectangle below all else.
  private func paintBackground(_ properties: SVGProperties) {
    let color: Color
    switch properties.background {
    case .color(let value): color = value
    case .currentColor: color = properties.color
    default: return
    }
    guard color.alpha > 0, let box = drawing.canvas?.box else { return }
    let info = PathInfo(
      style: drawing.styleID(for: Style(fill: .color(color))),
      attributes: drawing.attributesID(for: Attributes(classes: ["background"])),
      line: table[.root].line)
    drawing.appendPath(info) { builder in
      builder.move(to: box.origin)
      builder.line(to: Point(box.maxX, box.minY))
      builder.line(to: Point(box.maxX, box.maxY))
      builder.line(to: Point(box.minX, box.maxY))
      builder.close()
    }
  }

  /// Sets the canvas, the root's viewport and transform; false when nothing is to be drawn.
  private func placeCanvas(_ space: inout UserSpace) -> Bool {
    let box = viewBox(of: .root)
    let fit = preserveAspectRatio(of: .root)
    var (width, height) = (rootSize(.width), rootSize(.height))
    for size in [width, height] {
      if case .absolute(let length) = size, length.value == 0 {
        warn("svg.no-size", "the page has no size, so nothing is drawn", at: .root)
        return false
      }
    }
    guard let box else {
      if case .absolute(let w) = width { pageWidth = w }
      if case .absolute(let h) = height { pageHeight = h }
      isPageOpen = pageWidth == nil || pageHeight == nil
      if let pageWidth, let pageHeight {
        setPage(pageWidth, pageHeight)
        if let box = drawing.canvas?.box {
          space.viewport = Viewport(width: box.width, height: box.height)
        }
      }
      return true
    }
    guard box.width > 0, box.height > 0 else {
      warn("svg.no-size", "the viewBox has no size, so nothing is drawn", at: .root)
      return false
    }
    space.viewport = Viewport(width: box.width, height: box.height)
    // A size in percent is of a surrounding that a file doesn't have: the view box stands in.
    if case .portion(let p) = width { width = .absolute(Length(box.width * p, .px)) }
    if case .portion(let p) = height { height = .absolute(Length(box.height * p, .px)) }
    switch (width, height) {
    case (.absolute(let w), .absolute(let h)):
      guard let wide = w.pixels, let high = h.pixels, wide > 0, high > 0 else { break }
      let (kx, ky) = (wide / box.width, high / box.height)
      if (kx - ky).magnitude <= 1e-6 * max(kx, ky) {
        drawing.canvas = Canvas(box: box.rect, width: w, height: h)
      } else if fit.isNone {
        let page = Rect(x: 0, y: 0, width: wide, height: high)
        space.transform = fit.map(box, onto: page)
        drawing.canvas = Canvas(box: page, width: w, height: h)
      } else {
        drawing.canvas = Canvas(
          box: fit.visible(box, width: wide, height: high), width: w, height: h)
      }
    case (.absolute(let w), _):
      drawing.canvas = Canvas(
        box: box.rect, width: w, height: Length(w.value * (box.height / box.width), w.unit))
    case (_, .absolute(let h)):
      drawing.canvas = Canvas(
        box: box.rect, width: Length(h.value * (box.width / box.height), h.unit), height: h)
    default: drawing.canvas = Canvas(box: box.rect)
    }
    if let canvas = drawing.canvas {
      guard canvas.box.isFinite, canvas.box.width > 0, canvas.box.height > 0,
        canvas.pixelsPerUnit.isFinite, canvas.pixelsPerUnit > 0,
        let high = canvas.height.pixels, high > 0, high.isFinite
      else {
        warn(
          "svg.out-of-range",
          "the page's size and its viewBox differ beyond what numbers hold; the page is dropped",
          at: .root)
        drawing.canvas = nil
        space.transform = .identity
        return true
      }
      pixelsPerUnit = canvas.pixelsPerUnit
    }
    return true
  }

  private func setPage(_ width: Length, _ height: Length) {
    guard let wide = width.pixels, let high = height.pixels else { return }
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: wide, height: high), width: width, height: height)
  }

  /// A document that doesn't say how large it is gets a page from the origin to where its ink ends, as
  /// renderers have it.
  func closePage() {
    guard isPageOpen, let ink = drawing.inkBounds(), ink.maxX > 0, ink.maxY > 0,
      ink.maxX <= coordinateLimit, ink.maxY <= coordinateLimit
    else { return }
    setPage(pageWidth ?? Length(ink.maxX, .px), pageHeight ?? Length(ink.maxY, .px))
  }

  private enum RootSize {
    case absolute(Length)
    /// A part of the view box.
    case portion(Double)
    case unknown
  }

  private func rootSize(_ name: SVGAttributeName) -> RootSize {
    guard let attribute = geometry(name, of: .root), !attribute.value.trimmed.equals("auto")
    else {
      return .unknown
    }
    guard let length = SVGLength(attribute.value), length.value >= 0,
      length.value <= coordinateLimit
    else {
      warn(
        "svg.bad-length",
        "'\(name.rawValue)' of the root is ignored: expected a length that isn't negative, found "
          + quoted(attribute), attribute)
      return .unknown
    }
    if let absolute = length.absolute { return .absolute(absolute) }
    guard length.unit == .percent, length.value > 0 else { return .unknown }
    // 100% of nothing known is the same as no size.
    return length.value == 100 ? .unknown : .portion(length.value / 100)
  }

  /// The `viewBox` of an element.
  func viewBox(of element: SVGElementID) -> ViewBox? {
    guard let attribute = table.attribute(.viewBox, of: element) else { return nil }
    if let box = ViewBox(attribute.value) { return box }
    warn(
      "svg.bad-view-box",
      "'viewBox' is ignored: expected four numbers of which the last two aren't negative, found "
        + quoted(attribute), attribute)
    return nil
  }

  /// The `preserveAspectRatio` of an element.
  func preserveAspectRatio(of element: SVGElementID) -> PreserveAspectRatio {
    guard let attribute = table.attribute(.preserveAspectRatio, of: element) else {
      return PreserveAspectRatio()
    }
    if let value = PreserveAspectRatio(attribute.value) { return value }
    warn(
      "svg.bad-aspect-ratio",
      "'preserveAspectRatio' is ignored: expected such as 'xMidYMid meet', found "
        + quoted(attribute), attribute)
    return PreserveAspectRatio()
  }
}
