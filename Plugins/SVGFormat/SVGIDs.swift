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

  /// What is kept of an id.
  private struct Known {
    let hash: Int
    let id: SVGElementTable.Piece
    var entry: SVGIDs.Entry
  }

  private let bytes: SVGDocumentBytes
  private var known: [Known] = []
  /// An open hash table of rows of `known`, -1 where there is none; at most half full, and its size is
  /// a power of two.
  private var slots: [Int32]

  init(of table: SVGElementTable) {
    bytes = table.bytes
    slots = Array(repeating: -1, count: 64)
    for row in table.rows.indices where table.rows[row].traits.contains(.names) {
      let element = SVGElementID(UInt32(truncatingIfNeeded: row))
      for i in table.attributeRange(of: element) where table.attributes[i].known == .id {
        add(element, table.attributes[i].value)
        break
      }
    }
  }

  private mutating func add(_ element: SVGElementID, _ id: SVGElementTable.Piece) {
    if id.count == 0 { return }
    let hash = IDIndex.hash(bytes.span(of: id))
    let slot = slot(of: hash) { bytes.areEqual($0, id) }
    let row = Int(slots[slot])
    if row >= 0 {
      if known[row].entry.shadowed == nil { known[row].entry.shadowed = element }
      return
    }
    slots[slot] = Int32(truncatingIfNeeded: known.count)
    known.append(Known(hash: hash, id: id, entry: SVGIDs.Entry(element: element)))
    if 2 * known.count > slots.count { grow() }
  }

  private mutating func grow() {
    slots = Array(repeating: -1, count: 2 * slots.count)
    for row in known.indices {
      slots[slot(of: known[row].hash) { _ in false }] = Int32(truncatingIfNeeded: row)
    }
  }

  /// Where an id stands in the hash table, or would.
  private func slot(of hash: Int, _ isEqual: (SVGElementTable.Piece) -> Bool) -> Int {
    let mask = slots.count - 1
    var slot = hash & mask
    while slots[slot] >= 0 {
      let row = Int(slots[slot])
      if known[row].hash == hash, isEqual(known[row].id) { return slot }
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
    let text = id.utf8.span
    let row = Int(slots[slot(of: IDIndex.hash(text)) { bytes.span(of: $0).isEqual(to: text) }])
    return row < 0 ? nil : known[row].entry
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
