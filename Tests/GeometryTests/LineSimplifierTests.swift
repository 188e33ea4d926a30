import Geometry
import PathModel
import Testing

@Suite struct LineSimplifierTests {
  static func simplified(_ drawing: Drawing, _ tolerance: Double) -> Drawing {
    var simplifier = LineSimplifier()
    return rewritten(drawing) { simplifier.write($0, tolerance: tolerance, to: &$1) }
  }

  static func simplified(_ text: String, _ tolerance: Double) -> String {
    simplified(Drawing(paths: [text]), tolerance)[path: 0].text
  }

  @Test(arguments: [
    ("M0 0 L5 0.5 L10 0", 1.0, "M0 0 L10 0"), ("M0 0 L5 1.5 L10 0", 1, "M0 0 L5 1.5 L10 0"),
    ("M0 0 L3 0 L5 0 L10 0 L10 4 L10 10", 0, "M0 0 L10 0 L10 10"),
    // Beyond an end is off the line too.
    ("M0 0 L15 0 L10 0", 1, "M0 0 L15 0 L10 0"),
    // Closed: an area stays one, the start stays.
    ("M0 0 L5 0 L10 0 L10 10 L0 10 L0 5 Z", 1, "M0 0 L10 0 L10 10 L0 10 Z"),
    ("M0 0 L5 0 L10 0 L10 10 L0 10 L0 0 Z", 99, "M0 0 L10 0 L10 10 L0 0 Z"),
    ("M0 0 L1 0 L1 1 L0 1 Z", 99, "M0 0 L1 0 L1 1 Z"),
    // Flat curves become lines, others stay.
    ("M0 0 C3 0.1 6 0.1 9 0 L9 9", 1, "M0 0 L9 0 L9 9"),
    ("M0 0 Q5 9 10 0 L15 0.2 L20 0", 1, "M0 0 Q5 9 10 0 L20 0"),
    // Points, dots, and what has nothing but one place.
    ("M5 5", 1, "M5 5"), ("M5 5 Z", 1, "M5 5 Z"), ("M5 5 L5 5 L5 5", 1, "M5 5 L5 5"),
    ("M5 5 L5 5 L5 5 Z", 1, "M5 5 L5 5 Z"), ("M0 0 L9 9", 99, "M0 0 L9 9"),
    ("M0 0 L9 9 Z", 99, "M0 0 L9 9 Z"), ("M0 0 L0 0 L9 9", 1, "M0 0 L9 9"),
  ])
  func goldens(_ text: String, _ tolerance: Double, _ expected: String) {
    #expect(Self.simplified(text, tolerance) == expected)
    // Again changes nothing.
    #expect(Self.simplified(expected, tolerance) == expected)
  }

  @Test func laws() {
    var saved = 0
    for seed in 0..<60 {
      let isClosed = seed % 3 == 0
      let tolerance = [0.3, 2, 9][seed % 3] * 1.7
      let drawing = randomWalk(
        seed: UInt64(seed), count: 60, step: 6, curves: seed % 2 == 1, closed: isClosed)
      let result = Self.simplified(drawing, tolerance)
      #expect(result.invariantViolation() == nil)
      let (old, new) = (alongPath(drawing, 0)[0], alongPath(result, 0)[0])
      #expect(new[0] == old[0])
      #expect(new[new.count - 1].distance(to: old[old.count - 1]) < 1e-9)
      #expect(stray(old, from: new) <= tolerance + 1e-9)
      #expect((result.verbs.last == .close) == isClosed)
      saved += drawing.verbs.count - result.verbs.count
      // Every vertex that is left is one of those that were there.
      for p in result.points { #expect(drawing.points.contains(p)) }
      if seed % 2 == 0 {
        #expect(Self.simplified(result, tolerance).pathTexts == result.pathTexts)
      }
      #expect(Self.simplified(drawing, tolerance).pathTexts == result.pathTexts)
    }
    #expect(saved > 500)
  }

  @Test func widthsKeepTheirPoints() {
    var drawing = Drawing(paths: ["M0 0 L10 0 L20 0 L30 0 L40 0"])
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      for (i, w) in [1.0, 2, 3, 9, 1].enumerated() { widths[i] = w }
    }
    let result = Self.simplified(drawing, 0.5)
    #expect(result.pathTexts == ["M0 0 L20 0 L30 0 L40 0"])
    #expect(result.widths == [1, 3, 9, 1])
  }

  /// A million points on a line, and as many on a curve made to part badly.
  @Test func manyPoints() {
    var line = Drawing()
    let style = line.styleID(for: Style(stroke: .color(.black)))
    line.appendPath(PathInfo(style: style)) { builder in
      builder.move(to: .zero)
      for i in 1...1_000_000 { builder.line(to: Point(Double(i), 2 * Double(i))) }
    }
    #expect(Self.simplified(line, 0.001).pathTexts == ["M0 0 L1000000 2000000"])
    // Each point is farthest from the rest: parted at its farthest vertex this takes n² steps.
    var hooks = Drawing()
    _ = hooks.styleID(for: Style(stroke: .color(.black)))
    hooks.appendPath(PathInfo(style: style)) { builder in
      builder.move(to: .zero)
      for i in 1...40_000 {
        builder.line(to: Point(Double(i), i % 2 == 0 ? 0 : 1e9 / Double(i)))
      }
    }
    let result = Self.simplified(hooks, 0.001)
    #expect(result.points.count == 40_001)
  }
}
