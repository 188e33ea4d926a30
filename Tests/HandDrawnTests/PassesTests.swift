import Testing

@testable import HandDrawn

struct PassesTests {
  @Test func theLastFactorGoesForAllThatFollow() {
    let passes = Passes(count: 4, amplitudes: [1, 2])
    #expect((0..<4).map(passes.amplitude) == [1, 2, 2, 2])
    #expect((0..<4).map(passes.opacity) == [1, 1, 1, 1])
  }

  @Test func passesOfOneOpacityArePaintedTogether() {
    #expect(Passes(count: 3).runs == [0..<3])
    #expect(Passes(count: 4, opacities: [1, 0.5, 0.5, 1]).runs == [0..<1, 1..<3, 3..<4])
    #expect(Passes(count: 1, opacities: [0.5]).runs == [0..<1])
  }
}
