// What CSS thinks of single bytes of UTF-8 (CSS Syntax Module Level 3, section 4.2).

@inline(__always) func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
}

@inline(__always) func isNewline(_ byte: UInt8) -> Bool {
  byte == 0x0A || byte == 0x0D || byte == 0x0C
}

@inline(__always) func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

@inline(__always) func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }

/// Whether a byte can begin an identifier. What isn't ASCII always can.
@inline(__always) func isNameStart(_ byte: UInt8) -> Bool {
  isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80
}

@inline(__always) func isNameByte(_ byte: UInt8) -> Bool {
  isNameStart(byte) || isDigit(byte) || byte == UInt8(ascii: "-")
}

/// What a hexadecimal digit is worth.
func hexDigit(_ byte: UInt8) -> UInt32? {
  if isDigit(byte) { return UInt32(byte) - 0x30 }
  let letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? UInt32(letter) - 0x61 + 10 : nil
}

/// The lower case of an ASCII letter; other bytes as they are.
@inline(__always) func lowercase(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

extension Span<UInt8> {
  /// Whether the bytes are these, which are in lower case, upper and lower case being equal.
  func isWord(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for i in 0..<count where unsafe lowercase(self[i]) != word.utf8Start[i] { return false }
    return true
  }

  /// The bytes as text; what isn't UTF-8 is replaced.
  func text() -> String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes as text in quotes for a message, cut short.
  func quoted() -> String {
    guard count > 40 else { return "'" + text() + "'" }
    // A cut inside a character would show as a replacement.
    var end = 40
    while end > 36, self[end] & 0xC0 == 0x80 { end -= 1 }
    return "'" + extracting(0..<end).text() + "…'"
  }
}
