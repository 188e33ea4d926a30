import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct PageTests {
  func page(_ options: [Option], canvas: Canvas? = nil) throws -> Drawing {
    var drawing = Drawing(
      paths: ["M10 10 L30 10 L30 20"], style: Style(stroke: .color(.black), strokeWidth: 2),
      canvas: canvas)
    try run(Page.self, options, on: &drawing)
    #expect(drawing.pathTexts == ["M10 10 L30 10 L30 20"], "a page moves nothing")
    return drawing
  }

  @Test func bySize() throws {
    let named = try page([.text("size", "a5"), .text("orientation", "landscape")])
    #expect(named.canvas?.width == Length(210, .mm))
    #expect(named.canvas?.height == Length(148, .mm))
    #expect(try page([.number("width", 70), .number("height", 50)]).canvas == Canvas(70, 50))
    // The side that isn't given stays; without a canvas it reaches to the drawing's end.
    #expect(try page([.number("width", 70)], canvas: Canvas(10, 15)).canvas == Canvas(70, 15))
    #expect(try page([.number("width", 70)]).canvas == Canvas(70, 20))
    #expect(try page([.text("size", "a4")]).canvas?.box.origin == .zero)
  }

  @Test func toTheDrawing() throws {
    let ink = try page([.text("fit", "drawing"), .number("margin", 5)])
    #expect(ink.canvas?.box == Rect(minX: 5, minY: 4, maxX: 36, maxY: 25))
    let geometry = try page([.text("fit", "drawing"), .text("bounds", "geometry")])
    #expect(geometry.canvas?.box == Rect(minX: 10, minY: 10, maxX: 30, maxY: 20))
  }

  @Test func emptyDrawing() throws {
    var drawing = Drawing()
    try run(Page.self, [.text("fit", "drawing")], on: &drawing)
    #expect(drawing.canvas == nil)
    try run(Page.self, [.text("size", "a4")], on: &drawing)
    #expect(drawing.canvas?.height == Length(297, .mm))
  }

  @Test func clashingOptions() {
    #expect(problems(Page.self, []).count == 1)
    #expect(problems(Page.self, [.text("size", "a4"), .text("fit", "drawing")]).count == 1)
    #expect(problems(Page.self, [.text("size", "a4"), .number("margin", 3)]).count == 1)
    #expect(problems(Page.self, [.text("size", "a44")]).first?.contains("a4") == true)
  }
}
