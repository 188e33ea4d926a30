import Geometry
import PathModel
import Testing

@Suite struct SplitTests {
  let cubic = CubicCurve(Point(0, 0), Point(1, 8), Point(9, -3), Point(10, 5))
  let quad = QuadCurve(Point(0, 0), Point(4, 8), Point(10, 5))

  @Test func partsLieOnTheCurve() {
    let (a, b) = cubic.split(at: 0.25)
    let part = cubic.part(from: 0.25, to: 0.75)
    let (c, d) = quad.split(at: 0.25)
    let quadPart = quad.part(from: 0.25, to: 0.75)
    for i in 0...10 {
      let t = Double(i) / 10
      #expect(a.point(at: t).distance(to: cubic.point(at: 0.25 * t)) < 1e-14)
      #expect(b.point(at: t).distance(to: cubic.point(at: 0.25 + 0.75 * t)) < 1e-14)
      #expect(part.point(at: t).distance(to: cubic.point(at: 0.25 + 0.5 * t)) < 1e-14)
      #expect(c.point(at: t).distance(to: quad.point(at: 0.25 * t)) < 1e-14)
      #expect(d.point(at: t).distance(to: quad.point(at: 0.25 + 0.75 * t)) < 1e-14)
      #expect(quadPart.point(at: t).distance(to: quad.point(at: 0.25 + 0.5 * t)) < 1e-14)
    }
    #expect(a.p0 == cubic.p0)
    #expect(a.p3 == b.p0)
    #expect(b.p3 == cubic.p3)
    #expect(cubic.part(from: 1, to: 0).p0 == cubic.p3)
  }

  @Test func derivativesAreSlopes() {
    for t in [0.0, 0.3, 1] {
      let h = 1e-6
      let slope = (cubic.point(at: t + h) - cubic.point(at: t - h)) * (0.5 / h)
      #expect(slope.distance(to: cubic.derivative(at: t)) < 1e-6)
      let quadSlope = (quad.point(at: t + h) - quad.point(at: t - h)) * (0.5 / h)
      #expect(quadSlope.distance(to: quad.derivative(at: t)) < 1e-6)
    }
  }
}
