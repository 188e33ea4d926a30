/// Finds the rows of names by the addresses that libxml2 gives to equal texts.
///
/// A document has few names and asks for them all the time, so a small table that is looked into at
/// one place stands before the dictionary.
struct SVGNameCache {
  struct Key: Hashable, BitwiseCopyable {
    var local: UInt
    var space: UInt
  }

  private struct Slot: BitwiseCopyable {
    var key = Key(local: 0, space: 0)
    var row: UInt32 = 0
  }

  private static let size = 256
  private var slots = [Slot](repeating: Slot(), count: size)
  private var rows: [Key: UInt32] = [:]

  private static func place(of key: Key) -> Int {
    let mixed = (key.local &+ key.space &* 31) &* 0x9E37_79B9_7F4A_7C15
    return Int(mixed >> 56)
  }

  subscript(key: Key) -> UInt32? {
    mutating get {
      let place = SVGNameCache.place(of: key)
      // A name has an address, so an empty slot is never taken for one.
      if slots[place].key == key { return slots[place].row }
      guard let row = rows[key] else { return nil }
      slots[place] = Slot(key: key, row: row)
      return row
    }
    set {
      rows[key] = newValue
      if let newValue {
        slots[SVGNameCache.place(of: key)] = Slot(key: key, row: newValue)
      }
    }
  }
}
