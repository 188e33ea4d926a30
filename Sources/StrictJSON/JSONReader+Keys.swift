/// The keys of all open objects, to find one that stands twice.
struct KeyTable {
  struct Entry {
    /// The offset of its opening quote.
    var start: Int
    var hasEscapes: Bool
    var hash: UInt64
  }

  /// The keys of the innermost object stand last.
  var entries: [Entry] = []
  /// A table of the keys for each open object that has many, outermost first.
  var large: [Large] = []

  /// The keys of an object with many, in a hash table.
  struct Large {
    /// Where the object's keys begin among `entries`; names the object.
    var firstKey: Int
    var slots: [Slot] = Array(repeating: Slot(), count: 64)
    var count = 0

    /// A key, or none where `place` is negative.
    struct Slot {
      var hash: UInt64 = 0
      /// Twice the offset of its opening quote, and one more where it has escapes.
      var place = -1
    }

    /// The place of the key that `isEqual` holds of among those of a hash; nil, and noted at `place`, when there is none.
    mutating func insert(
      _ hash: UInt64, _ place: Int, _ isEqual: (Int) -> Bool
    ) -> Int? {
      // At most half full, a search ends soon.
      if 2 * count >= slots.count { grow() }
      var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[index].place >= 0 {
        if slots[index].hash == hash, isEqual(slots[index].place) { return slots[index].place }
        index = (index + 1) & (slots.count - 1)
      }
      slots[index] = Slot(hash: hash, place: place)
      count += 1
      return nil
    }

    private mutating func grow() {
      var grown = Array(repeating: Slot(), count: 2 * slots.count)
      for slot in slots where slot.place >= 0 {
        var index = Int(truncatingIfNeeded: slot.hash) & (grown.count - 1)
        while grown[index].place >= 0 { index = (index + 1) & (grown.count - 1) }
        grown[index] = slot
      }
      slots = grown
    }
  }

  var count: Int { entries.count }

  @inline(__always)
  mutating func removeLast(from firstKey: Int) {
    if entries.count > firstKey { forget(from: firstKey) }
  }

  @inline(never)
  private mutating func forget(from firstKey: Int) {
    entries.removeSubrange(firstKey...)
    if let last = large.last, last.firstKey == firstKey { large.removeLast() }
  }
}

/// A key, equal to another when the bytes are: a string's own `==` also equates characters that
/// Unicode holds equivalent, which JSON doesn't.
struct KeyName: Equatable {
  var bytes: [UInt8]
}

extension JSONReader {
  /// Up to so many keys are compared one by one, which is faster than a set.
  private static var fewKeys: Int { 16 }

  /// Notes a key of the innermost object.
  ///
  /// - Returns: The offset of the equal key that stands before it, if any.
  mutating func addKey(at start: Int, hasEscapes: Bool) -> Int? {
    let entry = KeyTable.Entry(
      start: start, hasEscapes: hasEscapes, hash: hash(at: start, hasEscapes: hasEscapes))
    let firstKey = current.firstKey
    let count = keys.entries.count - firstKey
    if count < Self.fewKeys {
      for index in firstKey..<keys.entries.count where keys.entries[index].hash == entry.hash {
        if name(keys.entries[index]) == name(entry) { return keys.entries[index].start }
      }
      keys.entries.append(entry)
      return nil
    }
    if count == Self.fewKeys {
      keys.large.append(KeyTable.Large(firstKey: firstKey))
      for index in firstKey..<keys.entries.count {
        let known = keys.entries[index]
        _ = addToLarge(known.start, known.hasEscapes)
      }
      // One more entry marks that the set exists; later keys need none.
      keys.entries.append(entry)
    }
    return addToLarge(start, hasEscapes)
  }

  private mutating func addToLarge(_ start: Int, _ hasEscapes: Bool) -> Int? {
    let hash = secretHash(at: start, hasEscapes: hasEscapes)
    let last = keys.large.count - 1
    // Out of the table, so that the names can be looked at meanwhile.
    var large = keys.large[last]
    keys.large[last].slots = []
    let own = KeyTable.Entry(start: start, hasEscapes: hasEscapes, hash: 0)
    let found = large.insert(hash, 2 * start + (hasEscapes ? 1 : 0)) { place in
      name(KeyTable.Entry(start: place / 2, hasEscapes: place % 2 == 1, hash: 0)) == name(own)
    }
    keys.large[last] = large
    return found.map { $0 / 2 }
  }

  /// A hash of the bytes of a key, escapes resolved, for which keys that collide can't be prepared: nobody knows what
  /// it multiplies with.
  private func secretHash(at start: Int, hasEscapes: Bool) -> UInt64 {
    var hash = JSONSecret.number
    func take(_ byte: UInt8) {
      let product = (hash ^ UInt64(byte)).multipliedFullWidth(by: JSONSecret.number)
      hash = product.high ^ product.low
    }
    if hasEscapes {
      for byte in resolved(at: start) { take(byte) }
      return hash
    }
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      take(bytes[index])
      index += 1
    }
    return hash
  }

  private func name(_ entry: KeyTable.Entry) -> KeyName {
    if entry.hasEscapes { return KeyName(bytes: resolved(at: entry.start)) }
    var text: [UInt8] = []
    var index = entry.start + 1
    while index < bytes.count && bytes[index] != UInt8(ascii: "\"") {
      text.append(bytes[index])
      index += 1
    }
    return KeyName(bytes: text)
  }

  /// FNV-1a over the bytes of the key, escapes resolved.
  private func hash(at start: Int, hasEscapes: Bool) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    if hasEscapes {
      for byte in resolved(at: start) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return hash
    }
    var index = start + 1
    while index < bytes.count {
      let byte = unsafe bytes[unchecked: index]
      if byte == UInt8(ascii: "\"") { break }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
      index += 1
    }
    return hash
  }
}

private enum JSONSecret {
  static let number = UInt64.random(in: .min ... .max) | 1
}
