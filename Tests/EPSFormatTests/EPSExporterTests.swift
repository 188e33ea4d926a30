import EPSFormat
import NumberText
import PathModel
import PluginKit
import Testing

/// What an exporter wrote and said.
struct Export {
  let text: String
  let diagnostics: [Diagnostic]

  init(_ drawing: Drawing, _ change: (inout EPSExporter) -> Void = { _ in }) throws {
    var exporter = EPSExporter()
    change(&exporter)
    #expect(drawing.invariantViolation() == nil)
    var sink = ByteSink()
    var context = Context()
    try exporter.write(drawing, to: &sink, &context)
    text = String(decoding: sink.takeBytes(), as: UTF8.self)
    diagnostics = context.diagnostics.entries
  }

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  /// What is painted: the lines between the page's setup and its end.
  var body: String {
    let all = lines
    guard let start = all.firstIndex(of: "%%EndPageSetup"), let end = all.lastIndex(of: "showpage")
    else { return "no page" }
    return all[(start + 1)..<(end - 2)].joined(separator: "\n")
  }

  /// The value of a comment of the header.
  func comment(_ name: String) -> String? {
    lines.first { $0.hasPrefix("%%\(name): ") }.map { String($0.dropFirst(name.utf8.count + 4)) }
  }
}

/// 100 × 50 px, in which one unit is one pixel.
private let page = Canvas(box: Rect(x: 0, y: 0, width: 100, height: 50))
private let red = Paint.color(Color(red: 255, green: 0, blue: 0))

private func drawing(
  _ paths: [(style: Style, path: String)], canvas: Canvas = page
) -> Drawing {
  var drawing = Drawing()
  drawing.canvas = canvas
  for (i, path) in paths.enumerated() {
    let style = drawing.styleID(for: path.style)
    drawing.appendPath(PathInfo(style: style, line: UInt32(i + 1))) { $0.append(text: path.path) }
  }
  return drawing
}

@Suite("EPS exporter: document")
struct EPSExporterDocumentTests {
  @Test("a whole file")
  func wholeFile() throws {
    let export = try Export(
      drawing([
        (Style(fill: red), "M0 0 L100 0 L100 50 Z"),
        (.pen, "M10 10 Q40 10 40 40 C50 50 60 50 70 40"),
      ]))
    #expect(
      export.text == """
        %!PS-Adobe-3.0 EPSF-3.0
        %%BoundingBox: 0 0 75 38
        %%HiResBoundingBox: 0 0 75 37.5
        %%Creator: Strokemill
        %%LanguageLevel: 2
        %%DocumentData: Clean7Bit
        %%Pages: 1
        %%EndComments
        %%BeginProlog
        /Strokemill 32 dict def
        Strokemill begin
        /m{moveto}bind def
        /l{lineto}bind def
        /c{curveto}bind def
        /h{closepath}bind def
        /n{newpath}bind def
        /f{fill}bind def
        /e{eofill}bind def
        /s{stroke}bind def
        /q{gsave}bind def
        /Q{grestore}bind def
        /W{clip newpath}bind def
        /E{eoclip newpath}bind def
        /S{strokepath clip newpath}bind def
        /g{setgray}bind def
        /r{setrgbcolor}bind def
        /w{setlinewidth}bind def
        /J{setlinecap}bind def
        /j{setlinejoin}bind def
        /M{setmiterlimit}bind def
        /d{setdash}bind def
        end
        %%EndProlog
        %%Page: 1 1
        %%BeginPageSetup
        Strokemill begin
        q
        %%EndPageSetup
        1 0 0 r
        0 37.5 m
        75 37.5 l
        75 0 l
        h
        f
        .75 w 1 J 1 j [] 0 d
        0 g
        7.5 30 m
        22.5 30 30 22.5 30 7.5 c
        37.5 0 45 0 52.5 7.5 c
        s
        Q
        end
        showpage
        %%Trailer
        %%EOF

        """)
    #expect(export.diagnostics.isEmpty)
  }

  @Test("page and units: one pixel is 0.75 pt, the lower left corner is the origin")
  func pages() throws {
    let a4 = Canvas(
      box: Rect(x: -10, y: 5, width: 420, height: 594), width: Length(210, .mm),
      height: Length(297, .mm))
    let export = try Export(drawing([(.pen, "M-10 599 L410 5")], canvas: a4))
    #expect(export.comment("BoundingBox") == "0 0 596 842")
    #expect(export.comment("HiResBoundingBox") == "0 0 595.275591 841.889764")
    #expect(export.body.contains("0 0 m\n595.276 841.89 l"))
    let inches = Canvas(
      box: Rect(x: 0, y: 0, width: 1, height: 1), width: Length(10, .in), height: Length(10, .in))
    let square = try Export(drawing([(Style(fill: red), "M0 0 L1 0 L1 1 Z")], canvas: inches))
    #expect(square.comment("BoundingBox") == "0 0 720 720")
    let small = Canvas(
      box: Rect(x: 0, y: 0, width: 10, height: 10), width: Length(0.3, .pt),
      height: Length(0.3, .pt))
    let dot = try Export(drawing([(.pen, "M0 0 L10 10")], canvas: small))
    #expect(dot.comment("BoundingBox") == "0 0 1 1")
    #expect(dot.comment("HiResBoundingBox") == "0 0 0.3 0.3")
    #expect(dot.diagnostics.map(\.code) == ["export.tiny"])
  }

  @Test("the box of the ink holds the strokes' width and leaves the origin where it is")
  func inkBounds() throws {
    let pen = Style(stroke: red, strokeWidth: 4, cap: .butt)
    let picture = drawing([(pen, "M20 10 L20 30"), (pen, "M-40 40 L40 40")])
    let ink = try Export(picture) { $0.bounds = .ink }
    #expect(ink.comment("HiResBoundingBox") == "-30 6 30 30")
    #expect(ink.comment("BoundingBox") == "-30 6 30 30")
    #expect(!ink.body.contains("rectclip"))
    // The page cuts off what lies beyond it, since a viewer of the SVG shows no more.
    let page = try Export(picture)
    #expect(page.comment("BoundingBox") == "0 0 75 38")
    #expect(page.body.hasPrefix("0 0 75 37.5 rectclip\n"))
    #expect(ink.body == page.body.dropFirst("0 0 75 37.5 rectclip\n".count))
  }

  @Test(
    "no title can break the file",
    arguments: [
      ("plain", "(plain)"), ("a) (b\\", "(a\\) \\(b\\\\)"), ("%%EOF\n%%EOF\r", "(%%EOF %%EOF )"),
      ("é 漢 \u{7}", "(\\351 ?  )"),
    ])
  func titles(_ title: String, _ expected: String) throws {
    var picture = drawing([(.pen, "M0 0 L1 1")])
    picture.document.attributes.title = title
    let export = try Export(picture)
    #expect(export.comment("Title") == expected)
    try checkConventions(export.text)
  }

  @Test func longTitleAndManyDashes() throws {
    var style = Style.pen
    style.dashes = (1...200).map { 1 / Double($0) + 1000 }
    var picture = drawing([(style, "M0 0 L1 1")])
    picture.document.attributes.title = String(repeating: "é(", count: 500)
    try checkConventions(Export(picture).text)
  }

  @Test func emptyDrawing() throws {
    let export = try Export(Drawing())
    #expect(export.diagnostics.map(\.code) == ["export.empty"])
    try checkConventions(export.text)
  }

  @Test("coordinates that PostScript can't hold stop the file, far ones warn")
  func farAway() throws {
    #expect(throws: ComponentError.self) { try Export(drawing([(.pen, "M0 0 L1e10 0")])) }
    let far = try Export(drawing([(.pen, "M0 0 L1e7 0")]))
    #expect(far.diagnostics.map(\.code) == ["eps.far"])
  }

  @Test("the same drawing gives the same bytes, and no exponent or word of a number")
  func numbers() throws {
    let picture = randomDrawing(seed: 5)
    let text = try Export(picture).text
    #expect(try Export(picture).text == text)
    for word in text.split(whereSeparator: { " \n[]/<>".contains($0) })
    where word.first?.isNumber == true {
      #expect(word.allSatisfy { "0123456789.-".contains($0) }, "\(word)")
    }
  }

  @Test("random drawings keep the conventions", arguments: 0..<UInt64(20))
  func conventions(_ seed: UInt64) throws {
    try checkConventions(Export(randomDrawing(seed: seed)).text)
    try checkConventions(
      Export(randomDrawing(seed: seed)) {
        $0.bounds = .ink
        $0.gray = true
      }.text)
  }
}

@Suite("EPS exporter: painting")
struct EPSExporterPaintingTests {
  private let line = "7.5 30 m\n15 30 l\n"

  private func body(
    _ style: Style, _ path: String = "M10 10 L20 10",
    _ change: (inout EPSExporter) -> Void = { _ in }
  ) throws -> String {
    try Export(drawing([(style, path)]), change).body
  }

  @Test func fillAndStroke() throws {
    let both = Style(
      fill: red, fillRule: .evenodd, stroke: .color(.white), strokeWidth: 2, miterLimit: 10,
      dashes: [4, 2], dashOffset: -1)
    #expect(
      try body(both) == "1.5 w 0 J 0 j 10 M [3 1.5] 3.75 d\n1 0 0 r\n" + line + "q e Q\n1 g\ns")
    var strokeFirst = both
    strokeFirst.strokeFirst = true
    strokeFirst.dashes = []
    #expect(
      try body(strokeFirst) == "1.5 w 0 J 0 j 10 M [] 0 d\n1 g\n" + line + "q s Q\n1 0 0 r\ne")
  }

  @Test("the state is written where it changes, and again after a clip ended")
  func stateChanges() throws {
    var picture = drawing([(.pen, "M10 10 L20 10"), (.pen, "M10 10 L20 10")])
    #expect(
      try Export(picture).body == ".75 w 1 J 1 j [] 0 d\n0 g\n" + line + "s\n" + line + "s")
    picture.appendClipPath(rule: .evenodd) { $0.append(text: "M0 0 L10 0 L10 10 Z") }
    let clip = picture.addClip(fromPath: 0)
    var info = picture.records[0].info
    info.clip = clip
    picture.setInfo(info, ofPath: 0)
    let pen = ".75 w 1 J 1 j [] 0 d\n0 g\n"
    #expect(
      try Export(picture).body
        == "q\n0 37.5 m\n7.5 37.5 l\n7.5 30 l\nh\nE\n" + pen + line + "s\nQ\n" + pen + line + "s")
  }

  @Test("nested clips open and close like brackets, and what nothing gets through isn't written")
  func nestedClips() throws {
    var picture = Drawing()
    picture.canvas = page
    let style = picture.styleID(for: Style(fill: red))
    picture.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L9 0 L9 9 Z") }
    let outer = picture.addClip(fromPath: 0)
    picture.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L5 0 L5 5 Z") }
    let inner = picture.addClip(fromPath: 1, parent: outer)
    let nothing = picture.addClip(fromPath: 2)
    let a = picture.addGroup(Group(clip: outer))
    let b = picture.addGroup(Group(parent: a, clip: nothing))
    for (group, clip) in [(a, inner), (a, ClipID.none), (b, .none), (GroupID.root, .none)] {
      picture.appendPath(PathInfo(group: group, style: style, clip: clip)) {
        $0.append(text: "M0 0 L1 0 L1 1 Z")
      }
    }
    let words = try Export(picture).body.split(whereSeparator: { $0 == "\n" || $0 == " " })
    #expect(
      words.filter { ["q", "Q", "W", "E", "f"].contains($0) }
        == ["q", "W", "q", "W", "q", "W", "f", "Q", "Q", "f", "Q", "f"])
  }

  @Test("clips of several paths: joined where that is right, else all is painted once in each")
  func clipUnions() throws {
    for (paths, rule, parts) in [
      (["M0 0 L9 0 L9 9 Z", "M20 0 L29 0 L29 9 Z"], FillRule.evenodd, 1),
      (["M0 0 L9 0 L9 9 Z", "M5 0 L14 0 L14 9 Z"], .nonzero, 1),
      (["M0 0 L9 0 L9 9 Z", "M5 0 L14 9 L14 0 Z"], .nonzero, 2),
      (["M0 0 L9 0 L9 9 Z", "M5 0 L14 0 L14 9 Z"], .evenodd, 2),
      (Array(repeating: "M0 0 L9 0 L9 9 Z", count: 64), .evenodd, 64),
      // More than is worth it: joined, with a loss.
      (Array(repeating: "M0 0 L9 0 L9 9 Z", count: 65), .evenodd, 1),
    ] {
      var picture = drawing([(.pen, "M10 10 L20 10")])
      for path in paths { picture.appendClipPath(rule: rule) { $0.append(text: path) } }
      picture.groups[0].clip = picture.addClip(fromPath: 0)
      let export = try Export(picture)
      #expect(export.body.split(separator: "\n").filter { $0 == "s" }.count == parts)
      #expect(export.diagnostics.map(\.kind) == (paths.count > 64 ? ["clip"] : []))
    }
  }

  @Test("clips within clips, of a clip as a whole and of its paths")
  func clipsOfClips() throws {
    var picture = drawing([(.pen, "M10 10 L20 10")])
    func add(_ paths: [(String, ClipID)], within parent: ClipID? = nil) -> ClipID {
      let first = picture.clipPaths.count
      for (path, clip) in paths {
        picture.appendClipPath(rule: .nonzero, clip: clip) { $0.append(text: path) }
      }
      return picture.addClip(fromPath: first, parent: parent)
    }
    let outer = add([("M0 0 L4 0 L4 4 Z", .none)])
    let own = add([("M0 0 L8 0 L8 8 Z", .none)])
    picture.groups[0].clip = add(
      [("M0 0 L12 0 L12 12 Z", own), ("M0 0 L16 0 L16 16 Z", .none)], within: outer)
    let body = try Export(picture).body.split(separator: "\n").filter {
      $0.hasSuffix(" l") || ["q", "W", "s", "Q"].contains($0)
    }
    // Of each path its first line.
    func path(_ x: String) -> [String] { ["\(x) 37.5 l"] }
    let found = body.filter { !$0.hasSuffix(" l") || $0.hasSuffix(" 37.5 l") }
    #expect(
      found.map { String($0) } == ["q"] + path("3") + ["W", "q"] + path("6") + ["W", "q"]
        + path("9") + [
          "W", "s", "Q", "Q", "q",
        ] + path("12") + ["W", "s", "Q", "Q"])
  }

  @Test("dots: a square cap needs a direction, which PostScript doesn't give a point")
  func dots() throws {
    let square = Style(stroke: red, strokeWidth: 4, cap: .square)
    let state = "3 w 2 J 0 j 4 M [] 0 d\n1 0 0 r\n"
    #expect(try body(square, "M10 10 L10 10") == state + "7.5 30 m\n7.5001 30 l\ns")
    #expect(try body(square, "M10 10 Z") == state + "7.5 30 m\n7.5001 30 l\ns")
    var round = square
    round.cap = .round
    #expect(try body(round, "M10 10 Z").hasSuffix("7.5 30 m\nh\ns"))
    #expect(try body(square, "M10 10 L20 10").hasSuffix(line + "s"))
  }

  @Test("dashes without length are gaps where nothing caps them")
  func emptyDashes() throws {
    for (dashes, offset, cap, expected) in [
      ([4.0, 4, 0, 4], 0.0, Style.Cap.butt, "[3 6] 0 d"),
      ([0, 4, 8, 4], 0, .butt, "[6 6] 9 d"), ([0, 4, 8, 4], 0, .round, "[0 3 6 3] 0 d"),
      ([0, 4, 8], 0, .butt, "[6 0 3 9] 15 d") as ([Double], Double, Style.Cap, String),
    ] {
      var style = Style(stroke: red, cap: cap)
      style.dashes = dashes
      style.dashOffset = offset
      #expect(try body(style).contains(expected))
    }
    var nothing = Style(stroke: red)
    nothing.dashes = [0, 5]
    #expect(try body(nothing) == "")
  }

  @Test func grayAndMinimalWidth() throws {
    let blue = Style(
      stroke: .color(Color(red: 0, green: 0, blue: 255)), strokeWidth: 0.1, cap: .round)
    #expect(try body(blue) { $0.gray = true }.contains(".11 g\n"))
    #expect(try body(blue).hasPrefix(".075 w"))
    #expect(try body(blue) { $0.minWidth = Length(1, .pt) }.hasPrefix("1 w"))
    #expect(try body(blue) { $0.minWidth = Length(3, .sw) }.hasPrefix(".225 w"))
    var none = blue
    none.strokeWidth = 0
    #expect(try body(none) { $0.minWidth = Length(1, .pt) } == "")
  }

  @Test("something clear is painted over the paper and again over each thing that lies under it")
  func transparency() throws {
    let blue = Style(fill: .color(Color(red: 0, green: 0, blue: 255)))
    let half = Style(fill: red, fillOpacity: 0.5)
    // The first is a corner beside it, the second lies under it.
    let export = try Export(
      drawing([
        (blue, "M40 40 L50 40 L50 50 Z"), (blue, "M0 0 L10 0 L10 10 L0 10 Z"),
        (half, "M5 5 L15 5 L15 15 L5 15 Z"),
      ]))
    let square = "3.75 33.75 m\n11.25 33.75 l\n11.25 26.25 l\n3.75 26.25 l\nh\n"
    #expect(
      export.body.hasSuffix(
        "1 .5 .5 r\n" + square + "f\nq\n" + square
          + "W\n.5 0 .5 r\n0 37.5 m\n7.5 37.5 l\n7.5 30 l\n0 30 l\nh\nf\nQ"))
    // What is hidden by something around it doesn't count.
    let page = "M0 0 L50 0 L50 50 L0 50 Z"
    let hidden = try Export(
      drawing([(blue, "M6 6 L9 9 L6 9 Z"), (blue, page), (half, "M5 5 L15 5 L15 15 L5 15 Z")]))
    #expect(hidden.body.hasSuffix(".5 0 .5 r\n" + square + "f"))
    // So it is within any outline, but not across one, a hole's included.
    let round = "M-20 10 C-20 -30 40 -30 40 10 C40 50 -20 50 -20 10 Z"
    for (path, isHidden) in [
      (round, true), (round + " M-9 -9 L-8 -9 L-8 -8 Z", true),
      (round + " M8 8 L10 8 L10 10 L8 10 Z", false), ("M0 0 L12 0 L12 50 L0 50 Z", false),
    ] {
      var under = blue
      under.fillRule = .evenodd
      let export = try Export(
        drawing([(under, path), (half, "M5 5 L15 5 L15 15 L5 15 Z")]))
      #expect(export.body.contains("W\n") != isHidden, "\(path)")
    }
  }

  @Test("what lies over too much is blended with the paper, and that's said")
  func tooMuchTransparency() throws {
    let half = Style(fill: red, fillOpacity: 0.5)
    let pile = Array(repeating: (half, "M0 0 L20 0 L20 20 Z"), count: 40)
    let export = try Export(drawing(pile))
    #expect(export.diagnostics.map(\.code) == ["eps.opacity", "eps.opacity-approximate"])
    #expect(export.body.utf8.count < 8_000_000)
    // Gradients count with their stops, groups in groups with what they hold.
    var glass = drawing([])
    let stops = (0..<200).map {
      Gradient.Stop(
        offset: Double($0) / 200, color: Color(red: UInt8($0), green: 9, blue: 0, alpha: 0.5))
    }
    glass.gradients = [
      Gradient(.linear(from: Point(0, 0), to: Point(0.1, 0)), spread: .repeat, stops: stops)
    ]
    let sky = glass.styleID(for: Style(fill: .gradient(GradientID(0))))
    let clear = glass.styleID(for: half)
    var group = GroupID.root
    for n in 0..<60 {
      group = glass.addGroup(Group(parent: group, opacity: 0.9))
      glass.appendPath(PathInfo(group: group, style: n % 2 == 0 ? sky : clear)) {
        $0.append(text: "M0 0 L20 0 L20 20 Z")
      }
    }
    #expect(try Export(glass).body.utf8.count < 30_000_000)
  }

  @Test("clips whose paths are clipped again and again by both of two are found out once each")
  func clipsClippedTwice() throws {
    var picture = drawing([])
    var clip = ClipID.none
    for n in 0..<60 {
      let first = picture.clipPaths.count
      for _ in 0..<2 {
        picture.appendClipPath(rule: .nonzero, clip: clip) {
          $0.append(text: "M0 0 L\(90 - n) 0 L50 50 Z")
        }
      }
      clip = picture.addClip(fromPath: first)
    }
    let style = picture.styleID(for: Style(fill: red))
    picture.appendPath(PathInfo(style: style, clip: clip)) {
      $0.append(text: "M0 0 L20 0 L20 20 Z")
    }
    let export = try Export(picture)
    #expect(export.diagnostics.map(\.code) == ["eps.clip-union"])
    #expect(export.body.utf8.count < 100_000)
  }

  @Test("opacity is blended with the paper and reported, but nothing that can't be seen is")
  func opacity() throws {
    var half = Style(fill: red, fillOpacity: 0.5)
    let export = try Export(drawing([(half, "M0 0 L9 9 L9 0 Z"), (half, "M0 0 L9 9 L9 0 Z")]))
    #expect(export.body.hasPrefix("1 .5 .5 r\n"))
    #expect(export.body.contains("1 .25 .25 r\n"))
    #expect(export.diagnostics.map(\.kind) == ["opacity"])
    #expect(export.diagnostics.first?.count == 2)
    #expect(export.diagnostics.first?.place == Diagnostic.Place(line: 1))
    #expect(try body(half) { $0.paper = .black }.hasPrefix(".5 0 0 r\n"))
    half.fillOpacity = 0
    let clear = try Export(drawing([(half, "M0 0 L9 9 L9 0 Z")]))
    #expect(clear.body == "" && clear.diagnostics.isEmpty)
    var picture = drawing([(Style(fill: red, opacity: 0.5), "M0 0 L9 9 L9 0 Z")])
    picture.groups[0].opacity = 0.5
    #expect(try Export(picture).body.hasPrefix("1 .75 .75 r\n"))
  }

  @Test func gradients() throws {
    var picture = Drawing()
    picture.canvas = page
    let stops = [
      Gradient.Stop(offset: 0, color: .white),
      Gradient.Stop(offset: 0.5, color: Color(red: 255, green: 0, blue: 0)),
      Gradient.Stop(offset: 0.5, color: .black),
    ]
    picture.gradients = [
      Gradient(.linear(from: Point(0, 0), to: Point(10, 0)), spread: .reflect, stops: stops),
      Gradient(.linear(from: Point(5, 5), to: Point(5, 5)), stops: stops),
    ]
    let sky = picture.styleID(for: Style(fill: .gradient(GradientID(0))))
    let flat = picture.styleID(for: Style(fill: .gradient(GradientID(1))))
    for style in [sky, flat] {
      picture.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L20 0 L20 20 Z") }
    }
    let export = try Export(picture)
    #expect(export.comment("LanguageLevel") == "3")
    #expect(
      export.body == """
        0 37.5 m
        15 37.5 l
        15 22.5 l
        h
        q W
        [.75 0 0 -.75 0 37.5 ]concat
        <</ShadingType 2/Coords[0 0 20 0 ]/Domain[0 2 ]/Extend[true true]
        /ColorSpace/DeviceRGB/Function
        <</FunctionType 3/Domain[0 2 ]/Functions[
        <</FunctionType 2/Domain[0 1]/N 1/C0[1 1 1 ]/C1[1 0 0 ]>>
        <</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 ]/C1[0 0 0 ]>>
        <</FunctionType 2/Domain[0 1]/N 1/C0[0 0 0 ]/C1[0 0 0 ]>>
        <</FunctionType 2/Domain[0 1]/N 1/C0[1 0 0 ]/C1[1 1 1 ]>>
        ]/Bounds[
        .5\u{20}
        1\u{20}
        1.5\u{20}
        ]/Encode[
        0 1
        0 1
        0 1
        0 1
        ]>>
        >>shfill
        Q n
        0 g
        0 37.5 m
        15 37.5 l
        15 22.5 l
        h
        f
        """)
  }

  @Test("after too many passages between colours a gradient is one colour, and that's said")
  func tooManyPassages() throws {
    var picture = drawing([])
    picture.gradients = [
      Gradient(
        .linear(from: Point(0, 0), to: Point(1, 0)), spread: .repeat,
        stops: (0..<100).map {
          Gradient.Stop(offset: Double($0) / 99, color: Color(red: UInt8($0), green: 99, blue: 0))
        })
    ]
    let style = picture.styleID(for: Style(fill: .gradient(GradientID(0))))
    for _ in 0..<60 {
      picture.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L20 0 L20 20 Z") }
    }
    let export = try Export(picture)
    #expect(export.body.hasSuffix("q W\n.196 .388 0 r clippath f\nQ n"))
    #expect(export.diagnostics.contains { $0.code == "eps.gradient-repeats" })
  }

  @Test("strokes whose width changes are areas")
  func changingWidths() throws {
    var picture = drawing([
      (Style(stroke: .color(.black), strokeWidth: 1), "M10 10 L20 10")
    ])
    picture.makeWidths()
    picture.withMutableWidths { widths in
      widths[0] = 2
      widths[1] = 4
    }
    let export = try Export(picture)
    #expect(export.body.hasSuffix("h\nf"))
    #expect(!export.body.contains(" w "))
    #expect(export.diagnostics.isEmpty)
  }

  /// A page with a square of 8 that is filled with a pattern of 4 by 4, whose tile holds a path.
  private func patterned(
    _ tile: String, _ square: String = "M0 0 L8 0 L8 8 L0 8 Z",
    style: Style = Style(fill: .color(.black)),
    transform: Affine = .identity
  ) -> Drawing {
    var picture = Drawing()
    picture.canvas = page
    let content = picture.addGroup(Group())
    picture.patterns = [
      Pattern(
        tile: Rect(x: 0, y: 0, width: 4, height: 4), transform: transform, content: content)
    ]
    let tiled = picture.styleID(for: Style(fill: .pattern(PatternID(0))))
    let own = picture.styleID(for: style)
    picture.appendPath(PathInfo(style: tiled)) { $0.append(text: square) }
    picture.appendPath(PathInfo(group: content, style: own)) { $0.append(text: tile) }
    return picture
  }

  @Test("patterns are painted tile by tile, as often as they're seen")
  func patterns() throws {
    let export = try Export(patterned("M1 1 L2 1 L2 2 Z"))
    #expect(export.diagnostics.isEmpty)
    #expect(
      export.body == """
        0 37.5 m
        6 37.5 l
        6 31.5 l
        0 31.5 l
        h
        q W
        /T1{
        0 g
        .75 36.75 m
        1.5 36.75 l
        1.5 36 l
        h
        f
        }bind def
        0 1 1{/Y1 exch def 0 1 1{/X1 exch def q
        X1 3 mul Y1 0 mul add X1 0 mul Y1 -3 mul add translate T1 Q}for}for
        Q n
        """)
    // What reaches beyond the tile is cut off.
    #expect(
      try Export(patterned("M1 1 L5 1 L2 2 Z")).body.contains(
        "/T1{\n0 37.5 m\n3 37.5 l\n3 34.5 l\n0 34.5 l\nh W\n"))
    #expect(
      try Export(patterned("M2 2 L2 2.5", style: .pen)).body.contains("/T1{\n.75 w 1 J"))
    // Painted once more, the tile is there already.
    var twice = patterned("M1 1 L2 1 L2 2 Z")
    let again = twice.records[0].info
    twice.appendPath(again) { $0.append(text: "M0 0 L4 0 L4 4 Z") }
    let body = try Export(twice).body
    #expect(body.split(separator: "\n").filter { $0 == "/T1{" }.count == 1)
    #expect(
      body.hasSuffix(
        "q W\n0 1 0{/Y1 exch def 0 1 0{/X1 exch def q\n"
          + "X1 3 mul Y1 0 mul add X1 0 mul Y1 -3 mul add translate T1 Q}for}for\nQ n"))
    // A pattern's own transform moves its tiles, not the columns that are seen.
    #expect(
      try Export(patterned("M1 1 L2 1", transform: .translation(x: -6, y: 0))).body.contains(
        "0 1 1{/Y1 exch def 1 1 3{/X1 exch def"))
    #expect(
      try Export(patterned("M1 1 L2 1", transform: Affine(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)))
        .body.contains(
          "X1 0 mul Y1 -3 mul add X1 -3 mul Y1 0 mul add translate"))
  }

  @Test("patterns that can't be painted are losses")
  func lostPatterns() throws {
    var itself = patterned("M1 1 L2 1 L2 2 Z")
    itself.replaceStyles([itself.styles[0], itself.styles[0]])
    let export = try Export(itself)
    #expect(export.diagnostics.map(\.kind) == ["pattern"])
    let tiny = try Export(patterned("M1 1 L2 1 L2 2 Z", transform: .scale(x: 1e-3, y: 1e-3)))
    #expect(tiny.diagnostics.map(\.code.rawValue) == ["eps.pattern"])
    // Where the tile is empty, nothing is painted and nothing lost.
    var empty = patterned("M1 1 L2 1 L2 2 Z")
    empty.patterns[0].content = empty.addGroup(Group())
    #expect(try Export(empty).body == "0 g\n.75 36.75 m\n1.5 36.75 l\n1.5 36 l\nh\nf")
  }

  @Test("a tile too long for a procedure is written out each time")
  func longTiles() throws {
    var path = "M1 1"
    for i in 0..<21_000 { path += " L2 \(i % 2)" }
    let body = try Export(patterned(path)).body
    #expect(!body.contains("/T1{"))
    #expect(body.split(separator: "\n").filter { $0 == "f" }.count == 4)
    #expect(body.contains("q 3 -3 translate\n"))
  }

  @Test("inside its focal circle a repeated gradient goes on to the point where it begins")
  func repeatedFocus() throws {
    var picture = Drawing()
    picture.canvas = page
    picture.gradients = [
      Gradient(
        .radial(center: Point(5, 5), radius: 6, focus: Point(5, 5), focusRadius: 2),
        spread: .repeat,
        stops: [
          Gradient.Stop(offset: 0, color: .black),
          Gradient.Stop(offset: 1, color: Color(red: 255, green: 0, blue: 0)),
        ])
    ]
    let style = picture.styleID(for: Style(fill: .gradient(GradientID(0))))
    picture.appendPath(PathInfo(style: style)) { $0.append(text: "M2 2 L8 2 L8 8 L2 8 Z") }
    let body = try Export(picture).body
    #expect(body.contains("/ShadingType 3/Coords[5 5 0 5 5 6 ]/Domain[-.5 1 ]"))
    // Half of a period, from the colour between the two.
    #expect(body.contains("/C0[.5 0 0 ]/C1[1 0 0 ]"))
  }
}
