import CFontLibraries

/// What Unicode says of characters. Not before the libraries are open.
public enum Characters {
  /// Scripts that characters of any script have in common: `Zyyy`, `Zinh`.
  public static func isCommon(_ script: UInt32) -> Bool {
    script == 0x5A79_7979 || script == 0x5A69_6E68
  }

  /// The script `Latn`.
  public static let latin: UInt32 = 0x4C61_746E

  /// The script of a character, as four bytes of ISO 15924.
  public static func script(of character: UInt32) -> UInt32 {
    character < 0x80 ? (isLetter(character) ? latin : 0x5A79_7979) : strokemill_script(character)
  }

  private static func isLetter(_ character: UInt32) -> Bool {
    (character | 0x20) &- 0x61 < 26
  }

  /// Whether a character goes with the one before it: a mark, a joiner, a variation selector.
  public static func isMark(_ character: UInt32) -> Bool {
    character >= 0x300 && strokemill_is_mark(character)
  }

  /// Whether a character stands upright in a line that runs from top to bottom: those of East Asia and
  /// signs like them, by the blocks of Unicode's property Vertical_Orientation (UAX #50).
  public static func isUpright(_ character: UInt32) -> Bool {
    switch character {
    case 0xA7, 0xA9, 0xAE, 0xB1, 0xBC...0xBE, 0xD7, 0xF7, 0x1100...0x11FF, 0x1401...0x167F,
      0x2016, 0x2020, 0x2021, 0x203B, 0x203C, 0x2042, 0x2047...0x2049, 0x2051, 0x2100...0x218F,
      0x2300...0x23FF, 0x2400...0x2767, 0x2776...0x2793, 0x2B50...0x2B59, 0x2E80...0x3007,
      0x3012, 0x3013, 0x3020...0x302F, 0x3031...0x309F, 0x30A1...0x30FB, 0x30FD...0x4DFF,
      0x4E00...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7FF, 0xE000...0xFAFF, 0xFE10...0xFE1F,
      0xFE30...0xFE48, 0xFE50...0xFE57, 0xFF01...0xFF07, 0xFF0A...0xFF0C, 0xFF0E...0xFF19,
      0xFF1F...0xFF3A, 0xFF3C, 0xFF41...0xFF5A, 0xFFE0...0xFFE2, 0xFFE4...0xFFE7,
      0x13000...0x1342F, 0x16FE0...0x18D7F, 0x1AFF0...0x1B2FF, 0x1D000...0x1D7FF, 0x1F000...0x1FAFF,
      0x20000...0x3FFFD:
      true
    default: false
    }
  }

  /// The level of each character by the bidirectional algorithm of Unicode (UAX #9): those of odd levels
  /// run from right to left.
  public static func levels(of characters: [UInt32], isRightToLeft: Bool) -> [Int8] {
    let base: Int8 = isRightToLeft ? 1 : 0
    var levels = [Int8](repeating: base, count: characters.count)
    // Below the Hebrew block nothing runs from right to left.
    if !isRightToLeft, characters.allSatisfy({ $0 < 0x590 }) { return levels }
    let isDone = unsafe characters.withUnsafeBufferPointer { characters in
      unsafe levels.withUnsafeMutableBufferPointer { levels in
        unsafe strokemill_bidi_levels(
          characters.baseAddress, characters.count, isRightToLeft, levels.baseAddress)
      }
    }
    return isDone ? levels : [Int8](repeating: base, count: characters.count)
  }

  /// The order in which runs of given levels stand from left to right (UAX #9, rule L2).
  public static func visualOrder(ofRunsWithLevels levels: [Int8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), highest > 0 else { return order }
    var level = highest
    while level > 0 {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
      level -= 1
    }
    return order
  }
}
