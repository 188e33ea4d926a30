import StyleSheets
import Testing

@Suite struct SheetReaderTests {
  /// What a sheet gives to an `svg` alone.
  static func declarations(
    _ sheet: String, media: MediaEnvironment = MediaEnvironment(width: 400, height: 300)
  ) throws -> (declarations: [String], notices: [StyleNotice]) {
    var document = try StyledDocument(sheet, media: media)
    let declarations = try document.declarations(of: 0)
    return (declarations, document.notices)
  }

  @Test(arguments: [
    ("<!-- svg { a: b } -->", ["a: b"]), ("svg{a:b", ["a: b"]), ("svg{a:b;c:d}", ["a: b", "c: d"]),
    ("/* x */ svg /* y */ { a /**/ : /* z */ b /* } */ c }", ["a: b c"]),
    ("svg { a: url( x;y ) }", ["a: url( x;y )"]), ("svg { a: url(x", ["a: url(x)"]),
    ("svg { a: f(x[y{z", ["a: f(x[y{z}])"]), ("svg { a: 'x", ["a: 'x'"]),
    ("svg { a: '};' ; b: \"{\" }", ["a: '};'", "b: \"{\""]),
    ("svg { a: r\\65 d }", ["a: red"]), ("svg { a: \\31 x \\) }", ["a: \\31 x \\)"]),
    ("svg { a: 'r\\65 d\\'\\\n' }", ["a: 'red\\''"]), ("sv\\000067 { a: b }", ["a: b"]),
    ("svg { a: 1e3px +.5 -2% #fff U+26 }", ["a: 1e3px +.5 -2% #fff U+26"]),
    ("svg { --x: { a: b } ; a: b }", ["a: b"]), ("svg { a: }", ["a: "]),
    ("\u{FEFF}svg { a: b }", []), ("@charset \"utf-8\"; svg { a: b }", ["a: b"]),
    ("svg { a: \"b\nc\" }", []), ("@page { a: b } svg { a: b }", ["a: b"]),
  ]) func syntax(sheet: String, expected: [String]) throws {
    let (declarations, notices) = try SheetReaderTests.declarations(sheet)
    #expect(declarations == expected)
    #expect(notices.isEmpty == (!expected.isEmpty || sheet.hasPrefix("\u{FEFF}")))
  }

  @Test(arguments: [
    // A bad declaration is dropped alone.
    ("svg { a b; c: d }", ["c: d"], 6), ("svg { 1: 2; c: d }", ["c: d"], 6),
    ("svg { a: b; : ; c: d }", ["a: b", "c: d"], 12), ("svg { a: b ! c; c: d }", ["c: d"], 6),
    ("svg { a: ); c: d }", ["c: d"], 6), ("svg { a: url(x y); c: d }", ["c: d"], 6),
    ("svg { a; b(;); c: d }", ["c: d"], 6), ("svg { a", [], 6),
    // So is a bad rule.
    ("svg > { a: b } svg { c: d }", ["c: d"], 6), ("! { a: b } svg { c: d }", ["c: d"], 0),
    ("svg, { a: b } svg { c: d }", ["c: d"], 5), ("a..b { a: b } svg { c: d }", ["c: d"], 1),
    ("; svg { a: b } svg { c: d }", ["c: d"], 0), ("svg:not() { a: b } svg { c: d }", ["c: d"], 8),
    ("#1 { a: b } svg { c: d }", ["c: d"], 0), ("x|svg { a: b } svg { c: d }", ["c: d"], 0),
    ("svg:nth-child(n1) { a: b } svg { c: d }", ["c: d"], 3),
    ("svg:nth-child(2 n) { a: b } svg { c: d }", ["c: d"], 16),
    ("[a=1] { a: b } svg { c: d }", ["c: d"], 3), ("svg }", [], 0),
    ("svg { c: d } @namespace 'x';", ["c: d"], 13), ("svg { c: d } @media x;", ["c: d"], 13),
  ]) func recovery(sheet: String, expected: [String], place: Int) throws {
    let (declarations, notices) = try SheetReaderTests.declarations(sheet)
    #expect(declarations == expected)
    #expect(notices.first?.place.offset == place)
    #expect(notices.first.map { $0.kind == .badDeclaration || $0.kind == .badRule } == true)
  }

  @Test func unknownSelectorsAreCounted() throws {
    let (declarations, notices) = try SheetReaderTests.declarations(
      "svg:has(a) { a: b } svg:what { a: b } svg, :what { a: b } svg { c: d }")
    #expect(declarations == ["c: d"])
    #expect(notices.map(\.kind) == [.unknownSelector, .unknownSelector])
    #expect(notices.map(\.subject) == [":has()", ":what"])
    #expect(notices.map(\.count) == [1, 2])
  }

  @Test func otherRulesAreReportedOnce() throws {
    let (declarations, notices) = try SheetReaderTests.declarations(
      """
      @import 'a.css'; @import url(b.css) screen; @import url("c.css") print;
      @font-face { font-family: x } @keyframes k { from { a: b } }
      svg { a: b; & > rect { c: d } e: f; g:hover { h: i } @media all { j: k } l: m }
      @supports (a: b) { svg { c: d } }
      """)
    #expect(declarations == ["a: b", "e: f", "l: m"])
    #expect(
      notices.map(\.subject) == ["@import", "@font-face", "@keyframes", "nested", "@supports"])
    #expect(notices.map(\.count) == [2, 1, 1, 3, 1])
    #expect(notices.allSatisfy { $0.kind == .unsupportedRule })
  }

  @Test(arguments: [
    ("all", true), ("screen", true), ("print", false), ("only screen", true), ("", true),
    ("not print", true), ("not screen", false), ("print, screen", true), ("PRINT, Speech", false),
    ("(min-width: 400px)", true), ("(min-width: 401px)", false), ("(max-width: 30em)", true),
    ("screen and (min-width: 100px) and (max-width: 500px)", true), ("(width: 400px)", true),
    ("(width >= 400px)", true), ("(width > 400px)", false), ("(100px < width <= 400px)", true),
    ("(300px = height)", true), ("(min-width: 10cm)", true), ("(height < 100px)", false),
    ("(orientation: landscape)", true), ("(orientation: portrait)", false),
    ("(aspect-ratio: 4/3)", true), ("(min-aspect-ratio: 16/9)", false),
    ("(prefers-color-scheme: dark)", false), ("(prefers-color-scheme: light)", true),
    ("(prefers-reduced-motion)", false), ("(color)", true), ("(monochrome)", false),
    ("(hover: none)", true), ("not (min-width: 500px)", true), ("(min-resolution: 2dppx)", false),
    ("(max-resolution: 96dpi)", true), ("((color) and (not (hover)))", true),
    ("(color) or (hover)", true), ("(hover) or (color) and (color)", false), ("tty", false),
    ("screen and", false), ("screen or (color)", false), ("(min-width: 0)", true),
  ]) func media(query: String, applies: Bool) throws {
    let (declarations, notices) = try SheetReaderTests.declarations(
      "@media \(query) { svg { a: b } @media all { svg { c: d } } } svg { e: f }")
    #expect(declarations == (applies ? ["a: b", "c: d", "e: f"] : ["e: f"]))
    #expect(notices.isEmpty)
  }

  @Test(arguments: [
    "(what: 1)", "(min-width: 1foo)", "screen and (what)", "not (what)", "(1 2 3 4 5)",
  ]) func unknownMedia(query: String) throws {
    let (declarations, notices) = try SheetReaderTests.declarations(
      "@media \(query) { svg { a: b } } svg { e: f }")
    #expect(declarations == ["e: f"])
    #expect(notices.map(\.kind) == [.unknownMedia])
  }

  @Test func mediaOfASheet() throws {
    var cascade = StyleCascade(properties: ["a"])
    try cascade.read(sheet: Array("svg { a: b }".utf8).span, media: Array("print".utf8).span)
    #expect(!cascade.hasRules)
    try cascade.read(sheet: Array("svg { a: b }".utf8).span, media: Array("screen".utf8).span)
    #expect(cascade.hasRules)
  }

  @Test func limits() throws {
    var limits = StyleLimits()
    limits.bytes = 10
    #expect(throws: StyleLimitError.self) { try StyledDocument("svg { a: b }", limits: limits) }
    limits = StyleLimits()
    limits.selectors = 2
    #expect(throws: StyleLimitError.self) { try StyledDocument("a, b, c { d: e }", limits: limits) }
  }

  @Test func deepNestingIsRefusedOrSkipped() throws {
    for text in ["(", "[", "{", "f(", "a{", "@media all{", "a:not(", "@x{", "--x:{", ":is("] {
      let deep = String(repeating: text, count: 20_000)
      _ = try SheetReaderTests.declarations(deep)
      _ = try SheetReaderTests.declarations("svg { a: " + deep)
      _ = try SheetReaderTests.declarations("svg " + deep + " { a: b }")
      _ = try SheetReaderTests.declarations("@media " + deep + " { a: b }")
    }
  }
}
