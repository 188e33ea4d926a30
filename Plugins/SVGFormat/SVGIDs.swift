/// Finds the elements of a document by their ids.
struct SVGIDs {
  struct Entry {
    /// The first element of the id, which counts.
    let element: SVGElementID
    /// The next one of the same id, if there are more.
    var shadowed: SVGElementID?
  }

  private var entries: [String: Entry] = [:]

  init(of table: SVGElementTable) {
    for row in table.rows.indices {
      let element = SVGElementID(UInt32(truncatingIfNeeded: row))
      guard let id = table.attribute(.id, of: element)?.value.text(), !id.isEmpty else { continue }
      if let entry = entries[id] {
        if entry.shadowed == nil { entries[id]?.shadowed = element }
      } else {
        entries[id] = Entry(element: element)
      }
    }
  }

  subscript(id: String) -> Entry? { entries[id] }
}
