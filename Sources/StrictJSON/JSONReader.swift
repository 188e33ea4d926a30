import NumberText

/// Reads a JSON text piece by piece, without building a tree.
///
/// For big inputs: a number costs no allocation, and memory doesn't grow with the text. The caller
/// asks for what it expects, and the reader says with line and column where the text differs:
///
///     var reader = JSONReader(bytes.span)
///     try reader.beginArray()
///     while try reader.nextElement() { sum += try reader.readNumber() }
///     try reader.finish()
///
/// It accepts RFC 8259 and, beyond it, a byte order mark at the start. Duplicate keys, lone
/// surrogates, invalid UTF-8, numbers beyond the range of a double and text after the value are
/// errors. Lines and columns are only worked out for an error.
public struct JSONReader: ~Copyable, ~Escapable {
  /// The text.
  public let bytes: Span<UInt8>
  let options: JSONOptions
  /// The offset of the next byte to read.
  var position = 0
  /// The innermost open array or object.
  var current = Container(kind: .document, start: 0)
  var outer: [Container] = []
  var keys = KeyTable()

  /// Starts at the first byte of a text.
  ///
  /// - Parameters:
  ///   - bytes: The text, UTF-8.
  ///   - options: What is accepted beyond RFC 8259.
  @_lifetime(copy bytes)
  public init(_ bytes: Span<UInt8>, options: JSONOptions = JSONOptions()) {
    self.bytes = bytes
    self.options = options
    if bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF {
      position = 3
    }
  }

  /// Starts a second reader elsewhere in the same text, to look ahead or to come back.
  ///
  /// It knows nothing of what is open here, so it can read one value and no further.
  ///
  /// - Parameter offset: Where a value begins.
  /// - Returns: The reader.
  @_lifetime(copy self)
  public func reader(at offset: Int) -> JSONReader {
    var other = JSONReader(bytes, options: options)
    other.position = min(max(offset, 0), bytes.count)
    return other
  }

  /// An array or object that has been begun.
  struct Container {
    enum Kind {
      case document
      case array
      case object
    }
    var kind: Kind
    /// Where it begins.
    var start: Int
    var isEmpty = true
    /// Where its keys begin among those of all open objects.
    var firstKey = 0
  }

  // MARK: Places

  /// The offset of the next thing: the value after `peek()` or `nextElement()`.
  public var offset: Int { position }

  /// Works out line and column of an offset, in time proportional to it.
  ///
  /// - Parameter offset: An offset in the text.
  /// - Returns: The place.
  public func location(of offset: Int) -> JSONPosition {
    var place = JSONPosition.start
    place.advance(to: offset, in: bytes)
    return place
  }

  /// Makes an error that points into the text, for what a caller finds wrong with a value.
  ///
  /// - Parameters:
  ///   - code: A stable name of the kind of fault.
  ///   - message: A sentence for a person.
  ///   - offset: Where in the text; nil for the next thing.
  /// - Returns: The error.
  @inline(never)
  public func error(_ code: String, _ message: String, at offset: Int? = nil) -> JSONError {
    let place = location(of: offset ?? position)
    return JSONError(code: code, message: message, line: place.line, column: place.column)
  }

  // MARK: Values

  /// Looks at what kind of value comes next, without reading it.
  ///
  /// - Returns: The kind.
  /// - Throws: When no value stands here.
  public mutating func peek() throws(JSONError) -> JSONKind {
    switch try nextByte() {
    case UInt8(ascii: "["): return .array
    case UInt8(ascii: "{"): return .object
    case UInt8(ascii: "\""): return .string
    case UInt8(ascii: "-"), 0x30...0x39: return .number
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      return .bool
    case UInt8(ascii: "n"): return .null
    default: throw unexpected("a value")
    }
  }

  /// Reads a number.
  ///
  /// - Returns: The nearest double; what is too small for one is 0.
  /// - Throws: When no number stands here, or it's too large for a double.
  public mutating func readNumber() throws(JSONError) -> Double {
    let start = try expectNumber()
    let reading = NumberReader.read(bytes, at: start)
    if reading.status != .number { throw badNumber(start) }
    position = reading.end
    if position < bytes.count, unsafe bytes[unchecked: position] | 0x20 == UInt8(ascii: "e") {
      throw badNumber(start)
    }
    return reading.value
  }

  /// Reads a number that must be whole, written without a point or an exponent.
  ///
  /// - Returns: The number.
  /// - Throws: When something else stands here, or it doesn't fit.
  public mutating func readInteger() throws(JSONError) -> Int {
    let start = try expectNumber()
    var end = start
    guard let value = NumberReader.integer(in: bytes, at: &end) else {
      throw error("json.not-an-integer", "this whole number doesn't fit in 64 bits", at: start)
    }
    if end < bytes.count {
      let byte = bytes[end]
      if byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
        throw error(
          "json.not-an-integer", "expected a whole number, found \(token(at: start))", at: start)
      }
    }
    position = end
    return value
  }

  /// Reads `true` or `false`.
  ///
  /// - Returns: The value.
  /// - Throws: When something else stands here.
  public mutating func readBool() throws(JSONError) -> Bool {
    let first = try nextByte()
    guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else {
      throw unexpected("'true' or 'false'")
    }
    let value = first == UInt8(ascii: "t")
    try readWord(value ? "true" : "false")
    return value
  }

  /// Reads `null`.
  ///
  /// - Throws: When something else stands here.
  public mutating func readNull() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "n") else { throw unexpected("'null'") }
    try readWord("null")
  }

  /// Reads a string.
  ///
  /// - Returns: The text, escapes resolved.
  /// - Throws: When something else stands here, or the string is malformed.
  public mutating func readString() throws(JSONError) -> String {
    guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected("a string in \"…\"") }
    let start = position
    let hasEscapes = try scanString()
    return string(at: start, hasEscapes: hasEscapes)
  }

  /// Reads over a value of any kind, checking all of it.
  ///
  /// - Throws: When no well-formed value stands here.
  public mutating func skipValue() throws(JSONError) {
    let depth = outer.count
    repeat {
      var hasValue = true
      if outer.count > depth {
        hasValue = current.kind == .array ? try nextElement() : try skipKey()
      }
      guard hasValue else { continue }
      switch try peek() {
      case .null: try readNull()
      case .bool: _ = try readBool()
      case .number: _ = try readNumber()
      case .string: _ = try scanString()
      case .array: try beginArray()
      case .object: try beginObject()
      }
    } while outer.count > depth
  }

  /// Checks that nothing but white space follows.
  ///
  /// - Throws: When there is more text.
  public mutating func finish() throws(JSONError) {
    try skipSpace()
    if position < bytes.count {
      throw error(
        "json.trailing-text",
        "expected the end of the text after the value, found \(token(at: position))")
    }
  }

  // MARK: Arrays and objects

  /// Reads the `[` of an array; its elements follow with `nextElement()`.
  ///
  /// - Throws: When something else stands here, or the nesting is too deep.
  public mutating func beginArray() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "[") else { throw unexpected("'[' of an array") }
    try begin(.array)
  }

  /// Moves to the next element of the innermost array.
  ///
  /// The element before must have been read.
  ///
  /// - Returns: Whether there is one; false when the `]` has been read.
  /// - Throws: When neither an element nor the end stands here.
  public mutating func nextElement() throws(JSONError) -> Bool {
    guard current.kind == .array else { return false }
    return try nextItem(UInt8(ascii: "]"))
  }

  /// Reads the `{` of an object; its members follow with `nextKey()`.
  ///
  /// - Throws: When something else stands here, or the nesting is too deep.
  public mutating func beginObject() throws(JSONError) {
    guard try nextByte() == UInt8(ascii: "{") else { throw unexpected("'{' of an object") }
    try begin(.object)
  }

  /// Moves to the next member of the innermost object and reads its key and the colon.
  ///
  /// The value before must have been read.
  ///
  /// - Returns: The key and where it stands; nil when the `}` has been read.
  /// - Throws: When neither a member nor the end stands here, or the key stands twice in the object.
  public mutating func nextKey() throws(JSONError) -> JSONKey? {
    guard current.kind == .object, try nextItem(UInt8(ascii: "}")) else { return nil }
    let key = try readKey()
    return JSONKey(name: string(at: key.start, hasEscapes: key.hasEscapes), offset: key.start)
  }

  private mutating func skipKey() throws(JSONError) -> Bool {
    guard try nextItem(UInt8(ascii: "}")) else { return false }
    _ = try readKey()
    return true
  }

  private mutating func readKey() throws(JSONError) -> (start: Int, hasEscapes: Bool) {
    guard try nextByte() == UInt8(ascii: "\"") else { throw unexpected("a key in \"…\"") }
    let start = position
    let hasEscapes = try scanString()
    if let first = addKey(at: start, hasEscapes: hasEscapes) {
      let name = Self.excerpt(string(at: start, hasEscapes: hasEscapes))
      throw error(
        "json.duplicate-key",
        "the key \(name) stands twice in this object, first at line \(location(of: first).line); "
          + "remove one", at: start)
    }
    guard try nextByte() == UInt8(ascii: ":") else { throw unexpected("':' after a key") }
    position += 1
    return (start, hasEscapes)
  }

  private mutating func begin(_ kind: Container.Kind) throws(JSONError) {
    if outer.count >= options.maximumDepth {
      throw error(
        "json.too-deep",
        "more than \(options.maximumDepth) arrays and objects stand inside each other here")
    }
    outer.append(current)
    current = Container(kind: kind, start: position, firstKey: keys.count)
    position += 1
  }

  @inline(__always)
  private mutating func nextItem(_ close: UInt8) throws(JSONError) -> Bool {
    var byte = try nextByte()
    if !current.isEmpty && byte != close {
      guard byte == UInt8(ascii: ",") else {
        throw unexpected(
          current.kind == .array ? "',' or ']' after a value" : "',' or '}' after a value")
      }
      let comma = position
      position += 1
      byte = try nextByte()
      if byte == close && !options.allowsTrailingCommas {
        throw error(
          "json.trailing-comma",
          "nothing follows this ',' before the '\(close == 0x5D ? "]" : "}")'; remove it",
          at: comma)
      }
    }
    guard byte == close else {
      current.isEmpty = false
      return true
    }
    position += 1
    keys.removeLast(from: current.firstKey)
    current = outer.removeLast()
    return false
  }

  // MARK: White space and words

  /// Skips white space and returns the byte that follows, without reading it.
  @inline(__always)
  mutating func nextByte() throws(JSONError) -> UInt8 {
    if position < bytes.count {
      let byte = unsafe bytes[unchecked: position]
      if byte > 0x20 && byte != UInt8(ascii: "/") { return byte }
    }
    try skipSpace()
    guard position < bytes.count else { throw unexpectedEnd() }
    return unsafe bytes[unchecked: position]
  }

  mutating func skipSpace() throws(JSONError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "/"):
        try skipComment()
      default: return
      }
    }
  }

  private mutating func skipComment() throws(JSONError) {
    let start = position
    guard options.allowsComments else {
      throw error("json.comment", "comments aren't allowed here; remove what follows this '/'")
    }
    let next = start + 1 < bytes.count ? bytes[start + 1] : 0
    position += 2
    if next == UInt8(ascii: "/") {
      while position < bytes.count && bytes[position] != 0x0A && bytes[position] != 0x0D {
        try checkCharacter()
      }
    } else if next == UInt8(ascii: "*") {
      while position + 1 < bytes.count
        && !(bytes[position] == UInt8(ascii: "*") && bytes[position + 1] == UInt8(ascii: "/"))
      {
        try checkCharacter()
      }
      if position + 1 >= bytes.count {
        throw error("json.comment", "this comment has no end; write '*/'", at: start)
      }
      position += 2
    } else {
      position = start
      throw unexpected("a comment, '//' or '/*'")
    }
  }

  /// Moves over one character, which must be valid UTF-8.
  private mutating func checkCharacter() throws(JSONError) {
    let length = utf8Length(at: position)
    if length == 0 { throw invalidUTF8(at: position) }
    position += length
  }

  private mutating func readWord(_ word: StaticString) throws(JSONError) {
    let text = word.description
    var end = position
    for byte in text.utf8 {
      guard end < bytes.count && bytes[end] == byte else { throw unexpected("'\(text)'") }
      end += 1
    }
    if end < bytes.count && Self.isWordByte(bytes[end]) { throw unexpected("'\(text)'") }
    position = end
  }

  // MARK: Numbers

  /// Checks that a number stands here whose whole part keeps RFC 8259, and that digits follow its
  /// point. What `NumberReader` takes beyond that is only a missing digit in an exponent.
  @inline(__always)
  private mutating func expectNumber() throws(JSONError) -> Int {
    let first = try nextByte()
    let start = position
    var index = start
    if first == UInt8(ascii: "-") { index += 1 }
    guard index < bytes.count, unsafe bytes[unchecked: index] &- 0x30 < 10 else {
      throw badNumber(start)
    }
    let leads = unsafe bytes[unchecked: index] == 0x30
    index += 1
    while index < bytes.count, unsafe bytes[unchecked: index] &- 0x30 < 10 {
      if leads { throw badNumber(start) }
      index += 1
    }
    if index < bytes.count, unsafe bytes[unchecked: index] == UInt8(ascii: ".") {
      index += 1
      guard index < bytes.count, unsafe bytes[unchecked: index] &- 0x30 < 10 else {
        throw badNumber(start)
      }
    }
    return start
  }
}

/// A key of an object.
public struct JSONKey: Sendable {
  /// The key, escapes resolved.
  public var name: String
  /// The offset of its opening quote.
  public var offset: Int
}

/// The kinds of JSON values.
public enum JSONKind: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}

extension JSONKind: CustomStringConvertible {
  /// The kind with its article, for messages.
  public var description: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
