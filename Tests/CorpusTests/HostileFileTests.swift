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
    let input = "\(HostileCase.folder)/\(hostile.path)"
    let folder = try TemporaryDirectory()
    let output = folder.file("out.svg")
    let command =
      hostile.kind == "pipeline"
      ? ["check", input] : ["convert", input, "-o", output]
    let (result, memory) = try runMeasured([Locations.tool] + command, timeout: 60)
    let message = result.errorText

    // A debug build takes its time; the release build may not, nor may it fill the memory. What a machine's
    // other work costs isn't counted.
    if Locations.isReleaseTool { #expect(result.processorSeconds <= 5) }
    #expect(memory <= 512 << 20, "\(memory >> 20) MiB")
    #expect((0...2).contains(result.status), "\(message)")
    for secret in ["CANARY-7f3a", "root:x:0"] {
      #expect(!message.contains(secret) && !result.outputText.contains(secret))
    }
    // Each line names the file, a severity and, at its end, a code.
    if hostile.kind != "pipeline" {
      for line in message.split(separator: "\n") {
        let isWellFormed =
          line.hasPrefix(input + ":") && line.hasSuffix("]")
          && [" error: ", " warning: ", " loss: "].contains { line.contains($0) }
        #expect(isWellFormed, "not a message as they all are: \(line)")
      }
    }
    let isRefused = result.status != 0
    switch hostile.verdict {
    case .refused: #expect(isRefused)
    case .read, .readWithWarning: #expect(!isRefused, "\(message)")
    case .either: break
    }
    if hostile.verdict == .readWithWarning { #expect(!message.isEmpty, "no warning") }
    if isRefused {
      #expect(!exists(output), "something is left at the output's place")
      let name = fileName(hostile.path)
      #expect(message.contains(name), "the message names the file: \(message)")
      if hostile.verdict == .refused, let line = hostile.line {
        #expect(message.contains("\(name):\(line):"), "the place is line \(line): \(message)")
      }
    } else if hostile.kind != "pipeline" {
      let text = try readText(output)
      let words = text.split { !$0.isLetter && !$0.isNumber }
      #expect(!words.contains("nan") && !words.contains("inf"))
      #expect(!text.contains("CANARY-7f3a") && !text.contains("root:x:0"))
      try checkGeometry(of: hostile, input, in: folder)
    }
  }

  /// What was read is what the manifest says, where it says so in a form of its own.
  private func checkGeometry(
    of hostile: HostileCase, _ input: String, in folder: TemporaryDirectory
  ) throws {
    if hostile.geometry.hasPrefix("1 path: rect ") {
      let corners = hostile.geometry.dropFirst(13).prefix { $0 != "," }.split(separator: " ")
      try #require(corners.count == 4)
      let result = try runProcess([Locations.tool, "info", input])
      let bounds = "  geometry  \(corners[0]) \(corners[1]) to \(corners[2]) \(corners[3]),"
      #expect(result.outputText.contains(bounds), "\(result.outputText)")
    } else if hostile.geometry.hasPrefix("points ") {
      let points = hostile.geometry.dropFirst(7).split(separator: ", ").map {
        $0.split(separator: " ").map { Double($0) }
      }
      let output = folder.file("points.csv")
      _ = try runProcess([Locations.tool, "convert", input, "-o", output])
      let rows = try readTable(output).filter { $0["x"]?.isEmpty == false }
      let read = rows.map { [Double($0["x"] ?? ""), Double($0["y"] ?? "")] }
      #expect(read == points)
    }
  }
}
