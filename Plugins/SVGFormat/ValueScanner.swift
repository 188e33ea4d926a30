import NumberText

/// Where an attribute's value stops making sense, and why.
struct ValueFault: Equatable {
  /// The position in the value's bytes.
  var offset: Int
  /// What was expected and what was found.
  var message: String
}

@inline(__always) func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D || byte == 0x0C
}

/// Walks through the bytes of one attribute's value.
struct ValueScanner: ~Escapable {
  let bytes: Span<UInt8>
  var position = 0

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  @inline(__always) var isAtEnd: Bool { position >= bytes.count }

  /// The byte that is next, or 0 at the end.
  @inline(__always) var next: UInt8 { position < bytes.count ? bytes[position] : 0 }

  @_lifetime(self: copy self)
  @inline(__always) mutating func skipSpace() {
    while position < bytes.count, isSpace(bytes[position]) { position &+= 1 }
  }

  /// Skips white space with at most one comma in it, and tells whether there was a comma.
  @_lifetime(self: copy self)
  @discardableResult
  @inline(__always) mutating func skipComma() -> Bool {
    skipSpace()
    guard position < bytes.count, bytes[position] == UInt8(ascii: ",") else { return false }
    position &+= 1
    skipSpace()
    return true
  }

  /// Moves behind a byte if it's next.
  @_lifetime(self: copy self)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Whether the next byte can begin a number.
  @inline(__always) var isAtNumber: Bool {
    guard position < bytes.count else { return false }
    let byte = bytes[position]
    return byte &- 0x30 < 10 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      || byte == UInt8(ascii: "+")
  }

  var isAtLetter: Bool {
    let letter = next | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
  }

  /// Reads a number; nil when there is none or it's too large.
  @_lifetime(self: copy self)
  @inline(__always) mutating func number() -> Double? {
    let reading = NumberReader.read(bytes, at: position)
    guard reading.status == .number else { return nil }
    position = reading.end
    return reading.value
  }

  /// Reads letters, digits and hyphens.
  @_lifetime(self: copy self)
  mutating func word() -> String {
    let start = position
    skipWord()
    return bytes.extracting(start..<position).text()
  }

  /// Skips letters, digits and hyphens.
  @_lifetime(self: copy self)
  mutating func skipWord() {
    while position < bytes.count {
      let byte = bytes[position]
      let letter = byte | 0x20
      guard
        letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || byte &- 0x30 < 10
          || byte == UInt8(ascii: "-")
      else { break }
      position += 1
    }
  }

  /// What stands here, for a message.
  var found: String {
    if isAtEnd { return "the end" }
    var end = position
    while end < bytes.count, end - position < 20, end == position || !isSpace(bytes[end]) {
      end += 1
    }
    return "'" + bytes.extracting(position..<end).text() + "'"
  }

  /// The fault of not finding `expected` here.
  func fault(expected: String) -> ValueFault {
    if isAtNumber, NumberReader.read(bytes, at: position).status == .outOfRange {
      return ValueFault(offset: position, message: "the number \(found) is too large")
    }
    return ValueFault(offset: position, message: "expected \(expected), found \(found)")
  }
}

extension Span<UInt8> {
  /// The bytes as text; what isn't UTF-8 is replaced.
  func text() -> String {
    unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// What stands between spaces and line breaks.
  var words: [String] {
    var words: [String] = []
    var start = 0
    for i in 0...count {
      guard i == count || self[i] == 0x20 || self[i] == 0x0A || self[i] == 0x09 else { continue }
      if i > start { words.append(extracting(start..<i).text()) }
      start = i + 1
    }
    return words
  }

  /// The bytes without white space at both ends.
  var trimmed: Span<UInt8> {
    @_lifetime(copy self)
    get {
      var (first, last) = (0, count)
      while first < last, isSpace(self[first]) { first += 1 }
      while last > first, isSpace(self[last - 1]) { last -= 1 }
      return extracting(first..<last)
    }
  }

  /// The bytes as one of CSS's keywords, in which upper and lower case are equal: in lower case.
  var keyword: String { text().lowercased() }

  /// Whether the bytes are a keyword, given in lower case.
  func isKeyword(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    for i in 0..<count {
      let byte = self[i] &- 0x41 < 26 ? self[i] | 0x20 : self[i]
      if unsafe byte != word.utf8Start[i] { return false }
    }
    return true
  }

  /// Whether the bytes are these, upper and lower case being different.
  func equals(_ text: StaticString) -> Bool {
    guard count == text.utf8CodeUnitCount else { return false }
    for i in 0..<count where unsafe self[i] != text.utf8Start[i] { return false }
    return true
  }
}
