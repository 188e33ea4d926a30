import TestSupport
import Testing

/// Runs over many files, some of them bad.
@Suite struct ManyFilesTests {
  /// Outputs, messages and report are the same on any number of threads.
  @Test func theNumberOfWorkersDoesNotShow() throws {
    let bulk = try BulkFolder(count: 150)
    for i in [3, 50, 51, 149] { try bulk.folder.write("\(BulkFolder.name(i)).csv", "1,2\n3,x\n") }
    // Large beside the others, so that it's begun first.
    try bulk.folder.write("0100.csv", (0..<20_000).map { "\($0 % 17),\($0 % 23)\n" }.joined())
    func run(_ workers: Int) throws -> (words: [Substring], report: String, outputs: [[UInt8]]) {
      let result = try bulk.run("-o", "out-\(workers)/", "-j", "\(workers)", "--report", "report")
      #expect(result.status == 1)
      let outputs = try names(in: bulk.folder.file("out-\(workers)"))
      #expect(outputs.count == 146)
      // The summary tells the time.
      let lines = result.errorText.split(separator: "\n").filter { !$0.hasSuffix("[progress]") }
      #expect(lines.last?.contains("150 files in ") == true)
      #expect(lines.last?.contains(": 146 done, 4 failed; ") == true)
      return (
        lines.dropLast(),
        // Times come last.
        try readText(bulk.folder.file("report")).replacing("out-\(workers)/", with: "out/")
          .replacing(/,"seconds":.*/, with: ""),
        try outputs.map { try readFile(bulk.folder.file("out-\(workers)/\($0)")) }
      )
    }
    let one = try run(1)
    #expect(one.words.map { $0.prefix(9) } == ["0003.csv:", "0050.csv:", "0051.csv:", "0149.csv:"])
    #expect(one.report.split(separator: "\n").count == 150)
    #expect(one.report.split(separator: "\n").count { $0.contains("\"state\":\"failed\"") } == 4)
    for workers in [2, 7] {
      let other = try run(workers)
      #expect(other.words == one.words)
      #expect(other.report == one.report)
      #expect(other.outputs == one.outputs)
    }
  }

  /// The bar is removed before anything else is said, and at the end.
  @Test func aTerminalSeesABar() throws {
    let bulk = try BulkFolder(count: 5)
    let result = try bulk.script(
      """
      mkfifo 9999.csv
      (while [ ! -e out/0004.svg ]; do sleep 0.01; done; sleep 1.5; echo 1,x > 9999.csv) &
      TERM=xterm python3 -c 'import pty, sys
      status = pty.spawn(sys.argv[1:])
      sys.exit(status >> 8)' '\(Locations.tool)' convert *.csv --to svg -o out/ < /dev/null
      """)
    #expect(result.status == 1)
    let text = result.outputText
    let bar = try #require(text.firstRange(of: "5/6"), "\(text)")
    let erased = try #require(text[bar.upperBound...].firstRange(of: "\r\u{1B}[K"))
    #expect(text[erased.upperBound...].contains("9999.csv:1:3:"))
    #expect(!text[erased.upperBound...].contains("5/6"))
  }
}
