extension JSONReader {
  /// Makes an error for something else than what must stand at the next thing.
  ///
  /// - Parameter expected: What must stand there, such as `a point`.
  /// - Returns: The error, with what was found.
  @inline(never)
  public func unexpected(_ expected: String) -> JSONError {
    guard position < bytes.count else { return unexpectedEnd() }
    if utf8Length(at: position) == 0 { return invalidUTF8(at: position) }
    return error("json.unexpected", "expected \(expected), found \(token(at: position))")
  }

  @inline(never)
  func unexpectedEnd() -> JSONError {
    switch current.kind {
    case .document:
      return error("json.unexpected-end", "the text ends where a value should begin")
    case .array, .object:
      let what = current.kind == .array ? "array" : "object"
      let close = current.kind == .array ? "]" : "}"
      let start = location(of: current.start)
      return error(
        "json.unexpected-end",
        "the text ends inside the \(what) that begins at line \(start.line), column "
          + "\(start.column); its '\(close)' is missing")
    }
  }

  /// The error for a number that isn't one, or none.
  @inline(never)
  func badNumber(_ start: Int) -> JSONError {
    let found = token(at: start)
    func fault(_ message: String) -> JSONError {
      error("json.bad-number", "\(message), found \(found)", at: start)
    }
    var index = start
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    guard let whole = digits(&index) else {
      return bytes[start] == UInt8(ascii: "-")
        ? fault("expected a digit after '-'") : unexpected("a number")
    }
    if whole > 1 && bytes[index - whole] == UInt8(ascii: "0") {
      return fault("a number can't begin with '0' before other digits")
    }
    if index < bytes.count && bytes[index] == UInt8(ascii: ".") {
      index += 1
      if digits(&index) == nil { return fault("expected a digit after the point of a number") }
    }
    if index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "e") {
      index += 1
      if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) {
        index += 1
      }
      if digits(&index) == nil { return fault("expected a digit in the exponent of a number") }
    }
    return error(
      "json.number-out-of-range",
      "this number is too large; the largest is about 1.8e308, found \(found)", at: start)
  }

  private func digits(_ index: inout Int) -> Int? {
    let start = index
    while index < bytes.count && bytes[index] &- 0x30 < 10 { index += 1 }
    return index > start ? index - start : nil
  }

  func invalidUTF8(at index: Int) -> JSONError {
    let byte = bytes[index]
    let isMark = index == 0 && (byte == 0xFE || byte == 0xFF)
    return error(
      "json.invalid-utf8",
      isMark
        ? "the text looks like UTF-16; save it as UTF-8"
        : "the byte \(Self.hexadecimal(UInt32(byte), digits: 2)) isn't valid UTF-8 here; save the "
          + "text as UTF-8", at: index)
  }

  /// What stands at an offset, in quotes and cut to a bearable length.
  func token(at start: Int) -> String {
    guard start < bytes.count else { return "the end of the text" }
    let first = bytes[start]
    if first == UInt8(ascii: "\"") { return "a string" }
    let length = utf8Length(at: start)
    if length == 0 || first < 0x20 || first == 0x7F { return Self.name(ofByte: first) }
    var end = start + length
    if Self.isWordByte(first) {
      while end < bytes.count && Self.isWordByte(bytes[end]) { end += 1 }
    }
    let isCut = end - start > 24
    if isCut { end = start + 24 }
    var text: [UInt8] = []
    for index in start..<end { text.append(bytes[index]) }
    return "'\(String(decoding: text, as: UTF8.self))\(isCut ? "…" : "")'"
  }

  /// A text from the input in quotes, on one line and cut to a bearable length.
  static func excerpt(_ text: String) -> String {
    var result = "\""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 40 {
        result += "…"
        break
      }
      if scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value {
        result += "\\u" + hexadecimal(scalar.value, digits: 4)
      } else {
        result.unicodeScalars.append(scalar)
      }
      count += 1
    }
    return result + "\""
  }

  static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."): true
    default: false
    }
  }

  static func name(ofByte byte: UInt8) -> String {
    switch byte {
    case 0x09: "a tab"
    case 0x0A, 0x0D: "a line break"
    default: "the byte \(hexadecimal(UInt32(byte), digits: 2))"
    }
  }

  static func hexadecimal(_ value: UInt32, digits: Int) -> String {
    let text = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(digits - text.utf8.count, 0)) + text
  }
}
