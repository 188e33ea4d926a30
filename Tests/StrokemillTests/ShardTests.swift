import Testing

@testable import strokemill

@Suite struct ShardTests {
  private func shard(_ words: String...) throws(UsageError) -> Shard? {
    try Shard(
      ArgumentParser.parse(words.map { Path($0) } + [Path("in.svg")], for: ConvertCommand.spec))
  }

  private let names = (0..<2000).map { Path("drawings/icon-\($0).svg") }

  @Test func thePartsAreTheWhole() throws {
    for count in [1, 2, 3, 8, 100] {
      var owners = [Int](repeating: 0, count: names.count)
      for number in 1...count {
        let part = try #require(try shard("--shard=\(number)/\(count)"))
        let same = try #require(try shard("--shard-index0=\(number - 1)/\(count)"))
        var size = 0
        for (row, name) in names.enumerated() where part.has(name) {
          #expect(same.has(name))
          owners[row] += 1
          size += 1
        }
        // About as many as the others have.
        let mean = Double(names.count) / Double(count)
        #expect(abs(Double(size) - mean) < 5 * mean.squareRoot() + 1)
      }
      #expect(owners.allSatisfy { $0 == 1 })
    }
  }

  /// On any machine, in any version: parts that are made at different times must fit together.
  @Test func whichPartIsFixed() throws {
    let parts = try (1...8).map { try #require(try shard("--shard=\($0)/8")) }
    func part(_ name: String) -> Int? { parts.firstIndex { $0.has(Path(name)) } }
    #expect(["a.svg", "b.svg", "in/c.svg", "é.svg", "-"].map(part) == [2, 2, 5, 6, 6])
  }

  @Test func aDotAtTheBeginningDoesNotMatter() throws {
    let part = try #require(try shard("--shard=1/3"))
    for name in names {
      #expect(part.has(name) == part.has(Path("./" + name.text)))
      #expect(part.has(name) == part.has(Path(".//./" + name.text)))
    }
  }

  @Test(arguments: ["0/8", "9/8", "1", "1/0", "/", "1/2/3", "a/b", "-1/8", "1/", "1.0/2", ""])
  func whatIsNoPartIsRefused(_ text: String) {
    #expect(throws: UsageError.self) { try shard("--shard=\(text)") }
  }

  @Test func theCountFromZeroHasItsOwnRange() throws {
    #expect(try shard("--shard-index0=0/8")?.row == 0)
    #expect(throws: UsageError.self) { try shard("--shard-index0=8/8") }
    #expect(throws: UsageError.self) { try shard("--shard-index0=0/8", "--shard=1/8") }
    #expect(try shard() == nil)
  }
}
