import PluginKit
import StrictJSON

/// A line that asks for a conversion: `{"id": 7, "format": "svg", "data": "<svg …"}`.
struct StreamRecord: Sendable {
  /// Which line it is, from 1.
  let number: Int
  /// The text of the value that names it, as it stood there; nil when there is none.
  private(set) var id: [UInt8]?
  /// The importer's name; nil to let the content tell.
  private(set) var format: String?
  /// The seed; nil for the plan's.
  private(set) var seed: UInt64?
  /// What is converted.
  private(set) var data: [UInt8] = []
  /// Why it can't be done.
  private(set) var fault: Diagnostic?

  private static let members = ["id", "format", "data", "base64", "seed"]

  /// A record whose line couldn't be kept.
  init(number: Int, tooLongFor limit: Int) {
    self.number = number
    fault = Diagnostic(
      .error, "stream.too-long",
      "the line has more than the \(limit) bytes that the limit 'input-bytes' allows")
  }

  /// Reads a line. What is wrong with it is a fault of the record.
  init(number: Int, line: [UInt8], depth: Int) {
    self.number = number
    do throws(JSONError) {
      try read(line.span, depth)
    } catch {
      note(error)
    }
  }

  /// Only the first fault is kept: others may follow from it.
  private mutating func note(_ error: JSONError) {
    guard fault == nil else { return }
    fault = Diagnostic(.error, Diagnostic.Code(rawValue: error.code), error.message)
    fault?.place = Diagnostic.Place(line: error.line, column: error.column)
  }

  private mutating func read(_ line: Span<UInt8>, _ depth: Int) throws(JSONError) {
    var reader = JSONReader(line, options: JSONOptions(maximumDepth: min(depth, 2000)))
    guard try reader.peek() == .object else {
      throw reader.error("stream.not-an-object", "a record is an object, {\"id\": …, \"data\": …}")
    }
    var hasData = false
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let kind = try reader.peek()
      let start = reader.offset
      // A value of the wrong kind is a fault, but the id may stand behind it.
      var wanted: String?
      switch (key.name, kind) {
      case ("id", _):
        try reader.skipValue()
        id = line.extracting(start..<reader.offset).copied
      case ("format", .string): format = try reader.readString()
      case ("data", .string), ("base64", .string):
        if hasData {
          note(
            reader.error("stream.bad-member", "both 'data' and 'base64' are there", at: key.offset))
        }
        hasData = true
        let text = try reader.readString()
        if key.name == "data" {
          data = Array(text.utf8)
        } else if let bytes = Base64.bytes(text) {
          data = bytes
        } else {
          wanted = "bytes in Base64"
        }
      case ("seed", .number):
        let number = try reader.readTree().integer
        if let number, number >= 0 {
          seed = UInt64(number)
        } else {
          wanted = "a whole number from 0 to \(Int.max)"
        }
      case ("format", .null), ("seed", .null): try reader.skipValue()
      case ("seed", _):
        wanted = "a whole number from 0 to \(Int.max)"
        try reader.skipValue()
      case ("format", _), ("data", _), ("base64", _):
        wanted = "a string"
        try reader.skipValue()
      default:
        if !key.name.hasPrefix("x-") {
          let hint =
            suggestion(for: key.name, among: StreamRecord.members)
            ?? "; there are 'id', 'format', 'data', 'base64' and 'seed', and x-… for your own"
          note(
            reader.error(
              "stream.unknown-member", "a record has no member '\(key.name)'" + hint, at: key.offset
            ))
        }
        try reader.skipValue()
      }
      if let wanted {
        note(
          reader.error("stream.bad-member", "'\(key.name)' takes \(wanted)", at: start))
      }
    }
    try reader.finish()
    if !hasData, fault == nil {
      throw reader.error("stream.no-data", "there is neither 'data' nor 'base64'", at: 0)
    }
  }
}
