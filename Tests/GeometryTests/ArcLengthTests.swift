import Geometry
import PathModel
import PluginKit
import Testing

@Suite struct ArcLengthTests {
  @Test func lines() {
    let drawing = Drawing(paths: ["M0 0 L3 4 L3 8 M10 10 L13 10 L13 14 Z"])
    #expect(drawing[path: 0].length(tolerance: 0.1) == 9 + 12)
  }

  @Test func knownCurves() {
    // A parabola of span 2 and height 1: √5 + asinh(2)/2.
    let parabola = QuadCurve(Point(0, 0), Point(1, 2), Point(2, 0))
    #expect((parabola.length(tolerance: 1e-9) - 2.957885715089195).magnitude < 1e-9)
    let straight = CubicCurve(Point(0, 0), Point(1, 0), Point(9, 0), Point(10, 0))
    #expect(straight.length(tolerance: 1e-9) == 10)
    // There and back again: twice the way to the turn.
    let back = QuadCurve(Point(0, 0), Point(10, 0), Point(0, 0))
    #expect((back.length(tolerance: 1e-6) - 10).magnitude < 1e-6)
  }

  @Test func agreesWithFineLines() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<50 {
      func point() -> Point { Point(random.signed() * 100, random.signed() * 100) }
      let curve = CubicCurve(point(), point(), point(), point())
      var sum = 0.0
      var last = curve.p0
      for i in 1...20_000 {
        let p = curve.point(at: Double(i) / 20_000)
        sum += last.distance(to: p)
        last = p
      }
      for tolerance in [1.0, 0.01, 1e-4] {
        #expect((curve.length(tolerance: tolerance) - sum).magnitude <= tolerance + 1e-5)
      }
    }
  }

  @Test func extremesEnd() {
    let huge = CubicCurve(Point(0, 0), Point(1e300, 0), Point(0, 1e300), Point(-1e300, 0))
    #expect(huge.length(tolerance: 1) > 0)
    let tiny = CubicCurve(Point(0, 0), Point(1e-300, 0), Point(0, 1e-300), Point(0, 0))
    #expect(tiny.length(tolerance: 1e-9) < 1e-200)
  }
}
