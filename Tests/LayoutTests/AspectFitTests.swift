import Geometry
import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct AspectFitTests {
  let triangle = "M0 0 L200 0 L100 250 L0 0"

  func fit(_ options: [Option], _ path: String? = nil, canvas: Canvas? = nil) throws -> Drawing {
    var drawing = Drawing(paths: [path ?? triangle], canvas: canvas)
    try run(AspectFit.self, options, on: &drawing)
    return drawing
  }

  /// The triangle in 300×500: the golden values of the algorithm that the product began with.
  @Test func goldenTriangle() throws {
    let size: [Option] = [.number("width", 300), .number("height", 500)]
    let centered = try fit(size)
    #expect(centered.pathTexts == ["M0 62.5 L300 62.5 L150 437.5 L0 62.5"])
    #expect(centered.canvas == Canvas(300, 500))
    let anchored = try fit(size + [.text("align", "top-left")])
    #expect(anchored.pathTexts == ["M0 0 L300 0 L150 375 L0 0"])
    let below = try fit(size + [.text("align", "bottom")])
    #expect(below.pathTexts == ["M0 125 L300 125 L150 500 L0 125"])
  }

  @Test func fatAndSlim() throws {
    let fat = try fit([.number("width", 100), .number("height", 100)], "M0 0 L400 100")
    #expect(fat.pathTexts == ["M0 37.5 L100 62.5"])
    let slim = try fit([.number("width", 100), .number("height", 100)], "M0 0 L100 400")
    #expect(slim.pathTexts == ["M37.5 0 L62.5 100"])
    let right = try fit(
      [.number("width", 100), .number("height", 100), .text("align", "right")], "M0 0 L100 400")
    #expect(right.pathTexts == ["M75 0 L100 100"])
  }

  @Test func loneSide() throws {
    let wide = try fit([.number("width", 100), .number("margin", 10)])
    #expect(wide.pathTexts == ["M10 10 L90 10 L50 110 L10 10"])
    #expect(wide.canvas == Canvas(100, 120))
    let high = try fit([.number("height", 100)])
    #expect(high.pathTexts == ["M0 0 L80 0 L40 100 L0 0"])
    #expect(high.canvas == Canvas(80, 100))
  }

  @Test func physicalSizeIsKeptExactly() throws {
    let drawing = try fit([.text("page", "a4"), .text("orientation", "landscape")])
    let canvas = try #require(drawing.canvas)
    #expect(canvas.width == Length(297, .mm))
    #expect(canvas.height == Length(210, .mm))
    #expect(canvas.box.width == 297 * 96 / 25.4)
    let auto = try fit([.text("page", "letter"), .text("orientation", "auto")], "M0 0 L9 2")
    #expect(auto.canvas?.width == Length(11, .in))
    let inches = try fit([.text("width", "4in"), .text("height", "3in")])
    #expect(inches.canvas?.box == Rect(x: 0, y: 0, width: 384, height: 288))
    #expect(inches.canvas?.width == Length(4, .in))
  }

  @Test func canvasUnitsStayWhatTheyAre() throws {
    // A page of 100 mm with 1000 units: a millimetre is ten units before and after.
    let canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 1000, height: 1000), width: Length(100, .mm),
      height: Length(100, .mm))
    let drawing = try fit([.text("width", "50mm"), .text("height", "20mm")], canvas: canvas)
    let box = try #require(drawing.canvas?.box)
    #expect((box.width - 500).magnitude < 1e-9)
    #expect((box.height - 200).magnitude < 1e-9)
    #expect(drawing.canvas?.width == Length(50, .mm))
  }

  @Test func withoutSizeTheCanvasIsFilled() throws {
    let box = Rect(x: 10, y: 20, width: 50, height: 50)
    let drawing = try fit([], canvas: Canvas(box: box, pixelsPerUnit: 2))
    #expect(drawing.pathTexts == ["M15 20 L55 20 L35 70 L15 20"])
    #expect(drawing.canvas == Canvas(box: box, pixelsPerUnit: 2))
    var bare = Drawing(paths: [triangle])
    #expect(throws: ComponentError.self) { try run(AspectFit.self, on: &bare) }
  }

  @Test func marginPercentIsOfTheNewRectangle() throws {
    let drawing = try fit(
      [.number("width", 100), .number("height", 200), .text("margin", "10%")], "M0 0 L10 10")
    #expect(drawing.pathTexts == ["M10 60 L90 140"])
  }

  @Test func marginWithoutRoomIsAnError() {
    #expect(throws: ComponentError.self) {
      try fit([.number("width", 100), .number("height", 200), .number("margin", 50)])
    }
  }

  @Test func onlyShrink() throws {
    let size: [Option] = [.number("width", 1000), .number("height", 500)]
    let small = try fit(size + [Option("only-shrink", .bool(true))], "M0 0 L10 10")
    #expect(small.pathTexts == ["M495 245 L505 255"])
    let large = try fit(size + [Option("only-shrink", .bool(true))], "M0 0 L2000 1000")
    #expect(large.pathTexts == ["M0 0 L1000 500"])
  }

  @Test func degenerateBoxes() throws {
    let size: [Option] = [.number("width", 100), .number("height", 60)]
    #expect(try fit(size, "M5 5 L25 5").pathTexts == ["M0 30 L100 30"])
    #expect(try fit(size, "M5 5 L5 35").pathTexts == ["M50 0 L50 60"])
    #expect(try fit(size, "M5 5 L5 5").pathTexts == ["M50 30 L50 30"])
    // A page needs both sides: without extent it is a square.
    #expect(try fit([.number("width", 100)], "M5 5 L25 5").canvas == Canvas(100, 100))
    #expect(try fit([.number("width", 100)], "M5 5 L5 25").canvas == Canvas(100, 20))
    var empty = Drawing()
    try run(AspectFit.self, size, on: &empty)
    #expect(empty.canvas == Canvas(100, 60))
    var nothing = Drawing()
    try run(AspectFit.self, on: &nothing)
    #expect(nothing.canvas == nil)
  }

  @Test func strokesScaleOrStay() throws {
    let scaling = Style(stroke: .color(.black), strokeWidth: 2, dashes: [4, 2])
    func fitted(_ style: Style, _ options: [Option]) throws -> Style {
      var drawing = Drawing(paths: ["M0 0 L10 10"], style: style)
      try run(AspectFit.self, [.number("width", 30)] + options, on: &drawing)
      return drawing.style(ofPath: 0)
    }
    #expect(try fitted(scaling, []).strokeWidth == 6)
    #expect(try fitted(scaling, []).dashes == [12, 6])
    #expect(try fitted(scaling, [.text("stroke", "keep")]).strokeWidth == 2)
    #expect(try fitted(.pen, []).strokeWidth == 1)
  }

  @Test func boundsWithStrokes() throws {
    let style = Style(stroke: .color(.black), strokeWidth: 20, join: .round)
    let square = "M0 0 L80 0 L80 80 L0 80 Z"
    var scaled = Drawing(paths: [square], style: style)
    let size: [Option] = [.number("width", 50), .number("height", 50), .text("bounds", "stroke")]
    try run(AspectFit.self, size, on: &scaled)
    #expect(scaled.pathTexts == ["M5 5 L45 5 L45 45 L5 45 Z"])
    #expect(scaled.inkBounds() == Rect(x: 0, y: 0, width: 50, height: 50))
    // A stroke that keeps its width leaves less room for the rest.
    var kept = Drawing(paths: [square], style: style)
    try run(AspectFit.self, size + [.text("stroke", "keep")], on: &kept)
    #expect(kept.pathTexts == ["M10 10 L40 10 L40 40 L10 40 Z"])
    #expect(kept.inkBounds() == Rect(x: 0, y: 0, width: 50, height: 50))
  }

  @Test func clashingOptions() {
    #expect(problems(AspectFit.self, [.text("page", "a4"), .number("width", 3)]).count == 1)
    #expect(problems(AspectFit.self, [.text("orientation", "auto")]).count == 1)
    #expect(problems(AspectFit.self, [.text("width", "3sw"), .text("margin", "1sw")]).count == 2)
    #expect(problems(AspectFit.self, [.number("width", 0)]).count == 1)
  }
}
