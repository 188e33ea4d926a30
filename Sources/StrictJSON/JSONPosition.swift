/// A place in a JSON text.
public struct JSONPosition: Sendable, Hashable {
  /// How many bytes stand before it.
  public var offset: Int
  /// The line, counted from 1.
  public var line: Int
  /// The column in bytes, counted from 1.
  public var column: Int

  /// Creates a place.
  ///
  /// - Parameters:
  ///   - offset: How many bytes stand before it.
  ///   - line: The line, counted from 1.
  ///   - column: The column in bytes, counted from 1.
  public init(offset: Int, line: Int, column: Int) {
    self.offset = offset
    self.line = line
    self.column = column
  }

  /// The first byte of a text.
  public static let start = JSONPosition(offset: 0, line: 1, column: 1)
}

extension JSONPosition {
  /// Moves forward to an offset; LF, CR LF and CR each end a line.
  ///
  /// Takes time proportional to the distance, so that going through a whole text costs one pass.
  ///
  /// - Parameters:
  ///   - target: The offset to move to; nothing happens when it lies behind.
  ///   - bytes: The text.
  public mutating func advance(to target: Int, in bytes: Span<UInt8>) {
    let end = min(target, bytes.count)
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      column += 1
      let isReturn = byte == 0x0D && !(offset < bytes.count && bytes[offset] == 0x0A)
      if byte == 0x0A || isReturn {
        line += 1
        column = 1
      }
    }
  }
}
