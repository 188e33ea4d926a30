/// Appends text with its escapes replaced by what they stand for (CSS Syntax Module Level 3,
/// section 4.3.7); `isKept` tells of a character whether its escape stays as it is written.
func appendUnescaped(
  _ text: Span<UInt8>, to output: inout [UInt8], keeping isKept: (Unicode.Scalar) -> Bool
) {
  var i = 0
  while i < text.count {
    guard text[i] == UInt8(ascii: "\\") else {
      output.append(text[i])
      i += 1
      continue
    }
    let start = i
    i += 1
    var scalar: Unicode.Scalar = "\u{FFFD}"
    var isOpen = false
    if i < text.count, isNewline(text[i]) {
      // In a string only: the line goes on.
      i += i + 1 < text.count && text[i] == 0x0D && text[i + 1] == 0x0A ? 2 : 1
      continue
    }
    if i < text.count, hexDigit(text[i]) != nil {
      var value: UInt32 = 0
      var digits = 0
      while digits < 6, i < text.count, let digit = hexDigit(text[i]) {
        value = value << 4 | digit
        digits += 1
        i += 1
      }
      if i + 1 < text.count, text[i] == 0x0D, text[i + 1] == 0x0A {
        i += 2
      } else if i < text.count, isSpace(text[i]) {
        i += 1
      } else {
        isOpen = true
      }
      // Nothing, half a pair and what is beyond Unicode are replaced.
      if value != 0, let valid = Unicode.Scalar(value) { scalar = valid }
    } else if i < text.count {
      if text[i] >= 0x80 { continue }  // Its bytes stand for themselves.
      scalar = Unicode.Scalar(text[i])
      i += 1
    }
    if isKept(scalar) {
      for k in start..<i { output.append(text[k]) }
      // What follows may no longer be an escape itself.
      if isOpen { output.append(0x20) }
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}

extension Token {
  /// The name in the token, its escapes replaced.
  func intern(from bytes: Span<UInt8>, in names: inout NameTable, isFolded: Bool) -> StyleName {
    let raw = bytes.extracting(name)
    guard hasEscape else { return names.intern(raw, isFolded: isFolded) }
    var plain: [UInt8] = []
    appendUnescaped(raw, to: &plain) { _ in false }
    return names.intern(plain.span, isFolded: isFolded)
  }
}
