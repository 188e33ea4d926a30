import PathModel
import PluginKit

/// The gradients and patterns of a document and who refers to them, which may come first.
///
/// Until the end a paint that refers to one is `.gradient` with the row of its reference here.
struct SVGPaintServers {
  /// What is kept of a gradient.
  struct Gradient {
    var parent: String?
    var stops: [Color] = []
  }

  /// A reference, made by one or more elements.
  struct Reference {
    var id: String
    var fallback: Paint?
    var property: String
    var element: String
    var place: Diagnostic.Place
    var count = 1
  }

  private struct Key: Hashable {
    var id: String
    var fallback: Paint?
  }

  private(set) var gradients: [Gradient] = []
  private var gradientRows: [String: Int] = [:]
  private var patterns: Set<String> = []
  private(set) var references: [Reference] = []
  private var rows: [Key: Int] = [:]

  /// Adds a gradient and gives its row. Of several with one id the first counts.
  mutating func addGradient(id: String?, parent: String?) -> Int {
    gradients.append(Gradient(parent: parent))
    if let id, gradientRows[id] == nil { gradientRows[id] = gradients.count - 1 }
    return gradients.count - 1
  }

  mutating func addStop(_ color: Color, to row: Int) { gradients[row].stops.append(color) }

  mutating func addPattern(id: String) { patterns.insert(id) }

  /// Notes a reference; `reference` is only made for the first of its kind.
  mutating func paint(
    id: String, fallback: Paint?, _ reference: () -> Reference
  ) -> Paint {
    let key = Key(id: id, fallback: fallback)
    if let row = rows[key] {
      references[row].count += 1
      return .gradient(GradientID(UInt32(row)))
    }
    rows[key] = references.count
    references.append(reference())
    return .gradient(GradientID(UInt32(references.count - 1)))
  }

  /// What a reference comes to.
  enum Outcome {
    /// The gradient is one flat colour, so nothing is lost.
    case exact(Paint)
    case gradient(Paint)
    case pattern(Paint)
    /// There is nothing of that id.
    case missing(Paint)
    /// The gradient is made after itself.
    case cyclic(Paint)
  }

  func outcome(of reference: Reference) -> Outcome {
    if patterns.contains(reference.id), gradientRows[reference.id] == nil {
      return .pattern(reference.fallback ?? .none)
    }
    guard var row = gradientRows[reference.id] else {
      return .missing(reference.fallback ?? .none)
    }
    // Stops come from the gradient that this one is made after, if it has none of its own.
    var stops = gradients[row].stops
    var steps = 0
    while stops.isEmpty, steps < 100, let parent = gradients[row].parent,
      let next = gradientRows[parent]
    {
      row = next
      stops = gradients[row].stops
      steps += 1
    }
    guard let first = stops.first else {
      return steps < 100 ? .exact(.none) : .cyclic(reference.fallback ?? .none)
    }
    if stops.allSatisfy({ $0 == first }) { return .exact(.color(first)) }
    if let fallback = reference.fallback, fallback != .none { return .gradient(fallback) }
    func mean(_ part: (Color) -> Double) -> Double {
      stops.reduce(0) { $0 + part($1) } / Double(stops.count)
    }
    func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
    return .gradient(
      .color(
        Color(
          red: byte(mean { Double($0.red) }), green: byte(mean { Double($0.green) }),
          blue: byte(mean { Double($0.blue) }), alpha: min(max(mean(\.alpha), 0), 1))))
  }
}
