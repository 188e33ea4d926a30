import TestSupport
import Testing

/// One call after another fails in the middle of a run, as on a disk that is full or broken and on a system
/// that has nothing left.
@Suite struct FaultTests {
  private let folder: TemporaryDirectory
  private let shim: String
  private let inputs: [String]
  private let expected: [String: [UInt8]]

  init() throws {
    folder = try TemporaryDirectory()
    shim = folder.file("faults.so")
    try Harmful.compile("faults.c", ["-shared", "-fPIC"], to: shim)
    for i in 0..<2 {
      let points = (0..<200).map { "\($0),\(($0 * $0 + i) % 40)\n" }.joined()
      try folder.write("\(i).csv", points)
    }
    let drawings = "\(Locations.samples)/drawings"
    let made = try runProcess([
      "bash", "-c",
      """
      cp '\(drawings)/icon-bell.svg' '\(folder.path)/2.svg'
      gzip -c '\(drawings)/house.svg' > '\(folder.path)/3.svgz'
      """,
    ])
    #expect(made.status == 0)
    try folder.write(
      "4.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' width='90' height='50'><text x='5' y='30'>Größe</text></svg>"
    )
    inputs = ["0.csv", "1.csv", "2.svg", "3.svgz", "4.svg"]
    let result = try Self.run(in: folder, inputs, [], [:])
    try #require(result.status == 0, "\(result.errorText)")
    var expected: [String: [UInt8]] = [:]
    for name in try names(in: folder.file("out")) {
      expected[name] = try readFile(folder.file("out/\(name)"))
    }
    self.expected = expected
  }

  private static func run(
    in folder: TemporaryDirectory, _ inputs: [String], _ options: [String],
    _ environment: [String: String?]
  ) throws -> ProcessResult {
    try runProcess(
      [Locations.tool, "convert"] + inputs + options + [
        "-o", "out/", "--to", "svg", "-s", "jitter:seed=3", "-j", "2", "--quiet", "--overwrite",
        "--report", "report.jsonl",
      ], directory: folder.path,
      environment: environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { given, _ in given })
  }

  /// Lets a call of a kind fail.
  /// - Returns: Whether there were so many calls.
  private func fail(_ call: String, _ number: Int, _ options: [String]) throws -> Bool {
    let isReplaced = call == "rename"
    let prepared = try runProcess([
      "bash", "-c",
      """
      cd '\(folder.path)' && rm -rf mark report.jsonl out && mkdir out
      for name in \(isReplaced ? expected.keys.sorted().joined(separator: " ") : ""); do
        echo old > out/$name
      done
      """,
    ])
    #expect(prepared.status == 0)
    // For text fontconfig reads a hundred files.
    let needsText = call.hasSuffix("malloc") || call == "mmap"
    let inputs = needsText ? inputs : Array(inputs.dropLast())
    let result = try Self.run(
      in: folder, inputs, options,
      [
        "LD_PRELOAD": shim, "FAULT": call, "FAULT_NUMBER": "\(number)",
        "FAULT_MARK": folder.file("mark"),
      ])
    guard exists(folder.file("mark")) else {
      #expect(result.status == 0)
      return false
    }
    TrialLog.note("a \(call) fails", isRejected: result.status != 0, seconds: result.seconds)
    let shown = "\(call) \(number) \(options): \(result.status) \(result.errorText)"
    var good = 0
    for name in try names(in: folder.file("out")) {
      let bytes = try readFile(folder.file("out/\(name)"))
      if bytes == expected[name] {
        good += 1
      } else {
        // No half file, and none that has no business there.
        #expect(isReplaced && bytes == Array("old\n".utf8), "\(name): \(shown)")
      }
    }
    let rows =
      exists(folder.file("report.jsonl"))
      ? try readText(folder.file("report.jsonl")).split(separator: "\n") : []
    let failed = rows.count { $0.contains("\"state\":\"failed\"") }
    switch result.status {
    case 0:
      #expect(good == inputs.count && rows.count == inputs.count && failed == 0, "\(shown)")
    case 1:
      #expect(result.errorText.contains("error: "), "\(shown)")
      if result.errorText.contains("report.jsonl: error: ") {
        #expect(good == inputs.count, "\(shown)")
      } else {
        #expect(rows.count == inputs.count && failed == inputs.count - good, "\(shown)")
        // One thing went wrong, and harmed one file.
        #expect(failed == 1, "\(shown)")
      }
    case 2:
      #expect(result.errorText.contains("error: ") && good == 0, "\(shown)")
    default:
      Issue.record("\(shown)")
    }
    return true
  }

  @Test(
    arguments: ["read", "write", "short-write", "open", "linkat", "rename", "mmap", "pipe2"],
    [[], ["--isolate"]] as [[String]])
  func oneCallFails(_ call: String, _ options: [String]) throws {
    var number = 1
    while try fail(call, number, options) { number += 1 }
    #expect(number > (call == "pipe2" && options.isEmpty ? 0 : 1), "there is no \(call)")
  }

  /// Each allocation of the libraries: one that nobody looks after loses a text or a name without a word.
  @Test(arguments: [[], ["--isolate"]] as [[String]])
  func oneAllocationFails(_ options: [String]) throws {
    var number = 1
    while try fail("malloc", number, options) { number += 1 }
    #expect(number > 50)
  }

  /// What such a library breaks without memory costs a file; see `faults.c`.
  @Test(arguments: [1, 5, 160, 162, 900])
  func oneAllocationForFontsFails(_ number: Int) throws {
    let didFail = try fail("font-malloc", number, ["--isolate", "--timeout", "10"])
    #expect(didFail)
  }
}
