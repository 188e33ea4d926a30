import TestSupport
import Testing

/// Files that are made here to be too much, or too odd: long, deep, wide, out of range, in circles.
@Suite struct MadeFileTests {
  struct Made: Sendable, CustomStringConvertible {
    let name: String
    /// The code of the error that refuses it; nil when it's read.
    let code: String?
    let make: @Sendable () -> String

    init(_ name: String, _ code: String?, _ make: @autoclosure @escaping @Sendable () -> String) {
      (self.name, self.code, self.make) = (name, code, make)
    }

    var description: String { name }
  }

  private static func times(_ count: Int, _ text: String) -> String {
    String(repeating: text, count: count)
  }

  /// Rows or members, each by its number.
  private static func list(
    _ count: Int, _ separator: String = "", _ make: (Int) -> String
  ) -> String {
    var text = ""
    for i in 0..<count { text += (i > 0 ? separator : "") + make(i) }
    return text
  }

  static let csv = [
    Made("exponent.csv", "csv.out-of-range", "x,y\n1e400,0\n1,1\n"),
    Made("tiny.csv", nil, "x,y\n1e-400,0\n1,1\n"),
    Made("infinity.csv", "csv.not-a-number", "x,y\nInfinity,1\n2,3\n"),
    Made("hexadecimal.csv", "csv.not-a-number", "x,y\n0x10,1\n2,3\n"),
    Made("zero-byte.csv", "csv.not-a-number", "x,y\n1,2\0\n3,4\n"),
    Made("digits.csv", "csv.out-of-range", "x,y\n\(times(1_000_000, "9")),1\n1,1\n"),
    Made("decimals.csv", nil, "x,y\n0.\(times(1_000_000, "9")),1\n1,1\n"),
    Made("only-a-mark.csv", "csv.empty", "\u{FEFF}"),
    Made("blank-lines.csv", "csv.empty", times(5_000_000, "\n")),
    Made("commas.csv", "csv.too-many-columns", times(3_000_000, ",")),
    Made("one-line.csv", "csv.too-many-columns", times(3_000_000, "1 ")),
    Made("quotes.csv", "csv.unclosed-quote", times(3_000_001, "\"")),
    Made("open-quote.csv", "csv.unclosed-quote", "x,y,group\n1,2,\"" + times(2_000_000, "a\n")),
    Made("long-name.csv", nil, "x,y,group\n1,2,\"\(times(5_000_000, "a"))\"\n3,4,b\n9,9,b\n"),
    Made(
      "groups.csv", nil,
      "x,y,group\n" + list(100_000) { "\($0),1,g\($0)\n\($0),\($0 % 7),g\($0)\n" }
    ),
    Made("paths.csv", nil, "x,y,path\n" + list(150_000) { "\($0),\($0 % 7),\($0)\n" }),
    Made("columns.csv", nil, list(100_000, ",") { "c\($0)" } + "\n" + times(99_999, "1,") + "1\n"),
    Made(
      "path-numbers.csv", nil, "x,y,path\n1,2,99999999999999999999\n3,4,-1\n5,6,1.5\n1,200,nan\n"),
  ]

  private static func form(_ members: String) -> String {
    "{\"strokemill\":1,\"styles\":[{\"fill\":\"#000000\"}],\(members)}"
  }

  private static let path = #""paths":[{"style":0,"points":[[0,0],[100,100]]}]"#

  /// A drawing in JSON with 50,000 groups or clips, each in the one before it, and a path in the last.
  private static func nested(_ name: String, first: String, _ next: (Int) -> String) -> String {
    form(
      "\"\(name)s\":[\(first)," + list(50_000, ",", next)
        + "],\"paths\":[{\"\(name)\":50000,\"style\":0,\"points\":[[0,0],[100,100]]}]")
  }

  static let json = [
    Made("arrays.json", "json.too-deep", times(2_000_000, "[")),
    Made("objects.json", "json.too-deep", times(1_000_000, "{\"a\":")),
    Made("exponent.json", "json.number-out-of-range", "[[1e99999,0],[1,1]]"),
    Made("digits.json", "json.number-out-of-range", "[[\(times(1_000_000, "9")),0],[1,1]]"),
    Made("text.json", nil, "{\"points\":[[0,0],[99,1]],\"name\":\"\(times(9_000_000, "a"))\"}"),
    Made(
      "members.json", nil,
      "{\"points\":[[0,0],[99,1]]," + list(100_000, ",") { "\"k\($0)\":0" } + "}"),
    Made("twice.json", "json.duplicate-key", #"{"points":[[0,0]],"points":[[0,0]]}"#),
    Made("own-parent.json", "json.bad-drawing", form(#""groups":[{},{"parent":1}],"# + path)),
    Made(
      "later-parent.json", "json.bad-drawing", form(#""groups":[{},{"parent":2},{}],"# + path)),
    Made(
      "groups.json", "json.too-deep",
      nested("group", first: "{}") { "{\"parent\":\($0)}" }),
    Made(
      "canvas.json", "json.bad-canvas",
      form(#""canvas":{"box":[0,0,-1,1e308],"width":"1e308px","height":"-1mm"},"# + path)),
    Made(
      "verbs.json", "json.bad-verbs",
      form("\"paths\":[{\"style\":0,\"verbs\":\"\(times(1_000_000, "M"))\",\"points\":[[0,0]]}]")),
    Made("row.json", "json.no-such-row", form(#""paths":[{"style":4294967296,"points":[]}]"#)),
    Made("minus.json", "json.no-such-row", form(#""paths":[{"style":-1,"points":[]}]"#)),
    Made("half.json", "json.not-an-integer", form(#""paths":[{"style":0.5,"points":[]}]"#)),
    Made("far.json", nil, form(#""paths":[{"style":0,"points":[[1e308,-1e308],[-1e308,1e308]]}]"#)),
    Made(
      "styles.json", nil,
      "{\"strokemill\":1,\"styles\":[" + list(50_000, ",") { "{\"strokeWidth\":\($0)}" }
        + #"],"paths":[{"style":49999,"points":[[0,0],[100,100]]}]}"#),
    Made(
      "clips.json", "json.too-deep",
      nested("clip", first: #"{"paths":[]}"#) { "{\"parent\":\($0),\"paths\":[]}" }),
    Made(
      "one-content.json", "json.too-many-copies",
      form(
        #""groups":[{},{}],"patterns":["#
          + list(3000, ",") { _ in #"{"tile":[0,0,9,9],"content":1}"# } + #"],"paths":["#
          + list(10_000, ",") { _ in #"{"group":1,"style":0,"points":[[0,0],[9,9]]}"# } + "]")),
    Made(
      "many-members.json", "json.unknown-form",
      "{" + list(1_000_000, ",") { "\"k\($0)\":0" } + "}"),
  ]

  private static func drawing(_ content: String) -> String {
    "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>\(content)</svg>"
  }

  private static let longPath = "<path id='p' d='M0 0\(times(100_000, "h1v1"))'/>"

  private static func stops(_ count: Int) -> String {
    "<linearGradient id='g0'>"
      + list(count) {
        "<stop offset='\(Double($0) / Double(count))' stop-color='#\($0 % 800 + 100)'/>"
      }
      + "</linearGradient>"
  }

  static let svg = [
    Made(
      "names.svg", nil,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>"
        + list(100_000) { "<path id='a\($0)' d='M0 0h9'/>" } + "</svg>"),
    Made(
      "title.svg", nil,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><title>\(times(4_000_000, "é "))</title><path d='M0 0h9'/></svg>"
    ),
    Made(
      "numbers.svg", nil,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path stroke='red' d='M0 0\(times(3_000_000, "h1"))'/></svg>"
    ),
    Made(
      "digits.svg", nil,
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path stroke='red' d='M0 0h0.\(times(1_000_000, "9"))'/></svg>"
    ),
    // What all parts of a text were asked for each of them.
    Made(
      "spans.svg", nil,
      drawing("<text>\(times(60_000, "<tspan x='1' y='8'>a</tspan>"))</text>")),
    Made(
      "lengths.svg", nil,
      drawing("<text>\(times(30_000, "<tspan x='1' textLength='5'>ab</tspan>"))</text>")),
    Made(
      "lengths-of-a-line.svg", "svg.too-much-text",
      drawing("<text>\(times(20_000, "<tspan textLength='5'>abcd</tspan>"))</text>")),
    Made(
      "along.svg", "svg.too-many-copies",
      drawing("\(longPath)<text>\(times(3000, "<textPath href='#p'>abc</textPath>"))</text>")),
    Made(
      "along-in-sizes.svg", "svg.too-much-text",
      drawing(
        "\(longPath)<text>"
          + list(300) { "<textPath href='#p' font-size='\($0 + 1)'>abc</textPath>" } + "</text>")),
    Made(
      "along-finely.svg", "svg.too-much-text",
      drawing(
        "<path id='p' d='M0 0\(times(10_000, "c0 1e9 1e9 0 1e9 1e9"))'/>"
          + "<text font-size='1e-9'><textPath href='#p'>abc</textPath></text>")),
    Made(
      "stops.svg", "svg.too-many-copies",
      drawing(
        stops(50_000) + list(2000) { "<rect width='\($0 + 1)' height='5' fill='url(#g0)'/>" })),
    Made(
      "stops-after.svg", "svg.too-many-copies",
      drawing(
        stops(50_000) + list(2000) { "<linearGradient id='g\($0 + 1)' href='#g0' x2='\($0)'/>" }
          + list(2000) { "<rect width='1' height='5' fill='url(#g\($0 + 1))'/>" })),
    Made(
      "gradients.svg", nil,
      drawing(
        stops(3) + list(20_000) { "<linearGradient id='g\($0 + 1)' href='#g\($0)'/>" }
          + list(20_000) { "<rect width='9' height='5' fill='url(#g\($0 + 1))'/>" })),
  ]

  @Test(.requires(.time), .enabled(if: Locations.isReleaseTool), arguments: csv + json + svg)
  func isDecidedSoon(_ made: Made) throws {
    let folder = try TemporaryDirectory()
    let input = try folder.write(made.name, made.make())
    let output = folder.file("out.json")
    let run = try GuardedRun(
      ["convert", input, "-o", output], on: input, to: output, kind: "made to be too much")
    #expect(run.isRefused == (made.code != nil), "\(run.message)")
    if let code = made.code { #expect(run.message.hasSuffix("[\(code)]\n"), "\(run.message)") }
  }

  /// A pattern whose content is painted with the next pattern, and so on.
  private static func patterns(_ count: Int) -> String {
    "{\"strokemill\":1,\"styles\":[{\"fill\":\"#000000\"},"
      + list(count, ",") { "{\"fill\":{\"pattern\":\($0)}}" } + "],\"groups\":[{},"
      + list(count, ",") { _ in "{}" } + "],\"patterns\":["
      + list(count, ",") { "{\"tile\":[0,0,9,9],\"content\":\($0 + 1)}" } + "],\"paths\":["
      + list(count + 1, ",") {
        "{\"group\":\($0),\"style\":\($0 < count ? $0 + 1 : 0),\"points\":[[0,0],[9,0],[9,9]]}"
      } + "]}"
  }

  @Test(
    .requires(.time), .enabled(if: Locations.isReleaseTool), arguments: ["svg", "eps"])
  func patternsOfPatternsAreWrittenSoon(format: String) throws {
    let folder = try TemporaryDirectory()
    let input = try folder.write("patterns.json", Self.patterns(80_000))
    let output = folder.file("out.\(format)")
    let run = try GuardedRun(
      ["convert", input, "-o", output], on: input, to: output,
      kind: "made to be too much")
    #expect(!run.isRefused, "\(run.message)")
  }

  /// A text along so many paths, all of them equally long as they're written.
  private static func textAlongPaths(_ count: Int) -> String {
    drawing(
      "<defs>" + list(count) { "<path id='p\($0)' d='M0 0h\(100_000 + $0)'/>" } + "</defs><text>"
        + list(count) { "<textPath href='#p\($0)'>a</textPath>" } + "</text>")
  }

  @Test(
    .requires(.time), .enabled(if: Locations.isReleaseTool), arguments: ["outlines", "keep"])
  func textAlongManyPathsIsReadSoon(treatment: String) throws {
    let folder = try TemporaryDirectory()
    func seconds(_ count: Int) throws -> Double {
      let input = try folder.write("\(count).svg", Self.textAlongPaths(count))
      let (result, _) = try runMeasured(
        [Locations.tool, "convert", "--from", "svg:text=\(treatment)", input, "-o"]
          + [folder.file("out-\(count).svg")], timeout: 60)
      #expect(result.status == 0, "\(result.errorText)")
      return result.processorSeconds
    }
    // Four times as many take some four times as long, not sixteen times.
    let few = try seconds(20_000)
    #expect(try seconds(80_000) < 8 * few)
  }

  static let pipelines = [
    Made("itself.json", "pipeline.extends-circle", #"{"extends":"itself.json","stages":[]}"#),
    Made(
      "selection.json", "json.too-deep",
      "{\"stages\":[{\"style\":{},\"select\":\(times(100_000, "{\"not\":")){}\(times(100_000, "}"))}]}"
    ),
    Made(
      "stages.json", "pipeline.too-many-stages",
      "{\"stages\":[\(times(99_999, "\"center\","))\"center\"]}"),
    Made("seed.json", "pipeline.bad-seed", #"{"seed":18446744073709551616,"stages":[]}"#),
    Made(
      "variables.json", "pipeline.bad-variable",
      #"{"vars":{"a":"${b}","b":"${a}"},"stages":[{"style":{"fill":"${a}"}}]}"#),
    Made(
      "digits.json", "json.number-out-of-range",
      "{\"stages\":[{\"jitter\":{\"passes\":\(times(1_000_000, "9"))}}]}"),
    Made("comment.json", "json.unexpected-end", times(3_000_000, "// ")),
    Made("blocks.json", "json.unexpected", times(1_000_000, "/*")),
    Made(
      "pattern.json", nil,
      "{\"stages\":[{\"style\":{\"fill\":\"red\"},\"select\":{\"id\":\"\(times(2000, "*a"))b\"}}]}"),
  ]

  @Test(.requires(.time), .enabled(if: Locations.isReleaseTool), arguments: pipelines)
  func aPipelineIsDecidedSoon(_ made: Made) throws {
    let folder = try TemporaryDirectory()
    let pipeline = try folder.write(made.name, made.make())
    let id = Self.times(60_000, "a")
    let input = try folder.write(
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path id='\(id)' d='M0 0h9'/></svg>"
    )
    let output = folder.file("out.svg")
    let run = try GuardedRun(
      ["convert", input, "-p", pipeline, "-o", output], on: nil, to: output,
      kind: "made to be too much")
    #expect(run.status == (made.code == nil ? 0 : 2), "\(run.message)")
    if let code = made.code { #expect(run.message.contains("[\(code)]"), "\(run.message)") }
    #expect(run.message.utf8.count < 100_000)
  }
}
