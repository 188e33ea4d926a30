import PluginKit
import Testing

struct LimitsTests {
  @Test func aStageMayDoubleADrawingOrGrowASmallOne() {
    let limits = Limits(points: 1000, growth: 100)
    #expect(limits.points(after: 3) == 100)
    #expect(limits.points(after: 50) == 100)
    #expect(limits.points(after: 51) == 102)
    #expect(limits.points(after: 700) == 1000)
    // What doesn't fit any more stays refused, and nothing overflows.
    #expect(limits.points(after: .max) == 1000)
    #expect(Limits(points: .max, growth: 1).points(after: .max) == .max)
  }
}
