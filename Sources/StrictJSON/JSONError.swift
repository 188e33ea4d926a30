/// What is wrong with a JSON text, and where.
public struct JSONError: Error, Sendable, Equatable {
  /// A stable name of the kind of fault, such as `json.duplicate-key`.
  public var code: String
  /// A sentence for a person: what is wrong, what was found, what to do.
  public var message: String
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1.
  public var column: Int

  /// Creates an error.
  ///
  /// - Parameters:
  ///   - code: A stable name of the kind of fault.
  ///   - message: A sentence for a person.
  ///   - line: The line, counted from 1.
  ///   - column: The column in bytes, counted from 1.
  public init(code: String, message: String, line: Int, column: Int) {
    self.code = code
    self.message = message
    self.line = line
    self.column = column
  }
}

extension JSONError: CustomStringConvertible {
  /// The place, the message and the code in one line.
  public var description: String { "\(line):\(column): \(message) [\(code)]" }
}
