/// Which of its siblings an element is: every `step`th, from the `offset`th on (`2n+1`).
struct NthPattern: Hashable {
  var step: Int
  var offset: Int

  /// Whether an element is meant that is the `position`th, counted from 1.
  func contains(_ position: Int) -> Bool {
    let distance = position - offset
    if step == 0 { return distance == 0 }
    return distance % step == 0 && distance / step >= 0
  }

  /// Numbers are clamped to this, so that no sum of two overflows.
  private static let limit = 1 << 31

  /// Reads `odd`, `even`, `3`, `2n+1`, `-n + 3` (CSS Syntax Module Level 3, section 6) and moves
  /// behind it.
  static func read(_ tokens: inout Tokenizer) -> NthPattern? {
    tokens.skipSpace()
    let bytes = tokens.bytes
    var i = tokens.position
    func byte() -> UInt8 { i < bytes.count ? bytes[i] : 0 }
    func digits() -> Int? {
      guard isDigit(byte()) else { return nil }
      var value = 0
      while isDigit(byte()) {
        value = min(value * 10 + Int(byte() - 0x30), limit)
        i += 1
      }
      return value
    }
    /// Takes a sign: -1, 1, or nil when there is none.
    func sign() -> Int? {
      switch byte() {
      case UInt8(ascii: "-"):
        i += 1
        return -1
      case UInt8(ascii: "+"):
        i += 1
        return 1
      default: return nil
      }
    }
    func finished(_ pattern: NthPattern) -> NthPattern? {
      // `2nx` and `2n-` are something else.
      guard !isNameByte(byte()), byte() != UInt8(ascii: "\\") else { return nil }
      tokens.position = i
      return pattern
    }
    for (word, pattern) in [
      ("odd" as StaticString, NthPattern(step: 2, offset: 1)),
      ("even", NthPattern(step: 2, offset: 0)),
    ] {
      let end = i + word.utf8CodeUnitCount
      if end <= bytes.count, bytes.extracting(i..<end).isWord(word) {
        i = end
        return finished(pattern)
      }
    }
    let first = sign()
    let number = digits()
    guard byte() | 0x20 == UInt8(ascii: "n") else {
      guard let number else { return nil }
      return finished(NthPattern(step: 0, offset: (first ?? 1) * number))
    }
    i += 1
    let step = (first ?? 1) * (number ?? 1)
    let behind = i
    tokens.position = i
    tokens.skipSpace()
    i = tokens.position
    if let second = sign() {
      tokens.position = i
      tokens.skipSpace()
      i = tokens.position
      guard let offset = digits() else { return nil }
      return finished(NthPattern(step: step, offset: second * offset))
    }
    i = behind
    return finished(NthPattern(step: step, offset: 0))
  }
}
