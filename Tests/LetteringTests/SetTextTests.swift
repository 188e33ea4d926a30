import Geometry
import PathModel
import PluginKit
import SVGFormat
import TestSupport
import Testing
import TextShaping

@testable import Lettering

/// Words that are set in another font.
@Suite(.enabled(if: FontLibrary.missingLibrary == nil || missingToolsFail, "needs HarfBuzz"))
struct SetTextTests {
  private func read(_ body: String) throws -> Drawing {
    var drawing = Drawing()
    var context = Context()
    let text =
      "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='100' font-size='20'"
      + " font-family='DejaVu Sans'>\(body)</svg>"
    try SVGImporter().read(Array(text.utf8).span, into: &drawing, &context)
    return drawing
  }

  private func set(_ drawing: inout Drawing, _ options: [Option]) throws -> [String] {
    var context = Context()
    try SetText.configured(options).apply(to: &drawing, &context)
    #expect(drawing.invariantViolation() == nil)
    return context.diagnostics.entries.map(\.code.rawValue)
  }

  private let serif = Option("family", .text("DejaVu Serif"))

  @Test func wordsAreSetAsIfTheFileHadSaidSo() throws {
    let body =
      "<path d='M0 0h9'/><text id='t' x='100' y='50' text-anchor='middle' fill='red' %>a <tspan fill='blue' text-decoration='underline'>b</tspan></text><path d='M0 9h9'/>"
    var drawing = try read(body.replacing("%", with: ""))
    #expect(try set(&drawing, [serif]) == [])
    let wanted = try read(body.replacing("%", with: "font-family='DejaVu Serif'"))
    #expect(drawing.pathTexts == wanted.pathTexts)
    for row in 0..<drawing.pathCount {
      #expect(drawing.style(ofPath: row) == wanted.style(ofPath: row))
    }
    #expect(drawing.groups.map(\.attributes) == wanted.groups.map(\.attributes))
    // And once more.
    #expect(
      try set(&drawing, [Option("family", .text("Nowhere, DejaVu Sans"))]) == ["text.missing-font"])
    #expect(drawing.pathTexts == (try read(body.replacing("%", with: ""))).pathTexts)
  }

  @Test(arguments: [
    ("weight", ParameterValue.number(700), "font-weight='700'"),
    ("italic", .bool(true), "font-style='italic'"), ("scale", .number(1.5), "font-size='30'"),
  ])
  func otherOptions(_ name: String, _ value: ParameterValue, _ attribute: String) throws {
    var drawing = try read("<text x='9' y='50'>ab</text>")
    #expect(try set(&drawing, [Option(name, value)]) == [])
    #expect(drawing.pathTexts == (try read("<text x='9' y='50' \(attribute)>ab</text>")).pathTexts)
  }

  @Test func mapsBeforeAreDoneAgain() throws {
    let map = Affine(a: 2, b: 1, c: -0.5, d: 3, tx: 7, ty: -4)
    var before = try read("<text x='9' y='50'>ab</text>")
    var after = before
    _ = try set(&before, [serif])
    before.transform(by: map, strokes: .keep)
    after.transform(by: map, strokes: .keep)
    _ = try set(&after, [serif])
    #expect(before.points.count == after.points.count)
    for (p, q) in zip(before.points, after.points) { #expect(p.distance(to: q) < 1e-9) }
  }

  @Test func whatWasBentStays() throws {
    var drawing = try read("<text x='9' y='50'>ab</text>")
    drawing.withMutablePoints { $0[1].x += 1e-3 }
    let bent = drawing
    #expect(try set(&drawing, [serif]) == ["text.not-set"])
    #expect(drawing.pathTexts == bent.pathTexts)
    var plain = try read("<path d='M0 0h9'/>")
    #expect(try set(&plain, [serif]) == ["text.none"])
  }

  @Test func itSaysWhatItWants() {
    var stage = SetText()
    stage.family = " , "
    #expect(stage.problems().count == 1)
    stage.family = "A, B"
    #expect(stage.problems().isEmpty)
  }
}
