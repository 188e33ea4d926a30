import PathModel

/// The names that the parts of a hatched path get.
///
/// The lowest part keeps all names of the path; the others those by which many paths are chosen. Lines
/// and paper also get the class of that name, so that later stages can choose them.
struct HatchNames {
  /// What a hatched path consists of, from below.
  enum Part: UInt8, Hashable {
    case paper, solid, lines, outline
  }

  private struct Row: Hashable {
    var names: AttributesID
    var part: Part
    var isLowest: Bool
  }

  private var known: [Row: AttributesID] = [:]

  /// The names of a part.
  mutating func names(
    of part: Part, isLowest: Bool, _ names: AttributesID, in drawing: inout Drawing
  ) -> AttributesID {
    let row = Row(names: names, part: part, isLowest: isLowest)
    if let names = known[row] { return names }
    var set = drawing.attributes[Int(names.index)]
    if !isLowest { (set.id, set.title, set.description) = (nil, nil, nil) }
    switch part {
    case .paper: set.classes.append("paper")
    case .lines: set.classes.append("hatch")
    case .solid, .outline: break
    }
    let id = drawing.attributesID(for: set)
    known[row] = id
    return id
  }

  /// The key of a part: the path's own for the lowest.
  static func key(of part: Part, isLowest: Bool, _ key: PathKey) -> PathKey {
    if isLowest { return key }
    var hash = StableHash()
    hash.combine(key.value)
    switch part {
    case .paper: hash.combine("paper")
    case .solid: hash.combine("solid")
    case .lines: hash.combine("hatch")
    case .outline: hash.combine("outline")
    }
    return PathKey(hash.value)
  }
}
