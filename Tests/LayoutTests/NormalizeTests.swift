import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct NormalizeTests {
  func normalized(_ path: String, _ options: [Option] = [], canvas: Canvas? = nil) throws -> Drawing
  {
    var drawing = Drawing(paths: [path], canvas: canvas)
    try run(Normalize.self, options, on: &drawing)
    return drawing
  }

  @Test func toOneUnit() throws {
    let wide = try normalized("M8 16 L520 144")
    #expect(wide.pathTexts == ["M0 0 L1 0.25"])
    #expect(wide.canvas == Canvas(1, 0.25))
    let high = try normalized("M8 16 L136 528")
    #expect(high.pathTexts == ["M0 0 L0.25 1"])
  }

  /// The bounds are those of the curve, not of its control points.
  @Test func boundsAreTight() throws {
    #expect(
      try normalized("M0 5 Q5 -5 10 5", [.number("width", 20)]).pathTexts == ["M0 10 Q10 -10 20 10"]
    )
  }

  @Test func toASize() throws {
    let size: [Option] = [.text("width", "100mm"), .text("height", "100mm")]
    let drawing = try normalized("M10 20 L410 220", size)
    #expect(drawing.canvas?.width == Length(100, .mm))
    // The other side follows, in the same unit.
    let height = try #require(drawing.canvas?.height)
    #expect(height.unit == .mm)
    #expect((height.value - 50).magnitude < 1e-9)
    let box = try #require(drawing.canvas?.box)
    #expect(box.width == 2 * box.height)
    #expect(try normalized("M0 0 L4 2", [.number("height", 10)]).pathTexts == ["M0 0 L20 10"])
  }

  @Test func fill() throws {
    let unit = try normalized("M8 16 L520 144", [Option("fill", .bool(true))])
    #expect(unit.pathTexts == ["M0 0 L1 1"])
    #expect(unit.canvas == Canvas(1, 1))
    let sized = try normalized(
      "M8 16 L520 144",
      [Option("fill", .bool(true)), .number("width", 8), .number("height", 3)])
    #expect(sized.pathTexts == ["M0 0 L8 3"])
    #expect(
      problems(Normalize.self, [Option("fill", .bool(true)), .number("width", 8)]).count == 1)
  }

  @Test func degenerateBoxes() throws {
    #expect(try normalized("M3 4 L13 4").pathTexts == ["M0 0 L1 0"])
    #expect(try normalized("M3 4 L13 4").canvas == Canvas(1, 1))
    #expect(try normalized("M3 4 L3 14").pathTexts == ["M0 0 L0 1"])
    #expect(try normalized("M3 4 Z").pathTexts == ["M0 0 Z"])
    #expect(try normalized("M3 4 Z").canvas == Canvas(1, 1))
    var empty = Drawing()
    try run(Normalize.self, on: &empty)
    #expect(empty.canvas == nil)
  }

  @Test func strokes() throws {
    var drawing = Drawing(
      paths: ["M0 0 L10 10"], style: Style(stroke: .color(.black), strokeWidth: 2))
    try run(
      Normalize.self, [.number("width", 40), .number("height", 10), Option("fill", .bool(true))],
      on: &drawing)
    // Under unequal factors a stroke grows by their geometric mean.
    #expect(drawing.style(ofPath: 0).strokeWidth == 4)
  }
}
