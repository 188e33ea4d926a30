import PathModel

extension Drawing {
  /// How this drawing differs from another in any bit or row; nil when it doesn't.
  func exactDifference(from other: Drawing) -> String? {
    if verbs != other.verbs { return "the verbs differ" }
    // By their bits, so that a minus zero is told from a zero.
    func bits(_ p: Point) -> [UInt64] { [p.x.bitPattern, p.y.bitPattern] }
    if points.flatMap(bits) != other.points.flatMap(bits) {
      return difference(from: other) ?? "the points differ in the sign of a zero"
    }
    if widths.map(\.bitPattern) != other.widths.map(\.bitPattern) { return "the widths differ" }
    if hasWidths != other.hasWidths { return "one keeps widths" }
    if let row = records.indices.first(where: {
      other.records.indices.contains($0) ? records[$0] != other.records[$0] : true
    }) {
      return "path \(row) has another record"
    }
    if records.count != other.records.count { return "one has more paths" }
    if clipPaths != other.clipPaths { return "the clip paths differ" }
    if styles != other.styles { return "the styles differ" }
    if attributes != other.attributes { return "the attributes differ" }
    if groups != other.groups { return "the groups differ" }
    if gradients != other.gradients { return "the gradients differ" }
    if patterns != other.patterns { return "the patterns differ" }
    if clips != other.clips { return "the clips differ" }
    if canvas != other.canvas { return "the canvas differs" }
    if document != other.document { return "the document differs" }
    return nil
  }
}
