import TestSupport
import Testing

/// Files by which others once broke, or on which they say what a reader should do: each is decided as its suite
/// says, or as the list here says with a reason.
@Suite(.requiresSharedData) struct ExternalFileTests {
  /// Where a suite expects something else of a file than a converter of drawings can do.
  enum Exception: String {
    /// JSON, but no drawing: it's refused for that, and not as JSON.
    case noDrawing = "json.unknown-form"
    /// Keys that stand twice are refused, since nobody can say which of them is meant.
    case keyTwice = "json.duplicate-key"
    /// Cells that hold words. The suite is about how cells are read: what they hold stands in the message.
    case words = "csv."
    /// XML, but no SVG. The same entities in an SVG file are a case of their own here.
    case noSVG = "svg.not-svg"
  }

  struct Case: CustomStringConvertible {
    let path: String
    let suite: String
    let verdict: HostileCase.Verdict

    var description: String { path }
    var file: String { "\(ExternalFileTests.folder)/\(path)" }
    /// What it's to be read as; nil for a file that isn't an input.
    var format: String? {
      switch path.split(separator: ".").last {
      case "svg", "svgz", "xml", "ent", "dtd": "svg"
      case "csv": "csv"
      case "json": suite == "csv-spectrum" ? nil : "json"
      default: nil
      }
    }
  }

  static let folder = "\(Locations.shared ?? "")/corpus/external"
  static let cases = ((try? readTable("\(folder)/manifest.csv")) ?? []).compactMap { row in
    let letter = String((row["expect"] ?? "").prefix { $0 != ":" })
    return HostileCase.Verdict(rawValue: letter).map {
      Case(path: row["path"] ?? "", suite: row["suite"] ?? "", verdict: $0)
    }
  }

  @Test func thereAreCases() {
    #expect(Self.cases.count > 300)
    for suite in [
      "librsvg-crash", "librsvg-render-crash", "librsvg-errors", "JSONTestSuite", "csv-spectrum",
      "libxml2-recurse", "vpype-test_svg", "svg2roughjs-specs",
    ] {
      #expect(Self.cases.contains { $0.suite == suite }, "\(suite)")
    }
  }

  @Test(.requires(.time), arguments: cases)
  func isDecidedAsItsSuiteSays(_ external: Case) throws {
    guard let format = external.format else { return }
    let folder = try TemporaryDirectory()
    let output = folder.file("out.svg")
    let run = try GuardedRun(
      ["convert", external.file, "--from", format, "-o", output], on: external.file, to: output,
      kind: external.suite)
    switch external.verdict {
    case .refused: #expect(run.isRefused)
    case .either: break
    case .read, .readWithWarning:
      guard run.isRefused else { break }
      switch external.suite {
      case "JSONTestSuite":
        let isKeyTwice = external.path.contains("y_object_duplicated_key")
        let exception: Exception = isKeyTwice ? .keyTwice : .noDrawing
        #expect(run.message.hasSuffix("[\(exception.rawValue)]\n"), "\(run.message)")
      case "csv-spectrum":
        #expect(run.message.contains("[\(Exception.words.rawValue)"), "\(run.message)")
        let word = try #require(Self.firstWords[fileName(external.path)])
        #expect(run.message.contains(word), "\(run.message)")
      default: Issue.record("refused: \(run.message)")
      }
    }
  }

  /// The first cell that is no number, with its line and column, as messages show it.
  private static let firstWords = [
    "empty.csv": ":2:3: error: column 'b' is empty",
    "empty_crlf.csv": ":2:3: error: column 'b' is empty",
    "escaped_quotes.csv": #":2:3: error: column 'b' should hold a number, but holds "ha "ha" ha";"#,
    "newlines.csv":
      #":3:1: error: column 'a' should hold a number, but holds "Once upon \u{A}a time";"#,
    "newlines_crlf.csv":
      #":3:1: error: column 'a' should hold a number, but holds "Once upon \u{D}\u{A}a time";"#,
  ]

  /// The entities of libxml2's files in an SVG file.
  @Test(
    .requires(.time),
    arguments: [
      ("good.xml", "svg.entity-expansion"), ("good_attr.xml", "svg.entity-expansion"),
      ("lol_classic.xml", "svg.entity-expansion"), ("lol_eg.xml", "svg.external-entity"),
      ("lol_long_name.xml", "svg.entity-expansion"), ("lol_long_value.xml", "svg.entity-expansion"),
      ("lol_ip_value.xml", nil), ("lol_ip_content.xml", nil),
      ("huge_dtd.xml", "svg.unknown-entity"),
    ] as [(String, String?)])
  func entitiesAreBounded(_ name: String, _ code: String?) throws {
    let text = try readText("\(Self.folder)/open/libxml2-recurse/\(name)")
    // Only the element around them is another one.
    let folder = try TemporaryDirectory()
    var svg = ""
    let lines = text.replacing("\r\n", with: "\n").split(
      separator: "\n", omittingEmptySubsequences: false)
    for line in lines {
      var line = String(line)
      for root in ["foo", "root", "billion"] {
        if line.hasPrefix("<\(root)") {
          let isEmpty = line.hasSuffix("/>") && !line.contains("=")
          let rest = line.dropFirst(root.utf8.count + 1)
          line =
            "<svg xmlns='http://www.w3.org/2000/svg'"
            + (rest.hasPrefix(">") ? "><text" : "") + (isEmpty ? "/>" : rest)
        }
        if line.hasSuffix("</\(root)>") {
          let isInText = svg.contains("<text") || line.contains("<text")
          line = line.dropLast(root.utf8.count + 3) + (isInText ? "</text></svg>" : "</svg>")
        }
      }
      svg += line + "\n"
    }
    let input = try folder.write(name + ".svg", svg)
    let output = folder.file("out.svg")
    let run = try GuardedRun(
      ["convert", input, "-o", output], on: input, to: output, kind: "libxml2-recurse as SVG")
    #expect(run.isRefused == (code != nil), "\(run.message)")
    if let code { #expect(run.message.contains("[\(code)]"), "\(run.message)") }
  }

  @Test(.requires(.time), arguments: [[], ["--isolate"]] as [[String]])
  func becomesTheSameInsideABulkRun(_ options: [String]) throws {
    let files = Self.cases.compactMap { external -> (String, HostileCase.Verdict)? in
      // The run tells formats by the names; and what is an exception isn't told here.
      guard external.format != nil, !external.path.hasSuffix(".ent"),
        !external.path.hasSuffix(".dtd")
      else { return nil }
      let isException = ["JSONTestSuite", "csv-spectrum"].contains(external.suite)
      return (external.file, isException && external.verdict == .read ? .either : external.verdict)
    }
    try expectBulkRun(of: files, options)
  }
}
