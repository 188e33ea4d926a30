import PluginKit

/// A limit as pipeline files name it.
struct NamedLimit: Sendable {
  var name: String
  var property: any WritableKeyPath<Limits, Int> & Sendable
  var range: ClosedRange<Int>
  var help: String

  func message(_ found: String) -> String {
    "'\(name)' takes a whole number from \(range.lowerBound) to \(range.upperBound), not \(found)"
  }
}

extension Limits {
  /// All limits as pipeline files name them.
  static let named = [
    NamedLimit(
      name: "input-bytes", property: \.inputBytes, range: 1...(1 << 40),
      help: "Bytes of one input after unpacking."),
    NamedLimit(
      name: "depth", property: \.depth, range: 1...100_000,
      help: "How deep elements, arrays and objects may be nested."),
    NamedLimit(
      name: "elements", property: \.elements, range: 1...1_000_000_000,
      help: "Elements of one document."),
    // Records count points in 32 bits.
    NamedLimit(
      name: "points", property: \.points, range: 1...4_000_000_000,
      help: "Points of one drawing."),
  ]

  /// The limit of this name.
  static func named(_ name: String) -> NamedLimit? { named.first { $0.name == name } }
}
