import PathModel
import PluginKit
import Testing

@testable import Curves

@Suite struct SmoothTests {
  static func smoothed(_ drawing: Drawing, _ options: [Option] = []) throws -> Drawing {
    var drawing = drawing
    var context = Context()
    try Smooth.configured(options).apply(to: &drawing, &context)
    #expect(drawing.invariantViolation() == nil)
    return drawing
  }

  // Swift 6.3.1 fails where it's inlined, in builds with a sanitizer.
  @inline(never)
  static func smoothed(_ text: String, _ options: [Option] = []) throws -> String {
    try smoothed(Drawing(paths: [text]), options)[path: 0].text
  }

  @Test(arguments: [
    // Lines alone, corners, and what has no extent.
    "M0 0 L10 0", "M0 0 L10 0 L10 10", "M0 0 L10 0 L10 10 L0 10 Z", "M5 5", "M5 5 Z",
    "M5 5 L5 5", "M0 0 L9 9 Z", "M0 0 Q5 5 9 0 C1 2 3 4 5 6",
    // A line between two curves stays one.
    "M0 0 Q5 0 10 0 L20 0 Q30 0 30 10",
  ])
  func stays(_ text: String) throws { #expect(try Self.smoothed(text) == text) }

  @Test func goldens() throws {
    // Evenly spread points: a third of half the way between the neighbours.
    #expect(
      try Self.smoothed("M0 0 L3 3 L6 0", [Option("corner", .number(120))])
        == "M0 0 C1 2 2 3 3 3 C4 3 5 2 6 0")
    #expect(
      try Self.smoothed("M0 0 L3 3 L6 0", [Option("tension", .number(1))]) == "M0 0 L3 3 L6 0")
  }

  /// A closed subpath is smooth where it starts, whether it comes back by a line or by its close.
  @Test(arguments: [" Z", " L3 0 Z"]) func startsSmoothly(_ close: String) throws {
    let octagon = "M3 0 L7 0 L10 3 L10 7 L7 10 L3 10 L0 7 L0 3"
    let result = try Self.smoothed(Drawing(paths: [octagon + close]))
    #expect(result.verbs == [.move] + Array(repeating: Verb.cubic, count: 8) + [.close])
    let p = result.points
    let turn = (p[1] - p[0]).cross(p[0] - p[p.count - 2])
    #expect(p[p.count - 1] == p[0] && turn.magnitude < 1e-9)
  }

  @Test func pointsStayAndAgainChangesNothing() throws {
    let texts = [
      "M0 0 L10 2 L20 7 L26 16 L60 16 L60 40 L50 44 L38 40", "M0 0 L10 1 L10 1 L20 4 L22 14 Z",
      "M0 0 L10 2 L20 2 Q40 2 40 20 L42 40 L30 60 M1 1 L2 2",
    ]
    for text in texts {
      let drawing = Drawing(paths: [text])
      let once = try Self.smoothed(drawing)
      #expect(once.verbs.contains(.cubic))
      for p in drawing.points { #expect(once.points.contains(p)) }
      #expect(try Self.smoothed(once).pathTexts == once.pathTexts)
    }
  }

  @Test func unevenPointsMakeNoLoops() throws {
    // A long line, then a short one: a uniform spline would swing far out.
    let result = try Self.smoothed(
      Drawing(paths: ["M0 0 L100 0 L101 1 L101 2"]))
    for p in result.points { #expect(p.x <= 102 && p.y >= -3) }
  }

  @Test func problems() {
    #expect(throws: OptionProblems.self) {
      try Smooth.configured([Option("corner", .number(200))])
    }
    #expect(throws: OptionProblems.self) {
      try Smooth.configured([Option("tension", .number(2))])
    }
  }

  @Test func widthsGoAlong() throws {
    var drawing = Drawing(paths: ["M0 0 L10 0 L20 3"])
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      for i in widths.indices { widths[i] = Double(i + 1) }
    }
    #expect(try Self.smoothed(drawing).widths == [1, 2, 2, 2, 3, 3, 3])
  }
}
