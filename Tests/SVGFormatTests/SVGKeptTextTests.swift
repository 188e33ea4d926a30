import Geometry
import NumberText
import PathModel
import PluginKit
import SVGFormat
import TestSupport
import Testing
import TextShaping

/// Text that goes through as text.
@Suite(.enabled(if: FontLibrary.missingLibrary == nil || missingToolsFail, "needs HarfBuzz"))
struct SVGKeptTextTests {
  private func read(_ body: String) -> SVGReading {
    var importer = SVGImporter()
    importer.text = .keep
    return SVGReading(
      body: "<g font-family='DejaVu Sans' font-size='20'>\(body)</g>",
      root: "width='200' height='100'", by: importer)
  }

  private func written(_ drawing: Drawing) throws -> (text: String, said: [String]) {
    var sink = ByteSink()
    var context = Context()
    var exporter = SVGExporter()
    exporter.precision = 6
    try exporter.write(drawing, to: &sink, &context)
    return (
      String(decoding: sink.takeBytes(), as: UTF8.self),
      context.diagnostics.entries.map(\.code.rawValue)
    )
  }

  private func again(_ text: String) -> SVGReading {
    var importer = SVGImporter()
    importer.text = .keep
    return SVGReading(text, by: importer)
  }

  private static let texts = [
    "<text x='10' y='50'>a &amp; b</text>",
    "<g transform='translate(20 30)'><text>a</text><text y='9'>b</text><text dx='3'><tspan>c</tspan></text></g>",
    "<text id='t' class='c d' x='10' y='50' fill='red' opacity='.5'>a</text>",
    "<text x='10 30' y='50 60 70' dx='1 0 2' dy='0 3' rotate='5 10 20'>abcdef</text>",
    "<text x='10' y='50'>a<tspan fill='red' font-weight='bold'>b<tspan font-style='italic'>c</tspan></tspan>d</text>",
    "<text y='50'><tspan x='3'>one</tspan> <tspan x='3' dy='20'>two</tspan></text>",
    "<text x='50' y='50' text-anchor='middle' letter-spacing='2' word-spacing='.5em'>a b</text>",
    "<text x='5' y='50' textLength='150' lengthAdjust='spacingAndGlyphs'>abc<tspan textLength='20'>de</tspan></text>",
    "<text x='5' y='50' xml:space='preserve'>  a   b  </text>",
    "<text x='90' y='50' direction='rtl'>\u{5D5}\u{5DD} a <tspan unicode-bidi='bidi-override'>\u{5D5}b</tspan></text>",
    "<text x='9' y='50' text-decoration='underline'>a<tspan text-decoration='line-through'>b</tspan></text>",
    "<text x='90' y='50' direction='rtl' unicode-bidi='bidi-override'>ab<tspan fill='red'>c</tspan></text>",
    "<text x='9' y='50'>a<tspan style='font-family: initial'>b</tspan></text>",
    "<text x='9' y='50' dominant-baseline='middle'>a<tspan dy='3' dominant-baseline='hanging'>b</tspan></text>",
    "<text x='9' y='50'>a<tspan baseline-shift='super' font-size='50%'>b</tspan>c<tspan baseline-shift='3'>d</tspan></text>",
    "<text x='9' y='50'>a<tspan visibility='hidden'>b</tspan>c</text>",
    "<text x='9' y='50' style='font-feature-settings: \"liga\" 0' font-variant='small-caps' font-stretch='condensed'>affi</text>",
    "<path id='p' d='M5 50Q50 0 150 60'/><text><textPath href='#p' startOffset='10'>along <tspan fill='red'>it</tspan></textPath></text>",
    "<path id='p' d='M5 50h90'/><text>a<textPath href='#p' side='right'>on</textPath></text>",
    "<text x='90' y='20' writing-mode='tb'>ab\u{2605}</text>",
    "<text x='9' y='9' transform='translate(3 4) scale(2)' stroke='red' stroke-width='2'>a</text>",
    "<text x='9' y='9' transform='rotate(30) scale(1 -2)' fill='currentColor' color='blue'>a</text>",
    "<clipPath id='k'><path d='M0 0h9v90z'/></clipPath><text x='5' y='20' transform='rotate(9)' clip-path='url(#k)'>a</text>",
    "<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient><text x='5' y='50' fill='url(#g)'>a</text>",
  ]

  /// What is written looks as what was read, and has the same words and names.
  @Test(arguments: texts)
  func textComesThrough(_ body: String) throws {
    let reading = read(body)
    #expect(reading.said.isEmpty && reading.error == nil)
    let (svg, said) = try written(reading.drawing)
    #expect(said.isEmpty && svg.contains("<text"))
    let second = again(svg)
    #expect(second.said.isEmpty, "\(svg)")
    #expect(second.drawing.pathCount == reading.drawing.pathCount, "\(svg)")
    for row in 0..<min(reading.drawing.pathCount, second.drawing.pathCount) {
      let (ours, theirs) = (reading.drawing[path: row].points, second.drawing[path: row].points)
      #expect(ours.count == theirs.count, "\(svg)")
      var distance = 0.0
      for i in 0..<min(ours.count, theirs.count) {
        distance = max(distance, ours[i].distance(to: theirs[i]))
      }
      #expect(distance < 1e-3, "\(svg)")
      var (a, b) = (reading.drawing.style(ofPath: row), second.drawing.style(ofPath: row))
      // Gradients are rows of a table; a width is rounded.
      if case .gradient = a.fill { (a.fill, b.fill) = (.none, .none) }
      #expect((a.strokeWidth - b.strokeWidth).magnitude < 1e-6)
      b.strokeWidth = a.strokeWidth
      #expect(a == b, "\(svg)")
      #expect(reading.drawing.attributes(ofPath: row) == second.drawing.attributes(ofPath: row))
    }
    #expect(
      reading.drawing.groups.compactMap(\.text?.words)
        == second.drawing.groups.compactMap(\.text?.words))
    // A group around it holds what it's cut to when it's turned.
    if !body.contains("clip-path") { #expect(try written(second.drawing).text == svg) }
  }

  @Test func stylesAndMapsArrive() throws {
    var reading = read("<text x='10' y='50' font-size='20' fill='red'>a</text>")
    reading.drawing.transform(by: .scale(x: 2, y: 2), strokes: .scale)
    reading.drawing.mapStyles { $0.fill = .color(.white) }
    let svg = try written(reading.drawing).text
    #expect(svg.contains("fill=\"#fff\""))
    #expect(svg.contains("font-size=\"40\" x=\"20\" y=\"100\">a</text>"))
    reading.drawing.transform(by: Affine(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0), strokes: .scale)
    #expect(try written(reading.drawing).text.contains("transform=\"matrix(0 1 -1 0 0 0)\""))
  }

  @Test func whatIsBentBecomesOutlines() throws {
    let reading = read("<text x='10' y='50'>a</text><text x='10' y='90'>b</text>")
    var bent = reading.drawing
    bent.withMutablePoints { $0[3].x += 0.01 }
    let (svg, said) = try written(bent)
    #expect(said == ["svg.outlined-text"])
    #expect(svg.contains(">b</text>") && !svg.contains(">a</text>") && svg.contains("<path"))
    // A gradient would be turned once more.
    let turned = read(
      "<linearGradient id='g'><stop stop-color='red'/><stop offset='1'/></linearGradient>"
        + "<text transform='rotate(9)' fill='url(#g)' y='50'>a</text>")
    #expect(try written(turned.drawing).said == ["svg.outlined-text"])
  }

  @Test func outlinesStayOutlines() throws {
    let reading = SVGReading(body: "<text y='50'>a</text>")
    #expect(reading.drawing.groups.contains { $0.text != nil })
    let (svg, said) = try written(reading.drawing)
    #expect(said.isEmpty && !svg.contains("<text"))
  }
}
