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

  @Test("more than the limit is never held, and writing goes on harmlessly")
  func limit() {
    var random = SplitMix(state: 3)
    for _ in 0..<200 {
      var sink = ByteSink(limit: 2000)
      var tail = PackedTail.open
      while !sink.isFull {
        switch random.next() % 8 {
        case 0: sink.append("a literal")
        case 1: sink.append(repeating: 7, count: Int(random.next() % 3000))
        case 2: sink.append([UInt8](repeating: 9, count: Int(random.next() % 3000)))
        case 3: sink.append(packed: 1e300, precision: 5, after: &tail)
        case 4: sink.append(exact: Double(random.next()) / 7)
        case 5: sink.append(1e300 / Double(random.next() % 9 + 1), precision: 17)
        case 6: unsafe sink.append(atMost: Int(random.next() % 3000)) { min($0.count, 5) }
        default: sink.append(packedScaled: -12345, precision: 2, after: &tail)
        }
        let count = sink.count
        #expect(count <= 2000)
      }
      // Full stays full.
      for _ in 0..<100 { sink.append(-0.1234567890123456, precision: 17) }
      sink.reserve(.max)
      let (isFull, count) = (sink.isFull, sink.count)
      #expect(isFull && count <= 2000)
      sink.removeAll()
      sink.append("z")
      let (isFullAgain, one) = (sink.isFull, sink.count)
      #expect(!isFullAgain && one == 1)
    }
  }

  @Test("memory that isn't there fills the sink and ends nothing")
  func noMemory() {
    var sink = ByteSink(capacity: .max, limit: .max)
    sink.append("x")
    sink.reserve(.max / 2)
    let (isFull, count) = (sink.isFull, sink.count)
    #expect(!isFull && count == 1)
    sink.append(repeating: 0, count: .max / 4)
    let isFullAtLast = sink.isFull
    #expect(isFullAtLast)
  }
}
