import NumberText
import PathModel
import PluginKit
import SVGFormat
import TestSupport
import Testing

/// What was read and written is read and written as the same bytes.
@Suite struct SVGRoundTripTests {
  private func written(_ drawing: Drawing) throws -> [UInt8] {
    var output = ByteSink()
    var context = Context()
    try SVGExporter().write(drawing, to: &output, &context)
    return output.takeBytes()
  }

  private func check(_ bytes: [UInt8], _ name: String) throws {
    let first = SVGReading(bytes)
    try #require(first.error == nil, "\(name)")
    let once = try written(first.drawing)
    let second = SVGReading(once)
    #expect(second.said == [], "\(name)")
    #expect(second.drawing.invariantViolation() == nil)
    #expect(try written(second.drawing) == once, "\(name)")
  }

  @Test func samples() throws {
    let folder = Locations.samples + "/drawings"
    let names = try names(in: folder).filter { $0.hasSuffix(".svg") }
    #expect(!names.isEmpty)
    for name in names { try check(try readFile("\(folder)/\(name)"), name) }
  }

  @Test func everythingThatIsRead() throws {
    let document = """
      <svg xmlns="http://www.w3.org/2000/svg" width="10cm" height="5cm" viewBox="0 0 200 100"
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" class="icon" role="img"
        color="#123">
        <title>A &amp; B</title><desc>d</desc>
        <g id="l" inkscape:groupmode="layer" inkscape:label="L" opacity=".5" stroke="currentColor">
          <path id="p" class="q r" d="M0 0c1 2 3 4 5 6s7 8 9 9z" fill-rule="evenodd"><title>t</title></path>
          <g><circle r="9" fill="none" stroke-width="2" stroke-dasharray="3 1 2"/></g>
        </g>
        <path d="M1 1h0" stroke="red" stroke-linecap="round" paint-order="stroke" opacity=".25"/>
        <path d="M5 5l9 9" stroke="#0008" vector-effect="non-scaling-stroke" fill-opacity=".5"/>
      </svg>
      """
    try check(Array(document.utf8), "document")
  }

  @Test func whatPathsReferTo() throws {
    let document = """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 100">
        <linearGradient id="a"><stop/><stop offset="1" stop-color="red" stop-opacity=".5"/></linearGradient>
        <radialGradient id="b" href="#a" fx=".4" spreadMethod="reflect" gradientUnits="userSpaceOnUse"/>
        <linearGradient id="h"><stop/><stop offset=".5" stop-color="blue"/></linearGradient>
        <clipPath id="c"><circle r="20"/><path clip-rule="evenodd" d="M0 0h50v40h-9z"/></clipPath>
        <clipPath id="d" clip-path="url(#c)"><rect width="30" height="20"/></clipPath>
        <pattern id="p" x="1" width="10" height="7" patternUnits="userSpaceOnUse"
          patternTransform="scale(2)"><rect width="3" height="4"/><g id="q" opacity=".5">
          <path fill="url(#h)" d="M2 2h5v5"/></g></pattern>
        <symbol id="s" viewBox="0 0 10 10"><path d="M0 0h99v5"/></symbol>
        <path d="M0 0h50v40" fill="url(#a)" stroke="url(#b)" clip-path="url(#d)"/>
        <g clip-path="url(#c)" fill="url(#p)"><path d="M5 5h50v40"/><path d="M5 50h50v40"/></g>
        <use href="#s" width="40" height="40" fill="url(#a)"/>
      </svg>
      """
    try check(Array(document.utf8), "document")
  }
}
