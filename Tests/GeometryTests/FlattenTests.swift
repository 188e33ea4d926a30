import Geometry
import PathModel
import PluginKit
import Testing

@Suite struct FlattenTests {
  func lines(_ curve: CubicCurve, _ tolerance: Double) -> [Point] {
    var points = [curve.p0]
    curve.flatten(tolerance: tolerance) { points.append($0) }
    return points
  }

  /// The greatest distance of densely sampled points of the curve from the polyline.
  func deviation(_ curve: CubicCurve, _ polyline: [Point]) -> Double {
    var worst = 0.0
    for i in 0...2000 {
      let p = curve.point(at: Double(i) / 2000)
      var nearest = Double.infinity
      for k in 1..<polyline.count {
        nearest = min(nearest, p.distance(toLineFrom: polyline[k - 1], to: polyline[k]))
      }
      worst = max(worst, nearest)
    }
    return worst
  }

  @Test func deviationIsWithinTolerance() {
    var random = SeededGenerator(seed: 5)
    for round in 0..<60 {
      func point() -> Point { Point(random.signed() * 100, random.signed() * 100) }
      var curve = CubicCurve(point(), point(), point(), point())
      if round % 5 == 0 { curve.p1 = curve.p0 }
      if round % 7 == 0 { curve.p3 = curve.p0 }
      if round % 11 == 0 { curve.p2 = curve.p1 }
      let tolerance = [0.01, 0.1, 1][round % 3]
      let polyline = lines(curve, tolerance)
      let worst = deviation(curve, polyline)
      #expect(worst <= tolerance, "round \(round): \(worst) instead of \(tolerance)")
      #expect(polyline.last == curve.p3)
    }
  }

  /// A circle's sagitta says how many chords it needs at least.
  @Test func numberOfLinesIsNearTheLeast() {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    drawing.appendPath(PathInfo(style: style)) { builder in
      builder.ellipse(center: .zero, rx: 100, ry: 100)
    }
    for (tolerance, least) in [(0.1, 70.2), (0.01, 222.1), (0.001, 702.5)] {
      var flat = Drawing(tablesOf: drawing)
      flat.appendPath(PathInfo(style: style)) { builder in
        builder.appendFlattened(drawing[path: 0], tolerance: tolerance)
      }
      let count = Double(flat.verbs.count - 2)
      #expect(count >= least * 0.98, "\(tolerance)")
      #expect(count <= least * 1.15 + 4, "\(tolerance): \(count)")
    }
  }

  @Test func straightCurvesAreOneLine() {
    #expect(lines(CubicCurve(Point(0, 0), Point(1, 1), Point(2, 2), Point(9, 9)), 0.01).count == 2)
    #expect(lines(CubicCurve(Point(5, 5), Point(5, 5), Point(5, 5), Point(5, 5)), 0.01).count == 2)
  }

  @Test func extremesEnd() {
    for scale in [1e-300, 1e-150, 1e150, 1e300] {
      let curve = CubicCurve(
        Point(0, 0), Point(scale, 0), Point(0, scale), Point(scale, scale))
      for tolerance in [1e-300, 1e-3, 1e300] {
        let points = lines(curve, tolerance)
        #expect(points.count < 40_000)
        #expect(points.allSatisfy { $0.isFinite })
      }
    }
  }

  @Test func pathsKeepTheirLinesAndWidths() {
    var drawing = Drawing(paths: ["M0 0 L10 0 Q20 0 20 10 Z"])
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      for (i, w) in [1.0, 2, 0, 4].enumerated() { widths[i] = w }
    }
    var flat = Drawing(tablesOf: drawing)
    #expect(
      flat.appendPath(drawing.records[0].info) {
        $0.appendFlattened(drawing[path: 0], tolerance: 2)
      })
    #expect(flat.verbs == [.move, .line, .line, .line, .close])
    #expect(flat.points[1] == Point(10, 0))
    #expect(flat.points[3] == Point(20, 10))
    #expect(flat.widths == [1, 2, 3, 4])
  }
}
