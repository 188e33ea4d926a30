import PathModel
import PluginKit

extension SVGReader {
  /// An attribute's value for a message, cut short.
  func quoted(_ attribute: SVGAttribute) -> String { quoted(attribute.value) }

  private func quoted(_ value: Span<UInt8>) -> String {
    if value.count <= 40 { return "'" + value.text() + "'" }
    return "'" + value.extracting(0..<40).text() + "…'"
  }

  /// Computes the properties of an element: inherited, then its attributes, then its `style`.
  func compute(_ element: SVGElementID, in parent: SVGComputed) -> SVGComputed {
    let inherited = parent.forChild
    guard table[element].traits.contains(.properties) else { return inherited }
    var properties = inherited.properties
    apply(of: element, to: &properties, parent: parent.properties)
    return SVGComputed(properties)
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

  private func apply(
    of element: SVGElementID, to properties: inout SVGProperties, parent: SVGProperties
  ) {
    var style: SVGAttribute?
    for i in table.attributeRange(of: element) {
      guard let name = table.attributes[i].known else { continue }
      if name.isProperty {
        let attribute = table.attribute(at: i, of: element)
        set(name, attribute.value, &properties, parent, in: attribute, at: 0)
      } else if name == .style {
        style = table.attribute(at: i, of: element)
      }
    }
    if let style {
      if let plain = withoutComments(style.value) {
        apply(plain.span, of: style, &properties, parent)
      } else {
        apply(style.value, of: style, &properties, parent)
      }
    }
    properties.resolveFontUnits()
  }

  private func set(
    _ property: SVGAttributeName, _ value: Span<UInt8>, _ properties: inout SVGProperties,
    _ parent: SVGProperties, in attribute: SVGAttribute, at offset: Int
  ) {
    guard let expected = properties.set(property, to: value, parent: parent) else { return }
    warn(
      "svg.bad-value",
      "'\(property.rawValue)' of '\(table.name(of: attribute.element))' is ignored: expected "
        + "\(expected), found " + quoted(value), attribute, at: offset)
  }

  /// The declarations with their comments made spaces, or nil when there is none.
  private func withoutComments(_ bytes: Span<UInt8>) -> [UInt8]? {
    var result: [UInt8]?
    var i = 0
    while i + 1 < bytes.count {
      guard bytes[i] == UInt8(ascii: "/"), bytes[i + 1] == UInt8(ascii: "*") else {
        i += 1
        continue
      }
      var end = i + 2
      while end + 1 < bytes.count,
        bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/")
      { end += 1 }
      end = min(end + 2, bytes.count)
      var copy = result ?? (0..<bytes.count).map { bytes[$0] }
      result = nil
      for k in i..<end { copy[k] = 0x20 }
      result = copy
      i = end
    }
    return result
  }

  /// Applies the declarations of a `style` attribute, those marked `!important` last.
  private func apply(
    _ bytes: Span<UInt8>, of style: SVGAttribute, _ properties: inout SVGProperties,
    _ parent: SVGProperties
  ) {
    apply(bytes, of: style, isImportant: false, &properties, parent)
    var hasMark = false
    for i in bytes.indices where bytes[i] == UInt8(ascii: "!") { hasMark = true }
    if hasMark { apply(bytes, of: style, isImportant: true, &properties, parent) }
  }

  private func apply(
    _ bytes: Span<UInt8>, of style: SVGAttribute, isImportant: Bool,
    _ properties: inout SVGProperties, _ parent: SVGProperties
  ) {
    var start = 0
    while start < bytes.count {
      let end = declarationEnd(bytes, from: start)
      defer { start = end + 1 }
      var first = start
      while first < end, isSpace(bytes[first]) { first += 1 }
      var colon = first
      while colon < end, bytes[colon] != UInt8(ascii: ":") { colon += 1 }
      guard colon < end else {
        if first < end, !isImportant {
          warn(
            "svg.bad-style",
            "a part of 'style' of '\(table.name(of: style.element))' is ignored: expected 'name: value', found "
              + quoted(bytes.extracting(first..<end)), style, at: first)
        }
        continue
      }
      let word = bytes.extracting(first..<colon).trimmed.text()
      guard let name = SVGAttributeName(rawValue: word.lowercased()) else { continue }
      var value = bytes.extracting((colon + 1)..<end).trimmed
      let important = markedImportant(value)
      guard (important != nil) == isImportant else { continue }
      if let important { value = value.extracting(0..<important).trimmed }
      if name.isProperty {
        set(name, value, &properties, parent, in: style, at: first)
      } else if name == .transform {
        switch Affine.read(transformList: value) {
        case .success(let map): properties.transform = map
        case .failure(let error):
          warn(
            "svg.bad-transform",
            "'transform' in 'style' of '\(table.name(of: style.element))' is ignored: \(error.fault.message)",
            style,
            at: first)
        }
      } else if name.isGeometry {
        log.add(
          Diagnostic(
            .loss, "svg.css",
            "'\(word)' in 'style' of '\(table.name(of: style.element))' isn't read; write it as an attribute",
            at: place(in: style, at: first), kind: "css"))
      }
    }
  }

  /// The end of a declaration: the next semicolon outside quotes and parentheses.
  private func declarationEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
    var i = start
    var depth = 0
    while i < bytes.count {
      switch bytes[i] {
      case UInt8(ascii: ";") where depth == 0: return i
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth = max(0, depth - 1)
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        let quote = bytes[i]
        var close = i + 1
        while close < bytes.count, bytes[close] != quote { close += 1 }
        if close < bytes.count { i = close }
      default: break
      }
      i += 1
    }
    return bytes.count
  }

  /// Where `!important` begins at the end of a value.
  private func markedImportant(_ value: Span<UInt8>) -> Int? {
    guard value.count > 9 else { return nil }
    let word = value.extracting((value.count - 9)..<value.count)
    guard word.text().lowercased() == "important" else { return nil }
    var i = value.count - 9
    while i > 0, isSpace(value[i - 1]) { i -= 1 }
    return i > 0 && value[i - 1] == UInt8(ascii: "!") ? i - 1 : nil
  }

  /// The complete style of a shape, and its row.
  func style(
    of element: SVGElementID, _ computed: SVGComputed, in space: UserSpace
  ) -> (StyleID, Style) {
    let p = computed.properties
    // A stroke that doesn't scale is measured in pixels of the screen.
    let scale = p.hasFixedStroke ? 1 / pixelsPerUnit : space.transform.meanScale
    if let made = computed.style, made.scale == scale, made.viewport == space.viewport {
      return (made.id, made.style)
    }
    var style = Style(
      fill: paint(p.fill, p, "fill", of: element), fillOpacity: p.fillOpacity,
      fillRule: p.fillRule, stroke: paint(p.stroke, p, "stroke", of: element),
      strokeOpacity: p.strokeOpacity, cap: p.cap, join: p.join, miterLimit: p.miterLimit,
      opacity: p.opacity, strokeFirst: p.strokeFirst)
    if p.hasFixedStroke { style.strokeScaling = .fixed }
    func length(_ length: SVGLength) -> Double {
      let value =
        length.resolved(fontSize: p.fontSize, viewport: space.viewport, axis: .diagonal) * scale
      return value.isFinite && value.magnitude <= coordinateLimit ? value : 0
    }
    style.strokeWidth = max(0, length(p.strokeWidth))
    if !p.dashes.isEmpty {
      var dashes = p.dashes.map { max(0, length($0)) }
      if dashes.count % 2 == 1 { dashes += dashes }
      // Dashes without any length are a solid stroke.
      if dashes.contains(where: { $0 > 0 }) { style.dashes = dashes }
      style.dashOffset = length(p.dashOffset)
    }
    let id = drawing.styleID(for: style)
    computed.style = (scale, space.viewport, id, style)
    return (id, style)
  }

  private func paint(
    _ paint: SVGPaint, _ properties: SVGProperties, _ property: String, of element: SVGElementID
  ) -> Paint {
    switch paint {
    case .none: return .none
    case .color(let color): return .color(color)
    case .currentColor: return .currentColor(resolved: properties.color)
    case .server(let id, let fallback):
      let flat: Paint? =
        switch fallback {
        case .nothing: nil
        case .none: Paint.none
        case .color(let color): .color(color)
        case .currentColor: .currentColor(resolved: properties.color)
        }
      return self.paint(ofServer: id, fallback: flat, property, of: element)
    }
  }
}
