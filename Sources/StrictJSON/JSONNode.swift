import NumberText

/// A JSON value and where it stands.
public struct JSONNode: Sendable {
  /// The value.
  public var value: JSONValue
  /// Where it begins.
  public var position: JSONPosition

  /// Creates a node.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - position: Where it begins.
  public init(_ value: JSONValue, at position: JSONPosition = .start) {
    self.value = value
    self.position = position
  }
}

/// A JSON value.
public enum JSONValue: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number without a point or an exponent that fits in 64 bits; minus zero is a `number`.
  case integer(Int)
  /// Any other number.
  case number(Double)
  /// A string, escapes resolved.
  case string(String)
  /// The elements of an array.
  case array([JSONNode])
  /// The members of an object in the order of the text; no two have the same name.
  case object([JSONMember])
}

/// A member of a JSON object.
public struct JSONMember: Sendable {
  /// The key, escapes resolved.
  public var name: String
  /// Where the key begins.
  public var position: JSONPosition
  /// The value.
  public var value: JSONNode

  /// Creates a member.
  ///
  /// - Parameters:
  ///   - name: The key.
  ///   - position: Where the key begins.
  ///   - value: The value.
  public init(_ name: String, at position: JSONPosition = .start, _ value: JSONNode) {
    self.name = name
    self.position = position
    self.value = value
  }
}

extension JSONNode {
  /// The kind of the value.
  public var kind: JSONKind { value.kind }

  /// Whether it's `null`.
  public var isNull: Bool { kind == .null }

  /// The truth value, if it's one.
  public var bool: Bool? {
    if case .bool(let value) = value { value } else { nil }
  }

  /// The number, if it's one.
  public var number: Double? {
    switch value {
    case .integer(let value): Double(value)
    case .number(let value): value
    default: nil
    }
  }

  /// The whole number, if it's one, however it's written (`1e3` is 1000).
  public var integer: Int? {
    switch value {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    default: nil
    }
  }

  /// The string, if it's one.
  public var string: String? {
    if case .string(let value) = value { value } else { nil }
  }

  /// The elements, if it's an array.
  public var array: [JSONNode]? {
    if case .array(let value) = value { value } else { nil }
  }

  /// The members, if it's an object.
  public var object: [JSONMember]? {
    if case .object(let value) = value { value } else { nil }
  }

  /// The value of the member with this name, if it's an object that has one; linear time.
  ///
  /// - Parameter name: The key.
  public subscript(name: String) -> JSONNode? {
    object?.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }

  /// Makes an error that points at this value.
  ///
  /// - Parameters:
  ///   - code: A stable name of the kind of fault.
  ///   - message: A sentence for a person.
  /// - Returns: The error.
  public func error(_ code: String, _ message: String) -> JSONError {
    JSONError(code: code, message: message, line: position.line, column: position.column)
  }
}

extension JSONValue {
  /// The kind of the value.
  public var kind: JSONKind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .number: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }
}

extension JSONNode {
  /// Reads a whole text into a tree.
  ///
  /// - Parameters:
  ///   - bytes: The text, UTF-8.
  ///   - options: What is accepted beyond RFC 8259.
  /// - Throws: When the text isn't well-formed.
  public init(parsing bytes: Span<UInt8>, options: JSONOptions = JSONOptions()) throws(JSONError) {
    var reader = JSONReader(bytes, options: options)
    var place = JSONPosition.start
    self = try Self.read(&reader, &place)
    try reader.finish()
  }

  /// Reads a whole text into a tree.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - options: What is accepted beyond RFC 8259.
  /// - Throws: When the text isn't well-formed.
  public init(parsing text: String, options: JSONOptions = JSONOptions()) throws(JSONError) {
    let bytes = Array(text.utf8)
    try self.init(parsing: bytes.span, options: options)
  }

  /// Recursion is bounded by the reader's depth limit.
  static func read(
    _ reader: inout JSONReader, _ place: inout JSONPosition
  ) throws(JSONError) -> JSONNode {
    let kind = try reader.peek()
    place.advance(to: reader.offset, in: reader.bytes)
    var node = JSONNode(.null, at: place)
    switch kind {
    case .null: try reader.readNull()
    case .bool: node.value = .bool(try reader.readBool())
    case .number: node.value = try reader.readNumberValue()
    case .string: node.value = .string(try reader.readString())
    case .array:
      var elements: [JSONNode] = []
      try reader.beginArray()
      while try reader.nextElement() { elements.append(try read(&reader, &place)) }
      node.value = .array(elements)
    case .object:
      var members: [JSONMember] = []
      try reader.beginObject()
      while let key = try reader.nextKey() {
        place.advance(to: key.offset, in: reader.bytes)
        let position = place
        members.append(JSONMember(key.name, at: position, try read(&reader, &place)))
      }
      node.value = .object(members)
    }
    return node
  }
}

extension JSONReader {
  /// Reads any value, with all below it, as a tree.
  ///
  /// Working out its place costs time proportional to the text before it: for parts of a text that
  /// are read once, such as a header.
  ///
  /// - Returns: The value.
  /// - Throws: When no well-formed value stands here.
  public mutating func readTree() throws(JSONError) -> JSONNode {
    var place = JSONPosition.start
    return try readTree(after: &place)
  }

  /// Reads any value, with all below it, as a tree: for parts that come again and again.
  ///
  /// - Parameter place: A place that lies before the value; moves forward to a place in it, so that
  ///   all of a text costs one pass.
  /// - Returns: The value.
  /// - Throws: When no well-formed value stands here.
  public mutating func readTree(after place: inout JSONPosition) throws(JSONError) -> JSONNode {
    try JSONNode.read(&self, &place)
  }

  fileprivate mutating func readNumberValue() throws(JSONError) -> JSONValue {
    let start = position
    let value = try readNumber()
    var end = start
    if let integer = NumberReader.integer(in: bytes, at: &end), end == position,
      integer != 0 || value.sign == .plus
    {
      return .integer(integer)
    }
    return .number(value)
  }
}
