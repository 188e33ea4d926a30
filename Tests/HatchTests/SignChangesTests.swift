import PluginKit
import Testing

@testable import Hatch

@Suite struct SignChangesTests {
  /// The value at a place by de Casteljau's algorithm.
  static func value(_ w: [Double], at t: Double) -> Double {
    var w = w
    while w.count > 1 { w = zip(w, w.dropFirst()).map { $0 + ($1 - $0) * t } }
    return w[0]
  }

  static func changes(_ w: [Double]) -> [(t: Double, isRising: Bool)] {
    var last = SIMD4<Double>(repeating: -1)
    var found: [(t: Double, isRising: Bool)] = []
    forEachSignChange(w[0], w[1], w[2], w[3], near: &last) { found.append(($0, $1)) }
    return found
  }

  @Test func findsWhatFineStepsFind() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<2000 {
      let w = (0..<4).map { _ in random.signed() }
      let found = SignChangesTests.changes(w)
      var expected: [(Double, Bool)] = []
      let steps = 500
      for k in 0..<steps {
        let a = SignChangesTests.value(w, at: Double(k) / Double(steps)) > 0
        let b = SignChangesTests.value(w, at: Double(k + 1) / Double(steps)) > 0
        if a != b { expected.append(((Double(k) + 0.5) / Double(steps), b)) }
      }
      for place in found {
        #expect(SignChangesTests.value(w, at: place.t).magnitude < 1e-12)
      }
      // Two changes between two steps are seen by the finer method alone.
      #expect(found.count >= expected.count && (found.count - expected.count) % 2 == 0)
      if found.count == expected.count {
        for (a, b) in zip(found, expected) {
          #expect(abs(a.t - b.0) <= 1 / Double(steps))
          #expect(a.isRising == b.1)
        }
      }
    }
  }

  @Test func endsDecideHowMany() {
    for w in [
      [0.0, 0, 0, 0], [0, 1, 1, 1], [1, 1, 1, 0], [0, -1, 1, 0], [1, -1e-300, 0, 1], [1, 0, 0, 1],
      [-1, 1e9, -1e9, 1], [1e-200, -1, 1, -1e-200], [0, 0, 0, 1], [1, 0, 0, 0],
    ] {
      let found = SignChangesTests.changes(w)
      #expect((found.count & 1 == 1) == ((w[0] > 0) != (w[3] > 0)))
      #expect(found.allSatisfy { $0.t >= 0 && $0.t <= 1 })
      for (a, b) in zip(found, found.dropFirst()) {
        #expect(a.t <= b.t && a.isRising != b.isRising)
      }
    }
  }
}
