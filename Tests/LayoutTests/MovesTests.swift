import PathModel
import PluginKit
import Testing

@testable import Layout

// Translate, scale, rotate and flip: one map each.
@Suite struct MovesTests {
  func moved<S: Stage>(_ stage: S.Type, _ options: [Option], canvas: Canvas? = nil) throws -> String
  {
    var drawing = Drawing(paths: ["M10 10 L30 10 L30 20"], canvas: canvas)
    try run(stage, options, on: &drawing)
    #expect(drawing.canvas == canvas, "the canvas stays")
    return drawing.pathTexts[0]
  }

  @Test func translate() throws {
    #expect(try moved(Translate.self, [.number("x", 5), .number("y", -3)]) == "M15 7 L35 7 L35 17")
    let canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 500, height: 100), width: Length(5, .in), height: Length(1, .in))
    let inch = try moved(Translate.self, [.text("x", "1in"), .text("y", "10%")], canvas: canvas)
    #expect(inch == "M110 20 L130 20 L130 30")
    #expect(try moved(Translate.self, [.text("y", "10%")]) == "M10 11 L30 11 L30 21")
    #expect(problems(Translate.self, [.text("x", "1sw")]).count == 1)
  }

  @Test func scale() throws {
    #expect(try moved(Scale.self, [.number("by", 2)]) == "M0 5 L40 5 L40 25")
    #expect(
      try moved(Scale.self, [.number("by", 2), .text("about", "origin")]) == "M20 20 L60 20 L60 40")
    #expect(
      try moved(Scale.self, [.number("x", 0.5), .text("about", "top-left")])
        == "M10 10 L20 10 L20 20")
    #expect(
      try moved(
        Scale.self, [.number("by", 2), .text("about", "bottom-right"), .text("bounds", "canvas")],
        canvas: Canvas(30, 20)) == "M-10 0 L30 0 L30 20")
    #expect(problems(Scale.self, []).count == 1)
    #expect(problems(Scale.self, [.number("by", 2), .number("x", 1)]).count == 1)
  }

  @Test func rotate() throws {
    #expect(
      try moved(Rotate.self, [.number("angle", 90), .text("about", "origin")])
        == "M-10 10 L-10 30 L-20 30")
    #expect(try moved(Rotate.self, [.number("angle", 180)]) == "M30 20 L10 20 L10 10")
    #expect(try moved(Rotate.self, [.text("angle", "0.25turn")]) == "M25 5 L25 25 L15 25")
  }

  @Test func flip() throws {
    #expect(try moved(Flip.self, []) == "M30 10 L10 10 L10 20")
    #expect(try moved(Flip.self, [.text("axis", "vertical")]) == "M10 20 L30 20 L30 10")
    #expect(try moved(Flip.self, [.text("axis", "both")]) == "M30 20 L10 20 L10 10")
    #expect(
      try moved(Flip.self, [.text("bounds", "canvas")], canvas: Canvas(100, 100))
        == "M90 10 L70 10 L70 20")
  }

  @Test func emptyDrawings() throws {
    var drawing = Drawing()
    try run(Translate.self, [.number("x", 5)], on: &drawing)
    try run(Scale.self, [.number("by", 5)], on: &drawing)
    try run(Rotate.self, [.number("angle", 5)], on: &drawing)
    try run(Flip.self, on: &drawing)
    #expect(drawing.isEmpty)
  }
}
