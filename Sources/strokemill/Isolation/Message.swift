import NumberText

/// What the tool and its workers tell each other.
///
/// A message is four letters that say its kind, the number of bytes that follow, and the fields of that kind
/// one behind another. A number has eight bytes, the lowest first; a text or other bytes stand behind their
/// number; so do the elements of a list. Before what may be missing stands 1, or 0 when it is.
enum Message {
  /// What a message is.
  enum Kind: String {
    /// To a worker, first of all: how it's to work. See `Assignment`.
    case assignment = "PLAN"
    /// From a worker: it has understood, and this is what it makes of it.
    case ready = "REDY"
    /// To a worker: a file.
    case job = "WORK"
    /// From a worker: what became of the file.
    case outcome = "DONE"
    /// To a later run, through a journal: what was said about a file.
    case findings = "SAID"
  }

  /// How many bytes stand before the fields.
  static let headerCount = 12

  /// A message that can't be understood.
  struct Fault: Error, Equatable {
    /// What is wrong with it.
    var what: String
  }

  /// How many bytes a whole message has, going by its beginning; nil while too little is there.
  /// - Throws: When it's no message of this kind.
  static func count(_ bytes: Span<UInt8>, _ kind: Kind) throws(Fault) -> Int? {
    guard bytes.count >= headerCount else { return nil }
    for (i, letter) in kind.rawValue.utf8.enumerated() where bytes[i] != letter {
      throw Fault(what: "its kind isn't \(kind.rawValue)")
    }
    let count = number(bytes, at: 4)
    guard let count = Int(exactly: count), count <= Int.max - headerCount else {
      throw Fault(what: "it says that it has \(count) bytes")
    }
    return headerCount + count
  }

  /// The number that stands in a place, whose eight bytes are there.
  fileprivate static func number(_ bytes: Span<UInt8>, at place: Int) -> UInt64 {
    var number: UInt64 = 0
    for i in 0..<8 { number |= UInt64(bytes[place + i]) << UInt64(8 * i) }
    return number
  }
}

/// Writes a message.
struct MessageWriter {
  private var bytes: [UInt8] = []

  /// Begins a message.
  init(_ kind: Message.Kind) {
    bytes += kind.rawValue.utf8
    put(UInt64(0))
  }

  /// Ends the message.
  /// - Parameter following: How many bytes will be sent behind it that belong to it.
  /// - Returns: Its bytes.
  func finish(following: Int = 0) -> [UInt8] {
    var message = bytes
    let count = UInt64(bytes.count - Message.headerCount + following)
    for i in 0..<8 { message[4 + i] = UInt8(truncatingIfNeeded: count >> UInt64(8 * i)) }
    return message
  }

  mutating func put(_ number: UInt64) {
    for i in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(8 * i))) }
  }

  mutating func put(_ number: Int) { put(UInt64(bitPattern: Int64(number))) }
  mutating func put(_ isSo: Bool) { bytes.append(isSo ? 1 : 0) }

  mutating func put(_ text: String) {
    put(text.utf8.count)
    bytes += text.utf8
  }

  mutating func put(_ some: [UInt8]) {
    put(some.count)
    bytes += some
  }

  mutating func put(_ text: String?) {
    put(text != nil)
    if let text { put(text) }
  }

  mutating func put(_ some: [UInt8]?) {
    put(some != nil)
    if let some { put(some) }
  }
}

/// Reads a message that may hold anything.
struct MessageReader: ~Escapable {
  private let bytes: Span<UInt8>
  private var position = Message.headerCount

  /// Begins to read.
  /// - Parameter bytes: The whole message, at least its header.
  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) { self.bytes = bytes }

  private var rest: Int { max(0, bytes.count - position) }

  mutating func unsigned() throws(Message.Fault) -> UInt64 {
    guard rest >= 8 else { throw Message.Fault(what: "it ends inside a number") }
    defer { position += 8 }
    return Message.number(bytes, at: position)
  }

  /// A number that counts something: large enough for anything there is, and small enough that many of them
  /// can be added up.
  mutating func count() throws(Message.Fault) -> Int {
    let number = try unsigned()
    guard number < 1 << 40 else { throw Message.Fault(what: "a number in it is \(number)") }
    return Int(number)
  }

  /// How many elements follow. Each has a byte at least.
  mutating func length() throws(Message.Fault) -> Int {
    let length = try count()
    guard length <= rest else { throw Message.Fault(what: "it ends inside a list or a text") }
    return length
  }

  mutating func bool() throws(Message.Fault) -> Bool {
    guard rest >= 1 else { throw Message.Fault(what: "it ends before a yes or no") }
    defer { position += 1 }
    guard bytes[position] <= 1 else { throw Message.Fault(what: "a yes or no is neither") }
    return bytes[position] == 1
  }

  /// The next bytes behind their number, lent.
  @_lifetime(copy self)
  mutating func span() throws(Message.Fault) -> Span<UInt8> {
    let length = try length()
    return try span(length)
  }

  /// So many of the next bytes, lent.
  @_lifetime(copy self)
  mutating func span(_ length: Int) throws(Message.Fault) -> Span<UInt8> {
    guard (0...rest).contains(length) else { throw Message.Fault(what: "it ends too soon") }
    defer { position += length }
    return bytes.extracting(position..<(position + length))
  }

  mutating func data() throws(Message.Fault) -> [UInt8] { try span().copied }

  mutating func text() throws(Message.Fault) -> String {
    unsafe try span().withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  mutating func optionalText() throws(Message.Fault) -> String? { try bool() ? text() : nil }
  mutating func optionalData() throws(Message.Fault) -> [UInt8]? { try bool() ? data() : nil }

  /// Checks that nothing is left.
  func finish() throws(Message.Fault) {
    guard rest == 0 else { throw Message.Fault(what: "\(rest) bytes follow its end") }
  }
}
