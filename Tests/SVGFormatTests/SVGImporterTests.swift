import PathModel
import PluginKit
import SVGFormat
import Testing

/// Shapes, groups, names and faults, one document a test.
@Suite struct SVGImporterTests {
  // MARK: Shapes

  static let shapes: [(String, String)] = [
    ("<rect x='1' y='2' width='3' height='4'/>", "M1 2 L4 2 L4 6 L1 6 Z"),
    ("<line x1='1' y1='2' x2='3' y2='4'/>", "M1 2 L3 4"),
    ("<line x2='3'/>", "M0 0 L3 0"),
    ("<polyline points='0,0 1,1 2,0'/>", "M0 0 L1 1 L2 0"),
    ("<polygon points='0,0 1,1 2,0'/>", "M0 0 L1 1 L2 0 Z"),
    ("<path d='M0 0h5'/>", "M0 0 L5 0"),
    ("<path d='none'/>", ""), ("<path/>", ""),
    ("<rect width='3'/>", ""), ("<rect width='0' height='4'/>", ""), ("<circle r='0'/>", ""),
    ("<ellipse rx='4' ry='0'/>", ""),
    ("<rect x='1in' width='1pc' height='3pt'/>", "M96 0 L112 0 L112 4 L96 4 Z"),
    ("<rect width='10%' height='50%'/>", "M0 0 L20 0 L20 50 L0 50 Z"),
    ("<rect font-size='10' width='2em' height='2ex'/>", "M0 0 L20 0 L20 10 L0 10 Z"),
    ("<g transform='translate(10,0)'><path transform='scale(2)' d='M1 1h1'/></g>", "M12 2 L14 2"),
    ("<path transform-origin='5 0' transform='rotate(180)' d='M0 0h1'/>", "M10 0 L9 0"),
    ("<path style='transform:translate(3px, 4px)' d='M0 0h1'/>", "M3 4 L4 4"),
    ("<path transform='scale(0)' d='M0 0h1'/>", ""),
    ("<path display='none' d='M0 0h1'/>", ""),
    ("<g display='none'><path d='M0 0h1'/></g>", ""),
    ("<g visibility='hidden'><path d='M0 0h1'/></g>", ""),
    ("<g visibility='hidden'><path visibility='visible' d='M0 0h1'/></g>", "M0 0 L1 0"),
    ("<defs><path d='M0 0h1'/></defs>", ""), ("<symbol><path d='M0 0h1'/></symbol>", ""),
    ("<clipPath><path d='M0 0h1'/></clipPath>", ""),
    ("<metadata><path d='M0 0h1'/></metadata>", ""),
    ("<x xmlns='urn:x'><path xmlns='http://www.w3.org/2000/svg' d='M0 0h1'/></x>", ""),
    ("<s:path xmlns:s='http://www.w3.org/2000/svg' d='M0 0h1'/>", "M0 0 L1 0"),
    (
      "<switch><g systemLanguage='xx'><path d='M0 0h1'/></g><path d='M0 0h2'/><path d='M0 0h3'/>"
        + "</switch>", "M0 0 L2 0"
    ),
    ("<switch><foreignObject/><blob/><path d='M0 0h2'/></switch>", "M0 0 L2 0"),
    ("<svg x='10' y='20' width='50' height='40'><path d='M0 0h50'/></svg>", "M10 20 L60 20"),
    (
      "<svg x='10' width='50' height='100' viewBox='0 0 10 10'><path d='M0 0h10'/></svg>",
      "M10 25 L60 25"
    ),
    (
      "<svg width='50' height='100' viewBox='0 0 10 10' preserveAspectRatio='none'>"
        + "<path d='M0 0L10 10'/></svg>", "M0 0 L50 100"
    ),
    ("<svg width='0' height='9'><path d='M0 0h10'/></svg>", ""),
  ]

  @Test(arguments: shapes) func shape(_ body: String, _ expected: String) {
    let reading = SVGReading(body: body, root: "viewBox='0 0 200 100'")
    #expect(reading.paths == (expected.isEmpty ? [] : [expected]))
    #expect(reading.said == [])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  @Test func rootsThatSaySomething() {
    #expect(
      SVGReading(body: "<line font-size='5' x2='2rem'/>", root: "font-size='32'").paths
        == ["M0 0 L64 0"])
    #expect(SVGReading(body: "<line x2='2'/>", root: "systemLanguage='ru'").paths == [])
    #expect(SVGReading(body: "<line x2='2'/>", root: "systemLanguage='ru, en-GB'").paths != [])
    #expect(SVGReading(body: "<line x2='2'/>", root: "display='none'").paths == [])
    let inherited = SVGReading(body: "<line x2='2'/>", root: "stroke='#f00' opacity='.5'")
    #expect(inherited.style.stroke == .color(Color(red: 255, green: 0, blue: 0)))
    #expect(inherited.drawing.groups[0].opacity == 0.5)
  }

  @Test func roundShapes() {
    let circle = SVGReading(body: "<circle cx='5' cy='6' r='2'/>").paths
    #expect(circle == SVGReading(body: "<ellipse cx='5' cy='6' rx='2' ry='2'/>").paths)
    #expect(circle == SVGReading(body: "<ellipse cx='5' cy='6' rx='2'/>").paths)
    #expect(circle == SVGReading(body: "<ellipse cx='5' cy='6' rx='auto' ry='2'/>").paths)
    #expect(circle.first?.hasPrefix("M7 6 C7 ") == true)
    let rect = SVGReading(body: "<rect width='10' height='8' rx='2' ry='2'/>").paths
    #expect(rect == SVGReading(body: "<rect width='10' height='8' ry='2'/>").paths)
    #expect(rect.first?.hasPrefix("M2 0 L8 0 C") == true)
    // Radii are cut to half of the sides.
    #expect(
      SVGReading(body: "<rect width='10' height='8' rx='99'/>").paths
        == SVGReading(body: "<rect width='10' height='8' rx='5' ry='4'/>").paths)
  }

  // MARK: Styles

  private func style(_ attributes: String) -> Style {
    let reading = SVGReading(body: "<path d='M0 0h1' \(attributes)/>")
    #expect(reading.said == [])
    return reading.style
  }

  @Test func styles() {
    let red = Paint.color(Color(red: 255, green: 0, blue: 0))
    #expect(style("") == Style(fill: .color(.black)))
    #expect(style("fill='red'").fill == red)
    #expect(style("fill='none' stroke='#F00'") == Style(stroke: red))
    #expect(style("style='fill:none;stroke:red'") == Style(stroke: red))
    #expect(style("fill='blue' style='fill : rgb(255,0,0) ; ;'").fill == red)
    #expect(style("style='fill:red!important;fill:blue'").fill == red)
    #expect(style("style='/*a;*/fill:/*b*/red/*c'").fill == red)
    #expect(style("style='FILL:red'").fill == red)
    #expect(style("fill-rule='EvenOdd' style='stroke:NONE;stroke-linecap:Round'").cap == .round)
    #expect(style("fill-rule='EvenOdd'").fillRule == .evenodd)
    #expect(style("fill='currentColor' color='red'").fill == .currentColor(resolved: red.color!))
    #expect(style("stroke-width='2.5'").strokeWidth == 2.5)
    #expect(style("stroke-width='1in'").strokeWidth == 96)
    #expect(style("stroke-width='2em' font-size='5'").strokeWidth == 10)
    #expect(style("stroke-width='0'").strokeWidth == 0)
    #expect(SVGReading(body: "<path d='M0 0h1' stroke-width='-1'/>").style.strokeWidth == 0)
    #expect(style("stroke-linecap='square' stroke-linejoin='bevel'").cap == .square)
    #expect(style("stroke-linecap='square' stroke-linejoin='bevel'").join == .bevel)
    #expect(style("stroke-miterlimit='7'").miterLimit == 7)
    #expect(style("stroke-dasharray='1 2'").dashes == [1, 2])
    #expect(style("stroke-dasharray='1,2 , 3px'").dashes == [1, 2, 3, 1, 2, 3])
    #expect(style("stroke-dasharray='none'").dashes == [])
    #expect(style("stroke-dasharray='0 0'").dashes == [])
    #expect(style("stroke-dasharray='3' stroke-dashoffset='-2'").dashOffset == -2)
    #expect(style("opacity='.5' fill-opacity='25%' stroke-opacity='7'").opacity == 0.5)
    #expect(style("opacity='.5' fill-opacity='25%' stroke-opacity='7'").fillOpacity == 0.25)
    #expect(style("stroke-opacity='7'").strokeOpacity == 1)
    #expect(style("fill-rule='evenodd'").fillRule == .evenodd)
    #expect(style("paint-order='stroke'").strokeFirst)
    #expect(style("paint-order='markers stroke fill'").strokeFirst)
    #expect(!style("paint-order='markers'").strokeFirst)
    #expect(!style("paint-order='fill stroke'").strokeFirst)
  }

  @Test func inheritance() {
    func style(_ outer: String, _ inner: String) -> Style {
      SVGReading(body: "<g \(outer)><path d='M0 0h1' \(inner)/></g>").style
    }
    #expect(style("stroke='red' stroke-width='3'", "").strokeWidth == 3)
    #expect(style("stroke-width='3'", "stroke-width='initial'").strokeWidth == 1)
    #expect(style("opacity='.5'", "").opacity == 1)
    #expect(style("opacity='.5'", "opacity='inherit'").opacity == 0.5)
    #expect(style("fill='red'", "style='fill:inherit'").fill == style("", "fill='red'").fill)
    #expect(
      style("color='red' fill='currentColor'", "color='blue'").fill
        == .currentColor(resolved: Color(red: 0, green: 0, blue: 255)))
    // A length in em is inherited as what it was where it was said.
    #expect(style("font-size='10' stroke-width='1em'", "font-size='20'").strokeWidth == 10)
  }

  @Test func strokesUnderTransforms() {
    func read(_ attributes: String, root: String = "") -> SVGReading {
      SVGReading(
        body: "<path d='M0 0h1' stroke='red' stroke-width='2' stroke-dasharray='1' \(attributes)/>",
        root: root)
    }
    #expect(
      read("transform='scale(3) rotate(30)'").style.strokeWidth.distance(to: 6).magnitude < 1e-9)
    #expect(read("transform='scale(3)'").style.dashes == [3, 3])
    #expect(read("transform='scale(3)'").said == [])
    let fixed = read(
      "transform='scale(1 4)' vector-effect='non-scaling-stroke'",
      root: "viewBox='0 0 10 10' width='100'")
    #expect(fixed.style.strokeWidth == 0.2)
    #expect(fixed.style.strokeScaling == .fixed)
    #expect(fixed.said == [])
  }

  // MARK: Structure

  @Test func structure() {
    let reading = SVGReading(
      body: """
        <title>Page</title><desc>What
          it is</desc>
        <g id="a" class="b  c" inkscape:groupmode="layer" inkscape:label="Ink" opacity=".5"
           role="img" aria-label="x" data-n="1" onclick="no()">
          <title>T</title>
          <a><path id="p" d="M0 0h1"><title>Q &amp; R</title><desc>D</desc></path></a>
        </g>
        """,
      root: "id='r' class='icon' role='img' aria-hidden='true' data-x='&lt;' color='#012345'")
    #expect(reading.said == [])
    let drawing = reading.drawing
    #expect(
      drawing.document.attributes
        == Attributes(
          id: "r", classes: ["icon"], title: "Page", description: "What it is",
          more: [
            NamedValue("role", "img"), NamedValue("aria-hidden", "true"), NamedValue("data-x", "<"),
          ]))
    #expect(drawing.document.color == Color(css: "#012345"))
    #expect(drawing.groups.count == 3)
    let group = drawing.groups[1]
    #expect(
      group.attributes
        == Attributes(
          id: "a", classes: ["b", "c"], label: "Ink", title: "T",
          more: [
            NamedValue("role", "img"), NamedValue("aria-label", "x"), NamedValue("data-n", "1"),
          ]))
    #expect(group.isLayer && group.opacity == 0.5 && group.parent == .root)
    #expect(drawing.groups[2].parent == GroupID(1))
    #expect(drawing.records[0].info.group == GroupID(2))
    #expect(drawing.records[0].info.line == 7)
    #expect(
      drawing.attributes(ofPath: 0) == Attributes(id: "p", title: "Q & R", description: "D"))
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func aNestedSVGCutsWhatReachesBeyondIt() {
    func read(_ attributes: String, _ body: String) -> Drawing {
      SVGReading(body: "<svg x='1' width='5' height='4' \(attributes)>\(body)</svg>").drawing
    }
    let cut = read("viewBox='0 0 10 8'", "<path d='M0 0h99'/>")
    #expect(cut.groups[1].clip == ClipID(0))
    #expect(cut.clipTexts == ["M1 0 L6 0 L6 4 L1 4 Z"])
    #expect(cut.invariantViolation() == nil)
    // Where nothing is cut off, no clip is made.
    #expect(read("", "<path d='M0 0h5'/>").clips.isEmpty)
    #expect(!read("", "<path d='M0 2h5' stroke='red'/>").clips.isEmpty)
    #expect(read("overflow='visible'", "<path d='M0 0h99'/>").clips.isEmpty)
  }

  @Test func lineOfATagThatBeginsEarlier() {
    let reading = SVGReading(body: "<g>\n<path\n  id='x'\n  d='M0 0\n h1'\n/></g>")
    #expect(reading.drawing.records.first?.info.line == 3)
    #expect(reading.paths == ["M0 0 L1 0"])
  }

  // MARK: Pages

  /// The root's attributes, the box and the size of the canvas.
  static let pages: [(String, String)] = [
    // Without a size the page goes from the origin to where the ink ends, here (1, 9).
    ("", "0 0 1 9 = 1px 9px"),
    ("width='100%' height='50%'", "0 0 1 9 = 1px 9px"),
    ("width='10cm'", "0 0 377.95275590551176 9 = 10cm 9px"),
    ("height='5'", "0 0 1 5 = 1px 5px"),
    ("width='100' height='50'", "0 0 100 50 = 100px 50px"),
    ("width='10mm' height='2in'", "0 0 37.795275590551185 192 = 10mm 2in"),
    ("width='100mm' height='50mm' viewBox='0 0 200 100'", "0 0 200 100 = 100mm 50mm"),
    ("viewBox='5 6 200 100'", "5 6 205 106 = 200px 100px"),
    ("viewBox='5,6,200,100'", "5 6 205 106 = 200px 100px"),
    ("viewBox='0 0 200 100' width='100%' height='100%'", "0 0 200 100 = 200px 100px"),
    ("viewBox='0 0 200 100' width='50%'", "0 0 200 100 = 100px 50px"),
    ("viewBox='0 0 200 100' width='10cm'", "0 0 200 100 = 10cm 5cm"),
    ("viewBox='0 0 200 100' height='10pt'", "0 0 200 100 = 20pt 10pt"),
    ("viewBox='0 0 200 100' height='2em'", "0 0 200 100 = 64px 32px"),
    ("viewBox='0 0 10 10' width='20' height='10'", "-5 0 15 10 = 20px 10px"),
    (
      "viewBox='0 0 10 10' width='20' height='10' preserveAspectRatio='xMinYMin'",
      "0 0 20 10 = 20px 10px"
    ),
    (
      "viewBox='0 0 10 10' width='20' height='10' preserveAspectRatio='xMaxYMin meet'",
      "-10 0 10 10 = 20px 10px"
    ),
    (
      "viewBox='0 0 10 10' width='20' height='10' preserveAspectRatio='xMidYMid slice'",
      "0 2.5 10 7.5 = 20px 10px"
    ),
    (
      "viewBox='0 0 10 10' width='20' height='10' preserveAspectRatio='none'",
      "0 0 20 10 = 20px 10px"
    ),
  ]

  @Test(arguments: pages) func page(_ root: String, _ expected: String) {
    let reading = SVGReading(body: "<path d='M0 2h1v7'/>", root: root)
    #expect(reading.said == [])
    #expect(reading.drawing.invariantViolation() == nil)
    func text(_ value: Double) -> String {
      let text = "\(value)"
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let found = reading.drawing.canvas.map { canvas in
      let box = [canvas.box.minX, canvas.box.minY, canvas.box.maxX, canvas.box.maxY].map(text)
      return box.joined(separator: " ") + " = "
        + [canvas.width, canvas.height].map { text($0.value) + $0.unit.rawValue }
        .joined(separator: " ")
    }
    #expect((found ?? "none") == expected)
  }

  @Test func aStretchedPageIsStretchedOnTheWayIn() {
    let reading = SVGReading(
      body: "<path d='M0 0L10 10'/>",
      root: "viewBox='0 0 10 10' width='20' height='10' preserveAspectRatio='none'")
    #expect(reading.paths == ["M0 0 L20 10"])
  }

  @Test func pagesWithoutSize() {
    for root in ["viewBox='0 0 0 10'", "width='0' height='5'"] {
      let reading = SVGReading(body: "<path d='M0 0h1'/>", root: root)
      #expect(reading.paths == [])
      #expect(reading.said == ["warning svg.no-size 1:1"])
    }
    for root in ["viewBox='0 0 -1 10'", "viewBox='0 0 1'", "viewBox='a'", "width='-5'"] {
      let reading = SVGReading(body: "<path d='M0 0h1'/>", root: root)
      #expect(reading.paths == ["M0 0 L1 0"])
      #expect(reading.diagnostics.map(\.severity) == [.warning], "\(root)")
    }
  }

  // MARK: What isn't understood

  /// Elements that aren't carried: what is said, and what is drawn all the same.
  static let losses: [(String, [String], Int)] = [
    ("<text>a <tref href='#b'/></text>", ["loss text 2:9"], 1),
    ("<text/>", [], 0), ("<text display='none'>a</text>", [], 0),
    ("<defs><text>a</text><use href='#b'/></defs>", [], 0),
    ("<g><use href='a.svg#b'/>\n <use href='b.svg'/></g>", ["loss use 2:4 ×2"], 0),
    ("<image href='a.png'/>", ["loss image 2:1"], 0),
    ("<foreignObject><p/></foreignObject>", ["loss foreign 2:1"], 0),
    ("<blob/><g><blob/></g>", ["warning svg.unknown-element 2:1"], 0),
    ("<style>@supports (x: y) {}</style>", ["loss css 2:8"], 0), ("<style> \n </style>", [], 0),
    ("<style><![CDATA[@layer a;]]></style>", ["loss css 2:17"], 0),
    ("<path d='M0 0h1'><animate/></path>", ["loss animation 2:18"], 1),
    ("<path d='M0 0h1' clip-path='url(a.svg#a)'/>", ["loss clip 2:1"], 1),
    ("<path d='M0 0h1' clip-path='circle(9px)'/>", ["loss clip 2:1"], 1),
    ("<g style='mask:url(#a)'><path d='M0 0h1'/></g>", ["loss mask 2:1"], 1),
    ("<path d='M0 0h1' filter='url(#a)'/>", ["loss filter 2:1"], 1),
    ("<path d='M0 0h1' filter='none' clip-path='none' mask='none'/>", [], 1),
    ("<path d='M0 0h1' style='mix-blend-mode:multiply'/>", ["loss blend 2:1"], 1),
    ("<g style='rotate:9deg'><path d='M0 0h1'/></g>", ["loss transform 2:1"], 1),
    ("<path d='M0 0h1' rotate='9' scale='2' style='translate:none'/>", [], 1),
    (
      "<path d='M0 0h1' transform='scale(2)' style='transform-box:fill-box'/>",
      ["loss transform 2:1"], 1
    ),
    ("<path d='M0 0h1' style='transform-box:fill-box'/>", [], 1),
    ("<path d='M0 0h1' style='transform:scale(2);transform-box:view-box'/>", [], 1),
    ("<path d='M0 0h1' marker-mid='none'/>", [], 1),
    ("<a href='http://x'><path d='M0 0h1'/></a>", ["loss link 2:1"], 1),
    ("<script>x</script>", ["loss script 2:1"], 0),
    ("<svg width='5' height='5'><path d='M0 0h9'/></svg>", [], 1),
    ("<svg width='5' height='5' overflow='visible'><path d='M0 0h9'/></svg>", [], 1),
    ("<svg width='5' height='5'><path d='M0 0h5'/></svg>", [], 1),
    ("<path style='d:path(\"M0 0h1\")'/>", [], 1),
    ("<path d='M0 0h1' stroke='red' stroke-linejoin='arcs'/>", ["loss stroke-join 2:1"], 1),
    ("<q:x xmlns:q='urn:q'><q:y/></q:x>", [], 0),
  ]

  @Test(arguments: losses) func loss(_ body: String, _ expected: [String], _ paths: Int) {
    let reading = SVGReading(body: body)
    #expect(reading.said == expected)
    #expect(reading.drawing.pathCount == paths)
  }

  // MARK: Faults

  /// What is wrong, and where it's said to be.
  static let faults: [(String, String)] = [
    ("<path d='M0 0 L1 1\n  Q foo'/>", "warning svg.bad-path-data 3:5"),
    ("<path d=\"M0 0\tL1 1 $\"/>", "warning svg.bad-path-data 2:20"),
    ("<polyline points='1 2 3 4 5'/>", "warning svg.bad-points 2:27"),
    ("<path d='M0 0h1' transform='scale(1) foo'/>", "warning svg.bad-transform 2:38"),
    ("<path d='M0 0h1' fill='blurple'/>", "warning svg.bad-value 2:24"),
    ("<path d='M0 0h1' style='opacity:1; fill:no'/>", "warning svg.bad-value 2:36"),
    ("<path d='M0 0h1' style='opacity'/>", "warning svg.bad-style 2:25"),
    ("<path d='M0 0h1' stroke-width='-1'/>", "warning svg.bad-value 2:32"),
    ("<path d='M0 0h1' fill='#f00 icc-color(x, 1, 2)'/>", "warning svg.bad-value 2:24"),
    ("<path d='M0 0h1' stroke-dasharray='1 -1'/>", "warning svg.bad-value 2:36"),
    ("<path d='M0 0h1' stroke-miterlimit='.5'/>", "warning svg.bad-value 2:37"),
    ("<path d='M0 0h1' stroke-linecap='x'/>", "warning svg.bad-value 2:34"),
    ("<rect width='1' height='-1'/>", "warning svg.bad-length 2:25"),
    ("<rect width='1' height='1' x='1furlong'/>", "warning svg.bad-length 2:31"),
    ("<rect width='1' height='1' x='Infinity'/>", "warning svg.bad-length 2:31"),
    ("<rect width='1' height='1' x='1e400'/>", "warning svg.bad-length 2:31"),
    ("<path d='M0 0h1e200'/>", "warning svg.out-of-range 2:1"),
    ("<path d='M1e60 0h1' transform='scale(1e60)'/>", "warning svg.out-of-range 2:1"),
    (
      "<svg viewBox='0 0 1 1' preserveAspectRatio='xMidyMid'/>", "warning svg.bad-aspect-ratio 2:45"
    ),
  ]

  @Test(arguments: faults) func fault(_ body: String, _ expected: String) {
    let reading = SVGReading(body: body)
    #expect(reading.said == [expected])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  /// Documents that are refused.
  static let refused: [(String, String)] = [
    ("", "error svg.empty 1:1"),
    ("hello", "error svg.not-svg 1:1"),
    ("<html/>", "error svg.not-svg 1:1"),
    ("<!--\n--><svg xmlns='urn:x'/>", "error svg.not-svg 2:4"),
    ("<svg xmlns='http://www.w3.org/2000/svg'>\n<g>", "error svg.not-well-formed 2:4"),
    ("<svg xmlns='http://www.w3.org/2000/svg'>\n<g></svg>", "error svg.not-well-formed 2:10"),
    ("<svg xmlns='http://www.w3.org/2000/svg'>\n<!-- ", "error svg.not-well-formed 2:1"),
    ("<svg xmlns='http://www.w3.org/2000/svg'>\n&nbsp;</svg>", "error svg.unknown-entity 2:7"),
    ("<!DOCTYPE svg [<!ENTITY % a 'b'>]>\n<svg/>", "error svg.parameter-entity 1:32"),
  ]

  @Test(arguments: refused) func refusal(_ text: String, _ expected: String) {
    let reading = SVGReading(text)
    #expect(reading.said.first == expected)
    #expect(reading.drawing.isEmpty)
  }

  @Test func aRootWithoutNamespaceIsRead() {
    let reading = SVGReading("<svg><rect width='1' height='1'/></svg>")
    #expect(reading.said == ["warning svg.no-namespace 1:1"])
    #expect(reading.paths == ["M0 0 L1 0 L1 1 L0 1 Z"])
  }

  /// Documents whose names are the same and mean something else.
  static let likeNamed = [
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:x='svg'><x:path d='M0 0h1'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><svg:path d='M0 0h2'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:svg='urn:x'><svg:path d='M0 0h3'/></svg>",
    "<svg><path d='M0 0h4'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg'><path xmlns='' d='M0 0h5'/><path d='M0 0h6'/></svg>",
    "<!DOCTYPE svg [<!ENTITY n 'http://www.w3.org/2000/svg'>]><svg xmlns='&n;'><path d='M0 0h7'/></svg>",
    "<!DOCTYPE svg [<!ENTITY n 'urn:x'>]><x:svg xmlns:x='http://www.w3.org/2000/svg'>"
      + "<path xmlns='&n;' d='M0 0h8'/><x:path d='M0 0h9'/></x:svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink'>"
      + "<path id='a' d='M0 0h10'/><use l:href='#a'/></svg>",
    "<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='urn:x'><path id='a' d='M0 0h11'/><use l:href='#a'/></svg>",
  ]

  /// Names are kept from document to document; what they mean isn't.
  @Test func namesMeanWhatTheirOwnDocumentSays() {
    func look(_ text: String) -> String {
      let reading = SVGReading(text)
      return (reading.paths + reading.said).joined(separator: "; ")
    }
    let expected = [
      "", "M0 0 L2 0; warning svg.xml 1:61", "", "M0 0 L4 0; warning svg.no-namespace 1:1",
      "M0 0 L6 0",
      "M0 0 L7 0", "M0 0 L9 0", "M0 0 L10 0; M0 0 L10 0",
      "M0 0 L11 0; warning svg.missing-reference 1:83",
    ]
    for before in SVGImporterTests.likeNamed {
      for (text, expected) in zip(SVGImporterTests.likeNamed, expected) {
        _ = look(before)
        #expect(look(text) == expected, "after \(before)")
      }
    }
  }

  /// Long values aren't given to the parser; what it says and where must be as if they were.
  @Test(arguments: [10, 200]) func longValuesCountAsTheyStand(_ length: Int) {
    let long = String(repeating: "1", count: length)
    func look(_ body: String, _ before: String = "", namespaces: String = "") -> [String] {
      let reading = SVGReading(
        "\(before)<svg xmlns='http://www.w3.org/2000/svg' \(namespaces)>\n\(body)\n</svg>")
      let texts = reading.drawing.records.map {
        reading.drawing.attributes[Int($0.info.attributes.index)].title ?? "-"
      }
      let ids = reading.drawing.records.map {
        reading.drawing.attributes[Int($0.info.attributes.index)].id?.count ?? 0
      }
      return reading.said + reading.paths + texts + ids.map { "\($0)" }
    }
    let path = "<path d='M0 0h1' id='\(long)'"
    // As it is.
    #expect(look("\(path)/>") == ["M0 0 L1 0", "-", "\(length)"])
    // White space inside counts as spaces.
    #expect(
      look("<path d='M0 0\n\(String(repeating: "\t\r\n ", count: length))h1'/>") == [
        "M0 0 L1 0", "-", "0",
      ])
    // Places behind it, on its line and on later ones.
    let column = path.count + 1
    #expect(look("\(path) stroke='?'/>").first == "warning svg.bad-value 2:\(column + 9)")
    #expect(look("\(path)/>\n <path d='M0 0h1' stroke='?'/>").first == "warning svg.bad-value 3:27")
    #expect(look("\(path)/><g></a>").first == "error svg.not-well-formed 2:\(column + 9)")
    #expect(look("\(path) stroke=red/>").first == "error svg.not-well-formed 2:\(column + 8)")
    #expect(look("\(path) d=''/>").first?.hasPrefix("error svg.not-well-formed 2:") == true)
    // Text and CDATA behind it.
    #expect(look("\(path)><title>a &amp; b</title></path>") == ["M0 0 L1 0", "a & b", "\(length)"])
    #expect(
      look("\(path)><title>x<![CDATA[<a> & b]]></title></path>")
        == ["M0 0 L1 0", "x<a> & b", "\(length)"])
    // What the parser must see.
    #expect(look("<path d='M0 0h1' id='\(long)&amp;'/>") == ["M0 0 L1 0", "-", "\(length + 1)"])
    #expect(look("<path d='M0 0h1' id='\(long)é'/>") == ["M0 0 L1 0", "-", "\(length + 1)"])
    #expect(
      look("<path d='M0 0h1' id='\(long)<'/>").first?.hasPrefix("error svg.not-well-formed 2:")
        == true)
    #expect(
      look("<path d='M0 0h1' id='\(long)\u{1}'/>").first?.hasPrefix("error svg.not-well-formed 2:")
        == true)
    #expect(
      look("<path d='M0 0h1' id='\(long)/>").first?.hasPrefix("error svg.not-well-formed") == true)
    // Two namespaces that differ at the end.
    #expect(
      look(
        "<a:path d='M0 0h1'/><b:path d='M0 0h2'/>",
        namespaces: "xmlns:a='urn:\(long)a' xmlns:b='urn:\(long)b'") == [])
    // Tokens whose white space a document type says doesn't count.
    #expect(
      look("<path d='M0 0h1' id=' \(long) '/>", "<!DOCTYPE svg [<!ATTLIST path id ID #IMPLIED>]>")
        == ["M0 0 L1 0", "-", "\(length)"])
  }

  @Test func keysAreMadeWhereSomeoneLooksAtThem() throws {
    let document = Array("<svg xmlns='http://www.w3.org/2000/svg'><path d='M0 0h1'/></svg>".utf8)
    for wantsKeys in [true, false] {
      var context = Context()
      context.wantsKeys = wantsKeys
      var drawing = Drawing()
      try SVGImporter().read(document.span, into: &drawing, &context)
      #expect((drawing.records[0].info.key != PathKey(0)) == wantsKeys)
    }
  }

  // MARK: Entities

  private func document(_ subset: String, _ body: String) -> SVGReading {
    SVGReading(
      "<!DOCTYPE svg PUBLIC 'x' 'http://nowhere.invalid/svg.dtd' [\n\(subset)\n]>\n"
        + "<svg xmlns='http://www.w3.org/2000/svg'>\(body)</svg>")
  }

  @Test func entitiesOfTheDocument() {
    let reading = SVGReading(
      """
      <!DOCTYPE svg [
        <!ENTITY ns_svg "http://www.w3.org/2000/svg">
        <!ENTITY st0 "fill:&c;;">
        <!ENTITY c "#FF0000">
        <!ENTITY shape "<rect width='1' height='1'/>">
        <!ENTITY word "Caf&#xE9; &amp; &quot;bar&quot;">
      ]>
      <svg xmlns="&ns_svg;"><path style="&st0;" d="M0 0h1"><title>&word;</title></path>&shape;</svg>
      """)
    #expect(reading.said == [])
    #expect(reading.paths == ["M0 0 L1 0", "M0 0 L1 0 L1 1 L0 1 Z"])
    #expect(
      reading.drawing.style(ofPath: 0).fill == .color(Color(red: 255, green: 0, blue: 0)))
    #expect(reading.drawing.attributes(ofPath: 0).title == "Café & \"bar\"")
  }

  @Test func attributesKeepTheirAmpersands() {
    let reading = document("<!ENTITY a 'A'>", "<path id='&amp;a; &#38;lt; &a;' d='M0 0h1'/>")
    #expect(reading.drawing.attributes(ofPath: 0).id == "&a; &lt; A")
  }

  @Test func entitiesDontGrow() {
    var bomb = "<!ENTITY a0 'aaaaaaaaaa'>"
    for i in 1..<12 {
      bomb += "<!ENTITY a\(i) '" + String(repeating: "&a\(i - 1);", count: 10) + "'>"
    }
    #expect(document(bomb, "<title>&a11;</title>").error?.code == "svg.entity-expansion")
    #expect(document(bomb, "<path id='&a11;'/>").error?.code == "svg.entity-expansion")
    let cycle = "<!ENTITY a '&b;'><!ENTITY b '&a;'>"
    #expect(document(cycle, "<title>&a;</title>").error != nil)
    #expect(document(cycle, "<path id='&a;'/>").error != nil)
    let wide = "<!ENTITY a '\(String(repeating: "x", count: 10_000))'>"
    #expect(
      document(wide, "<title>\(String(repeating: "&a;", count: 1000))</title>").error?.code
        == "svg.entity-expansion")
    #expect(document(wide, "<title>\(String(repeating: "&a;", count: 20))</title>").error == nil)
  }

  @Test func otherFilesAreNeverOpened() {
    let outside = document("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "<title>&x;</title>")
    #expect(outside.said.first?.hasPrefix("error svg.external-entity") == true)
    // Not used, not missed; the document type itself isn't fetched either.
    #expect(document("<!ENTITY x SYSTEM 'file:///etc/passwd'>", "").said == [])
  }

  // MARK: Encodings

  @Test func encodings() {
    let latin = "<?xml version='1.0' encoding='ISO-8859-1'?>"
    let body = "<svg xmlns='http://www.w3.org/2000/svg'><title>é</title><path d='M0 0h1'/></svg>"
    func check(_ bytes: [UInt8], _ what: String) {
      let reading = SVGReading(bytes)
      #expect(reading.said == [], "\(what)")
      #expect(reading.drawing.document.attributes.title == "é", "\(what)")
      #expect(reading.paths == ["M0 0 L1 0"], "\(what)")
    }
    func single(_ text: String) -> [UInt8] { text.unicodeScalars.map { UInt8($0.value) } }
    func double(_ text: String, big: Bool) -> [UInt8] {
      text.utf16.flatMap {
        big ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
      }
    }
    check(Array(body.utf8), "UTF-8")
    check([0xEF, 0xBB, 0xBF] + Array(body.utf8), "UTF-8 with a mark")
    check(single(latin + body), "Latin-1")
    check(single("<?xml version='1.0' encoding='windows-1252'?>" + body), "Windows")
    check(double("\u{FEFF}" + body, big: false), "UTF-16, little end first")
    check(double("\u{FEFF}<?xml version='1.0' encoding='UTF-16'?>" + body, big: true), "UTF-16")
    check(double(body, big: true), "UTF-16 without a mark")
    #expect(SVGReading(single("<svg>\n<g id='é'/></svg>")).said == ["error svg.encoding 2:8"])
    #expect(
      SVGReading("<?xml version='1.0' encoding='klingon'?><svg/>").said
        == ["error svg.encoding 1:1"])
    #expect(SVGReading(double(body, big: false).dropLast()).error?.code == "svg.encoding")
  }

  @Test func recognizes() {
    func recognizes(_ bytes: [UInt8]) -> Bool { SVGImporter.recognizes(bytes.span) }
    func recognizes(_ text: String) -> Bool { recognizes(Array(text.utf8)) }
    #expect(recognizes("<svg"))
    #expect(recognizes("<?xml version='1.0'?>\n<!-- x --><!DOCTYPE svg>\n<svg xmlns='y'>"))
    #expect(recognizes("\u{FEFF} <svg:svg>"))
    #expect(recognizes([0xFF, 0xFE] + "<svg>".utf8.flatMap { [$0, 0] }))
    #expect(recognizes("<!-- <b> --><?x <c>?><!DOCTYPE svg [<!ENTITY d '<e>'>]><svg>"))
    #expect(recognizes("<!DOCTYPE svg [" + String(repeating: "<!ENTITY a 'b'>", count: 300)))
    #expect(!recognizes("<html><svg></svg></html>"))
    #expect(!recognizes("<!-- <svg> --><html>"))
    #expect(!recognizes("<!DOCTYPE html [" + String(repeating: "<!ENTITY a 'b'>", count: 300)))
    #expect(!recognizes("<svgx>"))
    #expect(!recognizes("x <svg>"))
    #expect(!recognizes("[1, 2]"))
    #expect(!recognizes(""))
  }

  // MARK: Limits

  @Test func limits() {
    func nested(_ depth: Int) -> String {
      String(repeating: "<g>", count: depth) + String(repeating: "</g>", count: depth)
    }
    #expect(SVGReading(body: nested(511)).error == nil)
    #expect(SVGReading(body: nested(512)).error?.code == "svg.too-deep")
    #expect(SVGReading(body: nested(100_000)).error?.code == "svg.too-deep")
    let three = Limits(elements: 3)
    #expect(SVGReading(body: "<g/><g/>", limits: three).error == nil)
    #expect(SVGReading(body: "<g/><g/><g/>", limits: three).error?.code == "svg.too-many-elements")
    #expect(
      SVGReading(body: "<path d='M0 0h1h1h1'/>", limits: Limits(points: 3)).error?.code
        == "svg.too-many-points")
    let attributes = (0..<2000).map { "a\($0)=''" }.joined(separator: " ")
    #expect(SVGReading(body: "<g \(attributes)/>").error?.code == "svg.too-many-attributes")
    #expect(SVGReading(body: "<g \(attributes)/>", limits: Limits(attributes: 2000)).error == nil)
    let long = "<path d='M0 0h\(String(repeating: "1", count: 90))'/>"
    #expect(SVGReading(body: long, limits: Limits(attributeBytes: 95)).error == nil)
    #expect(
      SVGReading(body: long, limits: Limits(attributeBytes: 94)).error?.code == "svg.long-attribute"
    )
    let name = String(repeating: "n", count: 20_000)
    #expect(SVGReading(body: "<\(name)/>").error?.code == "svg.long-name")
    #expect(SVGReading(body: "<g \(name)=''/>").error?.code == "svg.long-name")
    let spaces = (0..<900).map { "xmlns:a\($0)='u'" }.joined(separator: " ")
    #expect(
      SVGReading(body: "<g \(spaces)><g \(spaces)><g \(spaces)/></g></g>").error?.code
        == "svg.too-many-namespaces")
  }

  @Test func manyThreadsReadAtOnce() async {
    let body = String(repeating: "<path d='M0 0h1' fill='#abc'/>\n", count: 200)
    await withTaskGroup(of: Bool.self) { group in
      for i in 0..<16 {
        group.addTask {
          i % 2 == 0
            ? SVGReading(body: body).drawing.pathCount == 200
            : SVGReading(body: body + "<g>").error?.code == "svg.not-well-formed"
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
