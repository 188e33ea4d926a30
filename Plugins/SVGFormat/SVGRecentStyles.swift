/// The properties of the elements that were computed last: neighbours mostly look the same.
struct SVGRecentStyles {
  private struct Entry {
    let element: SVGElementID
    let outline: Int
    let parent: SVGComputed
    let computed: SVGComputed
  }

  private static let size = 8
  private var entries: [Entry] = []
  private var oldest = 0

  /// The properties of an element that says word for word what another one of its kind said in the same
  /// surroundings.
  func find(
    _ element: SVGElementID, in parent: SVGComputed, _ table: SVGElementTable
  ) -> SVGComputed? {
    if entries.isEmpty { return nil }
    let outline = table.lookOutline(of: element)
    // The newest first: it's mostly one of the last few.
    var row = oldest
    for _ in entries.indices {
      row = row > 0 ? row - 1 : entries.count - 1
      if entries[row].outline == outline, entries[row].parent === parent,
        table.saysTheSame(element, entries[row].element)
      {
        return entries[row].computed
      }
    }
    return nil
  }

  /// Keeps properties that depend on nothing but what the element says and its surroundings.
  mutating func add(
    _ computed: SVGComputed, of element: SVGElementID, in parent: SVGComputed,
    _ table: SVGElementTable
  ) {
    let entry = Entry(
      element: element, outline: table.lookOutline(of: element), parent: parent, computed: computed)
    if entries.count < SVGRecentStyles.size {
      entries.append(entry)
    } else {
      entries[oldest] = entry
      oldest = (oldest + 1) % SVGRecentStyles.size
    }
  }
}

extension SVGElementTable {
  /// The lengths of the values that say something of an element's look, with a few of their bytes, in a number that
  /// is the same for elements that say the same: most others are told apart by it.
  fileprivate func lookOutline(of element: SVGElementID) -> Int {
    var outline = 0
    for i in attributeRange(of: element) where attributes[i].isOfLook {
      let value = bytes.span(of: attributes[i].value)
      outline = outline &* 31 &+ value.count
      if value.isEmpty { continue }
      outline = outline &* 31 &+ Int(value[value.count / 2])
      outline = outline &* 31 &+ Int(value[value.count - 1])
    }
    return outline
  }

  /// Whether two elements are of one kind and say the same of their look, in the same order.
  fileprivate func saysTheSame(_ a: SVGElementID, _ b: SVGElementID) -> Bool {
    if a == b { return true }
    guard self[a].kind == self[b].kind else { return false }
    var (i, j) = (attributeRange(of: a), attributeRange(of: b))
    while true {
      skipOthers(&i)
      skipOthers(&j)
      guard let first = i.first, let second = j.first else { return i.isEmpty && j.isEmpty }
      guard attributes[first].known == attributes[second].known,
        bytes.areEqual(attributes[first].value, attributes[second].value)
      else { return false }
      i.removeFirst()
      j.removeFirst()
    }
  }

  /// Moves on to an attribute that says something of the look.
  private func skipOthers(_ rows: inout Range<Int>) {
    while let row = rows.first, !attributes[row].isOfLook {
      rows.removeFirst()
    }
  }
}
