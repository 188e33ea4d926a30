import JSONFormat
import PathModel
import PluginKit
import TestSupport
import Testing

@Suite struct JSONImporterTests {
  // MARK: Bare forms

  @Test(
    arguments: [
      ("[[0,0],[10,0],[10,5]]", ["M0 0 L10 0 L10 5"]),
      (" [ [1.5 , -2e1] , [0.1,0] ] ", ["M1.5 -20 L0.1 0"]),
      ("[[[0,0],[1,1]],[[2,2],[3,3]]]", ["M0 0 L1 1", "M2 2 L3 3"]),
      (#"[{"x":0,"y":1},{"y":3,"x":2}]"#, ["M0 1 L2 3"]),
      (#"[[{"x":0,"y":1},[2,3]]]"#, ["M0 1 L2 3"]),
      (#"{"points":[[0,0],[1,1]]}"#, ["M0 0 L1 1"]),
      (#"{"closed":true,"points":[[0,0],[1,1],[0,1]]}"#, ["M0 0 L1 1 L0 1 Z"]),
      (
        #"{"paths":[{"points":[[0,0],[1,1]]},{"points":[{"x":2,"y":2}]}]}"#,
        ["M0 0 L1 1", "M2 2 L2 2"]
      ),
      (#"{"paths":[[[0,0],[1,1]]]}"#, ["M0 0 L1 1"]),
      (#"[{"points":[[0,0],[1,1]]},{"points":[[2,2],[3,3]]}]"#, ["M0 0 L1 1", "M2 2 L3 3"]),
      (#"{"points":[[0,0],[1,1],[2,0],[3,3]],"verbs":"MQL"}"#, ["M0 0 Q1 1 2 0 L3 3"]),
      (#"{"verbs":"MCZM","points":[[0,0],[1,1],[2,0],[3,3],[4,4]]}"#, ["M0 0 C1 1 2 0 3 3 Z M4 4"]),
      // Degenerate ones: nothing to draw, a dot, empty lists among others.
      ("[]", []), ("[[]]", []), ("[[],[]]", []), ("{\"paths\":[]}", []), ("{\"points\":[]}", []),
      ("[[5,5]]", ["M5 5 L5 5"]), ("[[],[[1,1],[2,2]],[]]", ["M1 1 L2 2"]),
      ("[[5,5],[5,5]]", ["M5 5 L5 5"]),
      ("\u{FEFF}[[0,0],[1,1]]", ["M0 0 L1 1"]),
    ] as [(String, [String])])
  func readsBareForms(text: String, paths: [String]) throws {
    let drawing = try read(text)
    #expect(drawing.pathTexts == paths)
    #expect(drawing.invariantViolation() == nil)
    for index in 0..<drawing.pathCount { #expect(drawing.style(ofPath: index) == .pen) }
  }

  @Test func closesAndFlipsWhenAsked() throws {
    var importer = JSONImporter()
    importer.closed = true
    importer.flipY = true
    #expect(try read("[[0,0],[1,1],[2,0]]", importer).pathTexts == ["M0 0 L1 -1 L2 0 Z"])
    // A last point that repeats the first would only lengthen the outline by nothing.
    #expect(try read("[[0,0],[1,1],[2,0],[0,0]]", importer).pathTexts == ["M0 0 L1 -1 L2 0 Z"])
    #expect(try read("[[3,3]]", importer).pathTexts == ["M3 -3 Z"])
    #expect(
      try read(#"{"points":[[0,0],[1,1]],"closed":false}"#, importer).pathTexts == ["M0 0 L1 -1"])
    // A whole drawing says itself what is closed.
    let whole = #"{"strokemill":1,"paths":[{"points":[[0,0],[1,1]]}]}"#
    let result = try read(Array(whole.utf8), importer)
    #expect(result.drawing.pathTexts == ["M0 0 L1 1"])
    #expect(result.diagnostics.map(\.code) == ["json.flip-ignored"])
  }

  @Test func knowsWhereAPathBegan() throws {
    let drawing = try read("[\n[[0,0],[1,1]],\r\n\r\n[[2,2],\n[3,3]],[[4,4]]]")
    #expect(drawing.records.map(\.info.line) == [2, 4, 5])
  }

  @Test func keepsNamesAndGroups() throws {
    let drawing = try read(
      #"""
      {"name": "Plan", "paths": [
        {"id": "a", "group": "walls", "points": [[0,0],[1,0]]},
        {"label": "b", "group": "doors", "points": [[0,0],[2,0]]},
        {"name": "c", "group": "walls", "classes": ["k", "l"], "points": [[0,0],[3,0]]},
        {"key": "00000000000000ff", "points": [[0,0],[4,0]]}
      ]}
      """#)
    #expect(drawing.document.attributes.title == "Plan")
    // Paths of one group stay together.
    #expect(drawing.pathTexts == ["M0 0 L4 0", "M0 0 L1 0", "M0 0 L3 0", "M0 0 L2 0"])
    #expect(drawing.records.map(\.info.group.index) == [0, 1, 1, 2])
    #expect(drawing.groups.map(\.attributes.label) == [nil, "walls", "doors"])
    #expect(drawing.attributes(ofPath: 1).id == "a")
    #expect(drawing.attributes(ofPath: 2).label == "c")
    #expect(drawing.attributes(ofPath: 2).classes == ["k", "l"])
    #expect(drawing.records[0].info.key == PathKey(255))
    #expect(drawing.invariantViolation() == nil)
  }

  /// Working out a place from the start for each name would take minutes here.
  @Test(.timeLimit(.minutes(1)))
  func readsManyNamesInOnePass() throws {
    let count = 20_000
    let paths = (0..<count).map { #"{"id":"p\#($0)","classes":["c"],"points":[[0,0],[1,1]]}"# }
    let drawing = try read(#"{"paths":["# + paths.joined(separator: ",\n") + "]}")
    #expect(drawing.pathCount == count)
    #expect(drawing.attributes(ofPath: count - 1).id == "p\(count - 1)")
    #expect(drawing.records[count - 1].info.line == UInt32(count))
  }

  @Test func reportsWhatItIgnores() throws {
    let text = "[\n[0,0,7],[1,1,8]]"
    let (drawing, losses) = try read(Array(text.utf8))
    #expect(drawing.pathTexts == ["M0 0 L1 1"])
    #expect(losses.count == 1)
    #expect(losses[0].severity == .loss)
    #expect(losses[0].count == 2)
    #expect(losses[0].place == Diagnostic.Place(line: 2, column: 1))
    let other = try read(Array(#"[{"x":1,"y":2,"t":3},{"x":1,"y":2,"x-t":3}]"#.utf8))
    #expect(other.diagnostics.map(\.code) == ["json.unknown-member"])
    #expect(other.diagnostics[0].count == 1)
  }

  // MARK: Errors

  /// Text, code, line, column.
  @Test(arguments: [
    ("", "json.unexpected-end", 1, 1),
    ("null", "json.unknown-form", 1, 1),
    ("12", "json.unknown-form", 1, 1),
    ("{}", "json.unknown-form", 1, 1),
    ("[1,2]", "json.unknown-form", 1, 1),
    ("[[[[1,2]]]]", "json.unknown-form", 1, 1),
    (#"["a"]"#, "json.unknown-form", 1, 1),
    (#"{"x":1,"y":2}"#, "json.unknown-form", 1, 1),
    ("{'paths':[]}", "json.unexpected", 1, 2),
    ("[[0,0],[1]]", "json.bad-point", 1, 8),
    ("[[0,0],[]]", "json.bad-point", 1, 8),
    ("[[0,0],\n[\"10\",5]]", "json.unexpected", 2, 2),
    ("[[0,0],null]", "json.unexpected", 1, 8),
    ("[[0,0],[1,1],3]", "json.unexpected", 1, 14),
    ("[[0,0],[1,1e400]]", "json.number-out-of-range", 1, 11),
    ("[[0,0],[1,1]] x", "json.trailing-text", 1, 15),
    (#"[{"x":1}]"#, "json.bad-point", 1, 2),
    (#"[{"x":1,"x":2}]"#, "json.duplicate-key", 1, 9),
    (#"{"paths":[{"closed":true}]}"#, "json.no-points", 1, 11),
    (#"{"paths":[7]}"#, "json.unexpected", 1, 11),
    (#"{"points":[[0,0]],"paths":[]}"#, "json.points-and-paths", 1, 19),
    (#"{"paths":[],"points":[[0,0]]}"#, "json.points-and-paths", 1, 13),
    (#"{"points":[[0,0],[1,1]],"verbs":"ML Z"}"#, "json.bad-verbs", 1, 25),
    (#"{"points":[[0,0],[1,1]],"verbs":"LL"}"#, "json.bad-verbs", 1, 25),
    (#"{"points":[[0,0],[1,1],[2,2]],"verbs":"MLZL"}"#, "json.bad-verbs", 1, 31),
    (#"{"points":[[0,0],[1,1]],"verbs":"MQ"}"#, "json.bad-verbs", 1, 25),
    (#"{"points":[[0,0]],"verbs":"M","closed":true}"#, "json.closed-twice", 1, 31),
    (#"{"points":[[0,0],[1,1]],"widths":[1]}"#, "json.bad-width", 1, 25),
    (#"{"points":[[0,0],[1,1]],"widths":[1,-1]}"#, "json.bad-width", 1, 37),
    (#"{"points":[[0,0]],"style":0}"#, "json.no-such-row", 1, 1),
    (#"{"points":[[0,0]],"group":4}"#, "json.no-such-row", 1, 1),
    (#"{"points":[[0,0]],"clip":0}"#, "json.no-such-row", 1, 1),
    (#"{"points":[[0,0]],"style":-1}"#, "json.no-such-row", 1, 27),
    (#"{"points":[[0,0]],"style":4294967295}"#, "json.no-such-row", 1, 27),
    (#"{"points":[[0,0]],"key":"+00000000000000f"}"#, "json.bad-key", 1, 25),
    (#"{"strokemill":2,"paths":[]}"#, "json.unknown-version", 1, 15),
    (#"{"strokemill":1,"path":[]}"#, "json.unknown-member", 1, 17),
    (#"{"strokemill":1,"paths":[{"points":[],"colour":1}]}"#, "json.unknown-member", 1, 39),
    (#"{"styles":[{"stroke":"red?"}]}"#, "json.bad-color", 1, 22),
    (#"{"styles":[{"opacity":2}]}"#, "json.out-of-range", 1, 23),
    (#"{"styles":[{"cap":"flat"}]}"#, "json.unknown-word", 1, 19),
    (#"{"styles":[{"dash":[1]}]}"#, "json.unknown-member", 1, 13),
    (#"{"styles":[{"fill":{"gradient":3}}],"paths":[]}"#, "json.bad-drawing", 1, 1),
    (#"{"groups":[{},{"parent":5}]}"#, "json.bad-drawing", 1, 1),
    (#"{"canvas":{"box":[0,0,0,1]}}"#, "json.bad-canvas", 1, 11),
    (#"{"canvas":{"box":[0,0,1,1],"width":"3mm"}}"#, "json.bad-canvas", 1, 11),
    (#"{"canvas":{"box":[0,0,1,1],"width":"3em","height":"3mm"}}"#, "json.bad-length", 1, 36),
    (#"{"canvas":{"box":[0,0,1]}}"#, "json.wrong-count", 1, 18),
    (#"{"gradients":[{"stops":[]}]}"#, "json.bad-gradient", 1, 15),
    (#"{"patterns":[{"tile":[0,0,1,1]}]}"#, "json.missing-member", 1, 14),
    (#"{"clips":[{"parent":0}]}"#, "json.no-such-row", 1, 21),
    (#"{"groups":[{},{"text":{"parts":[0]}}]}"#, "json.wrong-count", 1, 32),
    (#"{"groups":[{},{"text":{"parts":[0,8]}}]}"#, "json.out-of-range", 1, 32),
    (#"{"groups":[{},{"text":{"spanOf":[-1]}}]}"#, "json.wrong-kind", 1, 34),
    (#"{"groups":[{},{"text":{"fittings":[{"range":[5,1]}]}}]}"#, "json.out-of-range", 1, 45),
    (#"{"groups":[{},{"text":{"fittings":[{"length":-1}]}}]}"#, "json.out-of-range", 1, 46),
    (#"{"groups":[{},{"text":{"spans":[{"weight":0}]}}]}"#, "json.out-of-range", 1, 43),
    (#"{"groups":[{},{"text":{"outline":{"cornerPoints":[0,1,2]}}}]}"#, "json.wrong-count", 1, 50),
    (#"{"groups":[{}],"paths":[{"group":"a","points":[]}]}"#, "json.mixed-groups", 1, 34),
    (#"{"paths":[{"group":"a","points":[]}],"groups":[{}]}"#, "json.mixed-groups", 1, 38),
  ])
  func refuses(text: String, code: String, line: Int, column: Int) throws {
    let error = try #require(fault(text))
    #expect(error.code.rawValue == code, "\(error.message)")
    #expect(error.place == Diagnostic.Place(line: line, column: column), "\(error.message)")
  }

  /// What a text refers to has to be there.
  @Test(arguments: [
    ("", true), (#","spanOf":[1]"#, false), (#","spanOf":[]"#, false), (#","spans":[]"#, false),
    (#","spans":[{"size":1,"parent":0}]"#, false), (#","parts":[1,0]"#, false),
    (#","positions":[{},{}]"#, false), (#","fittings":[{"range":[0,2],"length":1}]"#, false),
    (#","alongs":[{"range":[0,2],"span":0,"path":""}]"#, false),
    (#","alongs":[{"range":[0,1],"span":1,"path":""}]"#, false),
  ])
  func textHoldsTogether(more: String, isGood: Bool) {
    let name = more.split(separator: "\"").dropFirst().first ?? ""
    let usual = [
      #""words":"a""#, #""spanOf":[0]"#, #""spans":[{"size":1}]"#, #""parts":[0,0]"#,
      #""outline":{"points":[0],"verbs":[0],"corners":[],"cornerPoints":[],"mean":[0,0],"weightedMean":[0,0]}"#,
    ].filter { !$0.hasPrefix("\"\(name)\"") }
    let error = fault(#"{"groups":[{},{"text":{\#(usual.joined(separator: ","))\#(more)}}]}"#)
    #expect(error?.code.rawValue == (isGood ? nil : "json.bad-drawing"), "\(error?.message ?? "")")
  }

  @Test func boundsTheNumberOfPoints() {
    var drawing = Drawing()
    var context = Context(limits: Limits(points: 2))
    let bytes = Array("[[0,0],[1,1],[2,2]]".utf8)
    #expect(throws: ComponentError.self) {
      try JSONImporter().read(bytes.span, into: &drawing, &context)
    }
  }

  @Test func recognizesItsFormat() {
    for text in ["{}", " \r\n\t[", "\u{FEFF}{"] {
      let bytes = Array(text.utf8)
      let isKnown = JSONImporter.recognizes(bytes.span)
      #expect(isKnown)
    }
    for text in ["", "<svg", "1,2", "\u{FEFF}"] {
      let bytes = Array(text.utf8)
      let isKnown = JSONImporter.recognizes(bytes.span)
      #expect(!isKnown)
    }
  }

  // MARK: Files from elsewhere

  @Test func readsTheSamples() throws {
    let folder = "\(Locations.samples)/drawings"
    let files = try names(in: folder).filter { $0.hasSuffix("json") }
    #expect(!files.isEmpty)
    for file in files {
      let (drawing, diagnostics) = try read(readFile("\(folder)/\(file)"))
      #expect(!drawing.isEmpty, "\(file)")
      #expect(diagnostics.isEmpty, "\(file): \(diagnostics)")
      #expect(drawing.invariantViolation() == nil, "\(file)")
    }
  }

  @Test(.requiresSharedData)
  func judgesHostileFilesAsTheirManifestSays() throws {
    var count = 0
    for hostile in HostileCase.all("json") {
      let path = hostile.path
      count += 1
      do {
        let drawing = try read(readFile(hostile.file)).drawing
        #expect(hostile.verdict != .refused, "\(path)")
        #expect(drawing.invariantViolation() == nil)
        if hostile.geometry == "points 0 0, 10 0, 10 5" {
          #expect(drawing.pathTexts == ["M0 0 L10 0 L10 5"], "\(path)")
        }
        if hostile.geometry == "1,000,000 points" { #expect(drawing.points.count == 1_000_000) }
      } catch let error as ComponentError {
        let isAllowed = hostile.verdict == .refused || hostile.verdict == .either
        #expect(isAllowed, "\(path): \(error.diagnostic.message)")
        if let line = hostile.line { #expect(error.diagnostic.place?.line == line, "\(path)") }
      }
    }
    #expect(count > 20)
  }

  @Test(.requiresSharedData)
  func survivesTheJSONTestSuite() throws {
    let shared = try #require(Locations.shared)
    let folder = "\(shared)/corpus/external/open/JSONTestSuite"
    for file in try names(in: folder) where file.hasSuffix(".json") {
      do {
        let drawing = try read(readFile("\(folder)/\(file)")).drawing
        #expect(drawing.invariantViolation() == nil)
        #expect(!file.hasPrefix("n_"), "\(file)")
      } catch let error as ComponentError {
        #expect(error.diagnostic.place != nil)
      }
    }
  }
}
