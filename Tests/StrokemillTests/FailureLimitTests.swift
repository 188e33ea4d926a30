import Testing

@testable import strokemill

@Suite struct FailureLimitTests {
  private func limit(_ words: String...) throws(UsageError) -> FailureLimit {
    try FailureLimit(
      ArgumentParser.parse(words.map { Path($0) } + [Path("in.svg")], for: ConvertCommand.spec))
  }

  @Test func itAllowsAnyNumberUnlessToldOtherwise() throws {
    #expect(try limit().allowed(of: 100) == nil)
    #expect(try !limit().isSet)
  }

  @Test(arguments: [
    ("--max-failures=0", 100, 0), ("--max-failures=7", 3, 7), ("--max-failures=5%", 100, 5),
    ("--max-failures=5%", 119, 5), ("--max-failures=0.5%", 1000, 5), ("--max-failures=0%", 9, 0),
    ("--max-failures=100%", 9, 9), ("--fail-fast", 9, 0),
  ])
  func itCountsOrTakesAPart(_ option: String, _ count: Int, _ allowed: Int) throws {
    #expect(try limit(option).allowed(of: count) == allowed)
    #expect(try limit(option).isSet)
  }

  @Test(arguments: ["-1", "x", "101%", "-1%", "nan%", "%", "", "1.5"])
  func itRefusesWhatItDoesNotUnderstand(_ value: String) {
    #expect(throws: UsageError.self) { try limit("--max-failures=\(value)") }
  }

  @Test func theTwoOptionsExcludeEachOther() {
    #expect(throws: UsageError.self) { try limit("--fail-fast", "--max-failures=3") }
  }
}
