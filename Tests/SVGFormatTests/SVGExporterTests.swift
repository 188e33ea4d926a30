import NumberText
import PathModel
import PluginKit
import SVGFormat
import Testing

/// What an exporter wrote and said.
struct Export {
  let text: String
  let diagnostics: [Diagnostic]

  init(_ drawing: Drawing, _ change: (inout SVGExporter) -> Void = { _ in }) throws {
    var exporter = SVGExporter()
    exporter.minify = true
    change(&exporter)
    #expect(drawing.invariantViolation() == nil)
    var sink = ByteSink()
    var context = Context()
    try exporter.write(drawing, to: &sink, &context)
    text = String(decoding: sink.takeBytes(), as: UTF8.self)
    diagnostics = context.diagnostics.entries
  }

  /// The value of every attribute of this name, in order.
  func values(_ name: String) -> [String] {
    text.split(separator: " \(name)=\"", omittingEmptySubsequences: false).dropFirst().map {
      String($0.prefix { $0 != "\"" })
    }
  }
}

private let page = Canvas(box: Rect(x: 0, y: 0, width: 200, height: 100))

private func data(_ path: String, precision: Int? = nil) throws -> String {
  let export = try Export(Drawing(paths: [path], canvas: page)) { $0.precision = precision }
  return export.values("d").first ?? "none"
}

@Suite("SVG exporter: path data")
struct SVGExporterPathDataTests {
  @Test(arguments: [
    ("M10 20 L15 26 L20 20", "M10 20l5 6 5-6"),
    ("M0 0 L1 1 L2 3", "M0 0l1 1 1 2"),
    // The first pair after a move is a line without a letter.
    ("M9 9 L8 -1", "M9 9 8-1"),
    ("M10 10 L20 10 L20 30 Z", "M10 10h10v20z"),
    ("M10 10 L0 10 L0 0", "M10 10H0V0"),
    ("M0.5 0.25 L0.75 0.5", "M.5.25.75.5"),
    ("M-0.5 -0.25 L-0.75 -0.5", "M-.5-.25-.75-.5"),
    ("M100 100 L101 103 M110 110 L111 113", "M100 100l1 3m9 7 1 3"),
    ("M10 10 Q20 20 30 10 Q40 0 50 10", "M10 10q10 10 20 0t20 0"),
    ("M10 10 C20 20 30 20 40 10 C50 0 60 0 70 10", "M10 10c10 10 20 10 30 0s20-10 30 0"),
    // A first control point on the start is what a smooth command takes after anything else.
    ("M10 10 C10 10 30 20 40 10", "M10 10s20 10 30 0"),
    ("M10 10 Q10 10 40 11", "M10 10t30 1"),
    // After a quadratic the cubic's mirror is not that of the quadratic's control point.
    ("M10 10 Q20 20 30 10 C40 0 50 5 60 10", "M10 10q10 10 20 0 10-10 20-5 30 0"),
    ("M10 10 L20 20 Z M10 10 L5 20 Z", "M10 10l10 10zm0 0-5 10z"),
    // A dot: nothing is left out.
    ("M10 10 L10 10", "M10 10h0"), ("M10 10 Z", "M10 10z"), ("M10 10", "M10 10"),
    ("M1.23456 7.89012 L3 4", "M1.235 7.89 3 4"),
  ])
  func shortest(_ path: String, _ expected: String) throws {
    // `c` where the quadratic stands before: spelled out below, since the letter changes.
    let expected =
      expected == "M10 10q10 10 20 0 10-10 20-5 30 0"
      ? "M10 10q10 10 20 0c10-10 20-5 30 0" : expected
    #expect(try data(path) == expected)
  }

  @Test("what a reader adds up lies within half a step of the truth after 10,000 tiny steps")
  func roundingDoesNotAccumulate() throws {
    let step = 0.01234567
    var drawing = Drawing()
    drawing.canvas = page
    let style = drawing.styleID(for: .pen)
    drawing.appendPath(PathInfo(style: style)) { builder in
      builder.move(to: Point(0.1, 0.1))
      for i in 1...10_000 {
        builder.line(to: Point(0.1 + Double(i) * step, 0.1 + Double(i) * step / 2))
      }
    }
    let text = try Export(drawing) { $0.precision = 2 }.values("d")[0]
    let points = try readPathData(text)
    #expect(points.count == 10_001)
    var worst = 0.0
    for (i, p) in points.enumerated() {
      worst = max(worst, (p.x - 0.1 - Double(i) * step).magnitude)
      worst = max(worst, (p.y - 0.1 - Double(i) * step / 2).magnitude)
    }
    #expect(worst <= 0.00500001)
    #expect(worst > 0.004)
  }

  @Test("of each line's two forms the shorter is written, and at equal length the relative one")
  func shorterForm() throws {
    /// Numbers put together as path data, after a number that has or hasn't a point.
    func packed(_ numbers: [Int], after hasPoint: Bool) -> (text: String, hasPoint: Bool) {
      var text = ""
      var hasPoint = hasPoint
      for number in numbers {
        let size = number.magnitude
        var word = size < 100 && size % 100 != 0 ? "" : "\(size / 100)"
        if size % 100 != 0 { word += "." + (size % 10 == 0 ? "" : size % 100 < 10 ? "0" : "") }
        if size % 100 != 0 { word += size % 10 == 0 ? "\(size % 100 / 10)" : "\(size % 100)" }
        if number < 0 {
          word = "-" + word
        } else if !(hasPoint && word.hasPrefix(".")) {
          word = " " + word
        }
        text += word
        hasPoint = word.contains(".")
      }
      return (text, hasPoint)
    }
    var random = SeededGenerator(seed: 11)
    for _ in 0..<400 {
      var at = (x: 0, y: 0)
      var drawing = Drawing()
      drawing.canvas = page
      let style = drawing.styleID(for: .pen)
      var expected = "M0 0"
      var hasPoint = false
      var letter: Character = "L"
      drawing.appendPath(PathInfo(style: style)) { builder in
        builder.move(to: .zero)
        for _ in 0..<12 {
          // Whole numbers, tenths and hundredths; near ones and far ones; never level.
          let size = [3, 20, 1500, 20_000][Int(random.next() % 4)]
          let unit = [1, 1, 10, 100][Int(random.next() % 4)]
          let to = (
            x: Int((random.signed() * Double(size)).rounded()) * unit,
            y: Int((random.signed() * Double(size)).rounded()) * unit
          )
          if to.x == at.x || to.y == at.y { continue }
          builder.line(to: Point(Double(to.x) / 100, Double(to.y) / 100))
          func form(_ command: Character, _ numbers: [Int]) -> (text: String, hasPoint: Bool) {
            var form = packed(numbers, after: command == letter && hasPoint)
            // No space after a letter.
            if command != letter {
              form.text = String(command) + form.text.drop { $0 == " " }
            }
            return form
          }
          let absolute = form("L", [to.x, to.y])
          let relative = form("l", [to.x - at.x, to.y - at.y])
          let isAbsolute = absolute.text.utf8.count < relative.text.utf8.count
          expected += isAbsolute ? absolute.text : relative.text
          hasPoint = isAbsolute ? absolute.hasPoint : relative.hasPoint
          letter = isAbsolute ? "L" : "l"
          at = to
        }
      }
      let text = try Export(drawing) { $0.precision = 2 }.values("d")[0]
      #expect(text == expected)
    }
  }

  @Test("random paths come back within half a step, whatever commands were chosen")
  func randomPaths() throws {
    for seed in 0..<UInt64(200) {
      var random = SeededGenerator(seed: seed)
      let precision = Int(random.next() % 5)
      let range = [1.0, 50, 1000, 1e7][Int(random.next() % 4)]
      var expected: [Point] = []
      var drawing = Drawing()
      drawing.canvas = page
      let style = drawing.styleID(for: .pen)
      drawing.appendPath(PathInfo(style: style)) { builder in
        var last = Point.zero
        var control = Point.zero
        func next() -> Point {
          // Near ones, mirrored ones, level ones and repeated ones among far ones.
          let near = Point(last.x + random.signed(), last.y + random.signed())
          switch random.next() % 7 {
          case 0: return near
          case 1: return Point(last.x, random.signed() * range)
          case 2: return Point(random.signed() * range, last.y)
          case 3: return last
          case 4: return last * 2 - control
          default: return Point(random.signed() * range, random.signed() * range)
          }
        }
        var isOpen = false
        for _ in 0..<40 {
          switch isOpen ? random.next() % 6 : 0 {
          case 0:
            last = next()
            builder.move(to: last)
            expected.append(last)
            isOpen = true
          case 1, 2:
            last = next()
            builder.line(to: last)
            expected.append(last)
          case 3:
            control = next()
            last = next()
            builder.quad(control, to: last)
            expected += [control, last]
          case 4:
            let first = next()
            control = next()
            last = next()
            builder.cubic(first, control, to: last)
            expected += [first, control, last]
          default:
            builder.close()
            isOpen = false
          }
        }
      }
      let text = try Export(drawing) { $0.precision = precision }.values("d")[0]
      let points = try readPathData(text)
      try #require(points.count == expected.count, "seed \(seed): \(text)")
      let half = 0.5 / [1.0, 10, 100, 1000, 1e4][precision]
      // A mirrored control point is only left out when it's the mirror after rounding.
      for (p, q) in zip(points, expected) {
        #expect((p.x - q.x).magnitude <= half * 1.0001 + range * 1e-12, "seed \(seed): \(text)")
        #expect((p.y - q.y).magnitude <= half * 1.0001 + range * 1e-12, "seed \(seed): \(text)")
      }
    }
  }

  @Test("numbers beyond the grid are written whole, without an exponent")
  func hugeNumbers() throws {
    let text = try data("M1e300 0 L0 1e300 Q1 2 3 4 C1 2 3 4 5 6 Z")
    #expect(!text.contains("e"))
    #expect(text.hasSuffix("Q1 2 3 4C1 2 3 4 5 6Z"))
    let points = try readPathData(text)
    #expect(points[0] == Point(1e300, 0) && points[1] == Point(0, 1e300))
  }

  @Test("no digits are promised that a double doesn't hold")
  func precisionBeyondDoubles() throws {
    let points = try readPathData(data("M6235704.138785 1 L6235704.138786 2", precision: 12))
    #expect((points[0].x - 6235704.138785).magnitude < 1e-8)
    #expect((points[1].x - 6235704.138786).magnitude < 1e-8)
  }

  @Test func tinyNumbers() throws {
    #expect(try data("M1e-9 -1e-9 L0.0001 5", precision: 3) == "M0 0v5")
    #expect(try data("M0.000001 0.000002 L3 4", precision: 6) == "M.000001.000002 3 4")
  }
}

@Suite("SVG exporter: document")
struct SVGExporterDocumentTests {
  @Test("a whole file")
  func wholeFile() throws {
    var drawing = Drawing()
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 200, height: 100), width: Length(100, .mm),
      height: Length(50, .mm))
    drawing.document.attributes = Attributes(
      id: "map", classes: ["icon", "big"], title: "A <map>", description: "of & for",
      more: [NamedValue("role", "img"), NamedValue("aria-label", "a \"b\"\n")])
    let walls = drawing.addGroup(
      Group(attributes: Attributes(id: "walls", label: "Outer walls"), isLayer: true))
    let red = drawing.styleID(
      for: Style(stroke: .color(Color(red: 255, green: 0, blue: 0)), strokeWidth: 2))
    let filled = drawing.styleID(
      for: Style(fill: .color(Color(red: 1, green: 2, blue: 3, alpha: 0.5)), fillRule: .evenodd))
    drawing.appendPath(PathInfo(group: walls, style: red)) { $0.append(text: "M0 0 L10 0") }
    drawing.appendPath(PathInfo(group: walls, style: red)) { $0.append(text: "M0 5 L10 5") }
    let names = drawing.attributesID(for: Attributes(id: "roof", title: "Roof"))
    drawing.appendPath(PathInfo(style: filled, attributes: names)) {
      $0.append(text: "M0 0 L10 0 L5 8 Z")
    }
    let export = try Export(drawing) { $0.minify = false }
    #expect(
      export.text == """
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" width="100mm" height="50mm" viewBox="0 0 200 100" id="map" class="icon big" role="img" aria-label="a &quot;b&quot;&#10;">
          <title>A &lt;map&gt;</title>
          <desc>of &amp; for</desc>
          <g id="walls" inkscape:groupmode="layer" inkscape:label="Outer walls" fill="none" stroke="#f00" stroke-width="2">
            <path d="M0 0h10"/>
            <path d="M0 5h10"/>
          </g>
          <path id="roof" d="M0 0h10L5 8z" fill="#010203" fill-opacity="0.5" fill-rule="evenodd">
            <title>Roof</title>
          </path>
        </svg>

        """)
    #expect(export.diagnostics.isEmpty)
  }

  @Test("physical sizes stay as they were written")
  func sizes() throws {
    for (width, height, text) in [
      (Length(210, .mm), Length(297, .mm), ["210mm", "297mm"]),
      (Length(8.5, .in), Length(11, .in), ["8.5in", "11in"]),
      (Length(300, .px), Length(500, .px), ["300", "500"]),
      (
        Length(100.0 / 3, .pt), Length(50.0 / 3, .pt), ["33.3333333333333pt", "16.6666666666667pt"]
      ),
    ] {
      let box = Rect(x: -5, y: 1e-7, width: width.value, height: height.value)
      let export = try Export(
        Drawing(paths: ["M0 0 L1 1"], canvas: Canvas(box: box, width: width, height: height)))
      #expect(export.values("width") == [text[0]])
      #expect(export.values("height") == [text[1]])
      #expect(export.values("viewBox")[0].hasPrefix("-5 0.0000001 "))
    }
  }

  @Test("the precision follows the page, so that a map in metres keeps its detail")
  func precision() throws {
    let map = Canvas(box: Rect(x: 6_235_704, y: 100, width: 0.5, height: 0.25))
    let export = try Export(Drawing(paths: ["M6235704.138785 100 L6235704.2 100.1"], canvas: map))
    #expect(export.values("d") == ["M6235704.138785 100l.061215.1"])
    let large = Canvas(box: Rect(x: 0, y: 0, width: 1e6, height: 1e6))
    let whole = try Export(Drawing(paths: ["M1.4 1.6 L7.5 9.4"], canvas: large))
    #expect(whole.values("d") == ["M1 2l7 7"])
    for (size, decimals) in [(24.0, 4), (100, 3), (300, 3), (1000, 2), (0.01, 7), (1e-9, 8)] {
      #expect(FixedPoint.precision(forLength: size) == decimals)
    }
  }

  @Test func emptyAndTiny() throws {
    let empty = try Export(Drawing())
    #expect(empty.diagnostics.map(\.code) == ["export.empty"])
    #expect(empty.text.hasPrefix("<svg ") && empty.values("viewBox").count == 1)
    let tiny = try Export(
      Drawing(
        paths: ["M0 0 L0.1 0.1"], canvas: Canvas(box: Rect(x: 0, y: 0, width: 0.5, height: 0.2))))
    #expect(tiny.diagnostics.map(\.code) == ["export.tiny"])
  }

  @Test("control characters can't make a file unreadable")
  func escaping() throws {
    var drawing = Drawing(paths: ["M0 0 L1 1"], canvas: page)
    drawing.document.attributes = Attributes(
      title: "a\u{0}b\u{1B}c\u{FFFF}d ]]> é 😀", more: [NamedValue("data-x", "<&\"'\t\r>")])
    let export = try Export(drawing)
    #expect(export.text.contains("<title>abcd ]]&gt; é 😀</title>"))
    #expect(export.values("data-x") == ["&lt;&amp;&quot;'&#9;&#13;&gt;"])
    #expect(export.diagnostics.map(\.code) == ["svg.control-character"])
  }

  @Test("an id stands once; the first keeps it")
  func ids() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let style = drawing.styleID(for: .pen)
    for id in ["a", "a", "b c", "clip1", ""] {
      let attributes = drawing.attributesID(for: Attributes(id: id))
      drawing.appendPath(PathInfo(style: style, attributes: attributes)) {
        $0.append(text: "M0 0 L1 1")
      }
    }
    let first = drawing.clipPaths.count
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L1 1 L1 0 Z") }
    drawing.groups[0].clip = drawing.addClip(fromPath: first)
    let export = try Export(drawing)
    #expect(export.values("id") == ["clip2", "a", "b_c", "clip1"])
    #expect(export.diagnostics.map(\.code) == ["svg.bad-id"])
  }

  @Test("names that other formats gave become data attributes")
  func attributeNames() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let style = drawing.styleID(for: .pen)
    let attributes = drawing.attributesID(
      for: Attributes(
        more: [
          NamedValue("population", "7"), NamedValue("d", "x"), NamedValue("data-d", "twice"),
          NamedValue("a b", "1"), NamedValue("onload\"", "2"), NamedValue("xml:lang", "de"),
        ]))
    drawing.appendPath(PathInfo(style: style, attributes: attributes)) {
      $0.append(text: "M0 0 L1 1")
    }
    let export = try Export(drawing)
    #expect(
      export.text.contains(
        "<path data-population=\"7\" data-d=\"x\" xml:lang=\"de\" d=\"M0 0l1 1\""))
    #expect(export.diagnostics.map(\.kind) == ["attribute"])
    #expect(export.diagnostics.first?.count == 3)
  }
}

@Suite("SVG exporter: styles")
struct SVGExporterStylesTests {
  private func attributes(_ style: Style) throws -> String {
    let text = try Export(Drawing(paths: ["M0 0 L9 9"], style: style, canvas: page)).text
    let start = try #require(text.firstRange(of: "d=\"M0 0l9 9\""))
    let end = try #require(text[start.upperBound...].firstRange(of: "/>"))
    return String(text[start.upperBound..<end.lowerBound])
  }

  @Test func everyAttribute() throws {
    #expect(try attributes(Style()) == " fill=\"none\"")
    #expect(try attributes(Style(fill: .color(.black))) == "")
    #expect(
      try attributes(.pen)
        == " fill=\"none\" stroke=\"#000\" stroke-linecap=\"round\" stroke-linejoin=\"round\"")
    let all = Style(
      fill: .color(Color(red: 0x11, green: 0x22, blue: 0x33, alpha: 0.5)), fillOpacity: 0.5,
      fillRule: .evenodd, stroke: .color(.white), strokeOpacity: 0.75, strokeWidth: 1.0 / 3,
      cap: .square, join: .miter, miterLimit: 10, dashes: [4, 0.125, 1e-7], dashOffset: -3,
      opacity: 0.9, strokeFirst: true)
    #expect(
      try attributes(all) == """
         fill="#123" fill-opacity="0.25" fill-rule="evenodd" stroke="#fff"\
         stroke-opacity="0.75" stroke-width="0.333333" stroke-linecap="square"\
         stroke-miterlimit="10" stroke-dasharray="4 0.125 0.0000001"\
         stroke-dashoffset="-3" paint-order="stroke" opacity="0.9"
        """)
  }

  @Test("currentColor stays, and what it was at import is kept beside it")
  func currentColor() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    #expect(
      try attributes(Style(fill: .currentColor(resolved: .black))) == " fill=\"currentColor\"")
    #expect(
      try attributes(Style(stroke: .currentColor(resolved: red)))
        == " color=\"#f00\" fill=\"none\" stroke=\"currentColor\"")
    var drawing = Drawing(
      paths: ["M0 0 L1 1"], style: Style(fill: .currentColor(resolved: red)), canvas: page)
    drawing.document.color = red
    let text = try Export(drawing).text
    #expect(text.contains("viewBox=\"0 0 200 100\" color=\"#f00\">"))
    #expect(text.contains("<path d=\"M0 0l1 1\" fill=\"currentColor\"/>"))
  }

  @Test("an element has one current colour; a stroke that took another one is written out")
  func twoCurrentColors() throws {
    let red = Color(red: 255, green: 0, blue: 0)
    let blue = Color(red: 0, green: 0, blue: 255, alpha: 0.5)
    let style = Style(
      fill: .currentColor(resolved: red), stroke: .currentColor(resolved: blue), strokeOpacity: 0.5)
    #expect(
      try attributes(style)
        == " color=\"#f00\" fill=\"currentColor\" stroke=\"#00f\" stroke-opacity=\"0.25\"")
  }

  @Test("what paths share is said once, and an exception says what differs")
  func sharing() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let red = Paint.color(Color(red: 255, green: 0, blue: 0))
    let styles = [
      Style(stroke: red, strokeWidth: 3, cap: .round),
      Style(stroke: red, strokeWidth: 3, cap: .butt),
      Style(fill: red),
    ].map { drawing.styleID(for: $0) }
    let inner = drawing.addGroup(Group())
    for (group, style) in [(GroupID.root, 0), (inner, 0), (inner, 1), (inner, 2)] {
      drawing.appendPath(PathInfo(group: group, style: styles[style])) {
        $0.append(text: "M0 0 L1 1")
      }
    }
    let text = try Export(drawing).text
    #expect(
      text.hasSuffix(
        """
        viewBox="0 0 200 100" stroke-width="3">\
        <path d="M0 0l1 1" fill="none" stroke="#f00" stroke-linecap="round"/><g>\
        <path d="M0 0l1 1" fill="none" stroke="#f00" stroke-linecap="round"/>\
        <path d="M0 0l1 1" fill="none" stroke="#f00"/>\
        <path d="M0 0l1 1" fill="#f00"/></g></svg>

        """))
  }

  @Test("a stroke whose width changes along it is an area; one of another width a stroke of that")
  func widths() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let style = drawing.styleID(for: .pen)
    for _ in 0..<3 {
      drawing.appendPath(PathInfo(style: style, line: 7)) { $0.append(text: "M0 0 L1 1 L2 2") }
    }
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      for i in 0..<3 { widths[i] = 2.5 }
      for i in 3..<6 { widths[i] = Double(i) }
    }
    let export = try Export(drawing)
    #expect(export.values("stroke-width") == ["2.5"])
    #expect(export.values("d").count == 3)
    #expect(export.values("d")[1].hasSuffix("z"))
    #expect(export.diagnostics.isEmpty)
  }

  @Test func definitions() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let stops = [
      Gradient.Stop(offset: 0, color: .white),
      Gradient.Stop(offset: 1, color: Color(red: 0, green: 0, blue: 255, alpha: 0.5)),
    ]
    drawing.gradients = [
      Gradient(.linear(from: Point(0, 0), to: Point(9, 0)), stops: stops, id: "unused"),
      Gradient(
        .linear(from: Point(0, 0), to: Point(10, 0)), transform: .scale(x: 2, y: 0.000001),
        spread: .reflect, stops: stops, id: "sky"),
      Gradient(
        .radial(center: Point(5, 5), radius: 4, focus: Point(6, 5), focusRadius: 1),
        stops: [Gradient.Stop(offset: 0.5, color: .black, isCurrentColor: true)], id: "bad id)"),
    ]
    let content = drawing.addGroup(Group())
    drawing.patterns = [
      Pattern(
        tile: Rect(x: 0, y: 0, width: 4, height: 5), transform: .scale(x: 2, y: 2),
        content: content)
    ]
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L9 0 L9 9 Z") }
    let outer = drawing.addClip(fromPath: 0, id: "outer")
    drawing.appendClipPath(rule: .evenodd) { $0.append(text: "M0 0 L5 0 L5 5 Z") }
    let inner = drawing.addClip(fromPath: 1, parent: outer)
    let empty = drawing.addClip(fromPath: 2)
    let clipped = drawing.addGroup(Group(opacity: 0.5, clip: inner))
    let style = drawing.styleID(
      for: Style(
        fill: .gradient(GradientID(1)), stroke: .gradient(GradientID(2)), strokeWidth: 1))
    let patterned = drawing.styleID(for: Style(fill: .pattern(PatternID(0))))
    let dot = drawing.styleID(for: Style(fill: .color(.black)))
    drawing.appendPath(PathInfo(group: clipped, style: style)) { $0.append(text: "M0 0 L1 1") }
    drawing.appendPath(PathInfo(style: patterned, clip: empty)) { $0.append(text: "M0 0 L2 2") }
    drawing.appendPath(PathInfo(group: content, style: dot)) { $0.append(text: "M0 0 L3 3 L3 0 Z") }
    let text = try Export(drawing).text
    let start = try #require(text.firstRange(of: "<defs>"))
    #expect(
      text[start.lowerBound...] == """
        <defs><linearGradient id="sky" x1="0" y1="0" x2="10" y2="0" \
        gradientUnits="userSpaceOnUse" gradientTransform="matrix(2 0 0 0.000001 0 0)" \
        spreadMethod="reflect"><stop offset="0" stop-color="#fff"/>\
        <stop offset="1" stop-color="#00f" stop-opacity="0.5"/></linearGradient>\
        <radialGradient id="gradient1" cx="5" cy="5" r="4" fx="6" fy="5" fr="1" \
        gradientUnits="userSpaceOnUse"><stop offset="0.5" stop-color="currentColor"/>\
        </radialGradient><clipPath id="outer"><path d="M0 0h9v9z"/></clipPath>\
        <clipPath id="clip1" clip-path="url(#outer)">\
        <path d="M0 0h5v5z" clip-rule="evenodd"/></clipPath><clipPath id="clip2">\
        </clipPath><pattern id="pattern1" width="4" height="5" \
        patternUnits="userSpaceOnUse" patternTransform="matrix(2 0 0 2 0 0)">\
        <g transform="matrix(0.5 0 0 0.5 0 0)"><path d="M0 0l3 3V0z"/></g>\
        </pattern></defs><g opacity="0.5" clip-path="url(#clip1)">\
        <path d="M0 0l1 1" fill="url(#sky)" stroke="url(#gradient1)"/></g>\
        <path d="M0 0l2 2" fill="url(#pattern1)" clip-path="url(#clip2)"/></svg>

        """)
  }

  @Test("stops that several gradients have are written once")
  func sharedStops() throws {
    var drawing = Drawing()
    let stops = [
      Gradient.Stop(offset: 0, color: .black),
      Gradient.Stop(offset: 1, color: Color(red: 255, green: 0, blue: 0)),
    ]
    let line = Gradient.Shape.linear(from: Point(0, 0), to: Point(1, 0))
    let circle = Gradient.Shape.radial(
      center: Point(0, 0), radius: 1, focus: Point(0, 0), focusRadius: 0)
    drawing.gradients = [
      Gradient(line, stops: stops, id: "a"), Gradient(circle, stops: stops, id: "a"),
      Gradient(line, stops: Array(stops.suffix(1))),
    ]
    for row in 0..<3 {
      let style = drawing.styleID(for: Style(fill: .gradient(GradientID(UInt32(row)))))
      drawing.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L1 1 L1 0 Z") }
    }
    let text = try Export(drawing).text
    #expect(text.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink="))
    #expect(
      text.contains(
        """
        <defs><linearGradient id="stops1"><stop offset="0" stop-color="#000"/>\
        <stop offset="1" stop-color="#f00"/></linearGradient>\
        <linearGradient id="a" x1="0" y1="0" x2="1" y2="0" gradientUnits="userSpaceOnUse" \
        xlink:href="#stops1"/><radialGradient id="gradient1" cx="0" cy="0" r="1" \
        gradientUnits="userSpaceOnUse" xlink:href="#stops1"/><linearGradient id="gradient2" \
        x1="0" y1="0" x2="1" y2="0" gradientUnits="userSpaceOnUse"><stop offset="1" stop-color="#f00"/>
        """))
  }
}
