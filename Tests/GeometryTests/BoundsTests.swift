import Geometry
import PathModel
import PluginKit
import Testing

@Suite struct BoundsTests {
  func bounds(_ text: String) -> Rect? { Drawing(paths: [text]).geometryBounds() }

  @Test func lines() {
    #expect(bounds("M1 2 L5 -3 L4 9") == Rect(minX: 1, minY: -3, maxX: 5, maxY: 9))
    #expect(bounds("M1 2 L5 -3 Z M-1 0 L0 11") == Rect(minX: -1, minY: -3, maxX: 5, maxY: 11))
    #expect(bounds("M3 4 L3 4") == Rect(Point(3, 4)))
    #expect(bounds("M3 4 Z") == Rect(Point(3, 4)))
    #expect(bounds("M3 4") == Rect(Point(3, 4)))
    #expect(bounds("M3 4 L10 4") == Rect(minX: 3, minY: 4, maxX: 10, maxY: 4))
    #expect(Drawing().geometryBounds() == nil)
  }

  @Test func strayMovesDoNotCount() {
    #expect(bounds("M1 1 L2 2 M100 100") == Rect(minX: 1, minY: 1, maxX: 2, maxY: 2))
    #expect(bounds("M-50 0 M1 1 L2 2 Z") == Rect(minX: 1, minY: 1, maxX: 2, maxY: 2))
    #expect(bounds("M7 8 M1 1") == Rect(Point(7, 8)))
  }

  @Test func curvesAreTight() {
    // A parabola's top lies half way to its control point.
    #expect(bounds("M0 0 Q5 10 10 0") == Rect(minX: 0, minY: 0, maxX: 10, maxY: 5))
    #expect(bounds("M0 0 C0 4 10 4 10 0") == Rect(minX: 0, minY: 0, maxX: 10, maxY: 3))
    // A straight cubic with its control points on the line.
    #expect(bounds("M0 0 C1 0 2 0 3 0") == Rect(minX: 0, minY: 0, maxX: 3, maxY: 0))
    // Out and back.
    #expect(bounds("M0 0 Q10 0 0 0") == Rect(minX: 0, minY: 0, maxX: 5, maxY: 0))
    #expect(bounds("M5 5 C5 5 5 5 5 5") == Rect(Point(5, 5)))
  }

  @Test func holdsEverySampledPointAndTouchesThem() throws {
    var random = SeededGenerator(seed: 3)
    for round in 0..<400 {
      let scale = [1e-200, 1e-3, 1, 1e6, 1e200][round % 5]
      // Every third coordinate repeats one before it, for degenerate coefficients.
      var numbers = (0..<8).map { _ in random.signed() * scale }
      if round % 3 == 0 { numbers[2] = numbers[0] }
      if round % 4 == 0 { numbers[4] = numbers[2] }
      if round % 7 == 0 { numbers[5] = numbers[7] }
      let p = (0..<4).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) }
      let cubic = CubicCurve(p[0], p[1], p[2], p[3])
      let quad = QuadCurve(p[0], p[1], p[2])
      for (tight, point) in [
        (cubic.bounds, { cubic.point(at: $0) }), (quad.bounds, { quad.point(at: $0) }),
      ] as [(Rect, (Double) -> Point)] {
        var sampled = Rect(point(0))
        for i in 0...4000 { sampled.formUnion(point(Double(i) / 4000)) }
        let slack = 1e-12 * scale
        #expect(tight.minX <= sampled.minX + slack && tight.maxX >= sampled.maxX - slack)
        #expect(tight.minY <= sampled.minY + slack && tight.maxY >= sampled.maxY - slack)
        #expect(tight.minX >= sampled.minX - 1e-6 * scale, "round \(round)")
        #expect(tight.maxX <= sampled.maxX + 1e-6 * scale, "round \(round)")
        #expect(tight.minY >= sampled.minY - 1e-6 * scale, "round \(round)")
        #expect(tight.maxY <= sampled.maxY + 1e-6 * scale, "round \(round)")
      }
    }
  }

  @Test func extremeCoordinatesStayFinite() throws {
    let rect = try #require(bounds("M1e300 0 C-1e300 1e300 1e300 -1e300 0 1e-300"))
    #expect(rect.isFinite)
    #expect(rect.maxX == 1e300)
  }

  @Test func tilesOfPatternsDoNotCount() {
    var drawing = Drawing(paths: ["M0 0 L10 10"])
    let tile = drawing.addGroup(Group())
    let inner = drawing.addGroup(Group(parent: tile))
    drawing.patterns.append(Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: tile))
    drawing.appendPath(PathInfo(group: inner)) { $0.append(text: "M500 500 L600 600") }
    #expect(drawing.geometryBounds() == Rect(minX: 0, minY: 0, maxX: 10, maxY: 10))
  }
}
