import PathModel
import PluginKit
import SVGFormat
import Testing

/// What `use` repeats, and where it lands.
@Suite struct SVGUseTests {
  /// What is drawn beside the definitions, and the paths that come of it, one a line.
  static let cases: [(String, String)] = [
    ("<use href='#p'/>", "M1 1 L2 1"),
    ("<use xlink:href='#p'/>", "M1 1 L2 1"),
    ("<use xlink:href='#q' href='#p'/>", "M1 1 L2 1"),
    ("<use href='#q' xlink:href='#p'/>", "M0 0 L0 1"),
    ("<use href='#p' x='10' y='5%'/>", "M11 6 L12 6"),
    ("<use href='#p' x='10' transform='scale(2)'/>", "M22 2 L24 2"),
    ("<use href='#moved' x='1'/>", "M102 0 L103 0"),
    ("<g id='g'><use href='#p'/></g><use href='#g' y='1'/>", "M1 1 L2 1\nM1 2 L2 2"),
    ("<use href='#later'/><path id='later' d='M7 7h1'/>", "M7 7 L8 7\nM7 7 L8 7"),
    // A symbol and a nested svg have viewports of their own.
    ("<use href='#s'/>", "M0 0 L100 0"),
    ("<use href='#s' x='5' width='20' height='50'/>", "M5 15 L25 15"),
    ("<use href='#s' width='20'/>", "M0 40 L20 40"),
    ("<use href='#s' width='auto' height='10'/>", "M45 0 L55 0"),
    ("<use href='#s' width='0' height='10'/>", ""),
    ("<use href='#v' width='20'/>", "M1 0 L21 0"),
    ("<use href='#v'/>", "M1 0 L11 0"),
    ("<use href='#p' width='20'/>", "M1 1 L2 1"),
    ("<use href='#p' display='none'/>", ""),
    ("<use href='#hidden'/>", ""),
    ("<use href='#p' systemLanguage='xx'/>", ""),
    ("<use href='#clip'/><use href='#defs'/>", ""),
    ("<use href='#caf%C3%A9'/>", "M3 3 L4 3"),
    ("<symbol id='unused'><path d='M0 0h1'/></symbol>", ""),
  ]

  static let definitions = """
    <defs id='defs'><path id='p' d='M1 1h1'/><path id='q' d='M0 0v1'/><path id='café' d='M3 3h1'/>
    <path id='moved' transform='translate(1)' d='M100 0h1'/><path id='hidden' display='none' d='M0 0h1'/>
    <symbol id='s' viewBox='0 0 10 10' overflow='visible'><path d='M0 0h10'/></symbol>
    <svg id='v' x='1' viewBox='0 0 10 10' width='10' height='20' preserveAspectRatio='xMidYMin'
      overflow='visible'><path d='M0 0h10'/></svg>
    <clipPath id='clip'><path d='M0 0h1'/></clipPath></defs>
    """

  @Test(arguments: cases) func use(_ body: String, _ expected: String) {
    let reading = SVGReading(body: SVGUseTests.definitions + body, root: "viewBox='0 0 100 100'")
    #expect(reading.paths == expected.split(separator: "\n").map { String($0) })
    #expect(reading.said == [])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  @Test func propertiesComeFromTheUse() {
    let reading = SVGReading(
      body: "<defs><g fill='red'><path id='p' d='M0 0h1' stroke-width='3'/></g></defs>"
        + "<use href='#p' fill='blue' stroke-width='2' stroke='currentColor' color='lime' opacity='.5'/>"
    )
    let blue = Paint.color(Color(red: 0, green: 0, blue: 255))
    #expect(reading.style.fill == blue)
    #expect(reading.style.strokeWidth == 3)
    #expect(reading.style.stroke == .currentColor(resolved: Color(red: 0, green: 255, blue: 0)))
    #expect(reading.style.opacity == 1)
    #expect(reading.drawing.groups.map(\.opacity) == [1, 0.5])
  }

  @Test func groupsAreCalledByTheUse() {
    let reading = SVGReading(
      body: "<defs><g id='g' class='c'><path id='p' class='d' d='M0 0h1'/></g></defs>"
        + "<use id='a' href='#g'><title>T</title></use><use href='#p'/>")
    let drawing = reading.drawing
    #expect(drawing.groups.map(\.attributes.id) == [nil, "a", nil])
    #expect(drawing.groups.map(\.attributes.title) == [nil, "T", nil])
    #expect(drawing.groups[2].attributes.classes == ["c"])
    #expect(drawing.records.map(\.info.group.index) == [2, 0])
    #expect(drawing.attributes(ofPath: 1) == Attributes(classes: ["d"]))
  }

  @Test func symbolsCutOffWhatLiesBeyondThem() {
    func clips(_ overflow: String) -> [String] {
      SVGReading(
        body: "<symbol id='s' viewBox='0 0 10 10' \(overflow)><path d='M0 0h99'/></symbol>"
          + "<use href='#s' x='5' width='20' height='20'/>"
      ).drawing.clipTexts
    }
    #expect(clips("") == ["M5 0 L25 0 L25 20 L5 20 Z"])
    #expect(clips("overflow='hidden'") == clips(""))
    #expect(clips("style='overflow:visible'") == [])
  }

  /// What can't be drawn, and what is said of it.
  static let faults: [(String, [String])] = [
    ("<use/>", ["warning svg.missing-reference 2:1"]),
    ("<use href='#none'/>", ["warning svg.missing-reference 2:12"]),
    ("<use id='a' href='#a'/>", ["warning svg.cyclic-reference 2:19"]),
    ("<g id='a'><use href='#a'/></g>", ["warning svg.cyclic-reference 2:22"]),
    (
      "<g id='a'><use href='#b'/></g><defs><g id='b'><use href='#a'/></g></defs>",
      ["warning svg.cyclic-reference 2:58"]
    ),
    ("<use href='o.svg#a'/>", ["loss use 2:1"]),
    (
      "<path id='a' d=''/><path id='a' d='M0 0h1'/><use href='#a'/>",
      ["warning svg.shadowed-id 2:20"]
    ),
    // Said once, however often it's drawn.
    (
      "<g id='a'><image href='x'/><path fill='no'/></g><use href='#a'/><use href='#a'/>",
      ["loss image 2:11", "warning svg.bad-value 2:40"]
    ),
  ]

  @Test(arguments: faults) func fault(_ body: String, _ expected: [String]) {
    #expect(SVGReading(body: body).said == expected)
  }

  @Test func aCycleIsNamed() throws {
    let reading = SVGReading(
      body: "<symbol id='a'><use href='#b'/></symbol><symbol id='b'><use href='#a'/></symbol>"
        + "<use href='#a'/>")
    let warning = try #require(reading.diagnostics.first)
    #expect(warning.message.hasSuffix(": #a → #b → #a"))
  }

  @Test func whatIsRepeatedHasALimit() {
    var wide = "<path id='n0' d='M0 0'/>"
    for i in 1...7 {
      let uses = String(repeating: "<use href='#n\(i - 1)'/>", count: 10)
      wide += "<g id='n\(i)' display='inline'>\(uses)</g>"
    }
    #expect(
      SVGReading(body: wide, limits: Limits(copies: 10_000)).error?.code == "svg.too-many-copies")
    // Long attributes count as many elements.
    let long = "<path id='p' d='\(String(repeating: "M0 0", count: 2000))'/>"
    #expect(
      SVGReading(
        body: long + String(repeating: "<use href='#p'/>", count: 2000),
        limits: Limits(copies: 10_000)
      ).error?.code == "svg.too-many-copies")
    var deep = "<path id='n0' d='M0 0h1'/>"
    for i in 1...20 { deep += "<use id='n\(i)' href='#n\(i - 1)'/>" }
    let last = "<defs>\(deep)</defs><use href='#n20'/>"
    #expect(SVGReading(body: last, limits: Limits(depth: 10)).error?.code == "svg.too-deep")
    #expect(SVGReading(body: last).paths == ["M0 0 L1 0"])
  }
}
