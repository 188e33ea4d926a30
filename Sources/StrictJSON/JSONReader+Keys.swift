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
  /// A set of the keys for each open object that has many, outermost first.
  var large: [Large] = []

  struct Large {
    /// Where the object's keys begin among `entries`; names the object.
    var firstKey: Int
    var starts: [KeyName: Int]
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
struct KeyName: Hashable {
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
      var starts: [KeyName: Int] = [:]
      for index in firstKey..<keys.entries.count {
        starts[name(keys.entries[index])] = keys.entries[index].start
      }
      keys.large.append(KeyTable.Large(firstKey: firstKey, starts: starts))
      // One more entry marks that the set exists; later keys need none.
      keys.entries.append(entry)
    }
    // The library's own hash is seeded: keys that collide can't be prepared.
    let name = name(entry)
    let last = keys.large.count - 1
    if let first = keys.large[last].starts[name] { return first }
    keys.large[last].starts[name] = start
    return nil
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
