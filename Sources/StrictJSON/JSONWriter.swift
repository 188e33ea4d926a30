public import NumberText

/// Writes a JSON text piece by piece.
///
///     var writer = JSONWriter(sink, form: .indented)
///     writer.beginObject()
///     writer.key("points")
///     writer.beginArray(.spaced)
///     …
///     sink = writer.finish()
///
/// The same calls give the same bytes. Doubles are written exactly, with the fewest digits that
/// read back as the same value.
public struct JSONWriter: ~Copyable {
  /// How an array or object is laid out.
  public enum Form: Sendable {
    /// Without any white space.
    case compact
    /// On one line, with a space after each comma and colon.
    case spaced
    /// A line for each element and member, two spaces a level.
    case indented
  }

  private struct Container {
    var close: UInt8
    var isEmpty = true
    var form: Form
  }

  private var sink: ByteSink
  private let form: Form
  private var open: [Container] = []
  private var followsKey = false

  /// Starts a text at the end of what a sink holds.
  ///
  /// - Parameters:
  ///   - sink: Where to write; `finish()` gives it back.
  ///   - form: How the text is laid out, where an array or object doesn't say otherwise. An indented
  ///     text ends with a line break.
  public init(_ sink: consuming ByteSink = ByteSink(), form: Form = .compact) {
    self.sink = sink
    self.form = form
  }

  /// Closes what is open and gives the sink back.
  ///
  /// - Returns: The sink with the text at its end.
  public consuming func finish() -> ByteSink {
    while !open.isEmpty { end() }
    if form == .indented { sink.append(UInt8(ascii: "\n")) }
    return sink
  }

  // MARK: Arrays and objects

  /// Begins an object.
  ///
  /// - Parameter form: How it's laid out, and what is inside it; nil for what surrounds it.
  public mutating func beginObject(_ form: Form? = nil) {
    begin(UInt8(ascii: "{"), UInt8(ascii: "}"), form)
  }

  /// Begins an array.
  ///
  /// - Parameter form: How it's laid out, and what is inside it; nil for what surrounds it.
  public mutating func beginArray(_ form: Form? = nil) {
    begin(UInt8(ascii: "["), UInt8(ascii: "]"), form)
  }

  /// Ends the innermost array or object; does nothing when none is open.
  public mutating func end() {
    guard let last = open.popLast() else { return }
    if !last.isEmpty && last.form == .indented { breakLine() }
    sink.append(last.close)
  }

  /// Writes the key of the next member.
  ///
  /// - Parameter name: The key; the caller takes care that it's new in this object.
  public mutating func key(_ name: String) {
    separate()
    writeString(name)
    sink.append(UInt8(ascii: ":"))
    if open.last?.form != .compact { sink.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  private mutating func begin(_ first: UInt8, _ close: UInt8, _ form: Form?) {
    separate()
    sink.append(first)
    open.append(Container(close: close, form: form ?? open.last?.form ?? self.form))
  }

  // MARK: Values

  /// Writes `null`.
  public mutating func null() {
    separate()
    sink.append("null")
  }

  /// Writes `true` or `false`.
  ///
  /// - Parameter value: The value.
  public mutating func value(_ value: Bool) {
    separate()
    sink.append(value ? "true" as StaticString : "false")
  }

  /// Writes a number that reads back exactly.
  ///
  /// - Parameter value: A finite number: JSON has no other, and `null` stands for one that isn't.
  public mutating func value(_ value: Double) {
    separate()
    if value.isFinite {
      sink.append(exact: value)
    } else {
      sink.append("null")
    }
  }

  /// Writes a whole number.
  ///
  /// - Parameter value: The number.
  public mutating func value(_ value: Int) {
    separate()
    sink.append(integer: value)
  }

  /// Writes a string.
  ///
  /// - Parameter value: The text.
  public mutating func value(_ value: String) {
    separate()
    writeString(value)
  }

  /// Writes a tree.
  ///
  /// - Parameter tree: Any value; as deep as a reader accepts, since it's written by recursion.
  public mutating func value(_ tree: JSONValue) {
    switch tree {
    case .null: null()
    case .bool(let value): self.value(value)
    case .integer(let value): self.value(value)
    case .number(let value): self.value(value)
    case .string(let value): self.value(value)
    case .array(let elements):
      beginArray()
      for element in elements { value(element.value) }
      end()
    case .object(let members):
      beginObject()
      for member in members {
        key(member.name)
        value(member.value.value)
      }
      end()
    }
  }

  // MARK: Bytes

  private mutating func separate() {
    if followsKey {
      followsKey = false
      return
    }
    guard let last = open.last else { return }
    if !last.isEmpty { sink.append(UInt8(ascii: ",")) }
    open[open.count - 1].isEmpty = false
    switch last.form {
    case .compact: break
    case .spaced: if !last.isEmpty { sink.append(UInt8(ascii: " ")) }
    case .indented: breakLine()
    }
  }

  private mutating func breakLine() {
    sink.append(UInt8(ascii: "\n"))
    sink.append(repeating: UInt8(ascii: " "), count: 2 * open.count)
  }

  private mutating func writeString(_ text: String) {
    sink.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): sink.append("\\\"")
      case UInt8(ascii: "\\"): sink.append("\\\\")
      case 0x08: sink.append("\\b")
      case 0x09: sink.append("\\t")
      case 0x0A: sink.append("\\n")
      case 0x0C: sink.append("\\f")
      case 0x0D: sink.append("\\r")
      // DEL too: it's allowed, but unreadable.
      case 0x00..<0x20, 0x7F:
        let digits = Array("0123456789abcdef".utf8)
        sink.append("\\u00")
        sink.append(digits[Int(byte >> 4)])
        sink.append(digits[Int(byte & 15)])
      default: sink.append(byte)
      }
    }
    sink.append(UInt8(ascii: "\""))
  }
}
