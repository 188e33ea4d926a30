import Geometry
import PathModel
import Testing

@Suite struct CurveFitterTests {
  static func fitted(
    _ drawing: Drawing, _ tolerance: Double, corner: Double = 45
  ) -> Drawing {
    var fitter = CurveFitter(tolerance: tolerance, cornerDegrees: corner)
    return rewritten(drawing) { fitter.write($0, to: &$1) }
  }

  static func fitted(_ text: String, _ tolerance: Double) -> String {
    fitted(Drawing(paths: [text]), tolerance)[path: 0].text
  }

  /// A circle of so many lines.
  static func polygon(_ count: Int, radius: Double, closed: Bool = true) -> Drawing {
    var drawing = Drawing()
    let style = drawing.styleID(for: Style(stroke: .color(.black)))
    drawing.appendPath(PathInfo(style: style)) { builder in
      for i in 0..<count {
        let angle = 360 * Double(i) / Double(count)
        let p = Point(radius * cosine(degrees: angle), radius * sine(degrees: angle))
        if i == 0 { builder.move(to: p) } else { builder.line(to: p) }
      }
      if closed { builder.close() }
    }
    return drawing
  }

  @Test(arguments: [
    ("M0 0 L10 0 L10 10 L0 10 Z", 0.5, "M0 0 L10 0 L10 10 L0 10 Z"),
    ("M0 0 L3 0 L7 0.1 L10 0 L10 10", 0.5, "M0 0 L10 0 L10 10"),
    ("M5 5", 1, "M5 5"), ("M5 5 Z", 1, "M5 5 Z"), ("M5 5 L5 5", 1, "M5 5 L5 5"),
    ("M5 5 L5 5 L5 5 Z", 1, "M5 5 L5 5 Z"), ("M0 0 L9 9", 99, "M0 0 L9 9"),
    // What is as good as can be stays to the last bit.
    ("M0 0 C3 9 7 9 10 0", 0.01, "M0 0 C3 9 7 9 10 0"), ("M0 0 Q5 9 10 0", 0.01, "M0 0 Q5 9 10 0"),
  ])
  func goldens(_ text: String, _ tolerance: Double, _ expected: String) {
    #expect(Self.fitted(text, tolerance) == expected)
  }

  @Test func aPolygonOfManySidesIsACircle() {
    for count in [24, 100, 1000] {
      let result = Self.fitted(Self.polygon(count, radius: 100), 0.9)
      #expect(result.verbs.count { $0 == .cubic } <= 6, "\(count)")
      #expect(result.verbs.count { $0 == .line } == 0)
      for p in alongPath(result, 0)[0] { #expect(abs(p.length - 100) < 1.8) }
      // It goes on smoothly where it starts: both handles there lie on one line.
      let (start, first) = (result.points[0], result.points[1])
      let last = result.points[result.points.count - 2]
      #expect(result.points[result.points.count - 1] == start)
      let turn = (first - start).cross(start - last)
      #expect(abs(turn) < 1e-9 * (first - start).length * (start - last).length)
    }
  }

  @Test func cornersStay() {
    // A noisy square: its corners are where they were, noise makes none.
    var numbers = Numbers(state: 5)
    var drawing = Drawing()
    let style = drawing.styleID(for: Style(stroke: .color(.black)))
    let corners = [Point(0, 0), Point(100, 0), Point(100, 100), Point(0, 100)]
    drawing.appendPath(PathInfo(style: style)) { builder in
      builder.move(to: .zero)
      for side in 0..<4 {
        let (a, b) = (corners[side], corners[(side + 1) % 4])
        for k in 1...50 where side < 3 || k < 50 {
          let p = a.interpolated(to: b, at: Double(k) / 50)
          let noise = k == 50 ? 0 : 0.6
          builder.line(to: p + Point(numbers.unit() - 0.5, numbers.unit() - 0.5) * noise)
        }
      }
      builder.close()
    }
    let result = Self.fitted(drawing, 1)
    #expect(result.pathTexts == ["M0 0 L100 0 L100 100 L0 100 Z"])
  }

  @Test func laws() {
    var saved = 0
    for seed in 0..<45 {
      let isClosed = seed % 3 == 0
      let tolerance = [0.2, 1.5, 6][seed % 3]
      let drawing = randomWalk(
        seed: UInt64(seed), count: 50, step: 5, curves: seed % 2 == 1, closed: isClosed)
      let result = Self.fitted(drawing, tolerance)
      #expect(result.invariantViolation() == nil)
      let (old, new) = (alongPath(drawing, 0)[0], alongPath(result, 0)[0])
      #expect(new[0] == old[0])
      #expect(new[new.count - 1].distance(to: old[old.count - 1]) < 1e-9)
      #expect(stray(old, from: new) <= tolerance * 1.05, "seed \(seed)")
      #expect(stray(new, from: old) <= tolerance * 1.05, "seed \(seed)")
      #expect((result.verbs.last == .close) == isClosed)
      #expect(result.verbs.count <= drawing.verbs.count)
      saved += drawing.verbs.count - result.verbs.count
      #expect(Self.fitted(drawing, tolerance).pathTexts == result.pathTexts)
      // Again it never needs more.
      #expect(Self.fitted(result, tolerance).verbs.count <= result.verbs.count)
    }
    #expect(saved > 300)
  }

  @Test func manyPoints() {
    var line = Drawing()
    let style = line.styleID(for: Style(stroke: .color(.black)))
    line.appendPath(PathInfo(style: style)) { builder in
      builder.move(to: .zero)
      for i in 1...200_000 { builder.line(to: Point(Double(i), 2 * Double(i))) }
    }
    #expect(Self.fitted(line, 0.1).pathTexts == ["M0 0 L200000 400000"])
  }

  @Test func widthsGoAlong() {
    var drawing = Self.polygon(60, radius: 50, closed: false)
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      for i in widths.indices { widths[i] = Double(i) }
    }
    let result = Self.fitted(drawing, 0.5)
    #expect(result.widths.count == result.points.count)
    #expect(result.widths.first == 0 && result.widths.last == 59)
    #expect(result.points.count < 30)
  }
}
