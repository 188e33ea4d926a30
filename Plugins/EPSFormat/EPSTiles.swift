import PathModel

/// Which paths of a drawing are tiles of patterns, so not painted themselves.
struct EPSTiles {
  /// For each group, the content of the pattern that it lies in; empty without patterns.
  var owners: [GroupID?] = []
  /// The paths of each content.
  var rows: [GroupID: [Int]] = [:]

  init(of drawing: Drawing) {
    guard !drawing.patterns.isEmpty else { return }
    // The root is never taken for a tile: nothing at all would be painted then.
    for pattern in drawing.patterns where pattern.content != .root { rows[pattern.content] = [] }
    // A parent stands before its children.
    for row in drawing.groups.indices {
      let group = GroupID(UInt32(row))
      let around = row == 0 ? nil : owners[Int(drawing.groups[row].parent.index)]
      owners.append(rows[group] == nil ? around : group)
    }
    for row in drawing.records.indices {
      if let owner = owners[Int(drawing.records[row].info.group.index)] { rows[owner]?.append(row) }
    }
  }
}
