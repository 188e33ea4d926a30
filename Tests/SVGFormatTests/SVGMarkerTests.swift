import PathModel
import PluginKit
import Testing

@testable import SVGFormat

/// Markers: where they stand, which way they turn, how large they are and what they are cut to.
@Suite struct SVGMarkerTests {
  /// A shape with a marker on each vertex, of which the path alone is drawn: an arrow a unit long from
  /// the marker's reference point.
  static func reading(
    _ shape: String, marker: String = "orient='auto'", content: String = "<path d='M0 0h1'/>",
    before: String = ""
  ) -> SVGReading {
    SVGReading(
      body: "<marker id='m' overflow='visible' \(marker)>\(content)</marker>\(before)"
        + "<g marker-start='url(#m)' marker-mid='url(#m)' marker-end='url(#m)'>\(shape)</g>",
      root: "viewBox='0 0 200 100'")
  }

  // MARK: Vertices and directions

  static let shapes: [(String, [String])] = [
    ("<path d='M10 0h10v10'/>", ["M10 0 L11 0", "M20 0 L20.707 0.707", "M20 10 L20 11"]),
    ("<line x1='5' x2='5' y2='9'/>", ["M5 0 L5 1", "M5 9 L5 10"]),
    ("<polyline points='0 0 9 0 9 9'/>", ["M0 0 L1 0", "M9 0 L9.707 0.707", "M9 9 L9 10"]),
    // Where it's closed, the bisector counts at both ends.
    (
      "<polygon points='0 0 8 0 8 8 0 8'/>",
      [
        "M0 0 L0.707 -0.707", "M8 0 L8.707 0.707", "M8 8 L7.293 8.707", "M0 8 L-0.707 7.293",
        "M0 0 L0.707 -0.707",
      ]
    ),
    // There and back: a quarter turn.
    ("<path d='M0 0h5z'/>", ["M0 0 L0 1", "M5 0 L5 1", "M0 0 L0 1"]),
    ("<path d='M0 0v-5l0 9'/>", ["M0 0 L0 -1", "M0 -5 L-1 -5", "M0 4 L0 5"]),
    // A curve's ends have its tangents, whichever control point gives one.
    ("<path d='M0 0C0 5 5 5 5 0'/>", ["M0 0 L0 1", "M5 0 L5 -1"]),
    ("<path d='M0 0C0 0 0 5 5 5'/>", ["M0 0 L0 1", "M5 5 L6 5"]),
    ("<path d='M0 0C5 0 5 5 5 5'/>", ["M0 0 L1 0", "M5 5 L5 6"]),
    ("<path d='M0 0Q5 0 5 5'/>", ["M0 0 L1 0", "M5 5 L5 6"]),
    // An arc is one segment, however many curves it is.
    ("<path d='M0 0a5 5 0 1 1 10 0'/>", ["M0 0 L0 -1", "M10 0 L10 1"]),
    // No length: as before it, else as after it, else along the x axis.
    ("<path d='M0 0v5l0 0'/>", ["M0 0 L0 1", "M0 5 L0 6", "M0 5 L0 6"]),
    ("<path d='M0 0l0 0v5'/>", ["M0 0 L0 1", "M0 0 L0 1", "M0 5 L0 6"]),
    ("<path d='M3 3l0 0'/>", ["M3 3 L4 3", "M3 3 L4 3"]),
    ("<path d='M3 3z'/>", ["M3 3 L4 3", "M3 3 L4 3"]),
    // Subpaths: the first and the last vertex of the path are start and end.
    (
      "<path d='M0 0h5M0 9v5'/>", ["M0 0 L1 0", "M5 0 L6 0", "M0 9 L0 10", "M0 14 L0 15"]
    ),
    // What goes on after a closepath has no vertex of its own there.
    (
      "<path d='M0 0h5v5zv-5'/>",
      [
        "M0 0 L0.383 -0.924", "M5 0 L5.707 0.707", "M5 5 L4.076 5.383", "M0 0 L0.383 -0.924",
        "M0 -5 L0 -6",
      ]
    ),
    // Where a subpath is closed before another, the vertex is drawn once.
    (
      "<path d='M0 0h5zM9 9v1'/>", ["M0 0 L0 1", "M5 0 L5 1", "M9 9 L9 10", "M9 10 L9 11"]
    ),
    (
      "<rect x='1' width='5' height='5'/>",
      [
        "M1 0 L1.707 -0.707", "M6 0 L6.707 0.707", "M6 5 L5.293 5.707", "M1 5 L0.293 4.293",
        "M1 0 L1.707 -0.707",
      ]
    ),
    (
      "<circle r='5'/>",
      ["M5 0 L5 1", "M0 5 L-1 5", "M-5 0 L-5 -1", "M0 -5 L1 -5", "M5 0 L5 1"]
    ),
    ("<path d='M0 0'/>", []), ("<path display='none' d='M0 0h5'/>", []),
    ("<path visibility='hidden' d='M0 0h5'/>", []),
    ("<path d='M0 0h5' marker-start='none' marker-mid='none'/>", ["M5 0 L6 0"]),
    ("<path d='M0 0h5' style='marker:none'/>", []),
    // `marker` is no attribute.
    ("<path d='M0 0h5' marker='none' marker-end='none'/>", ["M0 0 L1 0"]),
  ]

  @Test(arguments: shapes) func vertices(_ shape: String, _ expected: [String]) {
    let reading = Self.reading(shape)
    let markers = reading.drawing.records.indices.filter { row in
      reading.drawing.records[row].info.group != GroupID(1)
    }
    #expect(markers.map { reading.drawing.roundedText(ofPath: $0) } == expected)
    #expect(reading.said == [])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  // MARK: The marker

  /// Markers on a line of width 2 to the right from 10,10, and what becomes of `M0 0h1` at its start.
  static let markers: [(String, String)] = [
    ("", "M10 10 L12 10"),
    ("markerUnits='strokeWidth'", "M10 10 L12 10"),
    ("markerUnits='userSpaceOnUse'", "M10 10 L11 10"),
    ("markerUnits='x'", "M10 10 L12 10"),
    ("orient='90'", "M10 10 L10 12"), ("orient='-90deg'", "M10 10 L10 8"),
    ("orient='100grad'", "M10 10 L10 12"), ("orient='.25turn'", "M10 10 L10 12"),
    ("orient='auto'", "M10 10 L12 10"), ("orient='auto-start-reverse'", "M10 10 L8 10"),
    ("refX='1' refY='2'", "M8 6 L10 6"),
    ("orient='90' refX='1'", "M10 8 L10 10"),
    // Percentages are of the viewport around, or of the view box.
    ("refX='1%' refY='1%'", "M6 8 L8 8"),
    ("viewBox='0 0 3 3' refX='50%'", "M7 10 L9 10"),
    ("refX='center' refY='bottom'", "M7 4 L9 4"),
    ("markerWidth='5' refX='right'", "M0 10 L2 10"),
    ("viewBox='1 1 3 3' refX='left' refY='top'", "M8 8 L10 8"),
    ("viewBox='0 0 6 6'", "M10 10 L11 10"),
    ("viewBox='0 0 6 6' markerWidth='12' markerHeight='6'", "M10 10 L12 10"),
    (
      "viewBox='0 0 6 6' markerWidth='12' markerHeight='6' preserveAspectRatio='none'",
      "M10 10 L14 10"
    ),
    (
      "viewBox='0 0 6 6' markerWidth='12' markerHeight='6' preserveAspectRatio='xMinYMin slice'",
      "M10 10 L14 10"
    ),
    ("markerWidth='0'", ""), ("viewBox='0 0 0 5'", ""),
  ]

  @Test(arguments: markers) func marker(_ attributes: String, _ expected: String) {
    let reading = SVGReading(
      body: "<marker id='m' overflow='visible' \(attributes)><path d='M0 0h1'/></marker>"
        + "<path marker-start='url(#m)' stroke='red' stroke-width='2' d='M10 10h50'/>",
      root: "viewBox='0 0 200 100'")
    #expect(reading.paths == ["M10 10 L60 10"] + (expected.isEmpty ? [] : [expected]))
    #expect(reading.said == [])
  }

  @Test func markersGoWithTheTransformOfTheirShape() {
    let reading = Self.reading(
      "<path transform='translate(10,0) scale(2,1)' d='M0 0h5v5'/>", marker: "orient='auto'")
    #expect(
      reading.drawing.records.indices.map { reading.drawing.roundedText(ofPath: $0) }
        == ["M10 0 L20 0 L20 5", "M10 0 L12 0", "M20 0 L21.414 0.707", "M20 5 L20 6"])
  }

  @Test func contentIsCutToTheViewportUnlessItMayOverflow() {
    func clips(_ marker: String, _ shape: String = "<path d='M0 0h9'/>", content: String) -> Int {
      let reading = SVGReading(
        body: "<marker id='m' \(marker)>\(content)</marker>"
          + "<g marker-start='url(#m)' marker-end='url(#m)'>\(shape)</g>")
      #expect(reading.drawing.invariantViolation() == nil)
      return reading.drawing.clips.count
    }
    #expect(clips("", content: "<path d='M0 0h9'/>") == 2)
    #expect(clips("", content: "<path d='M0 0h3'/>") == 0)
    #expect(clips("overflow='visible'", content: "<path d='M0 0h9'/>") == 0)
    #expect(clips("overflow='auto'", content: "<path d='M0 0h9'/>") == 0)
    #expect(clips("overflow='scroll'", content: "<path d='M0 0h9'/>") == 2)
    // By default an element shows what overflows; that is what is inherited.
    #expect(clips("overflow='inherit'", content: "<path d='M0 0h9'/>") == 0)
    #expect(clips("viewBox='0 0 9 9'", content: "<path d='M0 0h9'/>") == 0)
    let cut = SVGReading(
      body: "<marker id='m' viewBox='0 0 4 4' refX='2' orient='90'><path d='M0 0h9'/></marker>"
        + "<path marker-end='url(#m)' d='M0 0h9'/>")
    #expect(cut.drawing.clipTexts == ["M9 -1.5 L9 1.5 L6 1.5 L6 -1.5 Z"])
  }

  @Test func markersHaveAGroupOfTheirOwnAndTheLookOfWhereTheyStand() {
    let reading = SVGReading(
      body:
        "<g fill='red'><marker id='m' stroke='blue' overflow='visible'><g><path id='a' d='M0 0h1'/></g>"
        + "</marker></g><path id='p' fill='lime' opacity='.5' marker-end='url(#m)' d='M0 0h5'/>")
    let drawing = reading.drawing
    #expect(reading.said == [])
    #expect(reading.paths == ["M0 0 L5 0", "M5 0 L6 0"])
    let style = drawing.style(ofPath: 1)
    #expect(style.fill.color?.css == "#ff0000" && style.stroke.color?.css == "#0000ff")
    // The opacity is that of the shape with its markers.
    #expect(drawing.style(ofPath: 0).opacity == 1)
    let outer = drawing.records[0].info.group
    #expect(drawing.groups[Int(outer.index)].opacity == 0.5)
    let inner = drawing.records[1].info.group
    let markers = drawing.groups[Int(inner.index)].parent
    #expect(drawing.groups[Int(markers.index)].parent == outer)
    // What is repeated isn't called by its id.
    #expect(drawing.attributes(ofPath: 0).id == "p")
    #expect(drawing.attributes(ofPath: 1).id == nil)
  }

  // MARK: The order of painting

  static let orders: [(String, [String])] = [
    ("normal", ["fill stroke", "marker"]), ("fill", ["fill stroke", "marker"]),
    ("fill markers", ["fill", "marker", "stroke"]),
    ("stroke markers fill", ["stroke", "marker", "fill"]),
    ("markers", ["marker", "fill stroke"]), ("markers stroke", ["marker", "stroke fill"]),
    ("stroke", ["stroke fill", "marker"]),
    ("stroke markers fill x", ["fill stroke", "marker"]),
  ]

  @Test(arguments: orders) func order(_ order: String, _ expected: [String]) {
    let reading = SVGReading(
      body: "<marker id='m' overflow='visible'><path fill='blue' d='M0 0h1'/></marker>"
        + "<path id='p' class='c' fill='red' stroke='lime' paint-order='\(order)' marker-end='url(#m)'"
        + " d='M0 0h5'/>")
    let found = reading.drawing.records.indices.map { row in
      let style = reading.drawing.style(ofPath: row)
      if style.fill.color?.css == "#0000ff" { return "marker" }
      let parts = [style.fill.isVisible ? "fill" : nil, style.stroke.isVisible ? "stroke" : nil]
      return (style.strokeFirst ? parts.reversed() : parts).compactMap { $0 }.joined(separator: " ")
    }
    #expect(found == expected)
    let ids = reading.drawing.records.indices.compactMap {
      reading.drawing.attributes(ofPath: $0).id
    }
    #expect(ids == ["p"])
    #expect(reading.drawing.invariantViolation() == nil)
  }

  // MARK: Paints of the context

  static let contexts: [(String, String)] = [
    (
      "<marker id='m'><path fill='context-stroke' stroke='context-fill' d='M0 0h1'/></marker>"
        + "<path fill='red' stroke='lime' marker-end='url(#m)' d='M0 0h5'/>",
      "#ff0000 #00ff00, #00ff00 #ff0000"
    ),
    (
      "<defs><path id='p' fill='context-stroke' stroke='context-fill' d='M0 0h1'/></defs>"
        + "<use href='#p' fill='red' stroke='lime'/><use href='#p' fill='blue'/>",
      "#00ff00 #ff0000, - #0000ff"
    ),
    // The shape's own paint comes from the `use`, and its markers' from the shape.
    (
      "<marker id='m'><path fill='context-stroke' d='M0 0h1'/></marker><defs><path id='p'"
        + " fill='none' stroke='context-fill' marker-end='url(#m)' d='M0 0h1'/></defs>"
        + "<use href='#p' fill='red'/>",
      "- #ff0000, #ff0000 -"
    ),
    (
      "<g color='red'><defs><path id='p' color='blue' fill='context-fill' d='M0 0h1'/></defs>"
        + "<g color='lime'><use href='#p' fill='currentColor'/></g></g>", "#00ff00 -"
    ),
    ("<path fill='context-fill' stroke='context-stroke' d='M0 0h1'/>", "- -"),
  ]

  @Test(arguments: contexts) func context(_ body: String, _ expected: String) {
    let reading = SVGReading(body: body)
    let found = reading.drawing.records.indices.map { row in
      let style = reading.drawing.style(ofPath: row)
      return (style.fill.color?.css ?? "-") + " " + (style.stroke.color?.css ?? "-")
    }
    #expect(found.joined(separator: ", ") == expected)
  }

  // MARK: Faults and limits

  static let faults: [(String, [String], Int)] = [
    ("<path marker-end='url(#x)' d='M0 0h1'/>", ["warning svg.missing-reference 2:1"], 1),
    ("<path marker-end='url(a.svg#x)' d='M0 0h1'/>", ["warning svg.missing-reference 2:1"], 1),
    (
      "<g id='x'/><path marker-end='url(#x)' d='M0 0h1'/>", ["warning svg.missing-reference 2:12"],
      1
    ),
    ("<path marker-end='x' d='M0 0h1'/>", ["warning svg.bad-value 2:19"], 1),
    (
      "<marker id='m' orient='up'><path d='M0 0h1'/></marker><path marker-end='url(#m)' d='M0 0h1'/>",
      ["warning svg.bad-value 2:24"], 2
    ),
    (
      "<marker id='m' markerWidth='-2'><path d='M0 0h1'/></marker><path marker-end='url(#m)' d='M0 0h1'/>",
      ["warning svg.bad-length 2:29"], 2
    ),
    // A marker within itself is left out there.
    (
      "<marker id='m'><path marker-end='url(#m)' d='M0 0h1'/></marker>"
        + "<path marker-end='url(#m)' d='M0 0h1'/>", ["warning svg.cyclic-reference 2:16"], 2
    ),
    (
      "<marker id='m'><use href='#p'/></marker><path id='p' marker-end='url(#m)' d='M0 0h1'/>",
      ["warning svg.cyclic-reference 2:27"], 1
    ),
    (
      "<marker id='m'><image href='a'/></marker>"
        + "<path marker-start='url(#m)' marker-end='url(#m)' d='M0 0h1'/>", ["loss image 2:16"], 1
    ),
    // A marker in another is drawn.
    (
      "<marker id='n'><path d='M0 0h1'/></marker>"
        + "<marker id='m'><path marker-end='url(#n)' d='M0 0h1'/></marker>"
        + "<path marker-end='url(#m)' d='M0 0h1'/>", [], 3
    ),
  ]

  @Test(arguments: faults) func fault(_ body: String, _ said: [String], _ paths: Int) {
    let reading = SVGReading(body: body)
    #expect(reading.said == said)
    #expect(reading.drawing.pathCount == paths)
    #expect(reading.drawing.invariantViolation() == nil)
  }

  @Test func tooManyMarkersAreRefused() {
    let points = String(repeating: "0 0 ", count: 2000)
    let reading = SVGReading(
      body: "<marker id='m'><path d='M0 0h1'/></marker>\n"
        + "<polyline marker-mid='url(#m)' points='\(points)'/>",
      limits: Limits(copies: 1000))
    #expect(reading.said == ["error svg.too-many-copies 3:1"])
    // Each level of markers doubles their number; the depth isn't the limit.
    let levels = (0..<30).map { i in
      "<marker id='m\(i)'><path marker-start='url(#m\(i + 1))' marker-end='url(#m\(i + 1))' d='M0 0h1'/>"
        + "</marker>"
    }
    let bomb = SVGReading(
      body: levels.joined() + "<marker id='m30'/><path marker-end='url(#m0)' d='M0 0h1'/>",
      limits: Limits(copies: 5000))
    #expect(bomb.error?.code.rawValue == "svg.too-many-copies")
  }
}

extension Drawing {
  /// A path's textual form with three decimals.
  func roundedText(ofPath row: Int) -> String {
    var copy = Drawing()
    copy.appendPath(PathInfo()) { builder in
      self[path: row].forEachSegment { segment in
        func round(_ p: Point) -> Point {
          Point((p.x * 1000).rounded() / 1000 + 0, (p.y * 1000).rounded() / 1000 + 0)
        }
        switch segment {
        case .move(let p): builder.move(to: round(p))
        case .line(let p): builder.line(to: round(p))
        case .quad(let a, let p): builder.quad(round(a), to: round(p))
        case .cubic(let a, let b, let p): builder.cubic(round(a), round(b), to: round(p))
        case .close: builder.close()
        }
      }
    }
    return copy[path: 0].text
  }
}
