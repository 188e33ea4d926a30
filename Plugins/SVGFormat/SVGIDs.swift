/// Finds the elements of a document by their ids. An object, since it's asked for each reference and
/// nobody needs a copy.
final class SVGIDs {
  struct Entry {
    /// The first element of the id, which counts.
    let element: SVGElementID
    /// The next one of the same id, if there are more.
    var shadowed: SVGElementID?
  }

  private let index: IDIndex

  init(of table: SVGElementTable) { index = IDIndex(of: table) }

  subscript(id: String) -> Entry? { index[id] }
}

/// What is found by ids.
private struct IDIndex {
  /// Nobody knows it, so nobody can make up ids that meet.
  private static let secret = UInt64.random(in: .min ... .max) | 1

  private let table: SVGElementTable
  private var entries: [SVGIDs.Entry] = []
  /// An open hash table of rows of `entries`, -1 where there is none; at most half full, and its size is
  /// a power of two.
  private var slots: [Int32]

  init(of table: SVGElementTable) {
    self.table = table
    slots = Array(repeating: -1, count: 64)
    for row in table.rows.indices where table.rows[row].traits.contains(.names) {
      let element = SVGElementID(UInt32(truncatingIfNeeded: row))
      guard let id = table.attribute(.id, of: element), !id.value.isEmpty else { continue }
      add(element, id.value)
    }
  }

  private mutating func add(_ element: SVGElementID, _ id: Span<UInt8>) {
    let slot = slot(of: id)
    let row = Int(slots[slot])
    if row >= 0 {
      if entries[row].shadowed == nil { entries[row].shadowed = element }
      return
    }
    slots[slot] = Int32(truncatingIfNeeded: entries.count)
    entries.append(SVGIDs.Entry(element: element))
    if 2 * entries.count > slots.count { grow() }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: 2 * slots.count)
    for row in entries.indices {
      guard let id = table.attribute(.id, of: entries[row].element) else { continue }
      slots[slot(of: id.value)] = Int32(truncatingIfNeeded: row)
    }
  }

  /// Where an id stands in the hash table, or would.
  private func slot(of id: Span<UInt8>) -> Int {
    let mask = slots.count - 1
    var slot = IDIndex.hash(id) & mask
    while slots[slot] >= 0 {
      let known = table.attribute(.id, of: entries[Int(slots[slot])].element)
      if let known, known.value.isEqual(to: id) { return slot }
      slot = (slot + 1) & mask
    }
    return slot
  }

  private static func hash(_ id: Span<UInt8>) -> Int {
    var hash = secret
    var word = UInt64(truncatingIfNeeded: id.count)
    func take(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: secret)
      hash = product.high ^ product.low
    }
    for i in id.indices {
      word = word << 8 | UInt64(id[i])
      if i & 7 == 7 {
        take(word)
        word = 0
      }
    }
    take(word)
    return Int(truncatingIfNeeded: hash)
  }

  subscript(id: String) -> SVGIDs.Entry? {
    let row = Int(slots[slot(of: id.utf8.span)])
    return row < 0 ? nil : entries[row]
  }
}

extension Span<UInt8> {
  /// Whether the bytes are the same.
  fileprivate func isEqual(to other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    for i in indices where self[i] != other[i] { return false }
    return true
  }
}
