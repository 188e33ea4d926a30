import Geometry
import PathModel
import PluginKit
import SVGFormat
import TestSupport
import Testing
import TextShaping

/// What text becomes, by fonts of the package fonts-dejavu-core.
@Suite(.enabled(if: FontLibrary.missingLibrary == nil || missingToolsFail, "needs HarfBuzz"))
struct SVGTextTests {
  private func read(_ body: String, _ importer: SVGImporter = SVGImporter()) -> SVGReading {
    SVGReading(
      body: "<g font-family='DejaVu Sans' font-size='20'>\(body)</g>",
      root: "width='200' height='100'", by: importer)
  }

  private func box(_ reading: SVGReading, _ path: Int = 0) -> Rect {
    reading.drawing.pathCount > path
      ? reading.drawing[path: path].geometryBounds() ?? Rect(Point.zero) : Rect(Point.zero)
  }

  @Test func aGlyphIsItsOutline() {
    // An `l` of DejaVu Sans is a rectangle: 0.094 to 0.184 em wide, 0.76 em high.
    let reading = read("<text x='10' y='50'>l</text>")
    #expect(reading.said.isEmpty)
    #expect(reading.drawing.pathCount == 1)
    let box = box(reading)
    #expect((box.minX - (10 + 20 * 193.0 / 2048)).magnitude < 1e-9)
    #expect((box.maxX - (10 + 20 * 377.0 / 2048)).magnitude < 1e-9)
    #expect((box.minY - (50 - 20 * 1556.0 / 2048)).magnitude < 1e-9)
    #expect(box.maxY == 50)
  }

  @Test func curvesStayAsTheFontHasThem() {
    let reading = read("<text y='50'>o</text>")
    #expect(reading.drawing.verbs.contains(.quad))
    #expect(!reading.drawing.verbs.contains(.cubic))
  }

  @Test func wordsAreTheGroupsLabel() {
    let reading = read(
      "<text id='t' class='c d' x='1' y='9'>  Hello \n <tspan class='e'>w&#246;rld</tspan> </text>")
    let groups = reading.drawing.groups
    let text = groups.first { $0.attributes.id == "t" }
    #expect(text?.attributes.label == "Hello w\u{F6}rld")
    #expect(text?.attributes.classes == ["c", "d"])
    #expect(reading.drawing.pathCount == 2)
    #expect(reading.drawing.attributes(ofPath: 1).classes == ["e"])
  }

  @Test func linesStandApartInTheLabel() {
    let reading = read("<text><tspan x='0' y='9'>a</tspan><tspan x='0' y='29'>b</tspan></text>")
    #expect(reading.drawing.groups.last?.attributes.label == "a b")
  }

  @Test(arguments: [("start", 100.0), ("middle", 93.06), ("end", 86.11)])
  func anchors(_ anchor: String, _ left: Double) {
    // An `x` and a half is 17.76 units wide here.
    let reading = read("<text x='100' y='50' text-anchor='\(anchor)'>llx</text>")
    let plain = box(read("<text y='50'>llx</text>"))
    let moved = box(reading)
    let advance = 20 * (569.0 + 569 + 1212) / 2048
    let shift = anchor == "start" ? 0 : anchor == "middle" ? advance / 2 : advance
    #expect((moved.minX - plain.minX - (100 - shift)).magnitude < 1e-9)
  }

  @Test func listsPutLettersWhereTheySay() {
    let reading = read("<text x='10 50 90' y='20 40'>lll</text>")
    let x = 20 * 193.0 / 2048
    let path = reading.drawing[path: 0]
    var starts: [Point] = []
    path.forEachSegment { segment in
      if case .move(let p) = segment { starts.append(p) }
    }
    #expect(starts.map { ($0.x - x).rounded() } == [10, 50, 90])
    #expect(reading.said.isEmpty)
  }

  @Test func turnedLettersTurnWhereTheyStand() {
    let plain = box(read("<text x='50' y='50'>l</text>"))
    let turned = box(read("<text x='50' y='50' rotate='90'>l</text>"))
    // What was above is to the right, what was to the right is below.
    #expect((turned.minY - 50 - (plain.minX - 50)).magnitude < 1e-9)
    #expect((turned.maxX - 50 - (50 - plain.minY)).magnitude < 1e-9)
  }

  @Test(arguments: ["spacing", "spacingAndGlyphs"])
  func lengthsAreKept(_ adjust: String) {
    let reading = read("<text y='50' textLength='150' lengthAdjust='\(adjust)'>lxl</text>")
    let bearing = 20 * (569.0 - 377) / 2048
    let box = box(reading)
    let factor = adjust == "spacing" ? 1 : 150 / (20 * (569.0 + 1212 + 569) / 2048)
    #expect((box.maxX - (150 - bearing * factor)).magnitude < 1e-6)
  }

  @Test func spacingWidens() {
    let plain = box(read("<text y='50'>l l</text>"))
    let wide = box(read("<text y='50' letter-spacing='0.5em' word-spacing='3'>l l</text>"))
    #expect((wide.maxX - plain.maxX - 23).magnitude < 1e-9)
  }

  @Test func textRunsAlongAPath() {
    let reading = read(
      "<defs><path id='p' d='M50 90V10'/></defs><text><textPath href='#p' startOffset='10'>lll</textPath></text>"
    )
    let box = box(reading)
    // Upward from (50, 80), the letters' tops to the left.
    #expect(box.maxX == 50)
    #expect((box.minX - (50 - 20 * 1556.0 / 2048)).magnitude < 1e-6)
    #expect(box.maxY < 80 && box.maxY > 76)
    #expect(reading.said.isEmpty)
  }

  @Test func lettersBeyondAPathAreLeftOut() {
    let reading = read(
      "<defs><path id='p' d='M0 50h10'/></defs><text><textPath href='#p'>lllll</textPath></text>")
    let count = reading.drawing.isEmpty ? 0 : reading.drawing[path: 0].subpathCount
    #expect(count == 2)
  }

  @Test func rightToLeft() {
    // Of two Hebrew letters the first stands to the right.
    let reading = read("<text y='50'>\u{5D5}\u{5DD}</text>")
    let turned = read(
      "<text y='50' direction='ltr' unicode-bidi='bidi-override'>\u{5D5}\u{5DD}</text>")
    #expect(reading.paths != turned.paths)
    #expect(reading.drawing[path: 0].subpathCount == turned.drawing[path: 0].subpathCount)
    // What lies in an element runs as that says; the leftmost letter is drawn first.
    let override = "direction='rtl' unicode-bidi='bidi-override'"
    let whole = read("<text y='50' \(override)>abc</text>")
    let parts = read("<text y='50' \(override)>a<tspan>b<tspan>c</tspan></tspan></text>")
    #expect(box(parts, 0).maxX < box(parts, 1).minX && box(parts, 1).maxX < box(parts, 2).minX)
    #expect((box(parts, 2).maxX - box(whole).maxX).magnitude < 1e-9)
    // What starts at x ends there when it runs from right to left.
    let anchored = box(read("<text x='100' y='50' direction='rtl'>\u{5D5}\u{5DD}</text>"))
    #expect(anchored.maxX < 100 && anchored.maxX > 90)
  }

  @Test func linesRunFromTopToBottom() {
    // What was above is to the right, about the middle of the font.
    let plain = box(read("<text>ll</text>"))
    let reading = read("<text x='50' y='10' writing-mode='vertical-rl'>ll</text>")
    #expect(reading.said.isEmpty)
    let turned = box(reading)
    #expect((turned.minY - (10 + plain.minX)).magnitude < 1e-9)
    #expect((turned.height - plain.width).magnitude < 1e-9)
    let middle = 20 * (1901.0 - 483) / 2048 / 2
    #expect((turned.maxX - (50 - plain.minY - middle)).magnitude < 1e-9)
    // A star stands upright, below the letter before it.
    let star = box(read("<text>\u{2605}</text>"))
    let below = read("<text x='50' y='10' style='writing-mode: tb'>\u{2605}</text>")
    #expect((box(below).width - star.width).magnitude < 1e-9)
    #expect((box(below).minX + box(below).maxX - 100).magnitude < 2)
    #expect(box(below).minY > 10)
    #expect(
      (box(read("<text x='50' y='90' text-anchor='end' writing-mode='tb'>ll</text>")).maxY
        - (90 - 20 * (569.0 - 377) / 2048)).magnitude < 1e-9)
  }

  @Test(arguments: [("underline", 1), ("line-through overline", 2), ("none", 0)])
  func lines(_ value: String, _ count: Int) {
    let reading = read("<text y='50' text-decoration='\(value)'>l</text>")
    var subpaths = 0
    for row in 0..<reading.drawing.pathCount { subpaths += reading.drawing[path: row].subpathCount }
    #expect(subpaths == count + 1)
  }

  @Test func whatIsSaidLastOfLinesCounts() {
    let plain = read("<text y='50'>l</text>")
    let none = read(
      "<text y='50' text-decoration='underline' style='text-decoration: none'>l</text>")
    #expect(none.paths == plain.paths)
    // The line of an element around it stays.
    let inner = read(
      "<text y='50' text-decoration='underline'><tspan text-decoration='none'>l</tspan></text>")
    #expect(inner.drawing.pathCount == 2)
  }

  @Test func variantsReplaceThoseOfTheirKind() {
    // The word is set with ligatures and without.
    func fi(_ outer: String, _ inner: String) -> [String] {
      read("<g \(outer)><text y='50' \(inner)>fi</text></g>").paths
    }
    let off = "font-variant-ligatures='none'"
    #expect(fi("", "") != fi("", off))
    #expect(fi(off, "") == fi("", off))
    #expect(fi(off, "font-variant-ligatures='normal'") == fi("", ""))
    #expect(fi(off, "font-variant-numeric='tabular-nums'") == fi("", off))
    let small = "font-variant='small-caps'"
    #expect(fi(small, "") != fi("", ""))
    #expect(fi(small, "font-variant='lining-nums'") == fi("", ""))
  }

  @Test func aLineIsPaintedByWhoAsksForIt() {
    let reading = read(
      "<text y='50' fill='red' text-decoration='underline'>l<tspan fill='blue'>l</tspan></text>")
    let fills = (0..<reading.drawing.pathCount).map { reading.drawing.style(ofPath: $0).fill }
    let red = Paint.color(Color(css: "red") ?? .black)
    let blue = Paint.color(Color(css: "blue") ?? .black)
    #expect(fills == [red, red, red, blue])
  }

  @Test(arguments: [
    ("central", -1.0), ("hanging", -1), ("text-before-edge", -1), ("ideographic", 1), ("auto", 0),
  ])
  func baselines(_ name: String, _ direction: Double) {
    let plain = box(read("<text y='50'>l</text>"))
    let moved = box(read("<text y='50' dominant-baseline='\(name)'>l</text>"))
    let shift = moved.maxY - plain.maxY
    #expect(direction == 0 ? shift == 0 : shift * direction < 0)
  }

  @Test func shifts() {
    let plain = box(read("<text y='50'>l</text>"))
    let moved = box(read("<text y='50'><tspan baseline-shift='5'>l</tspan></text>"))
    #expect((moved.maxY - plain.maxY + 5).magnitude < 1e-9)
  }

  @Test func smallCapitalsAreCapitals() {
    let small = read("<text y='50' font-variant='small-caps'>l</text>")
    let large = read("<text y='50' font-size='16'>L</text>")
    #expect(small.paths == large.paths)
  }

  @Test func whiteSpaceIsKeptWhereItSaysSo() {
    let one = box(read("<text y='50'>l   l</text>"))
    for way in ["xml:space='preserve'", "style='white-space: pre'"] {
      #expect(box(read("<text y='50' \(way)>l   l</text>")).maxX > one.maxX + 10)
    }
  }

  @Test func hiddenPartsTakeTheirPlace() {
    let reading = read("<text y='50'><tspan visibility='hidden'>l</tspan>l</text>")
    let gone = read("<text y='50'><tspan display='none'>l</tspan>l</text>")
    #expect(reading.drawing.pathCount == 1 && gone.drawing.pathCount == 1)
    #expect(box(reading).minX > box(gone).minX + 5)
  }

  @Test func whatIsNotThereIsSaid() {
    #expect(
      read("<text font-family='Nowhere Grotesk, sans-serif'>a</text>").said
        == ["warning svg.missing-font 2:45"])
    #expect(read("<text font-family='sans-serif'>a</text>").said.isEmpty)
    #expect(
      read("<font><font-face font-family='Mine'/></font><text font-family='Mine'>a</text>").said
        == ["loss font 2:89"])
    #expect(
      read(
        "<style>@font-face { font-family: Mine; src: url(a) }</style>"
          + "<text font-family='Mine'>a</text>"
      ).said == ["loss font 2:105"])
    #expect(read("<text>a\u{E123}</text>").said == ["loss text 2:45"])
    #expect(
      read("<text style='text-decoration: underline wavy red'>a</text>").said
        == ["loss text 2:45"])
    #expect(read("<text style='text-decoration: underline solid'>a</text>").said.isEmpty)
    for attribute in ["x", "y", "dx", "dy"] {
      #expect(
        read("<text \(attribute)='1e300'>a</text>").said == ["warning svg.out-of-range 2:45"])
    }
    for property in ["letter-spacing", "word-spacing", "baseline-shift"] {
      #expect(
        read("<text \(property)='1e300'>ab</text>").said == ["warning svg.out-of-range 2:45"])
    }
    #expect(
      read("<text><textPath href='#no'>a</textPath></text>").said
        == ["warning svg.missing-reference 2:51"])
    #expect(read("<text x='1 b'>a</text>").said == ["warning svg.bad-length 2:56"])
  }

  @Test func familiesCanBeReplaced() {
    var importer = SVGImporter()
    importer.fontMap = "Nowhere = DejaVu Sans; Other=X"
    #expect(importer.problems().isEmpty)
    let body = "<text font-family='nowhere' font-size='20'>a</text>"
    let plain = read("<text>a</text>")
    #expect(read(body, importer).said.isEmpty)
    #expect(read(body, importer).paths == plain.paths)
    importer.fontMap = "Nowhere"
    #expect(importer.problems().count == 1)
    var other = SVGImporter()
    other.fontFamily = "DejaVu Sans Mono"
    #expect(read("<text>a</text>", other).paths != plain.paths)
  }

  @Test func aFolderThatIsNotThereIsAnError() {
    var importer = SVGImporter()
    importer.fontDir = "/nowhere/at/all"
    #expect(read("<path d='M0 0h1'/>", importer).error == nil)
    #expect(read("<text>a</text>", importer).error?.code == "svg.font-dir")
  }

  @Test func dropLeavesItOut() {
    var importer = SVGImporter()
    importer.text = .drop
    let reading = read("<text font-family='Nowhere'>a</text>", importer)
    #expect(reading.drawing.isEmpty && reading.said.isEmpty)
  }

  @Test func clipsOfText() {
    let reading = read(
      "<clipPath id='c'><text y='50'>l</text></clipPath><rect width='90' height='90' clip-path='url(#c)'/>"
    )
    #expect(reading.said.isEmpty)
    #expect(reading.drawing.clipTexts == read("<text y='50'>l</text>").paths)
  }

  @Test func copiesAndGradients() {
    let reading = read(
      "<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>"
        + "<text id='t' fill='url(#g)' y='50'>ab</text><use href='#t' x='50'/>")
    #expect(reading.said.isEmpty)
    #expect(reading.drawing.gradients.count == 2)
    #expect((box(reading, 1).minX - box(reading).minX - 50).magnitude < 1e-9)
  }

  @Test func unevenStrokesBecomeOutlines() {
    let reading = read("<text y='50' transform='scale(3 1)' stroke='red' stroke-width='2'>l</text>")
    #expect(reading.drawing.pathCount == 2)
    #expect(reading.drawing.invariantViolation() == nil)
  }

  @Test func strangeTextsAreRead() {
    for body in [
      "<text>\u{200D}\u{FE0F}\u{301}</text>", "<text x=''>a</text>", "<text font-size='0'>a</text>",
      "<text font-size='1e300'>a</text>", "<text letter-spacing='1e300'>ab</text>",
      "<text textLength='0' lengthAdjust='spacingAndGlyphs'>ab</text>",
      "<text textLength='9'>a</text>", "<text rotate='1e9 nan'>ab</text>",
      "<text><tspan/><a/><textPath/></text>", "<text><title>t</title>a<path d='M0 0h1'/></text>",
      "<text font-family=\"'\">a</text>", "<text font-family='\\'>a</text>",
      "<text xml:lang='x-\u{0}'>a</text>", "<text dx='1,2,,3'>abc</text>",
      "<path id='z' d='M0 0'/><text><textPath href='#z'>a</textPath></text>",
      "<text id='r'><textPath href='#r'>a</textPath></text>",
      "<clipPath id='c'><text clip-path='url(#c)'>a</text></clipPath><text clip-path='url(#c)'>b</text>",
    ] {
      #expect(read(body).drawing.invariantViolation() == nil, "\(body)")
    }
  }

  @Test func aTextWithoutEndIsAnError() {
    let reading = SVGReading(
      body: "<text>" + String(repeating: "ab ", count: 500) + "</text>",
      limits: Limits(points: 1000))
    #expect(["svg.too-much-text", "svg.too-many-points"].contains(reading.error?.code.rawValue))
  }
}
