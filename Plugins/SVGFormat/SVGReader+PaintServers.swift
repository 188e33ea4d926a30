import PathModel
import PluginKit

extension SVGReader {
  /// What a reference to a gradient or a pattern comes to.
  func paint(
    ofServer id: String, fallback: Paint?, _ property: String, of element: SVGElementID
  ) -> Paint {
    func words(_ paint: Paint) -> String { paint.color?.css ?? "not at all" }
    let name = table.name(of: element)
    func lose(_ kind: String, _ what: String, _ paint: Paint) -> Paint {
      self.lose(
        kind,
        "the \(property) of '\(name)' is \(what) (#\(id)); it's painted \(words(paint))",
        at: element)
      return paint
    }
    let flat = fallback ?? .none
    let server = self.element(ofReference: "#" + id)
    switch server.map({ table[$0].kind }) {
    case .linearGradient, .radialGradient:
      guard let server, let stops = stops(of: server) else {
        warn(
          "svg.cyclic-reference",
          "the \(property) of '\(name)' is a gradient that is made after itself (#\(id)); it's "
            + "painted \(words(flat))", at: element)
        return flat
      }
      guard let first = stops.first else { return .none }
      if stops.allSatisfy({ $0 == first }) { return .color(first) }
      if let fallback, fallback != .none { return lose("gradient", "a gradient", fallback) }
      return lose("gradient", "a gradient", .color(mean(stops)))
    case .pattern: return lose("pattern", "a pattern", flat)
    default:
      let target = id.isEmpty ? "another file" : "'#\(id)'"
      warn(
        "svg.missing-reference",
        "the \(property) of '\(name)' refers to \(target), which isn't a gradient or a pattern here; "
          + "it's painted \(words(flat))", at: element)
      return flat
    }
  }

  /// The colours of a gradient: its own, or those of the one that it's made after; nil when that is
  /// itself.
  private func stops(of gradient: SVGElementID) -> [Color]? {
    var gradient = gradient
    for _ in 0..<100 {
      let stops = ownStops(of: gradient)
      guard stops.isEmpty, let href = table.attribute(.href, of: gradient)?.value.trimmed.text(),
        let next = element(ofReference: href)
      else { return stops }
      gradient = next
    }
    return nil
  }

  private func ownStops(of gradient: SVGElementID) -> [Color] {
    let around = computedAside(gradient)
    var stops: [Color] = []
    for child in table.children(of: gradient) where table[child].kind == .stop {
      let properties = compute(child, in: around).properties
      var color =
        switch properties.stopColor {
        case .color(let color): color
        case .currentColor: properties.color
        case .none, .server, .contextFill, .contextStroke: Color.black
        }
      color.alpha *= properties.stopOpacity
      stops.append(color)
    }
    return stops
  }

  private func mean(_ stops: [Color]) -> Color {
    func mean(_ part: (Color) -> Double) -> Double {
      stops.reduce(0) { $0 + part($1) } / Double(stops.count)
    }
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    return Color(
      red: byte(mean { Double($0.red) }), green: byte(mean { Double($0.green) }),
      blue: byte(mean { Double($0.blue) }), alpha: min(max(mean(\.alpha), 0), 1))
  }
}
