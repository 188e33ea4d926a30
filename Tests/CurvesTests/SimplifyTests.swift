import PathModel
import PluginKit
import Testing

@testable import Curves

/// What the stage adds to `LineSimplifier` and `CurveFitter`.
@Suite struct SimplifyTests {
  static func simplified(_ drawing: Drawing, _ options: [Option] = []) throws -> [String] {
    var drawing = drawing
    var context = Context()
    try Simplify.configured(options).apply(to: &drawing, &context)
    #expect(drawing.invariantViolation() == nil)
    return drawing.pathTexts
  }

  let canvas = Canvas(box: Rect(x: 0, y: 0, width: 100, height: 200))
  /// Its middle is off by 0.15.
  let text = "M0 0 L50 0.15 L100 0"

  @Test func theToleranceIsThePages() throws {
    let whole = Drawing(paths: [text], canvas: canvas)
    #expect(try Self.simplified(whole) == [text])
    #expect(
      try Self.simplified(whole, [Option("tolerance", .text("0.2%"))]) == ["M0 0 L100 0"])
    #expect(
      try Self.simplified(whole, [Option("tolerance", .text("0.05mm"))]) == ["M0 0 L100 0"])
    // Without a page the bounds count; they are flat here, so there is nothing to measure by.
    #expect(try Self.simplified(Drawing(paths: ["M0 0 L5 0 L9 0"])) == ["M0 0 L5 0 L9 0"])
  }

  @Test func strokeWidths() throws {
    let style = Style(stroke: .color(.black), strokeWidth: 2)
    let drawing = Drawing(paths: [text], style: style, canvas: canvas)
    #expect(
      try Self.simplified(drawing, [Option("tolerance", .text("0.1sw"))]) == ["M0 0 L100 0"])
  }

  @Test func methods() throws {
    let arc = Drawing(paths: ["M0 0 L10 1 L20 4 L30 9 L40 16 L50 25"], canvas: canvas)
    let curve = [Option("method", .text("curve")), Option("tolerance", .number(0.5))]
    let result = try Self.simplified(arc, curve)
    #expect(result[0].hasPrefix("M0 0 C") && result[0].hasSuffix(" 50 25"))
    #expect(!result[0].contains("L"))
    #expect(try Self.simplified(arc, [Option("tolerance", .number(0.5))])[0].contains("L"))
  }

  @Test func tooLarge() {
    #expect(throws: ComponentError.self) {
      try Self.simplified(Drawing(paths: ["M0 0 L1e200 0 L5 5"]))
    }
  }
}
