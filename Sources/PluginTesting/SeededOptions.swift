import PathModel
public import PluginKit

/// Options that a component's parameters allow, made from a seed.
///
/// Numbers are of moderate size, so that no option asks for a million passes; options that don't go
/// together may come out, which the component then has to say.
public struct SeededOptions: Sendable {
  private var random: SeededGenerator

  /// Starts a series; the same seed gives the same options on every machine.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Makes values for about a third of the parameters.
  public mutating func next(for parameters: [ParameterInfo]) -> [Option] {
    var options: [Option] = []
    for parameter in parameters where random.unit() < 0.35 {
      let value =
        parameter.isOptional && random.unit() < 0.1
        ? ParameterValue.null : value(parameter.kind, parameter.range)
      options.append(Option(parameter.name, value))
    }
    return options
  }

  private mutating func value(
    _ kind: ParameterInfo.Kind, _ range: ParameterRange?
  ) -> ParameterValue {
    switch kind {
    case .boolean: return .bool(random.unit() < 0.5)
    case .integer: return .number(number(range).rounded(.down))
    case .number: return .number(number(range))
    case .length:
      let units = Length.Unit.allCases
      let unit = units[Int(random.next() % UInt64(units.count))]
      // Tenths have an exact text.
      let value = (number(range) * 10).rounded(.up) / 10
      return .text("\(range?.contains(value) ?? true ? value : number(range))\(unit.rawValue)")
    case .angle: return .number(range == nil ? random.uniform(-360, 360) : number(range))
    case .color, .paint:
      let colors = ["#123456", "red", "rgb(10 20 30 / 0.5)", "hsl(120 50% 50%)", "#fff8"]
      return .text(colors[Int(random.next() % UInt64(colors.count))])
    case .text: return .text(["", "x", "1", "name"][Int(random.next() % 4)])
    case .choice(let words):
      guard !words.isEmpty else { return .text("") }
      return .text(words[Int(random.next() % UInt64(words.count))])
    case .list(let element):
      return .list((0..<Int(random.next() % 4)).map { _ in value(element, range) })
    }
  }

  private mutating func number(_ range: ParameterRange?) -> Double {
    let low = range?.minimum ?? (range?.maximum.map { $0 - 10 } ?? -10)
    let high = min(range?.maximum ?? (low + 20), low + 20)
    let isOpen = range?.excludesMinimum == true
    // The ends themselves are where things break.
    switch random.next() % 8 {
    case 0 where !isOpen: return low
    case 1: return high
    case 2: return min(low + 1, high)
    default: return high - (high - low) * random.unit() * (isOpen ? 0.99 : 1)
    }
  }
}
