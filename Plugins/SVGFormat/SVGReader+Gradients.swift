import PathModel
import PluginKit

extension SVGReader {
  /// The paint of a gradient and what it's made after; nil when it can't be painted.
  func paint(
    ofGradient chain: [SVGElementID], in space: UserSpace, _ box: Rect?
  ) -> Paint? {
    let stops = stops(of: chain)
    guard let last = stops.last else { return Paint.none }
    if stops.allSatisfy({ $0.color == last.color && $0.isCurrentColor == last.isCurrentColor }) {
      return flat(last)
    }
    guard var map = transform(.gradientTransform, chain) else { return Paint.none }
    let ofBox = isOfBox(.gradientUnits, chain, default: true)
    if ofBox {
      guard let box, box.hasArea else { return nil }
      map = map.then(
        Affine(a: box.width, b: 0, c: 0, d: box.height, tx: box.minX, ty: box.minY))
    }
    map = map.then(space.transform)
    guard map.isFinite, map.inverted != nil else { return Paint.none }
    guard let shape = shape(of: chain, in: space, isOfBox: ofBox) else { return flat(last) }
    guard countRepeated(stops, of: chain[0]) else { return nil }
    drawing.gradients.append(
      Gradient(
        shape, transform: map, spread: spread(of: chain), stops: stops,
        id: table.attribute(.id, of: chain[0])?.value.text()))
    return .gradient(GradientID(UInt32(truncatingIfNeeded: drawing.gradients.count - 1)))
  }

  private func flat(_ stop: Gradient.Stop) -> Paint {
    stop.isCurrentColor && stop.color.alpha == 1
      ? .currentColor(resolved: stop.color) : .color(stop.color)
  }

  /// Along what the colours run; nil when it has no extent.
  private func shape(
    of chain: [SVGElementID], in space: UserSpace, isOfBox: Bool
  ) -> Gradient.Shape? {
    let kind = table[chain[0]].kind
    // Its geometry comes from gradients of its own kind alone.
    let chain = chain.filter { table[$0].kind == kind }
    var space = space
    space.fontSize = computedAside(chain[0]).properties.fontSize
    func length(
      _ name: SVGAttributeName, _ axis: SVGLength.Axis, _ percent: Double, isSize: Bool = false
    ) -> Double {
      self.length(
        name, axis, chain, in: space, isOfBox: isOfBox, default: SVGLength(percent, .percent),
        isSize: isSize)
    }
    if kind == .linearGradient {
      let from = Point(length(.x1, .horizontal, 0), length(.y1, .vertical, 0))
      let to = Point(length(.x2, .horizontal, 100), length(.y2, .vertical, 0))
      return from == to ? nil : .linear(from: from, to: to)
    }
    let center = Point(length(.cx, .horizontal, 50), length(.cy, .vertical, 50))
    let radius = length(.r, .diagonal, 50, isSize: true)
    guard radius > 0 else { return nil }
    let focus = Point(
      attribute(.fx, chain) == nil ? center.x : length(.fx, .horizontal, 50),
      attribute(.fy, chain) == nil ? center.y : length(.fy, .vertical, 50))
    return .radial(
      center: center, radius: radius, focus: focus,
      focusRadius: length(.fr, .diagonal, 0, isSize: true))
  }

  private func spread(of chain: [SVGElementID]) -> Gradient.Spread {
    guard let attribute = attribute(.spreadMethod, chain) else { return .pad }
    if let spread = Gradient.Spread(rawValue: attribute.value.trimmed.text()) { return spread }
    warn(
      "svg.bad-value",
      "'spreadMethod' is ignored: expected pad, reflect or repeat, found " + quoted(attribute),
      attribute)
    return .pad
  }

  /// The stops of the first of a chain that has any.
  private func stops(of chain: [SVGElementID]) -> [Gradient.Stop] {
    chain.lazy.map { self.ownStops(of: $0) }.first { !$0.isEmpty } ?? []
  }

  /// Counts the stops of a gradient that is made, and tells whether they are too many: one with many can be made anew
  /// for each thing that it paints, and for each gradient that is made after it.
  private func countRepeated(_ stops: [Gradient.Stop], of gradient: SVGElementID) -> Bool {
    countCopies(stops.count / SVGReader.stopsOfACopy, of: gradient)
  }

  /// So many stops count as an element: nobody would miss fewer.
  private static let stopsOfACopy = 16

  private func ownStops(of gradient: SVGElementID) -> [Gradient.Stop] {
    if let known = stops[gradient] { return known }
    let own = readStops(of: gradient)
    stops[gradient] = own
    return own
  }

  private func readStops(of gradient: SVGElementID) -> [Gradient.Stop] {
    let around = computedAside(gradient)
    var stops: [Gradient.Stop] = []
    for child in table.children(of: gradient) where table[child].kind == .stop {
      let computed = compute(child, in: around)
      var color: Color
      var isCurrentColor = false
      switch computed.properties.stopColor {
      case .color(let own): color = own
      case .currentColor:
        color = computed.properties.color
        isCurrentColor = true
      case .none, .server, .contextFill, .contextStroke: color = .black
      }
      color.alpha *= computed.properties.stopOpacity
      // None lies before the one before it.
      let offset = max(offset(of: child), stops.last?.offset ?? 0)
      stops.append(
        Gradient.Stop(offset: offset, color: color, isCurrentColor: isCurrentColor))
    }
    return stops
  }

  /// Where a stop lies, from 0 to 1.
  private func offset(of stop: SVGElementID) -> Double {
    guard let attribute = table.attribute(.offset, of: stop) else { return 0 }
    guard let value = SVGLength(attribute.value), value.unit == .number || value.unit == .percent
    else {
      warn(
        "svg.bad-value",
        "'offset' of 'stop' is ignored: expected a number or a percentage, found "
          + quoted(attribute), attribute)
      return 0
    }
    return min(max(value.unit == .percent ? value.value / 100 : value.value, 0), 1)
  }
}
