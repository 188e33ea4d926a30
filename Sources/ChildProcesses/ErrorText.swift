/// What a program wrote to its standard error: the beginning and the end of it, so that one that writes
/// forever costs nothing.
public struct ErrorText: Hashable, Sendable {
  private static let headLimit = 1 << 14
  private static let tailLimit = 1 << 10

  private var head: [UInt8] = []
  private var tail: [UInt8] = []
  private var count = 0

  /// Adds what was written next.
  mutating func append(_ bytes: Span<UInt8>) {
    for i in bytes.indices {
      if head.count < ErrorText.headLimit { head.append(bytes[i]) } else { tail.append(bytes[i]) }
    }
    count += bytes.count
    if tail.count > ErrorText.tailLimit { tail.removeFirst(tail.count - ErrorText.tailLimit) }
  }

  /// The lines of the beginning, without empty ones.
  public var lines: [String] { ErrorText.lines(head) }

  /// The last line, in which most programs say why they end; nil when there is none.
  public var lastLine: String? { ErrorText.lines(tail.isEmpty ? head : tail).last }

  /// How many bytes follow those of `lines`.
  public var leftOut: Int { count - head.count }

  private static func lines(_ bytes: [UInt8]) -> [String] {
    bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D })
      .map { String(decoding: $0, as: UTF8.self) }
      .filter { line in !line.allSatisfy { $0 == " " || $0 == "\t" } }
  }
}
