import StyleSheets
import Testing

@Suite struct StyleCascadeTests {
  static let tree = StyledTree("svg\n  g#i.c\n    rect#r.a.b")

  @Test func specificityThenOrder() throws {
    var document = try StyledDocument(
      "#r { fill: 1 } .a.b { fill: 2 } rect { fill: 3 } .a { fill: 4 } .b { fill: 5 } * { fill: 6 }",
      "rect { fill: 7 } g rect { fill: 8 } :where(#r) { fill: 9 } :not(#x) { fill: 10 }",
      tree: StyleCascadeTests.tree)
    #expect(
      try document.declarations(of: 2).map { $0.dropFirst(6) } == [
        "6", "9", "3", "7", "8", "4", "5", "2", "1", "10",
      ])
  }

  @Test func importance() throws {
    var document = try StyledDocument(
      "rect { fill: 1 !important; stroke: 2 } #r { fill: 3; stroke: 4 ! IMPORTANT }",
      tree: StyleCascadeTests.tree)
    #expect(
      try document.declarations(of: 2, style: "fill: 5; stroke: 6!important") == [
        "stroke: 2", "fill: 3", "fill: 5", "fill: 1", "stroke: 4", "stroke: 6",
      ])
  }

  @Test func placesAreThoseOfTheSheets() throws {
    var document = try StyledDocument(
      "rect{fill:1}", " rect { stroke : 2 }", tree: StyleCascadeTests.tree)
    _ = try document.declarations(of: 2, style: "; x: 3")
    let places = document.places
    #expect(places.map(\.offset) == [5, 20, 2])
    #expect(places.map(\.isInline) == [false, false, true])
  }

  @Test func styleAttributesNeedNoSheet() throws {
    var document = try StyledDocument()
    #expect(!document.cascade.hasRules)
    #expect(
      try document.declarations(of: nil, style: "FILL: #fff; font-family : 'A;B' , C ;;")
        == ["fill: #fff", "font-family: 'A;B' , C"])
  }

  @Test(arguments: [
    ("marker: url(#m)", ["marker-start: url(#m)", "marker-mid: url(#m)", "marker-end: url(#m)"]),
    (
      "font: italic bold 12px/1.5 'A B', serif",
      [
        "font-style: italic", "font-variant: normal", "font-weight: bold", "font-stretch: normal",
        "font-size: 12px", "line-height: 1.5", "font-family: 'A B', serif",
      ]
    ),
    (
      "font: 700 oblique 10deg small-caps condensed large Arial",
      [
        "font-style: oblique 10deg", "font-variant: small-caps", "font-weight: 700",
        "font-stretch: condensed", "font-size: large", "line-height: normal",
        "font-family: Arial",
      ]
    ),
    (
      "font: inherit",
      ["style", "variant", "weight", "stretch", "size"].map { "font-\($0): inherit" }
        + ["line-height: inherit", "font-family: inherit"]
    ),
  ]) func shorthands(style: String, expected: [String]) throws {
    var document = try StyledDocument()
    #expect(try document.declarations(of: nil, style: style) == expected)
    #expect(document.notices.isEmpty)
  }

  @Test(arguments: ["font: 12px", "font: Arial", "font: bold bold 1px A", "font: 1 2 A"])
  func badFonts(style: String) throws {
    var document = try StyledDocument()
    #expect(try document.declarations(of: nil, style: style).isEmpty)
    #expect(document.notices.map(\.kind) == [.badDeclaration])
  }

  @Test func variables() throws {
    var document = try StyledDocument(
      """
      svg { --a: red; --b: 1px 2px; --c: var(--a) }
      g { --a: blue; --d: var(--c, x); fill: var(--a) }
      #r { --e:; fill: var( --a ); stroke: var(--none, var(--d)); x: var(--none);
        y: a var(--none, (b) c) d; z: var(--b)var(--b); w: calc(1px + var(--e) 2px) }
      """, tree: StyleCascadeTests.tree)
    #expect(try document.declarations(of: 0) == [])
    let root = document.variables
    #expect(try document.declarations(of: 1, inherited: root) == ["fill: blue"])
    let group = document.variables
    #expect(
      try document.declarations(of: 2, inherited: group) == [
        "fill: blue", "stroke: red", "x: unset", "y: a (b) c d", "z: 1px 2px 1px 2px",
        "w: calc(1px +  2px)",
      ])
    #expect(
      try document.declarations(of: 2, style: "--a: inherit; --b: initial", inherited: root)
        .contains("z: unset"))
    #expect(document.notices.isEmpty)
  }

  @Test func variablesThatReferToThemselves() throws {
    var document = try StyledDocument()
    #expect(
      try document.declarations(
        of: nil,
        style: "--a: var(--b); --b: x var(--c, y); --c: var(--a); --d: var(--a, free); "
          + "fill: var(--a, f); stroke: var(--d); x: var(--b)") == [
          "fill: f", "stroke: free", "x: unset",
        ])
    #expect(document.notices.map(\.kind) == [.badVariable])
    #expect(document.notices.first?.message == "'--a' refers to itself")
  }

  @Test func variablesThatGrowAreRefused() throws {
    var style = "--v0: 0123456789;"
    for i in 1...40 {
      style += "--v\(i): var(--v\(i - 1)) var(--v\(i - 1));"
    }
    var document = try StyledDocument()
    #expect(
      try document.declarations(of: nil, style: style + "fill: var(--v40, none)")
        == ["fill: none"])
    #expect(document.notices.first?.kind == .badVariable)
    let deep = String(repeating: "var(--n,", count: 10_000)
    #expect(try document.declarations(of: nil, style: "fill: \(deep)") == ["fill: unset"])
  }

  @Test func shorthandsWithVariables() throws {
    var document = try StyledDocument()
    #expect(
      try document.declarations(of: nil, style: "--m: url(#m); marker: var(--m)") == [
        "marker-start: url(#m)", "marker-mid: url(#m)", "marker-end: url(#m)",
      ])
    #expect(
      try document.declarations(of: nil, style: "font: var(--m)").first == "font-style: unset")
  }
}
