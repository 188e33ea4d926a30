import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct RoughRandomTests {
  @Test func numbersAreThoseOfRoughJS() {
    var random = RoughRandom(seed: 1)
    #expect(random.next() == 48271 * 0x1p-31)
    // 48271² is 2330089441 below 2³²; the upper bit isn't used.
    #expect(random.next() == (2_330_089_441 - 2_147_483_648) * 0x1p-31)
  }

  @Test func skippingIsDrawing() {
    for count in [0, 1, 2, 7, 1000] {
      var a = RoughRandom(seed: -12345)
      var b = a
      for _ in 0..<count { _ = a.next() }
      b.skip(count)
      #expect(a.next() == b.next())
    }
  }
}
