import PathModel
import PluginKit
import Testing

@Suite struct SeededGeneratorTests {
  /// Outputs hang on these numbers: they may never change.
  @Test func aSeedGivesTheSameNumbersForEver() {
    var generator = SeededGenerator(seed: 1)
    var first = StableHash.mix(StableHash.mix(1))
    #expect(generator.next() == first)
    first = StableHash.mix(StableHash.mix(1) &+ 0x9E37_79B9_7F4A_7C15)
    #expect(generator.next() == first)
  }

  /// No stream is a neighbour's shifted, and their bits agree as often as chance has it.
  @Test func neighbouringSeedsAreUnrelated() {
    let streams = (0..<64).map { seed -> [UInt64] in
      var generator = SeededGenerator(seed: UInt64(seed))
      return (0..<256).map { _ in generator.next() }
    }
    #expect(Set(streams.joined()).count == 64 * 256)
    for (a, b) in zip(streams, streams.dropFirst()) {
      let same = zip(a, b).reduce(0) { $0 + (~($1.0 ^ $1.1)).nonzeroBitCount }
      // 16,384 bits: half of them, give or take six standard deviations.
      #expect((same - 8192).magnitude < 6 * 64)
    }
  }

  @Test func numbersAreUniform() {
    var generator = SeededGenerator(seed: 5)
    var bins = [Int](repeating: 0, count: 16)
    for _ in 0..<16_000 {
      let unit = generator.unit()
      #expect(unit >= 0 && unit < 1)
      bins[Int(unit * 16)] += 1
    }
    #expect(bins.allSatisfy { (800...1200).contains($0) })
    for _ in 0..<1000 {
      let signed = generator.signed()
      #expect(signed >= -1 && signed < 1)
      let value = generator.uniform(3, 5)
      #expect(value >= 3 && value < 5)
    }
  }
}
