import Geometry
import PathModel
import Testing

@Suite struct EllipticalArcTests {
  func path(_ build: (inout PathBuilder) -> Void) -> Drawing {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    drawing.appendPath(PathInfo(style: style), build)
    return drawing
  }

  func arc(
    _ start: Point, _ end: Point, _ radii: Point, rotation: Double = 0, large: Bool = false,
    clockwise: Bool = false
  ) -> Drawing {
    path { builder in
      builder.move(to: start)
      builder.arc(
        from: start, to: end, radii: radii, rotation: rotation, isLarge: large,
        isClockwise: clockwise)
    }
  }

  /// The distance of every sampled point from the unit circle, after undoing the ellipse.
  func worst(_ drawing: Drawing, center: Point, radii: Point, rotation: Double) -> Double {
    let back = Affine.translation(x: -center.x, y: -center.y)
      .then(.rotation(degrees: -rotation)).then(.scale(x: 1 / radii.x, y: 1 / radii.y))
    var worst = 0.0
    var current = Point.zero
    drawing[path: 0].forEachSegment { segment in
      switch segment {
      case .move(let p): current = p
      case .cubic(let a, let b, let p):
        for i in 0...100 {
          let q = CubicCurve(current, a, b, p).point(at: Double(i) / 100)
          worst = max(worst, (back.apply(q).length - 1).magnitude)
        }
        current = p
      default: worst = .infinity
      }
    }
    return worst
  }

  @Test func flagsChooseTheArc() throws {
    // Quarter of the circle about (0,0), or about (10,10), or the rest of either.
    let (a, b, r) = (Point(10, 0), Point(0, 10), Point(10, 10))
    let cases: [(Bool, Bool, Point, Rect)] = [
      (false, true, Point(0, 0), Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)),
      (false, false, Point(10, 10), Rect(minX: 0, minY: 0, maxX: 10, maxY: 10)),
      (true, false, Point(0, 0), Rect(minX: -10, minY: -10, maxX: 10, maxY: 10)),
      (true, true, Point(10, 10), Rect(minX: 0, minY: 0, maxX: 20, maxY: 20)),
    ]
    for (large, clockwise, center, bounds) in cases {
      let drawing = arc(a, b, r, large: large, clockwise: clockwise)
      #expect(drawing.verbs.count == (large ? 4 : 2))
      #expect(drawing.points.last == b)
      #expect(worst(drawing, center: center, radii: r, rotation: 0) < 2.8e-4)
      let got = try #require(drawing.geometryBounds())
      for (x, y) in [
        (got.minX, bounds.minX), (got.minY, bounds.minY), (got.maxX, bounds.maxX),
        (got.maxY, bounds.maxY),
      ] { #expect((x - y).magnitude < 1e-12, "\(large) \(clockwise): \(got)") }
    }
  }

  @Test func rotatedEllipse() {
    // Points of a rotated ellipse, by its own parameter.
    let map = Affine.scale(x: 30, y: 10).then(.rotation(degrees: 37)).then(.translation(x: 5, y: 7))
    func on(_ t: Double) -> Point { map.apply(Point(cosine(degrees: t), sine(degrees: t))) }
    for (from, to) in [(10.0, 60.0), (10, 150), (10, 250), (200, 500)] {
      let drawing = arc(
        on(from), on(to), Point(30, -10), rotation: 37, large: to - from > 180, clockwise: true)
      #expect(worst(drawing, center: Point(5, 7), radii: Point(30, 10), rotation: 37) < 2.8e-4)
      let back = arc(
        on(to), on(from), Point(30, 10), rotation: 37 + 180, large: to - from > 180)
      #expect(worst(back, center: Point(5, 7), radii: Point(30, 10), rotation: 37) < 2.8e-4)
    }
  }

  @Test func corrections() {
    // No radius: a line. The same end: nothing. Too small: half an ellipse that just reaches.
    #expect(arc(Point(0, 0), Point(5, 0), Point(0, 3)).pathTexts == ["M0 0 L5 0"])
    #expect(arc(Point(4, 4), Point(4, 4), Point(1, 1)).pathTexts == ["M4 4"])
    let half = arc(Point(0, 0), Point(20, 0), Point(1, 2), clockwise: true)
    #expect(worst(half, center: Point(10, 0), radii: Point(10, 20), rotation: 0) < 2.8e-4)
    #expect(half.geometryBounds() == Rect(minX: 0, minY: -20, maxX: 20, maxY: 0))
    #expect(half.verbs == [.move, .cubic, .cubic])
  }

  @Test func extremesStayFinite() {
    for (a, b, r) in [
      (Point(0, 0), Point(1e-300, 0), Point(1, 1)), (Point(0, 0), Point(1, 1), Point(1e300, 1)),
      (Point(-1e300, 0), Point(1e300, 0), Point(1e-300, 1e300)),
      (Point(1e9, 1e9), Point(1e9 + 1e-6, 1e9), Point(5, 5)),
      (Point(0, 0), Point(1, 1), Point(.infinity, 1)),
    ] {
      for flags in 0..<4 {
        let drawing = arc(a, b, r, rotation: 30, large: flags & 1 == 1, clockwise: flags & 2 == 2)
        #expect(drawing.invariantViolation() == nil, "\(a) \(b) \(r)")
      }
    }
  }

  @Test func ellipsesAndRectangles() {
    let ellipse = path { $0.ellipse(center: Point(3, 4), rx: 2, ry: 1) }
    #expect(worst2(ellipse, Point(3, 4), Point(2, 1)) < 2.8e-4)
    #expect(ellipse.geometryBounds() == Rect(minX: 1, minY: 3, maxX: 5, maxY: 5))
    let rect = Rect(x: 1, y: 2, width: 10, height: 6)
    #expect(
      path { $0.rectangle(rect) }.pathTexts == ["M1 2 L11 2 L11 8 L1 8 Z"])
    #expect(
      path { $0.roundedRectangle(rect, rx: 0, ry: 2) }.pathTexts == ["M1 2 L11 2 L11 8 L1 8 Z"])
    let rounded = path { $0.roundedRectangle(rect, rx: 2, ry: 1) }
    #expect(
      rounded.verbs == [.move, .line, .cubic, .line, .cubic, .line, .cubic, .line, .cubic, .close])
    #expect(rounded.geometryBounds() == rect)
    // Radii beyond half a side make it an ellipse, without lines of no length.
    let full = path { $0.roundedRectangle(rect, rx: 50, ry: 50) }
    #expect(full.verbs == [.move, .cubic, .cubic, .cubic, .cubic, .close])
  }

  func worst2(_ drawing: Drawing, _ center: Point, _ radii: Point) -> Double {
    var open = Drawing(tablesOf: drawing)
    open.appendPath(PathInfo()) { builder in
      drawing[path: 0].forEachSegment { if $0 != .close { builder.append($0) } }
    }
    return worst(open, center: center, radii: radii, rotation: 0)
  }
}
