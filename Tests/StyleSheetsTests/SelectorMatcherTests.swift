import StyleSheets
import Testing

@Suite struct SelectorMatcherTests {
  static let tree = StyledTree(
    """
    svg[lang=de-CH]
      title+
      g#walls.layer.on[label=Walls]
        rect.a[x=1]
        rect.a.b[x=10]
        circle.b[data-kind=door-left]
        rect.c[class-list=one two]
      g#doors.layer[label=Doors]
        path.a[lang=en]
        text+
          tspan+
        path.b
        html|rect.a
      a[href=x]
        use[xlink|href=#walls]
    """)

  /// Which elements a selector matches.
  static func matches(_ selector: String) throws -> [Int] {
    var document = try StyledDocument("\(selector) { p: v }", tree: tree)
    #expect(document.notices.isEmpty, "\(selector)")
    return try document.matched()
  }

  @Test(arguments: [
    ("rect", [3, 4, 6, 12]), ("*", Array(0...14)), ("#walls", [2]), (".a", [3, 4, 8, 12]),
    (".a.b", [4]), ("rect.a", [3, 4, 12]), ("g.layer#doors", [7]), ("RECT", []), (".A", []),
    ("rect, circle", [3, 4, 5, 6, 12]), ("r\\65 ct.\\61", [3, 4, 12]), ("re/**/ct", []),
    ("rect/**/.a", [3, 4, 12]),
  ]) func namesIdsAndClasses(selector: String, expected: [Int]) throws {
    if selector == "re/**/ct" {
      // Two names without anything between them.
      let document = try StyledDocument("re/**/ct { p: v }")
      #expect(document.notices.map(\.kind) == [.badRule])
    } else {
      #expect(try SelectorMatcherTests.matches(selector) == expected)
    }
  }

  @Test(arguments: [
    ("[x]", [3, 4]), ("[x=\"1\"]", [3]), ("[x='10']", [4]), ("[label=Walls]", [2]),
    ("[label=walls]", []), ("[label=walls i]", [2]), ("[label=\"WALLS\" I]", [2]),
    ("[label=Walls s]", [2]), ("[class-list~=two]", [6]), ("[class-list~=tw]", []),
    ("[class-list~='']", []), ("[class-list~='one two']", []), ("[data-kind|=door]", [5]),
    ("[data-kind|=doo]", []), ("[x^='1']", [3, 4]), ("[x$='0']", [4]), ("[x*='1']", [3, 4]),
    ("[data-kind*='oor-l']", [5]), ("[data-kind*='OO' i]", [5]), ("[data-kind*='oo-']", []),
    ("[class-list*='e t']", [6]), ("[class-list*='wo ']", []),
    ("[x^='']", []), ("[x*='']", []), ("[data-kind$=left]", [5]), ("[ data-kind *= 'r-l' ]", [5]),
    ("[href]", [13]), ("[*|href]", [13, 14]), ("[|href]", [13]), ("g[label^='D']", [7]),
    ("rect[x='1'].a", [3]), ("[x", [3, 4]),
  ]) func attributes(selector: String, expected: [Int]) throws {
    if selector == "[x" {
      // A bracket that is left open swallows the rule.
      let document = try StyledDocument("[x { p: v }")
      #expect(document.notices.map(\.kind) == [.badRule])
    } else {
      #expect(try SelectorMatcherTests.matches(selector) == expected)
    }
  }

  @Test(arguments: [
    ("g rect", [3, 4, 6, 12]), ("g > rect", [3, 4, 6, 12]), ("svg > rect", []),
    ("svg rect", [3, 4, 6, 12]), ("rect + rect", [4]), ("rect ~ rect", [4, 6]),
    ("rect + circle", [5]), ("circle + rect", [6]), ("circle+rect", [6]), ("circle ~rect", [6]),
    ("rect ~ circle ~ rect", [6]), (".a + .b", [4, 5]), (".a ~ .b", [4, 5, 11]),
    ("#walls ~ g .b", [11]), ("#walls + g > .b", [11]), ("title + g ~ g text tspan", [10]),
    ("svg > g > text > tspan", [10]), ("g g", []), ("svg * *", [3, 4, 5, 6, 8, 9, 10, 11, 12, 14]),
    ("path ~ * tspan", [10]), ("path + path", []), ("g > * + * + *", [5, 6, 11, 12]),
    (".layer.on ~ .layer > .a + * ~ .b", [11]),
  ]) func combinators(selector: String, expected: [Int]) throws {
    #expect(try SelectorMatcherTests.matches(selector) == expected)
  }

  @Test(arguments: [
    (":root", [0]), (":root > g", [2, 7]), (":first-child", [0, 1, 3, 8, 10, 14]),
    (":last-child", [0, 6, 10, 12, 13, 14]), (":only-child", [0, 10, 14]),
    ("rect:first-of-type", [3, 12]), ("rect:last-of-type", [6, 12]),
    ("g :only-of-type", [5, 9, 10, 12]), (":nth-child(2)", [2, 4, 9]),
    (":nth-child(2n+1)", [0, 1, 3, 5, 7, 8, 10, 11, 14]),
    ("g > :nth-child(odd)", [3, 5, 8, 11]), ("g > :nth-child(EVEN)", [4, 6, 9, 12]),
    ("g > :nth-child(-n+2)", [3, 4, 8, 9]), ("g > :nth-child( 3n - 1 )", [4, 9]),
    ("g > :nth-child(n+3)", [5, 6, 11, 12]), ("g > :nth-child(+3)", [5, 11]),
    ("g > :nth-last-child(1)", [6, 12]), ("g > :nth-last-child(2n)", [3, 5, 8, 11]),
    ("rect:nth-of-type(2)", [4]), ("path:nth-last-of-type(1)", [11]),
    ("g > :nth-child(2 of .b)", [5]), ("g > :nth-last-child(1 of rect, path)", [6, 12]),
    ("g > :nth-child(even of :not(.c))", [4, 9, 12]), (":nth-child(0)", []),
    (":empty", [3, 4, 5, 6, 8, 11, 12, 14]), ("text:empty", []),
    (":link", [13]), (":any-link", [13]), (":hover", []), ("rect:not(:hover)", [3, 4, 6, 12]),
    (":visited", []), ("::before", []), ("rect:before", []), ("rect::selection", []),
    ("rect:not(.a)", [6]), ("rect:not(.a, .c)", []), ("g > :not(rect):not(path)", [5, 9]),
    (":not(g rect):not(svg)", [1, 2, 5, 7, 8, 9, 10, 11, 13, 14]),
    (":is(circle, text)", [5, 9]), (":is(circle, :what)", [5]), (":is()", []),
    (":where(#walls, .zzz) > .b", [4, 5]), ("g:is(.on) > rect:is(.a, .c)", [3, 4, 6]),
    (":lang(de)", [0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14]), (":lang(EN, fr)", [8]),
    ("path:lang('de-ch')", [11]), ("rect:defined", [3, 4, 6, 12]),
  ]) func pseudoClasses(selector: String, expected: [Int]) throws {
    #expect(try SelectorMatcherTests.matches(selector) == expected)
  }

  @Test(arguments: [
    ("@namespace 'svg'; rect { p: v }", [3, 4, 6]),
    ("@namespace 'svg'; .a { p: v }", [3, 4, 8]),
    ("@namespace 'svg'; *|rect { p: v }", [3, 4, 6, 12]),
    ("@namespace h url(html); h|rect { p: v }", [12]),
    ("@namespace h url( \"html\" ); h|* { p: v }", [12]),
    ("@namespace x 'xlink'; [x|href] { p: v }", [14]),
    ("@namespace 'html'; :not(.a) > .a { p: v }", [12]),
    ("|rect { p: v }", []),
  ]) func namespaces(sheet: String, expected: [Int]) throws {
    var document = try StyledDocument(sheet, tree: SelectorMatcherTests.tree)
    #expect(document.notices.isEmpty)
    if sheet.contains(":not(.a) > .a") {
      // The parent isn't of the namespace.
      #expect(try document.matched() == [])
    } else {
      #expect(try document.matched() == expected)
    }
  }

  @Test func farChoicesAreRevised() throws {
    // The nearest `.b` has no `.a` for a parent; a farther one has.
    let tree = StyledTree(
      """
      svg
        g.a
          g.b
            g.x
              g.b
                rect
        g.s
        g.t
        g.s
        g.t
        g.u
        circle
      """)
    var document = try StyledDocument(".a > .b rect { p: v }", tree: tree)
    #expect(try document.matched() == [5])
    document = try StyledDocument(".t + .u ~ circle, .a ~ .s + .t ~ circle { p: v }", tree: tree)
    #expect(try document.matched() == [11])
    document = try StyledDocument(".u + .t ~ circle, .a + .t ~ circle { p: v }", tree: tree)
    #expect(try document.matched() == [])
  }

  @Test func hostileSheetsEndInAnError() throws {
    var limits = StyleLimits()
    limits.steps = 100_000
    let children = String(repeating: "  rect.b\n", count: 2000)
    var document = try StyledDocument(
      "#a ~ .b { p: v }", tree: StyledTree("svg\n" + children), limits: limits)
    #expect(throws: StyleLimitError.self) { try document.matched() }
    // Positions are reckoned once for all siblings, so this many are no trouble.
    document = try StyledDocument(
      ":nth-child(3n of .b):nth-last-of-type(2n) { p: v }",
      tree: StyledTree("svg\n" + children), limits: limits)
    #expect(try document.matched().count == 333)
  }
}
