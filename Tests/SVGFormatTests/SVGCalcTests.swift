import PathModel
import SVGFormat
import Testing

@Suite struct SVGCalcTests {
  private func width(_ value: String) -> (Double?, [String]) {
    let reading = SVGReading(
      body: "<rect width='\(value)' height='1'/>", root: "width='200' height='100'")
    return (reading.drawing.isEmpty ? nil : reading.drawing.points.map(\.x).max(), reading.said)
  }

  @Test(arguments: [
    ("calc(10px + 2 * 5px)", 20.0), ("calc(1in - 6px)", 90), ("calc((1cm + 1cm) / 2 * 2.54)", 96),
    ("calc(25% + 25%)", 100), ("CALC( 3 )", 3), ("calc(2em - 1em)", 16),
    ("calc(-1 * -2mm * 25.4 / 2)", 96),
  ])
  func arithmetic(_ value: String, _ expected: Double) throws {
    let (width, said) = width(value)
    #expect(said.isEmpty)
    #expect((try #require(width) - expected).magnitude < 1e-9)
  }

  @Test(arguments: [
    "calc(100% - 2px)", "calc(1px * 1px)", "calc(1px / 0)", "calc(1px+2px)", "calc(1px -2px)",
    "calc()",
    "calc(1px", "calc(1px))", "calc(1px 2px)", "calc(2 / 1px)",
    "calc(" + String(repeating: "(", count: 5000) + "1" + String(repeating: ")", count: 5000) + ")",
  ])
  func whatDependsOnItsPlaceIsAWarning(_ value: String) {
    #expect(width(value).1 == ["warning svg.bad-length 2:14"])
  }
}
