import PathModel

/// The properties of one element: those that its children inherit and, cleared for each element,
/// those that they don't.
struct SVGProperties {
  // Inherited.
  var color = Color.black
  var fill = SVGPaint.color(.black)
  var fillOpacity = 1.0
  var fillRule = FillRule.nonzero
  var clipRule = FillRule.nonzero
  var stroke = SVGPaint.none
  var strokeOpacity = 1.0
  var strokeWidth = SVGLength(1)
  var cap = Style.Cap.butt
  var join = Style.Join.miter
  var miterLimit = 4.0
  var dashes: [SVGLength] = []
  var dashOffset = SVGLength(0)
  var paintOrder = PaintOrder.normal
  var isVisible = true
  var fontSize = 16.0
  private var someMarkers: Box<Markers>?
  var text = SharedTextProperties()
  /// Whether the join is a miter in place of one of SVG 2's: `arcs`, or `miter-clip`.
  var joinsByArcs = false
  var joinsByClippedMiters = false

  // Not inherited.
  var opacity = 1.0
  var isDisplayed = true
  var overflow = Overflow.unsaid
  var hasFixedStroke = false
  var stopOpacity = 1.0
  private var rare: Box<Rare>?
  /// Whether any of those below was set that few elements have.
  var hasRare: Bool { rare != nil }
  /// Whether one of those that aren't inherited was set.
  private(set) var hasOwn = false

  /// What few elements have, none of it inherited. It lies behind a reference, so that the properties of the
  /// others are copied and freed fast.
  private struct Rare {
    var stopColor = SVGPaint.color(.black)
    var background = SVGPaint.none
    var transform: Affine?
    var transformOrigin: TransformOrigin?
    var clipPath: String?
    var lost: [LostEffect] = []
  }

  /// A value behind a reference, never changed.
  private final class Box<Value> {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private mutating func changeRare(_ change: (inout Rare) -> Void) {
    var value = rare?.value ?? Rare()
    change(&value)
    rare = Box(value)
  }

  var stopColor: SVGPaint {
    get { rare?.value.stopColor ?? .color(.black) }
    set { changeRare { $0.stopColor = newValue } }
  }
  /// What the page is painted with, of the root alone; CSS has it, SVG doesn't.
  var background: SVGPaint {
    get { rare?.value.background ?? .none }
    set { changeRare { $0.background = newValue } }
  }
  /// What `transform` in `style` says, in place of the attribute.
  var transform: Affine? {
    get { rare?.value.transform }
    set {
      hasOwn = true
      changeRare { $0.transform = newValue }
    }
  }
  var transformOrigin: TransformOrigin? {
    get { rare?.value.transformOrigin }
    set { changeRare { $0.transformOrigin = newValue } }
  }
  /// The id of the `clipPath` that it's cut to; empty when that isn't one of this file.
  var clipPath: String? {
    get { rare?.value.clipPath }
    set { if rare != nil || newValue != nil { changeRare { $0.clipPath = newValue } } }
  }
  /// The properties that have an effect that isn't carried, by the kind of loss.
  var lost: [LostEffect] {
    get { rare?.value.lost ?? [] }
    set { if rare != nil || !newValue.isEmpty { changeRare { $0.lost = newValue } } }
  }
  var markers: Markers {
    get { someMarkers?.value ?? Markers() }
    set { someMarkers = newValue.isEmpty ? nil : Box(newValue) }
  }

  /// The ids of the markers on a shape's vertices; empty for those of another file.
  struct Markers: Hashable {
    var start: String?
    var middle: String?
    var end: String?

    var isEmpty: Bool { start == nil && middle == nil && end == nil }
  }

  /// What becomes of content beyond the edges. Where nothing is said, what has a viewport of its own hides
  /// it.
  enum Overflow { case unsaid, visible, hidden }

  var isOverflowVisible: Bool { overflow == .visible }

  /// An effect on an element that isn't carried.
  struct LostEffect {
    var kind: String
    var property: String
  }

  init() {}

  /// Whether anything may depend on the bounding box of the element.
  var needsBox: Bool { clipPath != nil || hasServer }

  /// Whether it's painted with a gradient or a pattern, or may be, by its context.
  var hasServer: Bool {
    fill.isServer || stroke.isServer || fill.isOfContext || stroke.isOfContext
  }

  /// What a child starts with.
  var inherited: SVGProperties {
    var child = self
    child.opacity = 1
    child.isDisplayed = true
    child.overflow = .unsaid
    child.hasFixedStroke = false
    child.stopOpacity = 1
    child.rare = nil
    child.hasOwn = false
    if !text.isInitial { child.text.change { $0 = $0.inherited } }
    return child
  }

  /// Makes lengths that depend on the element's own font size absolute, as they are inherited.
  mutating func resolveFontUnits() {
    func absolute(_ length: SVGLength) -> SVGLength {
      switch length.unit {
      case .em: SVGLength(length.value * fontSize)
      case .ex, .ch: SVGLength(length.value * fontSize / 2)
      default: length
      }
    }
    strokeWidth = absolute(strokeWidth)
    dashOffset = absolute(dashOffset)
    for i in dashes.indices { dashes[i] = absolute(dashes[i]) }
    if !text.isInitial {
      let size = fontSize
      text.change { $0.resolve(fontSize: size) }
    }
  }

  /// Sets a property from its value.
  /// - Returns: What was expected, when the value is none that the property takes; it then stays
  ///   as it was.
  mutating func set(
    _ name: SVGAttributeName, to bytes: Span<UInt8>, parent: SVGComputed
  ) -> String? {
    let bytes = bytes.trimmed
    if !name.isInherited { hasOwn = true }
    // `inherit`, `initial`, `unset`: from the parent, or from nothing.
    if bytes.count >= 5 && bytes.count <= 7 {
      if bytes.isKeyword("inherit") {
        copy(name, from: parent.properties)
        return nil
      }
      if bytes.isKeyword("initial") {
        copy(name, from: SVGProperties())
        return nil
      }
      if bytes.isKeyword("unset") || bytes.isKeyword("revert") {
        copy(name, from: parent.properties.inherited)
        return nil
      }
    }
    switch name {
    case .fill:
      guard let paint = SVGPaint(bytes) else { return "a colour, none or url(#…)" }
      fill = paint
    case .stroke:
      guard let paint = SVGPaint(bytes) else { return "a colour, none or url(#…)" }
      stroke = paint
    case .color:
      if bytes.isKeyword("currentcolor") { return nil }
      guard let value = Color(css: bytes) else { return "a colour" }
      color = value
    case .stopColor:
      guard let paint = SVGPaint(bytes) else { return "a colour" }
      stopColor = paint
    case .backgroundColor:
      guard let paint = SVGPaint(bytes) else { return "a colour" }
      background = paint
    case .background:
      // Of the shorthand nothing but a colour is read: pictures aren't drawn.
      background = SVGPaint(bytes) ?? .none
    case .fillOpacity: return SVGProperties.set(&fillOpacity, toOpacity: bytes)
    case .strokeOpacity: return SVGProperties.set(&strokeOpacity, toOpacity: bytes)
    case .opacity: return SVGProperties.set(&opacity, toOpacity: bytes)
    case .stopOpacity: return SVGProperties.set(&stopOpacity, toOpacity: bytes)
    case .fillRule:
      guard let rule = FillRule(keyword: bytes) else { return "nonzero or evenodd" }
      fillRule = rule
    case .clipRule:
      guard let rule = FillRule(keyword: bytes) else { return "nonzero or evenodd" }
      clipRule = rule
    case .strokeWidth:
      guard let length = SVGLength(bytes) else { return "a length that isn't negative" }
      // Viewers don't stroke at all where it's negative.
      strokeWidth = length.value >= 0 ? length : SVGLength(0)
      if length.value < 0 { return "a length that isn't negative" }
    case .strokeLinecap:
      guard let value = Style.Cap(keyword: bytes) else { return "butt, round or square" }
      cap = value
    case .strokeLinejoin:
      let isByArcs = bytes.isKeyword("arcs")
      let isClipped = bytes.isKeyword("miter-clip")
      guard let value = isByArcs || isClipped ? .miter : Style.Join(keyword: bytes) else {
        return "miter, round or bevel"
      }
      join = value
      joinsByArcs = isByArcs
      joinsByClippedMiters = isClipped
    case .strokeMiterlimit:
      guard let value = SVGLength(bytes), value.unit == .number, value.value >= 1 else {
        return "a number of at least 1"
      }
      miterLimit = value.value
    case .strokeDasharray: return setDashes(bytes)
    case .strokeDashoffset:
      guard let length = SVGLength(bytes) else { return "a length" }
      dashOffset = length
    case .paintOrder:
      guard let order = PaintOrder(bytes) else {
        return "normal, or an order of fill, stroke and markers"
      }
      paintOrder = order
    case .vectorEffect:
      // SVG 2's other values are at risk there and drawn by no one.
      let isFixed = bytes.isKeyword("non-scaling-stroke")
      guard isFixed || bytes.isKeyword("none") else { return "none or non-scaling-stroke" }
      hasFixedStroke = isFixed
    case .visibility:
      let shows = bytes.isKeyword("visible")
      guard shows || bytes.isKeyword("hidden") || bytes.isKeyword("collapse") else {
        return "visible or hidden"
      }
      isVisible = shows
    case .display: isDisplayed = !bytes.isKeyword("none")
    case .overflow:
      overflow = bytes.isKeyword("visible") || bytes.isKeyword("auto") ? .visible : .hidden
    case .fontSize: return setFontSize(bytes, parent: parent.properties.fontSize)
    case .markerStart, .markerMid, .markerEnd, .marker:
      var id: String?
      if !bytes.isKeyword("none") {
        guard let reference = readReference(bytes), reference.end == bytes.count else {
          return "none or url(#…)"
        }
        id = reference.id
      }
      setMarker(name, id)
    case .clipPath:
      clipPath = readReference(bytes)?.id
      // CSS's shapes, such as `circle(50%)`.
      setLost("clip", name, isLost: clipPath == nil && !bytes.isKeyword("none"))
    case .mask: setLost("mask", name, isLost: !bytes.isKeyword("none"))
    case .filter: setLost("filter", name, isLost: !bytes.isKeyword("none"))
    case .mixBlendMode: setLost("blend", name, isLost: !bytes.isKeyword("normal"))
    case .translate, .rotate, .scale:
      setLost("transform", name, isLost: !bytes.isKeyword("none"))
    case .transformBox: setLost("transform", name, isLost: !bytes.isKeyword("view-box"))
    case .transformOrigin:
      guard let origin = TransformOrigin(bytes) else { return "two lengths or sides" }
      transformOrigin = origin
    case let name where name.isOfText:
      var expected: String?
      let outer = parent.properties.text.value
      text.change { expected = $0.set(name, to: bytes, parent: outer) }
      return expected
    default: break
    }
    return nil
  }

  private mutating func copy(_ name: SVGAttributeName, from other: SVGProperties) {
    switch name {
    case .fill: fill = other.fill
    case .stroke: stroke = other.stroke
    case .color: color = other.color
    case .stopColor: stopColor = other.stopColor
    case .background, .backgroundColor: background = other.background
    case .fillOpacity: fillOpacity = other.fillOpacity
    case .strokeOpacity: strokeOpacity = other.strokeOpacity
    case .opacity: opacity = other.opacity
    case .stopOpacity: stopOpacity = other.stopOpacity
    case .fillRule: fillRule = other.fillRule
    case .clipRule: clipRule = other.clipRule
    case .strokeWidth: strokeWidth = other.strokeWidth
    case .strokeLinecap: cap = other.cap
    case .strokeLinejoin:
      join = other.join
      joinsByArcs = other.joinsByArcs
      joinsByClippedMiters = other.joinsByClippedMiters
    case .strokeMiterlimit: miterLimit = other.miterLimit
    case .strokeDasharray: dashes = other.dashes
    case .strokeDashoffset: dashOffset = other.dashOffset
    case .paintOrder: paintOrder = other.paintOrder
    case .vectorEffect: hasFixedStroke = other.hasFixedStroke
    case .visibility: isVisible = other.isVisible
    case .display: isDisplayed = other.isDisplayed
    case .overflow: overflow = other.overflow == .unsaid ? .visible : other.overflow
    case .fontSize: fontSize = other.fontSize
    case .markerStart: markers.start = other.markers.start
    case .markerMid: markers.middle = other.markers.middle
    case .markerEnd: markers.end = other.markers.end
    case .marker: markers = other.markers
    case .transformOrigin: transformOrigin = other.transformOrigin
    case .clipPath, .mask, .filter, .mixBlendMode, .transformBox, .translate, .rotate, .scale:
      if name == .clipPath { clipPath = other.clipPath }
      // A parent's clip, mask or filter is the parent's; inherited by a child it counts again.
      let row = other.lost.first { $0.property == name.rawValue }
      setLost(row?.kind ?? "", name, isLost: row != nil)
    case let name where name.isOfText:
      let other = other.text.value
      text.change { $0.copy(name, from: other) }
    default: break
    }
  }

  private mutating func setMarker(_ name: SVGAttributeName, _ id: String?) {
    switch name {
    case .markerStart: markers.start = id
    case .markerMid: markers.middle = id
    case .markerEnd: markers.end = id
    default: markers = Markers(start: id, middle: id, end: id)
    }
  }

  private mutating func setLost(_ kind: String, _ name: SVGAttributeName, isLost: Bool) {
    lost.removeAll { $0.property == name.rawValue }
    if isLost { lost.append(LostEffect(kind: kind, property: name.rawValue)) }
  }

  private static func set(_ property: inout Double, toOpacity bytes: Span<UInt8>) -> String? {
    guard let value = SVGLength(bytes), value.unit == .number || value.unit == .percent else {
      return "a number from 0 to 1"
    }
    let portion = value.unit == .percent ? value.value / 100 : value.value
    property = min(max(portion, 0), 1)
    return nil
  }

  private mutating func setDashes(_ bytes: Span<UInt8>) -> String? {
    if bytes.isKeyword("none") {
      dashes = []
      return nil
    }
    var lengths: [SVGLength] = []
    var scanner = ValueScanner(bytes)
    while !scanner.isAtEnd {
      let start = scanner.position
      while !scanner.isAtEnd, !isSpace(scanner.next), scanner.next != UInt8(ascii: ",") {
        scanner.position += 1
      }
      guard let length = SVGLength(bytes.extracting(start..<scanner.position)), length.value >= 0
      else { return "lengths of which none is negative" }
      lengths.append(length)
      scanner.skipComma()
    }
    dashes = lengths
    return nil
  }

  private mutating func setFontSize(_ bytes: Span<UInt8>, parent: Double) -> String? {
    if let length = SVGLength(bytes) {
      guard length.value >= 0 else { return "a length that isn't negative" }
      let size = length.resolved(
        fontSize: parent, viewport: Viewport(width: parent, height: parent), axis: .horizontal)
      if size.isFinite { fontSize = size }
      return nil
    }
    switch bytes.keyword {
    case "xx-small": fontSize = 9
    case "x-small": fontSize = 10
    case "small": fontSize = 13
    case "medium": fontSize = 16
    case "large": fontSize = 18
    case "x-large": fontSize = 24
    case "xx-large": fontSize = 32
    case "smaller": fontSize = parent / 1.2
    case "larger": fontSize = parent * 1.2
    default: return "a length"
    }
    return nil
  }
}

// Their names are compared with the bytes as they are: keywords are most of what styles say.

extension FillRule {
  fileprivate init?(keyword: Span<UInt8>) {
    if keyword.isKeyword("nonzero") {
      self = .nonzero
    } else if keyword.isKeyword("evenodd") {
      self = .evenodd
    } else {
      return nil
    }
  }
}

extension Style.Cap {
  fileprivate init?(keyword: Span<UInt8>) {
    if keyword.isKeyword("butt") {
      self = .butt
    } else if keyword.isKeyword("round") {
      self = .round
    } else if keyword.isKeyword("square") {
      self = .square
    } else {
      return nil
    }
  }
}

extension Style.Join {
  fileprivate init?(keyword: Span<UInt8>) {
    if keyword.isKeyword("miter") {
      self = .miter
    } else if keyword.isKeyword("round") {
      self = .round
    } else if keyword.isKeyword("bevel") {
      self = .bevel
    } else {
      return nil
    }
  }
}
