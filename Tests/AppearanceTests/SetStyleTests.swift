import PathModel
import PluginKit
import Testing

@testable import Appearance

@Suite struct SetStyleTests {
  let original = Style(
    fill: .color(.white), stroke: .color(.black), strokeWidth: 2, dashes: [3, 1])

  func styled(_ options: [Option], _ style: Style? = nil) throws -> Style {
    var drawing = Drawing(
      paths: ["M0 0 L10 10"], style: style ?? original,
      canvas: Canvas(
        box: Rect(x: 0, y: 0, width: 960, height: 960), width: Length(1, .in),
        height: Length(1, .in)))
    drawing.document.color = Color(red: 1, green: 2, blue: 3)
    var context = Context()
    try SetStyle.configured(options).apply(to: &drawing, &context)
    #expect(drawing.invariantViolation() == nil)
    #expect(drawing.pathTexts == ["M0 0 L10 10"])
    return drawing.style(ofPath: 0)
  }

  @Test func nothingGivenChangesNothing() throws { #expect(try styled([]) == original) }

  /// Each option changes its property and no other.
  @Test func eachOptionByItself() throws {
    let red = Paint.color(Color(red: 255, green: 0, blue: 0))
    let cases: [(Option, (inout Style) -> Void)] = [
      (Option("fill", .text("#f00")), { $0.fill = red }),
      (Option("fill", .text("none")), { $0.fill = .none }),
      (Option("stroke", .text("red")), { $0.stroke = red }),
      (
        Option("stroke", .text("currentColor")),
        { $0.stroke = .currentColor(resolved: Color(red: 1, green: 2, blue: 3)) }
      ),
      (Option("stroke-width", .number(5)), { $0.strokeWidth = 5 }),
      (Option("width", .number(0)), { $0.strokeWidth = 0 }),
      (Option("stroke-width", .text("1px")), { $0.strokeWidth = 10 }),
      (Option("stroke-width", .text("1.5sw")), { $0.strokeWidth = 3 }),
      (Option("opacity", .number(0.5)), { $0.opacity = 0.5 }),
      (Option("fill-opacity", .number(0.5)), { $0.fillOpacity = 0.5 }),
      (Option("stroke-opacity", .number(0)), { $0.strokeOpacity = 0 }),
      (Option("cap", .text("square")), { $0.cap = .square }),
      (Option("join", .text("bevel")), { $0.join = .bevel }),
      (Option("miter-limit", .number(9)), { $0.miterLimit = 9 }),
      (Option("dashes", .list([.number(4), .text("1sw")])), { $0.dashes = [4, 2] }),
      (Option("dashes", .list([.number(0)])), { $0.dashes = [] }),
      (Option("dashes", .list([])), { $0.dashes = [] }),
      (Option("dash-offset", .number(-3)), { $0.dashOffset = -3 }),
      (Option("fill-rule", .text("evenodd")), { $0.fillRule = .evenodd }),
      (Option("stroke-first", .bool(true)), { $0.strokeFirst = true }),
      (Option("stroke-scaling", .text("fixed")), { $0.strokeScaling = .fixed }),
    ]
    for (option, change) in cases {
      var expected = original
      change(&expected)
      #expect(try styled([option]) == expected, "\(option)")
    }
    #expect(Set(cases.map { $0.0.name }).count == SetStyle.parameters.count + 1)
  }

  @Test func widthsOfPointsKeepTheirProportions() throws {
    var drawing = Drawing(paths: ["M0 0 L10 10"], style: original)
    drawing.makeWidths()
    drawing.withMutableWidths { $0[1] = 4 }
    var context = Context()
    try SetStyle.configured([Option("stroke-width", .number(10))]).apply(to: &drawing, &context)
    #expect(drawing.widths == [10, 20])
  }

  @Test func outOfRange() {
    for option in [
      Option("opacity", .number(1.5)), Option("miter-limit", .number(0)),
      Option("stroke-width", .number(-1)), Option("fill", .text("#12")),
      Option("dashes", .list([.number(-1)])),
    ] {
      #expect(throws: OptionProblems.self) { try SetStyle.configured([option]) }
    }
  }
}
