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
