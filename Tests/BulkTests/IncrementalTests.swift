import Pipeline
import PluginKit
import TestSupport
import Testing

@testable import strokemill

/// `--incremental` under crashes and beside another run.
@Suite struct IncrementalTests {
  /// Whatever moment a run is killed at, the next one does what is left, and the one after it nothing.
  @Test func aKilledRunIsTakenUp() throws {
    let bulk = try BulkFolder(count: 120)
    for round in 0..<8 {
      let pause = Double(round) / 8 * 0.25
      let result = try bulk.script(
        "(convert -j 2 --quiet --incremental) & sleep \(pause); kill -KILL $! 2>/dev/null; wait $!; exit 0"
      )
      #expect(result.status == 0)
      #expect(try bulk.outputs().count <= bulk.count + 2)
      // Half of the rounds go on where the one before was killed.
      if round % 2 == 0 { continue }
      let rest = try bulk.script("convert -j 2 --incremental")
      #expect(rest.status == 0, "\(rest.errorText)")
      try expectAllUnchanged(bulk)
      _ = try bulk.script("rm -r out")
    }
  }

  /// Two at a time disturb each other in nothing.
  @Test func twoRunsAtATime() throws {
    let bulk = try BulkFolder(count: 100)
    let result = try bulk.script(
      """
      (convert -j 2 --quiet --incremental) & a=$!
      (convert -j 2 --quiet --incremental) & b=$!
      wait $a; x=$?; wait $b; exit $((x + $?))
      """)
    #expect(result.status == 0, "\(result.errorText)")
    try expectAllUnchanged(bulk)
  }

  private func expectAllUnchanged(_ bulk: BulkFolder) throws {
    let again = try bulk.script("convert -j 2 --incremental")
    #expect(again.status == 0)
    #expect(again.errorText.contains(": 0 done, \(bulk.count) unchanged, 0 failed"))
    // The journal, and what a run that was killed in the middle of replacing a file left.
    let outputs = try bulk.outputs().filter { !$0.hasPrefix(".strokemill") }
    #expect(outputs.count == bulk.count, "\(outputs)")
  }

  /// What a journal says of losses and can't be read makes a file anew, instead of their being lost.
  @Test func lossesThatCannotBeReadAreFoundAnew() throws {
    let folder = try TemporaryDirectory()
    let input = try folder.write(
      "a.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image width="5" height="5"/></svg>
      """)
    func run() throws -> String {
      try runProcess([
        Locations.tool, "convert", input, "-o", folder.file("out/"), "--to", "svg", "--to", "eps",
        "--incremental",
      ]).errorText
    }
    #expect(try run().contains("1 done (1 with losses)"))
    #expect(try run().contains("1 unchanged (1 with losses)"))
    for broken in ["x''", "x'00'", "substr(said, 1, 20)", "zeroblob(40)"] {
      let journal = try Database(Path(folder.file("out/\(Journal.name)")), makes: true)
      try journal.run("UPDATE outputs SET said = \(broken) WHERE output = CAST('a.svg' AS BLOB)")
      #expect(try run().contains("1 done (1 with losses)"), "\(broken)")
      #expect(try run().contains("1 unchanged (1 with losses)"), "\(broken)")
    }
  }

  /// What was said comes back as it was, and what is cut off is refused.
  @Test func whatWasSaidIsKept() throws {
    var diagnostic = Diagnostic(.loss, "a.b", "isn't carried")
    diagnostic.kind = "thing"
    diagnostic.count = 3
    diagnostic.place = Diagnostic.Place(line: 4, column: 5)
    diagnostic.morePlaces = [Diagnostic.Place(line: 7, column: 1)]
    let origins: [Outcome.Origin] = [
      .input, .importer("svg"), .stage(2, label: "jitter (2)"), .exporter("eps"),
    ]
    let findings = origins.map { Outcome.Finding(origin: $0, diagnostic: diagnostic) }
    let bytes = try #require(SaidBefore.bytes(findings))
    #expect(try SaidBefore.findings(bytes) == findings)
    #expect(SaidBefore.bytes([]) == nil)
    #expect(try SaidBefore.findings(nil) == [])
    for count in bytes.indices {
      #expect(throws: Message.Fault.self) { try SaidBefore.findings(Array(bytes.prefix(count))) }
    }
  }

  /// What was changed a moment ago could be changed again without its times showing it.
  @Test func aFreshFileIsNotTrusted() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("a", "1")
    let fresh = try #require(FileStamp(Path(path)))
    #expect(!fresh.isTrusted)
    #expect(FileStamp(Path(path)) == fresh)
    let old = try #require(FileStamp(Path("/usr/bin/env")))
    #expect(old.isTrusted)
    #expect(FileStamp(Path(folder.path)) == nil)
  }
}
