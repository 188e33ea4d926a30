import NumberText
import Testing

@Suite struct ByteSinkTests {
  @Test func growsAndKeepsEverything() {
    var sink = ByteSink(capacity: 1)
    var expected: [UInt8] = []
    for index in 0..<10_000 {
      sink.append(UInt8(truncatingIfNeeded: index))
      expected.append(UInt8(truncatingIfNeeded: index))
    }
    sink.append(expected)
    sink.append(expected.span)
    #expect(sink.count == 30_000)
    #expect(sink.takeBytes() == expected + expected + expected)
  }

  @Test func appendsTexts() {
    var sink = ByteSink()
    sink.append("a literal, ")
    let text = "Größe €"
    sink.append(text)
    sink.append(text.dropFirst(5))
    sink.append(repeating: 0x2D, count: 3)
    sink.append(repeating: 0x2D, count: -1)
    #expect(String(decoding: sink.takeBytes(), as: UTF8.self) == "a literal, Größe € €---")
  }

  @Test func truncatesAndEmpties() {
    var sink = ByteSink()
    sink.append("abcdef")
    sink.truncate(to: 3)
    sink.truncate(to: 30)
    #expect(sink.count == 3)
    #expect(sink.span[2] == UInt8(ascii: "c"))
    sink.truncate(to: -1)
    #expect(sink.count == 0)
    sink.append("x")
    sink.removeAll(keepingCapacity: true)
    #expect(sink.count == 0)
    sink.append("y")
    sink.removeAll()
    sink.append("z")
    let bytes = unsafe sink.withUnsafeBytes { unsafe Array($0) }
    #expect(bytes == [UInt8(ascii: "z")])
  }
}
