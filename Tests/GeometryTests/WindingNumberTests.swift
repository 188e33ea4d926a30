import Geometry
import PathModel
import PluginKit
import Testing

@Suite struct WindingNumberTests {
  func winding(_ text: String, _ x: Double, _ y: Double) -> Int {
    Drawing(paths: [text])[path: 0].windingNumber(around: Point(x, y))
  }

  @Test func polygons() {
    let square = "M0 0 L10 0 L10 10 L0 10 Z"
    #expect(winding(square, 5, 5) == 1)
    #expect(winding(square, -5, 5) == 0)
    #expect(winding(square, 15, 5) == 0)
    #expect(winding("M0 0 L0 10 L10 10 L10 0", 5, 5) == -1)
    #expect(winding(square + " " + square, 5, 5) == 2)
    #expect(winding(square + " M2 2 L2 8 L8 8 L8 2 Z", 5, 5) == 0)
    // A ray through a corner counts once.
    #expect(winding("M0 5 L5 0 L10 5 L5 10 Z", 5, 5) == 1)
    #expect(winding("M0 5 L5 0 L10 5 L5 10 Z", -5, 5) == 0)
  }

  @Test func agreesWithFineLines() {
    var random = SeededGenerator(seed: 6)
    for _ in 0..<40 {
      func number() -> Double { random.signed() * 10 }
      let text =
        "M\(number()) \(number()) C\(number()) \(number()) \(number()) \(number()) "
        + "\(number()) \(number()) Q\(number()) \(number()) \(number()) \(number()) Z"
      let drawing = Drawing(paths: [text])
      var flat = Drawing(tablesOf: drawing)
      flat.appendPath(PathInfo()) { $0.appendFlattened(drawing[path: 0], tolerance: 1e-7) }
      for _ in 0..<20 {
        let p = Point(number(), number())
        #expect(drawing[path: 0].windingNumber(around: p) == flat[path: 0].windingNumber(around: p))
      }
    }
  }
}
