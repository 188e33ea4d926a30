import BuiltinPlugins
import Pipeline
import PluginKit
import TestSupport
import Testing

/// Every beginning of a file, as a transfer that breaks off leaves it: an error with words, or no more of a drawing
/// than the whole file gives.
@Suite struct CutOffTests {
  static let samples: [(name: String, text: String)] = [
    (
      "lines.csv", "x,y,group,path\n1,2,a,1\n3,4.5,a,1\n\n-5e1,\"6\",\"b\"\"c\",2\n7,8,\"b\nd\",2\n"
    ),
    ("tabs.tsv", "lon\tlat\r\n1,5\t2,5\r\n3,25\t-4\r\n"),
    ("points.json", #"[[1,2],[3,4.5e0],[-5e1,6]]"#),
    (
      "drawing.json",
      #"""
      {"strokemill":1,"canvas":{"box":[0,0,10,10],"width":"10px","height":"10px"},"styles":[{"fill":"#12345680"}],
      "paths":[{"style":0,"verbs":"MLQCZ","points":[[0,0],[1,1],[2,0],[3,1],[4,0],[5,1],[6,0]],"id":"é\n"}]}
      """#
    ),
    (
      "map.geojson",
      #"""
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"\u00e9"},
      "geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,0]]]}}]}
      """#
    ),
    (
      "entities.svg",
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg"><!ENTITY w "a&#x62;&lt;c"> ]>
      <svg xmlns="&ns_svg;" viewBox="0 0 99 99"><style><![CDATA[ .a { fill: red } ]]></style>
        <text x="1 2" y="30" font-family="DejaVu Sans">&w; <tspan dy="3">é</tspan></text><!-- c -->
        <path class="a" d="M1 2h3v4a5 6 7 0 1 8 9z"/><use href="#b" x="1e1"/><rect id="b" width="3%" height="2"/></svg>
      """
    ),
  ]

  private static let plan: Plan? = (try? Registry(builtinPlugins)).flatMap {
    try? Plan(PlanRequest(), registry: $0)
  }

  private func run(_ bytes: [UInt8], _ name: String) throws -> Outcome {
    let plan = try #require(Self.plan)
    return Worker.run(
      Job(
        name: name, input: bytes, plan: plan, targets: [Job.Target(format: "json")],
        isChecked: true))
  }

  private func check(_ bytes: [UInt8], _ name: String) throws {
    let whole = try run(bytes, name)
    #expect(!whole.failed && whole.points > 1, "\(name): \(whole.findings.map(\.diagnostic))")
    for count in 0..<bytes.count {
      let part = try run(Array(bytes[..<count]), name)
      for finding in part.findings {
        let diagnostic = finding.diagnostic
        #expect(!diagnostic.message.isEmpty && diagnostic.code != "drawing.invalid", "\(count)")
      }
      #expect(part.failed == part.outputs.isEmpty, "the first \(count) bytes of \(name)")
      if !part.failed {
        #expect(
          part.paths <= whole.paths && part.points <= whole.points,
          "the first \(count) bytes of \(name) have \(part.paths) paths, \(part.points) points")
      }
    }
  }

  @Test(arguments: samples.map(\.name)) func plain(_ name: String) throws {
    let sample = try #require(Self.samples.first { $0.name == name })
    try check(Array(sample.text.utf8), name)
  }

  /// Packed with gzip, and as UTF-16.
  @Test func encoded() throws {
    let text = try #require(Self.samples.last?.text)
    let plan = try #require(Self.plan)
    let packed = Worker.run(
      Job(
        name: "a.svg", input: Array(text.utf8), plan: plan,
        targets: [Job.Target(format: "svg", isCompressed: true)]))
    let bytes = try #require(packed.outputs.first).withBytes { bytes in
      (0..<bytes.count).map { bytes[$0] }
    }
    #expect(bytes.starts(with: [0x1F, 0x8B]))
    try check(bytes, "packed.svg")
    let wide = text.replacing("UTF-8", with: "UTF-16").utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    try check([0xFF, 0xFE] + wide, "wide.svg")
  }

  /// A pipeline file that breaks off is refused, with a place.
  @Test func pipeline() throws {
    let registry = try Registry(builtinPlugins)
    let bytes = Array(
      #"""
      // A comment.
      { "vars": { "w": "0.4mm" }, "seed": 7, "limits": { "points": 1000 },
        "stages": [ "normalize", { "jitter": { "amplitude": "0.8px" }, "id": "hand", "select": { "closed": true } },
          { "style": { "stroke-width": "${w}" } } ], "export": { "svg": { "precision": 2 } } }
      """#.utf8)
    for count in 0...bytes.count {
      do {
        let text = SourceText(file: "a.json", bytes: Array(bytes[..<count]))
        _ = try Plan(PlanRequest(pipeline: text), registry: registry)
        #expect(count == bytes.count, "the first \(count) bytes are a pipeline")
      } catch {
        #expect(count < bytes.count && !error.problems.isEmpty, "\(count)")
        for problem in error.problems { #expect(!problem.render(color: false).isEmpty) }
      }
    }
  }
}
