import Geometry
import PathModel
import Testing

/// Outlines of strokes whose points have widths.
@Suite struct VaryingStrokeTests {
  /// A path with widths at its points, control points among them.
  static func drawing(_ text: String, _ widths: [Double], _ style: Style) -> Drawing {
    var drawing = Drawing(paths: [text], style: style)
    drawing.makeWidths()
    drawing.withMutableWidths { span in
      for (i, width) in widths.enumerated() { span[i] = width }
    }
    return drawing
  }

  static func outlined(_ drawing: Drawing, tolerance: Double = 0.001) throws -> Drawing {
    var result = drawing
    try result.fillVaryingStrokes(tolerance: tolerance)
    #expect(result.invariantViolation() == nil)
    #expect(!result.hasWidths)
    return result
  }

  static func style(
    _ cap: Style.Cap = .butt, _ join: Style.Join = .round, fill: Paint = .none,
    dashes: [Double] = [], opacity: Double = 1, first: Bool = false
  ) -> Style {
    Style(
      fill: fill, stroke: .color(.black), strokeWidth: 1, cap: cap, join: join, dashes: dashes,
      opacity: opacity, strokeFirst: first)
  }

  @Test(arguments: [
    ("M0 0 L10 0", [2.0, 6], "M0 -1 L10 -3 L10 3 L0 1 Z"),
    // A point has no cap.
    ("M0 0 L10 0", [2, 0], "M0 -1 L10 0 L0 1 Z"),
    ("M0 0 L10 0", [0, 4], "M0 0 L10 -2 L10 2 L0 0 Z"),
    // A segment of no length changes nothing.
    ("M0 0 L5 0 L5 0 L10 0", [2, 2, 9, 4], "M0 -1 L5 -1 L10 -2 L10 2 L5 1 L0 1 Z"),
  ])
  func goldens(_ text: String, _ widths: [Double], _ expected: String) throws {
    #expect(
      try Self.outlined(Self.drawing(text, widths, Self.style())).pathTexts == [expected])
  }

  @Test func whatThePaintsBecome() throws {
    let red = Paint.color(Color(red: 255, green: 0, blue: 0))
    let text = "M0 0 L10 0 L10 10 Z"
    let widths = [1.0, 2, 3]
    // A stroke alone is one area.
    let alone = try Self.outlined(Self.drawing(text, widths, Self.style()))
    #expect(alone.pathCount == 1)
    #expect(alone.style(ofPath: 0).fill == .color(.black))
    #expect(alone.style(ofPath: 0).stroke == .none)
    #expect(alone.style(ofPath: 0).fillRule == .nonzero)
    // With a fill it's two, in their order.
    let two = try Self.outlined(Self.drawing(text, widths, Self.style(fill: red)))
    #expect(two.pathTexts[0] == text && two.pathCount == 2)
    #expect(two.style(ofPath: 0).fill == red && two.style(ofPath: 0).stroke == .none)
    #expect(two.style(ofPath: 1).fill == .color(.black))
    let below = try Self.outlined(Self.drawing(text, widths, Self.style(fill: red, first: true)))
    #expect(below.pathTexts[1] == text)
    // Translucent together: the group is.
    let faint = try Self.outlined(Self.drawing(text, widths, Self.style(fill: red, opacity: 0.5)))
    #expect(faint.records[0].info.group == faint.records[1].info.group)
    #expect(faint.groups[Int(faint.records[0].info.group.index)].opacity == 0.5)
    #expect(faint.style(ofPath: 0).opacity == 1 && faint.style(ofPath: 1).opacity == 1)
    // One width is a stroke of that, and what has no stroke stays.
    let even = try Self.outlined(Self.drawing(text, [3, 3, 3], Self.style()))
    #expect(even.pathTexts == [text] && even.style(ofPath: 0).strokeWidth == 3)
    let filled = try Self.outlined(Self.drawing(text, widths, Style(fill: red)))
    #expect(filled.pathTexts == [text] && filled.style(ofPath: 0) == Style(fill: red))
  }

  /// What the pen sweeps is inside, what it never touches outside.
  @Test(
    arguments: [
      "M0 0 L30 0 L5 12 L28 20", "M0 0 C30 40 30 -40 60 0", "M0 0 C40 30 -10 30 30 0",
      "M0 0 C30 30 0 30 30 0", "M0 0 C20 0 30 20 30 20", "M0 0 C60 0 -30 0 30 0",
      "M0 0 Q30 1 0 2", "M0 0 L20 0 L0 0", "M0 0 L20 0 L20 9 L0 9 Z",
      "M4 0 C4 2.209 2.209 4 0 4 C-2.209 4 -4 2.209 -4 0 C-4 -2.209 -2.209 -4 0 -4 C2.209 -4 4 -2.209 4 0 Z",
    ], [0, 1, 2])
  func outlinesCoverWhatThePenSweeps(_ text: String, _ kind: Int) throws {
    var drawing = Drawing(
      paths: [text], style: Self.style(.round, .round, dashes: kind == 2 ? [7, 5] : []))
    drawing.makeWidths()
    let last = drawing.points.count - 1
    let isBack = drawing.points[last] == drawing.points[0]
    drawing.withMutableWidths { span in
      for i in span.indices { span[i] = kind == 0 ? 1 + Double(i * 5 % 4) : Double(i * 3 % 7) }
      if isBack { span[last] = span[0] }
    }
    let result = try Self.outlined(drawing)
    let pens = Self.pens(drawing)
    var numbers = Numbers(state: UInt64(kind))
    guard let box = drawing.geometryBounds() else { return }
    var missing = 0
    var beside = 0
    for _ in 0..<120 {
      let pen = pens[Int(numbers.unit() * Double(pens.count))]
      let p = pen.center + pen.half * (1.9 * numbers.unit() - 0.95)
      if pen.half.length > 0.05 && windingNumber(result, p) == 0 { missing += 1 }
      let q = Point(
        box.minX - 5 + (box.width + 10) * numbers.unit(),
        box.minY - 5 + (box.height + 10) * numbers.unit())
      // By how much the nearest disc covers it; between two there is a bit more. (The line of the pen never leaves its disc.)
      var cover = -Double.infinity
      for pen in pens { cover = max(cover, pen.half.length - q.distance(to: pen.center)) }
      if cover < -0.1 && windingNumber(result, q) != 0 { beside += 1 }
    }
    // Gaps of dashes miss some.
    #expect(kind == 2 ? missing > 0 && missing < 80 : missing == 0)
    #expect(beside == 0)
  }

  private func windingNumber(_ drawing: Drawing, _ p: Point) -> Int {
    drawing[path: 0].windingNumber(around: p)
  }

  /// Places of the pen along a path: where it is, and from there to its left end.
  static func pens(_ drawing: Drawing) -> [(center: Point, half: Point)] {
    var pens: [(center: Point, half: Point)] = []
    let path = drawing[path: 0]
    var i = 0
    var (start, startWidth) = (Point.zero, 0.0)
    var (current, width) = (Point.zero, 0.0)
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      let last = i + verb.pointCount - 1
      let end = verb == .close ? start : path.points[last]
      let endWidth = verb == .close ? startWidth : path.widths[last]
      let curve =
        path.curve(k, from: current, atPoint: i) ?? CubicCurve(line: current, end)
      if verb == .move {
        (start, startWidth) = (end, endWidth)
      } else if curve.p0 != curve.p3 || verb == .cubic {
        for n in 0...150 {
          let t = Double(n) / 150
          let d = curve.derivative(at: t)
          let across = d.length > 0 ? Point(d.y, -d.x) * (1 / d.length) : .zero
          pens.append((curve.point(at: t), across * ((width + (endWidth - width) * t) / 2)))
        }
      }
      (current, width) = (end, endWidth)
      i = last + 1
    }
    return pens
  }
}
