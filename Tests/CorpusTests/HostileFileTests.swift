import TestSupport
import Testing

/// Files that were made to break a reader: each is refused with a message that names the place, or read, as its
/// manifest says; nothing crashes, hangs or leaves half a file behind.
@Suite(.requiresSharedData) struct HostileFileTests {
  static let cases = HostileCase.all

  @Test func thereAreCases() {
    #expect(Self.cases.count > 100)
  }

  @Test(.requires(.time), arguments: cases)
  func isHandledAsTheManifestSays(_ hostile: HostileCase) throws {
    let folder = try TemporaryDirectory()
    let output = folder.file("out.svg")
    let isPipeline = hostile.kind == "pipeline"
    let run = try GuardedRun(
      isPipeline ? ["check", hostile.file] : ["convert", hostile.file, "-o", output],
      on: isPipeline ? nil : hostile.file, to: output, kind: "hostile \(hostile.kind)")
    let message = run.message
    switch hostile.verdict {
    case .refused: #expect(run.isRefused)
    case .read, .readWithWarning: #expect(!run.isRefused, "\(message)")
    case .either: break
    }
    if hostile.verdict == .readWithWarning { #expect(!message.isEmpty, "no warning") }
    if run.isRefused {
      let name = fileName(hostile.path)
      #expect(message.contains(name), "the message names the file: \(message)")
      if hostile.verdict == .refused, let line = hostile.line {
        #expect(message.contains("\(name):\(line):"), "the place is line \(line): \(message)")
      }
    } else if !isPipeline {
      try checkGeometry(of: hostile, in: folder)
    }
  }

  /// What was read is what the manifest says, where it says so in a form of its own.
  private func checkGeometry(of hostile: HostileCase, in folder: TemporaryDirectory) throws {
    if hostile.geometry.hasPrefix("1 path: rect ") {
      let corners = hostile.geometry.dropFirst(13).prefix { $0 != "," }.split(separator: " ")
      try #require(corners.count == 4)
      let result = try runProcess([Locations.tool, "info", hostile.file])
      let bounds = "  geometry  \(corners[0]) \(corners[1]) to \(corners[2]) \(corners[3]),"
      #expect(result.outputText.contains(bounds), "\(result.outputText)")
    } else if hostile.geometry.hasPrefix("points ") {
      let points = hostile.geometry.dropFirst(7).split(separator: ", ").map {
        $0.split(separator: " ").map { Double($0) }
      }
      let output = folder.file("points.csv")
      _ = try runProcess([Locations.tool, "convert", hostile.file, "-o", output])
      let rows = try readTable(output).filter { $0["x"]?.isEmpty == false }
      let read = rows.map { [Double($0["x"] ?? ""), Double($0["y"] ?? "")] }
      #expect(read == points)
    }
  }

  /// In one run with good files between them each becomes what it becomes alone, and costs the good ones nothing.
  @Test(.requires(.time), arguments: [[], ["--isolate"]] as [[String]])
  func becomesTheSameInsideABulkRun(_ options: [String]) throws {
    let drawings = Self.cases.filter { $0.kind != "pipeline" }
    try expectBulkRun(of: drawings.map { ($0.file, $0.verdict) }, options)
  }
}

/// Converts files in one run, a good one between every two, and expects of each what its verdict says.
func expectBulkRun(of files: [(path: String, verdict: HostileCase.Verdict)], _ options: [String])
  throws
{
  let folder = try TemporaryDirectory()
  let good = try readText("\(Locations.samples)/drawings/triangle.svg")
  var inputs: [String] = []
  for (number, file) in files.enumerated() {
    inputs += [file.path, try folder.write("good \(number).svg", good)]
  }
  let report = folder.file("report.jsonl")
  let (result, memory) = try runMeasured(
    [Locations.tool, "convert"] + inputs + options + [
      "-o", folder.file("out/{index}.{ext}"), "--to", "svg", "--report", report, "-j", "2",
    ], timeout: 600)
  // Two at a time, and what the allocator keeps of those before.
  #expect(memory <= 1 << 30, "\(memory >> 20) MiB")
  #expect(result.status == 1, "\(result.errorText.suffix(2000))")
  let rows = try readText(report).split(separator: "\n")
  try #require(rows.count == inputs.count)
  var expected: [UInt8]?
  let digits = String(inputs.count).count
  for (number, row) in rows.enumerated() {
    let index = String(number + 1)
    let padding = String(repeating: "0", count: digits - index.count)
    let output = folder.file("out/\(padding)\(index).svg")
    let isDone = row.contains(#""state":"done""#)
    #expect(isDone || row.contains(#""state":"failed""#), "\(row)")
    #expect(isDone == exists(output), "\(row)")
    if number % 2 == 0 {
      switch files[number / 2].verdict {
      case .refused: #expect(!isDone, "\(row)")
      case .read, .readWithWarning: #expect(isDone, "\(row)")
      case .either: break
      }
    } else {
      let bytes = try readFile(output)
      #expect(bytes == expected ?? bytes, "good \(number / 2).svg became another drawing")
      expected = bytes
    }
  }
}
