import PathModel
import PluginKit
import Testing

@testable import Curves

@Suite struct FlattenTests {
  func flattened(_ drawing: Drawing, _ options: [Option] = []) throws -> Drawing {
    var drawing = drawing
    var context = Context()
    try Flatten.configured(options).apply(to: &drawing, &context)
    #expect(drawing.invariantViolation() == nil)
    return drawing
  }

  let canvas = Canvas(box: Rect(x: 0, y: 0, width: 100, height: 200))

  @Test func linesStay() throws {
    let drawing = Drawing(paths: ["M0 0 L10 0 Z M3 3", "M5 5 L5 5"], canvas: canvas)
    #expect(try flattened(drawing).pathTexts == drawing.pathTexts)
  }

  @Test func toleranceDecides() throws {
    let arch = Drawing(paths: ["M0 0 Q50 100 100 0"], canvas: canvas)
    #expect(try flattened(arch, [Option("tolerance", .number(60))]).pathTexts == ["M0 0 L100 0"])
    let counts = try ["1", "0.25", "1%", "1px"].map {
      try flattened(arch, [Option("tolerance", .text($0))]).verbs.count
    }
    // A parabola needs √(its height over the tolerance) lines where it is level, fewer where it
    // is steep: not more than 8, 15, 8 and 8 here.
    #expect(counts == [7 + 1, 13 + 1, 7 + 1, 7 + 1])
    #expect(try flattened(arch).pathTexts[0].contains("Q") == false)
  }

  @Test func withoutCanvasTheBoundsCount() throws {
    let small = try flattened(Drawing(paths: ["M0 0 Q0.5 1 1 0"]))
    let large = try flattened(Drawing(paths: ["M0 0 Q500 1000 1000 0"]))
    #expect(small.verbs.count == large.verbs.count)
    #expect(small.verbs.count > 10)
  }

  @Test func strokeWidths() throws {
    let style = Style(stroke: .color(.black), strokeWidth: 10)
    let arch = Drawing(paths: ["M0 0 Q50 100 100 0"], style: style, canvas: canvas)
    #expect(try flattened(arch, [Option("tolerance", .text("0.1sw"))]).verbs.count == 8)
  }

  @Test func limits() throws {
    var drawing = Drawing(paths: ["M0 0 Q50 100 100 0"], canvas: canvas)
    for limits in [Limits(points: 10), Limits(growth: 10)] {
      var context = Context(limits: limits)
      #expect(throws: ComponentError.self) {
        try Flatten.configured([Option("tolerance", .text("0.001"))]).apply(to: &drawing, &context)
      }
    }
  }
}
