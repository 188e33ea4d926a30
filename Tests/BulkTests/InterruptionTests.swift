import TestSupport
import Testing

/// Ctrl-C.
@Suite struct InterruptionTests {
  /// Files in work are finished, and what is said to be done is there.
  @Test func theFirstEndsARunCleanly() throws {
    let count = Locations.isReleaseTool ? 3000 : 300
    let bulk = try BulkFolder(count: count, points: 200)
    let result = try bulk.script(
      """
      (convert -j 2 --report report.jsonl) & while [ ! -e out/0003.svg ]; do sleep 0.001; done
      kill -INT $!; wait $!
      """)
    #expect(result.status == 130)
    let words = try #require(
      result.errorText.firstMatch(
        of:
          /strokemill: error: interrupted after (\d+) of \d+ files in .*: (\d+) done, 0 failed, (\d+) not begun/
      ), "\(result.errorText)")
    let done = Int(words.1)
    #expect(words.1 == words.2)
    #expect(try bulk.outputs().count == done)
    #expect(done.map { count - $0 } == Int(words.3))
    let rows = try readText(bulk.folder.file("report.jsonl")).split(separator: "\n")
    #expect(rows.count == done)
  }

  /// One file is never done: nobody writes to the pipe that it's read from.
  @Test func theSecondStopsAtOnce() throws {
    let bulk = try BulkFolder(count: 5)
    let result = try bulk.script(
      """
      mkfifo 9999.csv
      (convert -j 2) & while [ ! -e out/0004.svg ]; do sleep 0.001; done
      kill -INT $!; sleep 1
      kill -0 $! && echo waits
      kill -INT $!; wait $!
      """)
    #expect(result.status == 130)
    #expect(result.outputText == "waits\n")
    #expect(
      result.errorText.contains(
        "interrupted; the files in work are finished first, a second Ctrl-C stops at once"))
    #expect(try bulk.outputs().count == 5)
  }

  @Test func aSingleFileStopsAtTheFirst() throws {
    let folder = try TemporaryDirectory()
    let result = try runProcess(
      [
        "bash", "-mc",
        "mkfifo a.csv; (exec '\(Locations.tool)' convert a.csv -o a.svg) & sleep 0.3; kill -INT $!; wait $!",
      ], directory: folder.path)
    #expect(result.status == 130)
    #expect(!exists(folder.file("a.svg")))
  }
}
