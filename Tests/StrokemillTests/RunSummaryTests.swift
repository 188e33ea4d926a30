import Pipeline
import PluginKit
import Testing

@testable import strokemill

@Suite struct RunSummaryTests {
  private func outcome(_ severities: Diagnostic.Severity...) -> Outcome {
    var outcome = Outcome(name: "a.svg")
    for severity in severities { outcome.fail(Diagnostic(severity, "test.said", "it was said")) }
    return outcome
  }

  private func tally() -> RunTally {
    let tally = RunTally()
    tally.add(outcome(), bytes: 1_000_000)
    tally.add(outcome(.warning), bytes: 1_000_000)
    tally.add(outcome(.loss, .loss), bytes: 1_000_000)
    tally.add(outcome(.loss, .error), bytes: 1_000_000)
    return tally
  }

  private func limit(_ word: String) throws -> FailureLimit {
    try FailureLimit(
      ArgumentParser.parse([Path(word), Path("in.svg")], for: ConvertCommand.spec))
  }

  @Test func itAddsUp() {
    #expect(
      RunSummary(count: 4, tally: tally(), seconds: 2, end: .complete).text
        == "4 files in 2.0 s: 3 done (1 with losses), 1 failed; 2.0 files/s, 2.0 MB/s")
  }

  @Test func itSaysWhatIsLeft() throws {
    #expect(
      RunSummary(count: 9, tally: tally(), seconds: 2, end: .interrupted).text
        == "interrupted after 4 of 9 files in 2.0 s: 3 done (1 with losses), 1 failed, "
        + "5 not begun; 2.0 files/s, 2.0 MB/s")
    #expect(
      RunSummary(
        count: 9, tally: RunTally(), seconds: 0, end: .tooManyFailures(try limit("--fail-fast"))
      ).text
        == "--fail-fast ended the run after 0 of 9 files in 0.0 s: 0 done, 0 failed, 9 not begun")
  }

  @Test func lossesAreCountedByKind() {
    func losses(_ kinds: [(String, Int)]) -> [Outcome.Finding] {
      var outcome = Outcome(name: "a.svg")
      for (kind, count) in kinds {
        var diagnostic = Diagnostic(.loss, "test.lost", "it was lost")
        diagnostic.kind = kind
        diagnostic.count = count
        outcome.fail(diagnostic)
      }
      return outcome.losses
    }
    var counts = LossCounts()
    #expect(counts.text == nil)
    counts.add([])
    counts.add(losses([("text", 2), ("filter", 1), ("text", 3)]))
    #expect(counts.text == "1 filter in 1 file, 5 text in 1")
    counts.add(losses([("text", 1)]))
    #expect(counts.text == "6 text in 2 files, 1 filter in 1")
    #expect(counts.files == 2)
  }
}
