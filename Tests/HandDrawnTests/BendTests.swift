import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct BendTests {
  func samples(at p: Point, pass: Int) -> Bend.Samples {
    let field = NoiseField(seed: 4)
    return Bend.Samples(
      common: field.sample(at: p, wavelength: 100),
      own: field.sample(at: p, wavelength: 100, slice: pass))
  }

  @Test func velocitiesAreDerivatives() {
    // Along lines all over the page and across its edges, in a later pass with a growing share.
    let bend = Bend(reach: 5, room: page.box.inset(by: 3), bow: 1)
    var generator = SeededGenerator(seed: 8)
    let h = 1e-6
    var worst = 0.0
    for k in 0..<2000 {
      let p = Point(generator.uniform(4, 396), k % 2 == 0 ? generator.uniform(4, 12) : 150)
      let v = Point(generator.uniform(-9, 9), generator.uniform(-9, 9))
      func at(_ t: Double) -> (point: Point, velocity: Point) {
        bend.move(
          Bend.Site(p + v * t, velocity: v), by: samples(at: p + v * t, pass: 1),
          own: (value: 0.4 + 0.3 * t, rate: 0.3),
          kept: (value: 0.8 - 0.2 * t, rate: -0.2), bow: (v * (0.1 * t), v * 0.1))
      }
      let slope = (at(h).point - at(-h).point) * (0.5 / h)
      worst = max(worst, slope.distance(to: at(0).velocity))
    }
    #expect(worst < 1e-5)
  }

  @Test func theReachIsTheMost() {
    let bend = Bend(reach: 5, room: page.box)
    var generator = SeededGenerator(seed: 8)
    var most = 0.0
    for _ in 0..<5000 {
      let p = Point(generator.uniform(-50, 450), generator.uniform(-50, 350))
      let q = bend.move(
        Bend.Site(p, velocity: .zero), by: samples(at: p, pass: 2),
        own: (value: 0.7, rate: 0)
      ).point
      // The edges push each component by itself.
      most = max(most, abs(q.x - p.x), abs(q.y - p.y))
      if page.box.contains(p) { #expect(page.box.contains(q)) }
    }
    #expect(most <= 5)
    #expect(most > 4)
  }
}
