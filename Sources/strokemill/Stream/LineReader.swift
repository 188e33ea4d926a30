import Glibc

/// Reads lines from an open file as they come, without waiting for more than a line.
struct LineReader {
  /// A line.
  enum Line: Equatable {
    /// Its bytes, without what ends it.
    case bytes([UInt8])
    /// It had more bytes than are allowed, and was read over.
    case tooLong
  }

  private let descriptor: Int32
  private let limit: Int
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  private var rest = 0..<0

  /// Begins to read.
  /// - Parameters:
  ///   - descriptor: The open file.
  ///   - limit: How many bytes a line may have.
  init(descriptor: Int32, limit: Int) {
    self.descriptor = descriptor
    self.limit = limit
  }

  /// The next line; nil at the end of the file. The last needs no line end.
  mutating func next() throws(FileError) -> Line? {
    var line: [UInt8] = []
    var isTooLong = false
    while true {
      if rest.isEmpty, try !fill() {
        return isTooLong ? .tooLong : line.isEmpty ? nil : .bytes(line)
      }
      let end = buffer[rest].firstIndex(of: UInt8(ascii: "\n"))
      let part = rest.lowerBound..<(end ?? rest.upperBound)
      if part.count > limit - line.count {
        isTooLong = true
        line = []
      } else if !isTooLong {
        line += buffer[part]
      }
      rest = (end.map { $0 + 1 } ?? rest.upperBound)..<rest.upperBound
      if end != nil { return isTooLong ? .tooLong : .bytes(line) }
    }
  }

  /// Reads what is there, waiting when that's nothing; false at the end of the file.
  private mutating func fill() throws(FileError) -> Bool {
    while true {
      let n = unsafe buffer.withUnsafeMutableBytes { buffer in
        unsafe read(descriptor, buffer.baseAddress, buffer.count)
      }
      if n < 0 && errno == EINTR { continue }
      guard n >= 0 else { throw .last("can't be read", code: "input.unreadable") }
      rest = 0..<n
      return n > 0
    }
  }
}
