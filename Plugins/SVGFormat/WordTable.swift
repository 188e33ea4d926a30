/// Known words of at most 24 bytes, and what each stands for. Looking one up allocates nothing and takes
/// some dozens of steps, however many there are.
struct WordTable<Value: BitwiseCopyable & Sendable>: Sendable {
  /// A word's bytes in three numbers, zeros behind them.
  private struct Word: Equatable, BitwiseCopyable {
    var parts: (UInt64, UInt64, UInt64) = (0, 0, 0)

    init?(_ text: String) {
      guard text.utf8.count <= 24 else { return nil }
      var place = 0
      for byte in text.utf8 {
        let bits = UInt64(byte) << UInt64((place & 7) * 8)
        switch place >> 3 {
        case 0: parts.0 |= bits
        case 1: parts.1 |= bits
        default: parts.2 |= bits
        }
        place += 1
      }
    }

    static func == (a: Word, b: Word) -> Bool {
      a.parts.0 == b.parts.0 && a.parts.1 == b.parts.1 && a.parts.2 == b.parts.2
    }

    /// The table is made of words that are known beforehand, so nobody can make many of them meet.
    var hash: Int {
      let mixed =
        (parts.0 &* 0x9E37_79B9_7F4A_7C15) ^ (parts.1 &* 0xC2B2_AE3D_27D4_EB4F)
        ^ (parts.2 &* 0x1656_67B1_9E37_79F9)
      return Int(truncatingIfNeeded: (mixed ^ mixed >> 29) &* 0xBF58_476D_1CE4_E5B9 >> 40)
    }
  }

  /// An open hash table, at most half full; its size is a power of two.
  private var slots: [(word: Word, value: Value)?]

  init(_ words: [(String, Value)]) {
    var size = 16
    while size < 2 * words.count { size *= 2 }
    slots = Array(repeating: nil, count: size)
    for (text, value) in words {
      guard let word = Word(text) else { continue }
      var slot = word.hash & (size - 1)
      while slots[slot] != nil { slot = (slot + 1) & (size - 1) }
      slots[slot] = (word, value)
    }
  }

  subscript(text: String) -> Value? {
    guard let word = Word(text) else { return nil }
    var slot = word.hash & (slots.count - 1)
    while let entry = slots[slot] {
      if entry.word == word { return entry.value }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }
}
