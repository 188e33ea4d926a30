public import PluginKit

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
    NamedLimit(
      name: "growth", property: \.growth, range: 1...4_000_000_000,
      help: """
        To how many points jitter, hatch, pen, annotate and flatten may make a drawing grow; twice as many as \
        it has is always allowed.
        """),
    // libxml2 compares each attribute of an element with each.
    NamedLimit(
      name: "attributes", property: \.attributes, range: 1...20_000,
      help: "Attributes of one element."),
    NamedLimit(
      name: "attribute-bytes", property: \.attributeBytes, range: 1...(1 << 40),
      help: "Bytes of one attribute's value."),
    NamedLimit(
      name: "copies", property: \.copies, range: 1...1_000_000_000,
      help: "Elements that 'use', markers and patterns repeat in one document."),
    NamedLimit(
      name: "output-bytes", property: \.outputBytes, range: 1000...(1 << 40),
      help: "Bytes of one output before packing."),
    NamedLimit(
      name: "unpacking-ratio", property: \.unpackingRatio, range: 1...1032,
      help: "Bytes that may come out of one byte of gzip, beyond the first 16 MiB."),
  ]

  /// The names of all limits, as pipeline files and `--limit` have them.
  public static var names: [String] { named.map(\.name) }

  /// The limit of this name.
  static func named(_ name: String) -> NamedLimit? { named.first { $0.name == name } }
}
