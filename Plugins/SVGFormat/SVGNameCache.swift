/// Finds the rows of names by the addresses that libxml2 gives to equal texts.
struct SVGNameCache {
  struct Key: Hashable, BitwiseCopyable {
    var local: UInt
    var space: UInt
  }

  private struct Slot: BitwiseCopyable {
    /// A name has an address, so an empty slot is never taken for one.
    var key = Key(local: 0, space: 0)
    var row: UInt32 = 0
  }

  /// Nobody knows it, so nobody can make up names that meet.
  private static let secretOfAll = UInt64.random(in: .min ... .max) | 1
  private let secret = SVGNameCache.secretOfAll

  /// An open hash table, at most half full; its size is a power of two.
  private var slots = [Slot](repeating: Slot(), count: 128)
  private var count = 0

  private func slot(of key: Key) -> Int {
    let mask = slots.count - 1
    let product = (UInt64(key.local) ^ UInt64(key.space) &* 31).multipliedFullWidth(
      by: secret)
    var slot = Int(truncatingIfNeeded: product.high ^ product.low) & mask
    while slots[slot].key.local != 0, slots[slot].key != key { slot = (slot + 1) & mask }
    return slot
  }

  /// The row of a name that is there already.
  subscript(key: Key) -> UInt32? {
    let found = slots[slot(of: key)]
    return found.key.local == 0 ? nil : found.row
  }

  /// Adds a name.
  mutating func add(_ key: Key, row: UInt32) {
    slots[slot(of: key)] = Slot(key: key, row: row)
    count += 1
    guard 2 * count > slots.count else { return }
    let old = slots
    slots = Array(repeating: Slot(), count: 2 * old.count)
    for entry in old where entry.key.local != 0 { slots[slot(of: entry.key)] = entry }
  }
}
