import PathModel
import PluginKit
import StyleSheets

extension SVGReader {
  /// An attribute's value for a message, cut short.
  func quoted(_ attribute: SVGAttribute) -> String { quoted(attribute.value) }

  private func quoted(_ value: Span<UInt8>) -> String {
    if value.count <= 40 { return "'" + value.text() + "'" }
    return "'" + value.extracting(0..<40).text() + "…'"
  }

  /// Computes the properties of an element: inherited, then its attributes, then what style sheets
  /// and its `style` say.
  func compute(_ element: SVGElementID, in parent: SVGComputed) -> SVGComputed {
    let hasOwn = table[element].traits.contains(.properties)
    let hasRules = styles.hasRules
    guard hasOwn || hasRules else { return parent.forChild }
    if !hasRules, let known = recent.find(element, in: parent, table) { return known }
    hasRemarks = false
    let inherited = parent.forChild
    var properties = inherited.properties
    var variables = inherited.variables
    guard say(&properties, &variables, of: element, hasOwn, in: parent) else { return inherited }
    let computed = SVGComputed(consume properties, variables)
    // What is said about an element is said about each.
    if !hasRemarks, !hasFailed { recent.add(computed, of: element, in: parent, table) }
    return computed
  }

  /// Changes properties and variables from what an element inherits to what it says.
  /// - Returns: Whether anything is said of it.
  private func say(
    _ properties: inout SVGProperties, _ variables: inout VariableScope,
    of element: SVGElementID, _ hasOwn: Bool, in parent: SVGComputed
  ) -> Bool {
    var style: SVGAttribute?
    if hasOwn {
      for i in table.attributeRange(of: element) {
        guard let name = table.attributes[i].known, name.isProperty || name == .style,
          !name.isOfCSSAlone, !name.isOfText || table[element].kind.mayHoldText
        else { continue }
        let attribute = table.attribute(at: i, of: element)
        if name == .style {
          style = attribute
        } else if let expected = properties.set(
          name, to: attribute.value, parent: parent)
        {
          hasRemarks = true
          warn(
            "svg.bad-value",
            "'\(name.rawValue)' of '\(table.name(of: element))' is ignored: expected \(expected), "
              + "found \(quoted(attribute))", attribute)
        }
      }
    }
    if style != nil || styles.hasRules {
      let isStyled = applyStyles(
        to: &properties, &variables, of: element, style, parent)
      if !hasOwn && !isStyled { return false }
    }
    properties.resolveFontUnits()
    return true
  }

  /// The properties of an element that the walk doesn't come through, such as a gradient's: from those
  /// of the elements around it.
  func computedAside(_ element: SVGElementID) -> SVGComputed {
    var chain: [SVGElementID] = []
    var outer: SVGElementID? = element
    var computed: SVGComputed?
    while let next = outer {
      if let known = computedAside[next] {
        computed = known
        break
      }
      chain.append(next)
      outer = table.parent(of: next)
    }
    var result = computed ?? SVGComputed(SVGProperties())
    for next in chain.reversed() {
      result = compute(next, in: result)
      computedAside[next] = result
    }
    return result
  }

  /// Applies what style sheets and the attribute `style` say of an element, in the order of the
  /// cascade; false when they say nothing.
  private func applyStyles(
    to properties: inout SVGProperties, _ variables: inout VariableScope,
    of element: SVGElementID, _ style: SVGAttribute?, _ parent: SVGComputed
  ) -> Bool {
    let inherited = variables
    var isStyled = false
    var geometry: [SVGDeclaredValue] = []
    applyDeclarations(to: &properties, &variables, &geometry, &isStyled, of: element, style, parent)
    reportNotices(style)
    if !geometry.isEmpty { hasRemarks = true }
    styles.setGeometry(geometry, of: element)
    return isStyled || !variables.isSame(as: inherited)
  }

  /// Applies the declarations alone. (By itself, since what a function changes that it lends to another one needn't
  /// be allocated where it was handed in.)
  private func applyDeclarations(
    to properties: inout SVGProperties, _ variables: inout VariableScope,
    _ geometry: inout [SVGDeclaredValue], _ isStyled: inout Bool,
    of element: SVGElementID, _ style: SVGAttribute?, _ parent: SVGComputed
  ) {
    let inherited = variables
    func apply(_ declaration: StyleCascade.Declaration, _ value: Span<UInt8>) {
      isStyled = true
      let name = SVGStyles.properties[declaration.property]
      var expected: String?
      if name.isOfText, !table[element].kind.mayHoldText { return }
      if name.isProperty {
        expected = properties.set(name, to: value, parent: parent)
      } else if name == .transform {
        expected = setTransform(of: &properties, to: value)
      } else if table[element].kind.hasGeometry(name) {
        switch geometryValue(name, value, of: element) {
        case .success(let value):
          geometry.append(SVGDeclaredValue(name, value, at: declaration.place))
        case .failure(let fault): expected = fault.expected
        }
      }
      guard let expected else { return }
      hasRemarks = true
      warnOfValue(name, value, expected, of: element, declaration.place, style)
    }
    do throws(StyleLimitError) {
      let row = styles.hasRules ? Int(element.row) : nil
      if let style {
        variables = try styles.cascade.find(
          element: row, style: style.value, inherited: inherited, apply)
      } else {
        variables = try styles.cascade.find(element: row, inherited: inherited, apply)
      }
    } catch {
      fail(error, at: element)
    }
  }

  private func warnOfValue(
    _ name: SVGAttributeName, _ value: Span<UInt8>, _ expected: String,
    of element: SVGElementID, _ place: StylePlace, _ style: SVGAttribute?
  ) {
    // Of a sheet's declaration it's said once, whatever it applies to.
    let owner = place.isInline ? element : .root
    let code: Diagnostic.Code = name == .transform ? "svg.bad-transform" : "svg.bad-value"
    let whose =
      place.isInline ? "in 'style' of '\(table.name(of: element))'" : "in a style sheet"
    warnOnce(
      code, "'\(name.rawValue)' \(whose) is ignored: expected \(expected), found \(quoted(value))",
      key: "\(place.isInline) \(place.offset) \(name.rawValue)", of: owner,
      at: self.place(of: place, style))
  }

  private func setTransform(of properties: inout SVGProperties, to value: Span<UInt8>) -> String? {
    if value.equals("initial") || value.equals("unset") || value.equals("revert") {
      properties.transform = .identity
      return nil
    }
    switch Affine.read(transformList: value) {
    case .success(let map): properties.transform = map
    case .failure: return "transform functions"
    }
    return nil
  }

  /// What a declaration of CSS's says about a shape's geometry, as an attribute would say it.
  private func geometryValue(
    _ name: SVGAttributeName, _ value: Span<UInt8>, of element: SVGElementID
  ) -> Result<[UInt8], GeometryFault> {
    let initial: StaticString =
      switch name {
      case .d: "none"
      case .width, .height, .rx, .ry: "auto"
      default: "0"
      }
    func bytes(_ value: Span<UInt8>) -> [UInt8] { value.indices.map { value[$0] } }
    if value.equals("inherit") {
      let parent = table.parent(of: element).flatMap { geometry(name, of: $0) }
      return .success(parent.map { bytes($0.value) } ?? Array("\(initial)".utf8))
    }
    if value.equals("initial") || value.equals("unset") || value.equals("revert") {
      return .success(Array("\(initial)".utf8))
    }
    if name == .d {
      if value.equals("none") { return .success(bytes(value)) }
      guard let data = pathFunction(value) else {
        return .failure(GeometryFault(expected: "path(\"…\") or none"))
      }
      return .success(bytes(data))
    }
    if case "auto" = "\(initial)", value.equals("auto") { return .success(bytes(value)) }
    // In CSS only zero goes without a unit.
    guard let length = SVGLength(value), length.unit != .number || length.value == 0 else {
      return .failure(GeometryFault(expected: "a length with its unit"))
    }
    return .success(bytes(value))
  }

  private struct GeometryFault: Error {
    var expected: String
  }

  /// The path data in `path("…")`.
  @_lifetime(copy value)
  private func pathFunction(_ value: Span<UInt8>) -> Span<UInt8>? {
    guard value.count > 6, value.extracting(0..<5).equals("path("),
      value[value.count - 1] == UInt8(ascii: ")")
    else { return nil }
    let inner = value.extracting(5..<(value.count - 1)).trimmed
    guard inner.count >= 2,
      let quote = [UInt8(ascii: "\""), UInt8(ascii: "'")].first(where: { $0 == inner[0] }),
      inner[inner.count - 1] == quote
    else { return nil }
    return inner.extracting(1..<(inner.count - 1))
  }

  /// The attribute of a shape's geometry, or what CSS says in its place.
  func geometry(_ name: SVGAttributeName, of element: SVGElementID) -> SVGAttribute? {
    styles.geometry(name, of: element) ?? table.attribute(name, of: element)
  }

  /// The row of the complete style of a shape.
  /// - Parameters:
  ///   - element: The shape.
  ///   - computed: Its properties.
  ///   - space: Its user space.
  ///   - box: Its bounding box there, which gradients and patterns may be relative to.
  /// - Returns: The row.
  func style(
    of element: SVGElementID, _ computed: SVGComputed, in space: UserSpace, _ box: Rect?
  ) -> StyleID {
    // A stroke that doesn't scale is measured in pixels of the screen.
    let scale = computed.properties.hasFixedStroke ? 1 / pixelsPerUnit : space.transform.meanScale
    if !computed.properties.hasServer, let made = computed.style, made.scale == scale,
      made.viewport == space.viewport
    {
      return made.id
    }
    var style = Style(
      fill: paint(
        computed.properties.fill, color: computed.properties.color, "fill", of: element, in: space,
        box),
      fillOpacity: computed.properties.fillOpacity,
      fillRule: computed.properties.fillRule,
      stroke: paint(
        computed.properties.stroke, color: computed.properties.color, "stroke", of: element,
        in: space, box),
      strokeOpacity: computed.properties.strokeOpacity, cap: computed.properties.cap,
      join: computed.properties.join, miterLimit: computed.properties.miterLimit,
      opacity: computed.properties.opacity,
      strokeFirst: computed.properties.paintOrder.isStrokeFirst)
    if computed.properties.hasFixedStroke { style.strokeScaling = .fixed }
    func length(_ length: SVGLength) -> Double {
      let value =
        length.resolved(
          fontSize: computed.properties.fontSize, viewport: space.viewport, axis: .diagonal) * scale
      return value.isFinite && value.magnitude <= coordinateLimit ? value : 0
    }
    style.strokeWidth = max(0, length(computed.properties.strokeWidth))
    if !computed.properties.dashes.isEmpty {
      var dashes = computed.properties.dashes.map { max(0, length($0)) }
      if dashes.count % 2 == 1 { dashes += dashes }
      // Dashes without any length are a solid stroke.
      if dashes.contains(where: { $0 > 0 }) { style.dashes = dashes }
      style.dashOffset = length(computed.properties.dashOffset)
    }
    let id = drawing.styleID(for: style)
    // What depends on where it's drawn is made anew each time.
    if !computed.properties.hasServer { computed.style = (scale, space.viewport, id) }
    return id
  }

  private func paint(
    _ paint: SVGPaint, color currentColor: Color, _ property: String, of element: SVGElementID,
    in space: UserSpace, _ box: Rect?
  ) -> Paint {
    switch paint {
    case .none: return .none
    case .color(let color): return .color(color)
    case .currentColor: return .currentColor(resolved: currentColor)
    case .contextFill, .contextStroke:
      let context = frames.last?.context
      switch paint == .contextFill ? context?.fill : context?.stroke {
      case nil: return .none
      case .drawn(let paint): return paint
      case .said(let paint, let color):
        return self.paint(paint, color: color, property, of: element, in: space, box)
      }
    case .server(let id, let fallback):
      let flat: Paint? =
        switch fallback {
        case .nothing: nil
        case .none: Paint.none
        case .color(let color): .color(color)
        case .currentColor: .currentColor(resolved: currentColor)
        }
      return self.paint(ofServer: id, property, of: element, in: space, box) ?? flat ?? .none
    }
  }
}
