import PathModel
import PluginKit
import SVGFormat
import Testing

/// Clip paths become the drawing's clips.
@Suite struct SVGClipTests {
  static let box = "<path clip-path='url(#a)' d='M10 20h40v20h-40z'/>"

  /// What stands in the clip path, the clip's geometry and what is said. `A` stands for the clip path's
  /// own attributes.
  static let cases: [(String, String, [String], [String])] = [
    ("", "<rect width='5' height='4'/>", ["M0 0 L5 0 L5 4 L0 4 Z"], []),
    ("", "<path d='M0 0h5v4'/><path d='M1 1h2v2'/>", ["M0 0 L5 0 L5 4", "M1 1 L3 1 L3 3"], []),
    ("transform='scale(2)'", "<path d='M1 1h2'/>", ["M2 2 L6 2"], []),
    ("", "<path transform='translate(1)' d='M1 1h2'/>", ["M2 1 L4 1"], []),
    ("clipPathUnits='objectBoundingBox'", "<path d='M0 0L1 1'/>", ["M10 20 L50 40"], []),
    (
      "clipPathUnits='objectBoundingBox' transform='translate(5)'", "<path d='M0 0L1 1'/>",
      ["M15 20 L55 40"], []
    ),
    ("", "", [], []), ("", "<g><path d='M0 0h1'/></g>", [], []),
    ("transform='scale(0)'", "<path d='M0 0h1'/>", [], []),
    ("", "<path visibility='hidden' d='M0 0h1'/><path display='none' d='M0 0h1'/>", [], []),
    ("display='none'", "<path d='M0 0h1v1'/>", ["M0 0 L1 0 L1 1"], []),
    ("", "<use href='#p' x='1' transform='scale(2)'/>", ["M2 0 L4 0"], []),
    ("", "<use href='#g'/>", ["M0 0 L1 0"], []),
    ("", "<use href='#u'/>", [], []),
    ("", "<path d='M0 0h1e99' transform='scale(1e9)'/>", [], ["warning svg.out-of-range 3:18"]),
  ]

  @Test(arguments: cases)
  func clipPath(_ attributes: String, _ body: String, _ clips: [String], _ said: [String]) {
    let reading = SVGReading(
      body: "\(SVGClipTests.box)\n<clipPath id='a' \(attributes)>\(body)</clipPath>"
        + "<defs><path id='p' d='M0 0h1'/><g id='g'><path d='M0 0h1'/></g><use id='u' href='#p'/></defs>"
    )
    let drawing = reading.drawing
    #expect(drawing.clipTexts == (body.contains("#g") ? [] : clips))
    #expect(drawing.records.map(\.info.clip) == [ClipID(0)])
    #expect(drawing.clips.map(\.id) == ["a"])
    #expect(
      reading.said.map { $0.prefix(26) } == said.map { $0.prefix(26) }, "\(reading.said)")
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func rulesAreTheirOwn() {
    let reading = SVGReading(
      body: SVGClipTests.box + "<g clip-rule='evenodd'><clipPath id='a' fill-rule='evenodd'>"
        + "<path d='M0 0h1'/><path clip-rule='nonzero' d='M0 0h1'/></clipPath></g>")
    #expect(reading.drawing.clipPaths.map(\.rule) == [.evenodd, .nonzero])
  }

  @Test func clipsOfClips() {
    let reading = SVGReading(
      body: SVGClipTests.box + """
        <clipPath id='c'><path d='M0 0h3'/></clipPath>
        <clipPath id='b' transform='translate(9)'><path d='M0 0h2'/></clipPath>
        <clipPath id='a' clip-path='url(#b)'><path clip-path='url(#c)' d='M0 0h1'/><path d='M0 0h4'/>
        </clipPath>
        """)
    let drawing = reading.drawing
    #expect(drawing.clips.map(\.id) == ["b", "c", "a"])
    #expect(drawing.clips.map(\.parent) == [nil, nil, ClipID(0)])
    #expect(drawing.clipTexts == ["M9 0 L11 0", "M0 0 L3 0", "M0 0 L1 0", "M0 0 L4 0"])
    #expect(drawing.clipPaths.map(\.clip) == [.none, .none, ClipID(1), .none])
    #expect(drawing.invariantViolation() == nil)
    // Of a use and of what it refers to both.
    let both = SVGReading(
      body: SVGClipTests.box + """
        <clipPath id='b'><path d='M0 0h2'/></clipPath><clipPath id='c'><path d='M0 0h3'/></clipPath>
        <path id='p' clip-path='url(#b)' d='M0 0h1'/>
        <clipPath id='a'><use href='#p' clip-path='url(#c)'/></clipPath>
        """
    ).drawing
    let own = both.clipPaths.last?.clip ?? .none
    #expect(own != .none)
    #expect(both.clips[Int(own.index)].id == "b")
    #expect(both.clips[Int(own.index)].parent.map { both.clips[Int($0.index)].id } == "c")
  }

  @Test func theSameClipIsMadeOnce() {
    let reading = SVGReading(
      body: "<clipPath id='a'><path d='M0 0h1'/></clipPath>" + SVGClipTests.box + SVGClipTests.box
        + "<g transform='scale(2)'>\(SVGClipTests.box)</g>")
    #expect(reading.drawing.records.map(\.info.clip.index) == [0, 0, 1])
    #expect(reading.drawing.clipTexts == ["M0 0 L1 0", "M0 0 L2 0"])
  }

  @Test func groups() {
    func read(_ element: String) -> Drawing {
      let reading = SVGReading(
        body: "<clipPath id='a' clipPathUnits='objectBoundingBox'><path d='M0 0L1 1'/></clipPath>"
          + "<defs><path id='p' d='M1 1h2v4'/></defs>" + element)
      #expect(reading.said == [])
      #expect(reading.drawing.invariantViolation() == nil)
      return reading.drawing
    }
    let group = read(
      "<g clip-path='url(#a)' transform='translate(1)'><path d='M0 0h9v1'/><path d='M5 5v6'/></g>")
    #expect(group.groups.map(\.clip) == [nil, ClipID(0)])
    #expect(group.clipTexts == ["M1 0 L10 11"])
    let use = read("<use href='#p' x='10' clip-path='url(#a)'/>")
    #expect(use.groups.map(\.clip) == [nil, ClipID(0)])
    #expect(use.clipTexts == ["M11 1 L13 5"])
    // A nested svg is cut by its clip path outside of what it cuts its content to.
    let svg = read(
      "<svg id='s' x='1' width='2' height='2' clip-path='url(#a)'><path d='M0 0h9v1'/></svg>")
    #expect(svg.groups.map(\.clip) == [nil, ClipID(0), ClipID(1)])
    #expect(svg.groups.map(\.attributes.id) == [nil, "s", nil])
    #expect(svg.clipTexts == ["M1 0 L10 1", "M1 0 L3 0 L3 2 L1 2 Z"])
    // Nothing is painted, so nothing is cut.
    #expect(read("<g clip-path='url(#a)'/>").clips.isEmpty)
    // A line has no box that anything fits into.
    let line = read("<path d='M0 0h9' clip-path='url(#a)'/>")
    #expect(line.clips.map(\.pathCount) == [0])
  }

  /// What can't be cut, and what is said of it.
  static let faults: [(String, [String])] = [
    ("<path clip-path='url(#x)' d='M0 0h1'/>", ["warning svg.missing-reference 2:1"]),
    ("<path clip-path='url(#p)' id='p' d='M0 0h1'/>", ["warning svg.missing-reference 2:1"]),
    ("<path clip-path='url(x.svg#a)' d='M0 0h1'/>", ["loss clip 2:1"]),
    (
      "<clipPath id='a'><use href='o.svg#p'/></clipPath><path clip-path='url(#a)' d='M0 0h1'/>",
      ["loss use 2:18"]
    ),
  ]

  @Test(arguments: faults) func fault(_ body: String, _ expected: [String]) {
    #expect(SVGReading(body: body).said == expected)
  }

  @Test func cyclesAreLeftOut() {
    let reading = SVGReading(
      body: SVGClipTests.box + "<clipPath id='a'><path clip-path='url(#b)' d='M0 0h1'/></clipPath>"
        + "<clipPath id='b' clip-path='url(#a)'><path d='M0 0h2'/></clipPath>")
    #expect(reading.said.map { $0.prefix(28) } == ["warning svg.cyclic-reference"])
    #expect(reading.drawing.clipTexts == ["M0 0 L2 0", "M0 0 L1 0"])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  @Test func clipsThatMultiplyAreRefused() {
    var body = "<clipPath id='c0' clipPathUnits='objectBoundingBox'><path d='M0 0h1v1'/></clipPath>"
    for i in 1...12 {
      body += "<clipPath id='c\(i)' clipPathUnits='objectBoundingBox'>"
      for k in 0..<10 {
        body += "<path clip-path='url(#c\(i - 1))' d='M0 0h1v.\(k + 1)'/>"
      }
      body += "</clipPath>"
    }
    body += "<path clip-path='url(#c12)' d='M0 0h1v1'/>"
    #expect(
      SVGReading(body: body, limits: Limits(copies: 10_000)).error?.code == "svg.too-many-copies")
  }

  @Test func depthHasALimit() {
    var body = "<clipPath id='c0'><path d='M0 0h1v1'/></clipPath>"
    for i in 1...100 {
      body += "<clipPath id='c\(i)' clip-path='url(#c\(i - 1))'><path d='M0 0h1v1'/></clipPath>"
    }
    let reading = SVGReading(body: body + "<path clip-path='url(#c100)' d='M0 0h1v1'/>")
    #expect(reading.said.map { $0.prefix(9) } == ["loss clip"])
    #expect(reading.drawing.clips.count == 32)
  }
}
