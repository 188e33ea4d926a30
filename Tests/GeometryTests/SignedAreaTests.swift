import Geometry
import PathModel
import PluginKit
import Testing

@Suite struct SignedAreaTests {
  func area(_ text: String) -> Double { Drawing(paths: [text])[path: 0].signedArea() }

  @Test func polygons() {
    #expect(area("M0 0 L10 0 L10 10 L0 10 Z") == 100)
    #expect(area("M0 0 L0 10 L10 10 L10 0 Z") == -100)
    #expect(area("M0 0 L10 0 L10 10 L0 10") == 100)
    // A hole that runs the other way is taken away.
    #expect(area("M0 0 L10 0 L10 10 L0 10 Z M2 2 L2 4 L4 4 L4 2 Z") == 96)
    #expect(area("M1e9 1e9 L1000000001 1e9 L1000000001 1000000001 Z") == 0.5)
    #expect(area("M5 5") == 0)
    let triangle = Drawing(paths: ["M0 0 L10 0 L10 10 Z"])
    let isClockwise = triangle[path: 0].isClockwise
    #expect(isClockwise)
  }

  @Test func curves() {
    // A parabola's segment has two thirds of its box.
    #expect((area("M0 0 Q5 -10 10 0 Z") - 100.0 / 3).magnitude < 1e-12)
    #expect((area("M0 0 C10 0 10 10 0 10 Z") - 60).magnitude < 1e-12)
    #expect((area("M0 0 C2 -4 8 -4 10 0") - area("M10 0 C8 -4 2 -4 0 0") * -1).magnitude < 1e-12)
  }

  @Test func agreesWithFineLines() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      func number() -> Double { random.signed() * 10 }
      let text =
        "M\(number()) \(number()) C\(number()) \(number()) \(number()) \(number()) "
        + "\(number()) \(number()) Q\(number()) \(number()) \(number()) \(number())"
      let drawing = Drawing(paths: [text])
      var flat = Drawing(tablesOf: drawing)
      flat.appendPath(PathInfo()) { $0.appendFlattened(drawing[path: 0], tolerance: 1e-6) }
      #expect((drawing[path: 0].signedArea() - flat[path: 0].signedArea()).magnitude < 1e-3)
    }
  }
}
