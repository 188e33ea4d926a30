import PathModel
import PluginKit

/// What a gradient or pattern of the drawing is made of: the same one in the same place is made once.
struct PaintKey: Hashable {
  var element: SVGElementID
  var transform: Affine
  var viewport: Viewport
  /// The box of what is painted, where it matters.
  var box: Rect?

  /// Nobody knows it, so nobody can make up keys that meet.
  private static let secret = UInt64.random(in: .min ... .max) | 1

  /// Takes in all but the viewport, which goes with the element nearly always: a number at a time would take
  /// longer than making the paint.
  func hash(into hasher: inout Hasher) {
    var hash = PaintKey.secret ^ UInt64(element.row)
    func take(_ number: Double) {
      // Adding zero makes `-0` `0`, to which it's equal.
      let product = (hash ^ (number + 0).bitPattern).multipliedFullWidth(by: PaintKey.secret)
      hash = product.high ^ product.low
    }
    take(transform.a)
    take(transform.b)
    take(transform.c)
    take(transform.d)
    take(transform.tx)
    take(transform.ty)
    if let box {
      take(box.minX)
      take(box.minY)
      take(box.width)
      take(box.height)
    }
    hasher.combine(hash)
  }
}

extension SVGReader {
  /// How long a chain of gradients or patterns may be that are made after each other.
  private static let chainLimit = 100

  /// What a reference to a gradient or a pattern comes to; nil when that can't be painted, so that
  /// what was said to be painted instead is.
  /// - Parameters:
  ///   - id: The id; empty when it isn't one of this file.
  ///   - property: `fill` or `stroke`, for messages.
  ///   - element: What is painted.
  ///   - space: The user space of that.
  ///   - box: The bounding box of that in its user space, nil when it has none.
  /// - Returns: The paint.
  func paint(
    ofServer id: String, _ property: String, of element: SVGElementID, in space: UserSpace,
    _ box: Rect?
  ) -> Paint? {
    let server = self.element(named: id)
    switch server.map({ table[$0].kind }) {
    case .linearGradient, .radialGradient, .pattern:
      guard let server else { return nil }
      let chain = chain(from: server)
      let isPattern = table[server].kind == .pattern
      if isPattern, isInItself(pattern: chain) { return nil }
      let isOfBox =
        isPattern
        ? dependsOnBox(pattern: chain) : isOfBox(.gradientUnits, chain, default: true)
      let key = PaintKey(
        element: server, transform: space.transform, viewport: space.viewport,
        box: isOfBox ? box : nil)
      if let known = paints[key] { return known }
      let paint =
        isPattern
        ? self.paint(ofPattern: chain, in: space, box)
        : self.paint(ofGradient: chain, in: space, box)
      paints[key] = .some(paint)
      return paint
    case .mesh, .meshgradient, .meshGradient, .hatch, .solidcolor:
      let kind = server.map { table.name(of: $0) } ?? ""
      lose(
        "paint", code: "svg.paint-server",
        "the \(property) of '\(table.name(of: element))' is a '\(kind)', which isn't painted",
        at: element)
      return nil
    default:
      let name = table.name(of: element)
      if id.isEmpty {
        lose(
          "paint",
          "the \(property) of '\(name)' stands in another file, which is never opened", at: element)
      } else {
        warn(
          "svg.missing-reference",
          "the \(property) of '\(name)' refers to '#\(id)', which isn't a gradient or a pattern here",
          at: element)
      }
      return nil
    }
  }

  /// A gradient or a pattern, what it's made after (`href`), and so on.
  private func chain(from server: SVGElementID) -> [SVGElementID] {
    var chain = [server]
    while let href = table.attribute(.href, of: chain[chain.count - 1]) {
      let text = href.value.trimmed.text()
      let what = table.name(of: server)
      guard text.hasPrefix("#") else {
        if !text.isEmpty {
          lose(
            "paint",
            "'\(what)' is made after another file's, which is never opened", at: href.element)
        }
        break
      }
      let isPattern = table[server].kind == .pattern
      guard let next = element(ofReference: text), table[next].kind.isGradient != isPattern,
        table[next].kind.isGradient || table[next].kind == .pattern
      else {
        warn(
          "svg.missing-reference",
          "'\(what)' is made after '\(text)', which isn't a \(isPattern ? "pattern" : "gradient") here",
          href)
        break
      }
      if let first = chain.firstIndex(of: next) {
        let names = chain[first...].map { "#" + (table.attribute(.id, of: $0)?.value.text() ?? "") }
        warnOnce(
          "svg.cyclic-reference",
          "'\(what)' is made after itself: " + names.joined(separator: " → ") + " → " + text,
          key: "", of: next, at: place(in: href))
        break
      }
      guard chain.count < SVGReader.chainLimit else {
        warnOnce(
          "svg.too-long-chain",
          "'\(what)' is made after another, and that after another, more than \(SVGReader.chainLimit) times; the "
            + "rest of them isn't looked at", key: "", of: .root, at: place(in: href))
        break
      }
      chain.append(next)
    }
    return chain
  }

  /// The attribute of the first of a chain that has it.
  func attribute(_ name: SVGAttributeName, _ chain: [SVGElementID]) -> SVGAttribute? {
    for element in chain {
      if let attribute = table.attribute(name, of: element) { return attribute }
    }
    return nil
  }

  /// Whether units are those of the bounding box.
  func isOfBox(
    _ name: SVGAttributeName, _ chain: [SVGElementID], default value: Bool
  ) -> Bool {
    guard let attribute = attribute(name, chain) else { return value }
    let units = attribute.value.trimmed
    if units.equals("objectBoundingBox") { return true }
    if units.equals("userSpaceOnUse") { return false }
    warn(
      "svg.bad-value",
      "'\(name.rawValue)' is ignored: expected objectBoundingBox or userSpaceOnUse, found "
        + quoted(attribute), attribute)
    return value
  }

  /// A chain's transform, before what it's applied to; nil when it flattens the plane.
  func transform(_ name: SVGAttributeName, _ chain: [SVGElementID]) -> Affine? {
    guard let attribute = attribute(name, chain) else { return .identity }
    switch Affine.read(transformList: attribute.value) {
    case .success(let map): return map.isFinite && map.inverted != nil ? map : nil
    case .failure(let error):
      warn(
        "svg.bad-transform", "'\(name.rawValue)' is ignored: \(error.fault.message)", attribute,
        at: error.fault.offset)
      return .identity
    }
  }

  /// A length of a chain: in parts of the bounding box, or in user units.
  func length(
    _ name: SVGAttributeName, _ axis: SVGLength.Axis, _ chain: [SVGElementID], in space: UserSpace,
    isOfBox: Bool, default value: SVGLength, isSize: Bool = false
  ) -> Double {
    func resolved(_ length: SVGLength) -> Double {
      guard isOfBox else {
        return length.resolved(fontSize: space.fontSize, viewport: space.viewport, axis: axis)
      }
      if length.unit == .percent { return length.value / 100 }
      return length.resolved(
        fontSize: space.fontSize, viewport: Viewport(width: 1, height: 1), axis: axis)
    }
    guard let attribute = attribute(name, chain) else { return resolved(value) }
    if let length = SVGLength(attribute.value), !isSize || length.value >= 0 {
      let number = resolved(length)
      if number.magnitude <= coordinateLimit { return number }
    }
    warn(
      "svg.bad-length",
      "'\(name.rawValue)' is ignored: expected a length\(isSize ? " that isn't negative" : ""), "
        + "found " + quoted(attribute), attribute)
    return resolved(value)
  }
}

extension Rect {
  /// Whether anything can be painted relative to it; a box without area has nothing to show (SVG 2,
  /// section 8.10).
  var hasArea: Bool { width > 0 && height > 0 }
}

extension SVGElement {
  var isGradient: Bool { self == .linearGradient || self == .radialGradient }
}
