import Geometry
import PathModel
import PluginKit
import SVGFormat
import Testing

/// Strokes whose pen a transform makes uneven, dashes of every kind, and joins that the drawing doesn't have.
@Suite struct SVGStrokeTests {
  static func reading(_ attributes: String, _ outer: String = "") -> SVGReading {
    SVGReading(
      body: "<g \(outer)><path fill='none' stroke='red' \(attributes)/></g>",
      root: "viewBox='0 0 200 100'")
  }

  // MARK: Outlines

  static let outlines: [(String, String, String)] = [
    ("d='M0 0h10' stroke-width='2'", "transform='scale(2,1)'", "M0 -1 L20 -1 L20 1 L0 1 Z"),
    ("d='M0 0v10' stroke-width='2'", "transform='scale(2,1)'", "M2 0 L2 10 L-2 10 L-2 0 Z"),
    (
      "d='M0 0h10' stroke-width='2'", "transform='matrix(1 0 1 1 0 0)'", "M-1 -1 L9 -1 L11 1 L1 1 Z"
    ),
    (
      "d='M0 0h10' stroke-width='2' stroke-linecap='square'", "transform='scale(2,1)'",
      "M0 -1 L20 -1 L22 -1 L22 1 L20 1 L0 1 L-2 1 L-2 -1 L0 -1 Z"
    ),
    (
      "d='M0 0h10' stroke-width='2' stroke-dasharray='3 4'", "transform='scale(2,1)'",
      "M0 -1 L6 -1 L6 1 L0 1 Z M14 -1 L20 -1 L20 1 L14 1 Z"
    ),
    // Round pens stay strokes, and so do those that don't scale.
    ("d='M0 0h10'", "transform='rotate(30)scale(-2,2)'", "stroke 2"),
    ("d='M0 0h10' vector-effect='non-scaling-stroke'", "transform='scale(2,1)'", "stroke 1"),
    // What can't be seen doesn't count.
    ("d='M0 0h10' stroke-width='2'", "transform='scale(2,2.001)'", "stroke 4.0009998750312405"),
    ("d='M0 0h10' stroke-width='0'", "transform='scale(2,1)'", "stroke 0"),
    ("d='M0 0h10' stroke-width='4'", "transform='scale(1,1.08)'", "stroke 4.1569219381653056"),
    (
      "d='M0 0h10' stroke-width='4'", "transform='scale(1,1.2)'",
      "M0 -2.4 L10 -2.4 L10 2.4 L0 2.4 Z"
    ),
    // Of a wide one a small part can be seen.
    (
      "d='M0 0h10' stroke-width='40'", "transform='scale(1,1.04)'",
      "M0 -20.8 L10 -20.8 L10 20.8 L0 20.8 Z"
    ),
  ]

  @Test(arguments: outlines) func outline(_ path: String, _ group: String, _ expected: String) {
    let reading = Self.reading(path, group)
    #expect(reading.said == [])
    #expect(reading.drawing.invariantViolation() == nil)
    #expect(reading.drawing.pathCount == 1)
    if expected.hasPrefix("stroke") {
      let width = reading.style.strokeWidth
      #expect(abs(width - (Double(expected.dropFirst(7)) ?? -1)) < 1e-9)
      #expect(reading.style.stroke.isVisible)
    } else {
      #expect(reading.drawing.roundedText(ofPath: 0) == expected)
      #expect(reading.style == Style(fill: .color(Color(red: 255, green: 0, blue: 0))))
    }
  }

  @Test func fillAndStrokeBecomeTwoPaths() {
    func styles(_ attributes: String) -> ([String], SVGReading) {
      let reading = SVGReading(
        body:
          "<path id='a' transform='scale(2,1)' fill='blue' stroke='red' stroke-opacity='.5' \(attributes)"
          + " d='M0 0h10v10z'/>")
      #expect(reading.drawing.invariantViolation() == nil)
      return (
        reading.drawing.records.indices.map { row in
          let style = reading.drawing.style(ofPath: row)
          return "\(style.fill.color?.css ?? "-") \(style.fillOpacity) \(style.stroke.isVisible)"
        }, reading
      )
    }
    #expect(styles("").0 == ["#0000ff 1.0 false", "#ff0000 0.5 false"])
    #expect(styles("paint-order='stroke'").0 == ["#ff0000 0.5 false", "#0000ff 1.0 false"])
    let (_, faint) = styles("opacity='.5'")
    // The opacity is that of both together.
    #expect(
      faint.drawing.records.map { faint.drawing.groups[Int($0.info.group.index)].opacity } == [
        0.5, 0.5,
      ])
    #expect(
      faint.drawing.records.indices.map { faint.drawing.style(ofPath: $0).opacity } == [1, 1])
    #expect(
      faint.drawing.records.indices.map { faint.drawing.attributes(ofPath: $0).id } == ["a", nil])
  }

  @Test func markersOnAnUnevenStroke() {
    let reading = SVGReading(
      body: "<marker id='m' overflow='visible'><path stroke='lime' d='M0 0v1'/></marker>"
        + "<path transform='scale(2,1)' fill='none' stroke='red' stroke-width='2' marker-end='url(#m)'"
        + " d='M0 0h10'/>")
    #expect(reading.said == [])
    #expect(
      reading.drawing.records.indices.map { reading.drawing.roundedText(ofPath: $0) }
        == ["M0 -1 L20 -1 L20 1 L0 1 Z", "M20 0 L20 2", "M22 0 L22 2 L18 2 L18 0 Z"])
  }

  @Test func tooManyDashesStayAStroke() {
    let reading = Self.reading(
      "stroke-dasharray='.0001' d='M0 0h10000'", "transform='scale(2,1)'")
    #expect(reading.said == ["loss stroke-shape 2:27"])
    #expect(reading.drawing.pathCount == 1)
    #expect(abs(reading.style.strokeWidth - 2.0.squareRoot()) < 1e-12)
  }

  @Test func clippedMiters() {
    // Its miter is 1.414 widths long.
    let whole = Self.reading("stroke-linejoin='miter-clip' stroke-width='2' d='M0 0h10v10'")
    #expect(whole.paths == ["M0 -1 L11 -1 L11 10 L9 10 L9 1 L0 1 Z"])
    let cut = Self.reading(
      "stroke-linejoin='miter-clip' stroke-width='2' stroke-miterlimit='1' d='M0 0h10v10'")
    #expect(
      cut.drawing.roundedText(ofPath: 0)
        == "M0 -1 L10 -1 L10.414 -1 L11 -0.414 L11 0 L11 10 L9 10 L9 1 L0 1 Z")
    #expect(whole.said == [] && cut.said == [])
  }

  // MARK: Styles

  static let dashes: [(String, [Double], Double)] = [
    ("stroke-dasharray='1 2'", [1, 2], 0), ("stroke-dasharray='1,2,3'", [1, 2, 3, 1, 2, 3], 0),
    ("stroke-dasharray='1in 3pt'", [96, 4], 0),
    ("stroke-dasharray='2em 1' font-size='5'", [10, 1], 0),
    // Percentages are of the viewport's diagonal over √2.
    ("stroke-dasharray='10% 1' stroke-dashoffset='10%'", [15.8113883, 1], 15.8113883),
    ("stroke-dasharray='1 -2'", [], 0), ("stroke-dasharray='0 0'", [], 0),
    ("stroke-dasharray='1 2' stroke-dashoffset='-1.5'", [1, 2], -1.5),
    ("stroke-dasharray='1 2' stroke-dashoffset='3' pathLength='20'", [0.5, 1], 1.5),
    ("stroke-dasharray='1 2' pathLength='0'", [], 0),
    ("stroke-dasharray='1 2' pathLength='-3'", [1, 2], 0),
    ("stroke-dasharray='1 2' pathLength='5' transform='scale(2)'", [4, 8], 0),
    (
      "stroke-dasharray='1 2' pathLength='5' transform='scale(3)' vector-effect='non-scaling-stroke'",
      [6, 12], 0
    ),
    (
      "stroke-dasharray='1 2' transform='scale(3,2)' vector-effect='non-scaling-stroke'", [1, 2], 0
    ),
  ]

  @Test(arguments: dashes) func dashing(_ attributes: String, _ dashes: [Double], _ offset: Double)
  {
    let style = Self.reading("d='M0 0h10' " + attributes).style
    #expect(style.dashes.count == dashes.count)
    for (found, expected) in zip(style.dashes, dashes) { #expect(abs(found - expected) < 1e-6) }
    if !dashes.isEmpty { #expect(abs(style.dashOffset - offset) < 1e-6) }
  }

  static let widths: [(String, String, Double)] = [
    ("stroke-width='3' vector-effect='non-scaling-stroke'", "transform='scale(5)'", 3),
    ("stroke-width='3' vector-effect='non-scaling-stroke'", "transform='skewX(60)'", 3),
    ("stroke-width='10%'", "", 15.8113883), ("stroke-width='2'", "transform='scale(-3)'", 6),
    // It isn't inherited.
    ("stroke-width='3'", "transform='scale(5)' vector-effect='non-scaling-stroke'", 15),
  ]

  @Test(arguments: widths) func width(_ path: String, _ group: String, _ expected: Double) {
    let reading = Self.reading("d='M0 0h10' " + path, group)
    #expect(abs(reading.style.strokeWidth - expected) < 1e-6)
    #expect(reading.said == [])
  }

  @Test func strokesThatDontScaleAreMeasuredInPixels() {
    // The page is shown twice as large as its view box says.
    let reading = SVGReading(
      body: "<path stroke='red' stroke-width='3' vector-effect='non-scaling-stroke' d='M0 0h10'/>",
      root: "viewBox='0 0 100 50' width='200' height='100'")
    #expect(reading.style.strokeWidth == 1.5)
    #expect(reading.style.strokeScaling == .fixed)
  }

  @Test func limitsAndFaults() {
    #expect(Self.reading("d='M0 0h1' stroke-miterlimit='0.5'").style.miterLimit == 4)
    #expect(Self.reading("d='M0 0h1' stroke-miterlimit='2' ").style.miterLimit == 2)
    #expect(
      Self.reading("d='M0 0h1' stroke-miterlimit='.5' stroke-dasharray='1 -1' pathLength='x'").said
        == ["warning svg.bad-value 2:66", "warning svg.bad-value 2:88"])
    #expect(Self.reading("d='M0 0h1' stroke-linejoin='arcs'").said == ["loss stroke-join 2:5"])
    #expect(Self.reading("d='M0 0h1' stroke-linejoin='bent'").style.join == .miter)
    #expect(
      Self.reading("d='M0 0h1' stroke-linejoin='bent'", "stroke-linejoin='round'").style.join
        == .round)
  }

  @Test func visibilityAndOpacityInGroups() {
    let reading = SVGReading(
      body:
        "<g opacity='.5' visibility='hidden'><path d='M0 0h1'/><g visibility='visible' fill-opacity='.25'>"
        + "<path d='M0 0h2' opacity='.75'/><path d='M0 0h3' visibility='collapse'/></g></g>")
    #expect(reading.paths == ["M0 0 L2 0"])
    #expect(reading.style.fillOpacity == 0.25 && reading.style.opacity == 0.75)
    #expect(reading.drawing.groups.map(\.opacity) == [1, 0.5, 1])
  }
}
