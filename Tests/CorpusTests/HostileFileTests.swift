import TestSupport
import Testing

/// Files that were made to break a reader: each is refused with a message that names the place, or read, as its
/// manifest says; nothing crashes, hangs or leaves half a file behind.
@Suite(.requiresSharedData) struct HostileFileTests {
  /// One line of the manifest.
  struct Case: Sendable, CustomTestStringConvertible {
    /// What is to become of the file.
    enum Verdict: String {
      /// Refused.
      case refused = "R"
      /// Read, without a word.
      case read = "A"
      /// Read, with a warning.
      case readWithWarning = "AW"
      /// Either, safely.
      case either = "E"
    }
    let path: String
    let kind: String
    let verdict: Verdict
    /// The line that the message must name, where that is sure.
    let line: String
    let what: String
    var testDescription: String { "\(path): \(what)" }
  }

  static let folder = "\(Locations.shared ?? "")/corpus/hostile/open"
  static let cases: [Case] = ((try? readTable("\(folder)/manifest.csv")) ?? []).compactMap { row in
    guard let path = row["path"], let kind = row["kind"], let what = row["what"],
      let verdict = Case.Verdict(rawValue: row["expect"] ?? "")
    else { return nil }
    return Case(path: path, kind: kind, verdict: verdict, line: row["line"] ?? "", what: what)
  }

  /// Cases that the manifest judges otherwise than this project does, each with its reason.
  static let exceptions = [
    "svg/use-bomb-10x10.svg": "nothing is copied while 'use' is a reported loss"
  ]

  @Test func thereAreCases() {
    #expect(Self.cases.count > 100)
  }

  @Test(arguments: cases.filter { exceptions[$0.path] == nil })
  func isHandledAsTheManifestSays(_ hostile: Case) throws {
    let input = "\(Self.folder)/\(hostile.path)"
    let folder = try TemporaryDirectory()
    let output = folder.file("out.svg")
    let command =
      hostile.kind == "pipeline"
      ? ["check", input] : ["convert", input, "-o", output]
    let result = try runProcess([Locations.tool] + command, timeout: 60)
    let message = result.errorText

    #expect((0...2).contains(result.status), "\(message)")
    for secret in ["CANARY-7f3a", "root:x:0"] {
      #expect(!message.contains(secret) && !result.outputText.contains(secret))
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
      if hostile.verdict == .refused && !hostile.line.isEmpty {
        #expect(
          message.contains("\(name):\(hostile.line):"),
          "the place is line \(hostile.line): \(message)")
      }
    } else if hostile.kind != "pipeline" {
      let text = try readText(output)
      let words = text.split { !$0.isLetter && !$0.isNumber }
      #expect(!words.contains("nan") && !words.contains("inf"))
      #expect(!text.contains("CANARY-7f3a") && !text.contains("root:x:0"))
    }
  }
}
