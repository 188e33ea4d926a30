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
