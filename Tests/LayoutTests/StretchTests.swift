import Geometry
import PathModel
import PluginKit
import Testing

@testable import Layout

@Suite struct StretchTests {
  func stretched(
    _ options: [Option], _ path: String = "M10 10 L30 10 L30 20", canvas: Canvas? = nil,
    style: Style = .pen
  ) throws -> Drawing {
    var drawing = Drawing(paths: [path], style: style, canvas: canvas)
    try run(Stretch.self, options, on: &drawing)
    return drawing
  }

  /// A page is stretched as a whole, what lies on it moves along.
  @Test func thePage() throws {
    let drawing = try stretched([.number("width", 200)], canvas: Canvas(100, 50))
    #expect(drawing.pathTexts == ["M20 10 L60 10 L60 20"])
    #expect(drawing.canvas == Canvas(200, 50))
    let both = try stretched(
      [.text("width", "4in"), .number("height", 25)], canvas: Canvas(96, 50))
    #expect(both.pathTexts == ["M40 5 L120 5 L120 10"])
    #expect(both.canvas?.width == Length(4, .in))
  }

  /// The square of the smaller side, stretched from its upper left corner.
  @Test func fromASquare() throws {
    let drawing = try stretched(
      [.number("x", 3), .number("y", 1)], "M0 5 Q0 0 5 0 Q10 0 10 5", canvas: Canvas(10, 10))
    #expect(drawing.pathTexts == ["M0 5 Q0 0 15 0 Q30 0 30 5"])
    #expect(drawing.canvas == Canvas(10, 10))
  }

  @Test func withoutCanvasTheGeometryCounts() throws {
    let drawing = try stretched([.number("width", 40), .number("height", 40)])
    #expect(drawing.pathTexts == ["M10 10 L50 10 L50 50"])
    #expect(drawing.canvas?.box == Rect(x: 10, y: 10, width: 40, height: 40))
  }

  @Test func anchors() throws {
    #expect(
      try stretched([.number("x", 2), .text("anchor", "right")]).pathTexts
        == ["M-10 10 L30 10 L30 20"])
    let centered = try stretched([.number("height", 30), .text("anchor", "center")])
    #expect(centered.pathTexts == ["M10 0 L30 0 L30 30"])
    #expect(centered.canvas?.box == Rect(x: 10, y: 0, width: 20, height: 30))
  }

  @Test func degenerateBoxes() throws {
    let line = try stretched([.number("width", 100), .number("height", 40)], "M5 5 L15 5")
    #expect(line.pathTexts == ["M5 5 L105 5"])
    #expect(line.canvas?.box == Rect(x: 5, y: 5, width: 100, height: 40))
    #expect(try stretched([.number("width", 100)], "M5 5 Z").pathTexts == ["M5 5 Z"])
    var empty = Drawing()
    try run(Stretch.self, [.number("width", 7), .number("height", 3)], on: &empty)
    #expect(empty.canvas == Canvas(7, 3))
  }

  @Test func strokesGrowByTheMean() throws {
    let style = Style(stroke: .color(.black), strokeWidth: 3)
    #expect(try stretched([.number("x", 4)], style: style).style(ofPath: 0).strokeWidth == 6)
    let kept = try stretched([.number("x", 4), .text("stroke", "keep")], style: style)
    #expect(kept.style(ofPath: 0).strokeWidth == 3)
    #expect(try stretched([.number("x", 4)]).style(ofPath: 0).strokeWidth == 1)
  }

  @Test func gradientsAndClipsComeAlong() throws {
    var drawing = Drawing(paths: ["M0 0 L10 10"], canvas: Canvas(10, 10))
    drawing.gradients.append(
      Gradient(
        .linear(from: .zero, to: Point(10, 0)), stops: [Gradient.Stop(offset: 0, color: .black)]))
    let first = drawing.clipPaths.count
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L10 0 L10 10 Z") }
    _ = drawing.addClip(fromPath: first)
    try run(Stretch.self, [.number("x", 2)], on: &drawing)
    #expect(drawing[clipPath: 0].text == "M0 0 L20 0 L20 10 Z")
    #expect(drawing.gradients[0].transform == .scale(x: 2, y: 1))
  }

  @Test("a page whose sides are lost in the last bits of its corners is refused, not made up")
  func farAway() {
    for far in [1e19, 1e300] {
      var drawing = Drawing(paths: ["M-\(far) 0 L\(far) \(far)"])
      #expect(throws: ComponentError.self) {
        try run(Stretch.self, [.text("width", "640px")], on: &drawing)
      }
    }
  }

  @Test func clashingOptions() {
    #expect(problems(Stretch.self, []).count == 1)
    #expect(problems(Stretch.self, [.number("x", 2), .number("width", 3)]).count == 1)
    #expect(problems(Stretch.self, [.number("x", 0)]).count == 1)
  }
}
