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
    guard offset < end else { return }
    var lineStart = offset - column + 1
    // Unchecked, since an importer that gives each path its line goes through all its bytes here;
    // `index` stays below `end`, which is at most the count.
    for index in offset..<end {
      let byte = unsafe bytes[unchecked: index]
      guard byte < 0x0E, byte == 0x0A || byte == 0x0D else { continue }
      if byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A { continue }
      line += 1
      lineStart = index + 1
    }
    offset = end
    column = end - lineStart + 1
  }
}
