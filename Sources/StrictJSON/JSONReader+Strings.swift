extension JSONReader {
  /// Checks the string whose opening quote is next, and moves behind it.
  ///
  /// - Returns: Whether it has escapes.
  mutating func scanString() throws(JSONError) -> Bool {
    let start = position
    var hasEscapes = false
    var index = start + 1
    while true {
      // Plain ASCII text runs through here.
      var byte: UInt8 = 0
      while index < bytes.count {
        byte = unsafe bytes[unchecked: index]
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 || byte >= 0x80 {
          break
        }
        index += 1
      }
      guard index < bytes.count else {
        throw error("json.unfinished-string", "this string has no closing '\"'", at: start)
      }
      switch byte {
      case UInt8(ascii: "\""):
        position = index + 1
        return hasEscapes
      case UInt8(ascii: "\\"):
        hasEscapes = true
        index = try scanEscape(at: index)
      case 0x80...:
        let length = utf8Length(at: index)
        if length == 0 { throw invalidUTF8(at: index) }
        index += length
      default:
        throw error(
          "json.control-character",
          "a string can't hold \(Self.name(ofByte: byte)); write it as an escape such as \\n or "
            + "\\u\(Self.hexadecimal(UInt32(byte), digits: 4))", at: index)
      }
    }
  }

  /// Checks the escape at `index` and returns where it ends.
  private func scanEscape(at index: Int) throws(JSONError) -> Int {
    guard index + 1 < bytes.count else {
      throw error("json.bad-escape", "the text ends inside an escape", at: index)
    }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 2
    case UInt8(ascii: "u"):
      guard let unit = hexadecimalUnit(at: index + 2) else {
        throw error("json.bad-escape", "expected four hexadecimal digits after '\\u'", at: index)
      }
      guard 0xD800...0xDFFF ~= unit else { return index + 6 }
      guard unit < 0xDC00, index + 7 < bytes.count, bytes[index + 6] == UInt8(ascii: "\\"),
        bytes[index + 7] == UInt8(ascii: "u"), let low = hexadecimalUnit(at: index + 8),
        0xDC00...0xDFFF ~= low
      else {
        throw error(
          "json.lone-surrogate",
          "\\u\(Self.hexadecimal(unit, digits: 4)) is half of a surrogate pair, and the other half "
            + "isn't there", at: index)
      }
      return index + 12
    default:
      throw error(
        "json.bad-escape",
        "unknown escape; after '\\' one of \" \\ / b f n r t u can stand", at: index)
    }
  }

  private func hexadecimalUnit(at index: Int) -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for place in index..<index + 4 {
      let byte = bytes[place]
      let digit: UInt8
      switch byte {
      case 0x30...0x39: digit = byte - 0x30
      case 0x41...0x46: digit = byte - 0x41 + 10
      case 0x61...0x66: digit = byte - 0x61 + 10
      default: return nil
      }
      unit = unit << 4 | UInt32(digit)
    }
    return unit
  }

  /// The text of a string that `scanString()` has checked.
  ///
  /// - Parameters:
  ///   - start: Its opening quote.
  ///   - hasEscapes: What `scanString()` said.
  /// - Returns: The text, escapes resolved.
  func string(at start: Int, hasEscapes: Bool) -> String {
    guard hasEscapes else {
      var end = start + 1
      while end < bytes.count, unsafe bytes[unchecked: end] != UInt8(ascii: "\"") { end += 1 }
      // Straight from the text: keys are read in hot loops.
      return unsafe bytes.extracting(start + 1..<end).withUnsafeBufferPointer {
        unsafe String(decoding: $0, as: UTF8.self)
      }
    }
    return String(decoding: resolved(at: start), as: UTF8.self)
  }

  /// The UTF-8 of a string with escapes that `scanString()` has checked.
  func resolved(at start: Int) -> [UInt8] {
    var text: [UInt8] = []
    var index = start + 1
    while index < bytes.count && bytes[index] != UInt8(ascii: "\"") {
      guard bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count else {
        text.append(bytes[index])
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      index += 2
      switch letter {
      case UInt8(ascii: "b"): text.append(0x08)
      case UInt8(ascii: "f"): text.append(0x0C)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"):
        var scalar = hexadecimalUnit(at: index) ?? 0
        index += 4
        if scalar >= 0xD800 && scalar < 0xDC00 {
          let low = hexadecimalUnit(at: index + 2) ?? 0xDC00
          scalar = 0x10000 + (scalar - 0xD800) << 10 + (low - 0xDC00)
          index += 6
        }
        if let character = Unicode.Scalar(scalar), let units = UTF8.encode(character) {
          text.append(contentsOf: units)
        }
      default: text.append(letter)
      }
    }
    return text
  }

  /// How many bytes the character at `index` takes; 0 when it isn't valid UTF-8.
  func utf8Length(at index: Int) -> Int {
    func follows(_ distance: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + distance < bytes.count && range ~= bytes[index + distance]
    }
    // Table 3-7 of the Unicode standard.
    return switch bytes[index] {
    case 0x00...0x7F: 1
    case 0xC2...0xDF: follows(1) ? 2 : 0
    case 0xE0: follows(1, 0xA0...0xBF) && follows(2) ? 3 : 0
    case 0xED: follows(1, 0x80...0x9F) && follows(2) ? 3 : 0
    case 0xE1...0xEF: follows(1) && follows(2) ? 3 : 0
    case 0xF0: follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : 0
    case 0xF1...0xF3: follows(1) && follows(2) && follows(3) ? 4 : 0
    case 0xF4: follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : 0
    default: 0
    }
  }
}
