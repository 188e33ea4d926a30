import PathModel
import PluginKit
import Testing

@testable import HandDrawn

/// Against what matplotlib 3.11 itself gives.
struct XkcdModelTests {
  static func xkcd(_ change: (inout Jitter) -> Void = { _ in }) -> Jitter {
    jitter {
      $0.model = .xkcd
      change(&$0)
    }
  }

  static func result(
    _ path: String, _ change: (inout Jitter) -> Void = { _ in }
  ) throws -> Drawing {
    try applied(xkcd(change), to: Drawing(paths: [path]), seed: 0)
  }

  static func isNear(_ a: [Point], _ b: [Point]) -> Bool {
    a.count == b.count && zip(a, b).allSatisfy { $0.distance(to: $1) < 1e-6 }
  }

  @Test func aLineIsMatplotlibs() throws {
    let points = try XkcdModelTests.result("M0 0 L10 0").points
    let offsets = [0, 0.031436, 0.068377, 0.166123, 0.198645, 0.272270]
    for (k, offset) in offsets.enumerated() {
      #expect(abs(points[k].x - Double(k)) < 1e-9)
      #expect(abs(points[k].y - offset) < 1e-5)
    }
    // The last step is longer when rounding makes it so.
    #expect(try XkcdModelTests.result("M0 0 L5 0").points.count == 5)
  }

  @Test func cornersAndClosesAreMatplotlibs() throws {
    let closed = try XkcdModelTests.result("M0 0 L5 0 L5 3.5 Z")
    #expect(closed.verbs.last == .close)
    #expect(
      XkcdModelTests.isNear(
        closed.points,
        [
          Point(0, 0), Point(1, 0.0314364218), Point(2, 0.0683767469), Point(3, 0.1661233437),
          Point(5, 0.1986448881), Point(4.7277304312, 1), Point(4.6891647708, 2),
          Point(4.6537516256, 3.5), Point(4.4123828206, 2.5956594540),
          Point(3.6335147171, 1.9645345139), Point(2.8440822781, 1.3485014816),
          Point(2.0587361554, 0.7266308546), Point(1.2901529836, 0.0808131550),
          Point(0.4127745621, -0.5896779458),
        ]))
    // Two points don't enclose anything; the phase begins anew with each subpath.
    #expect(
      XkcdModelTests.isNear(
        try XkcdModelTests.result("M2.02 .1 L2.26 .95 Z M.07 1.37 L2.01 .87 L2.01 1.87").points,
        [
          Point(2.02, 0.1), Point(2.2297464116, 0.9585421897), Point(0.07, 1.37),
          Point(1.0628904917, 1.2156208782), Point(2.0427358640, 0.9970151522),
          Point(1.8041612014, 1.87),
        ]))
  }

  @Test func curvesAreMatplotlibs() throws {
    #expect(
      XkcdModelTests.isNear(
        try XkcdModelTests.result("M0 0 C0 10 10 10 10 0").points,
        [
          Point(0, 0), Point(0.0467182492, 1.7982405109), Point(0.2924833230, 2.7760204891),
          Point(0.7389590902, 4.6558895362), Point(1.3395215895, 5.5285619329),
          Point(2.0868718449, 6.6477367413), Point(3.9162245980, 7.6961413788),
          Point(5.9375, 7.7681233743), Point(7.8853775904, 6.8407470444),
          Point(8.6747320881, 5.9689396911), Point(9.5225534057, 4.9251181793),
          Point(9.9434778327, 3.8132669720), Point(10.5685784609, 1.9854968428),
          Point(10.7191142927, 0.0312658388),
        ]))
  }

  @Test func noPointMovesFartherThanTheScale() throws {
    let drawing = Drawing(paths: ["M0 0 L0 300", "M0 0 L300 0"])
    let result = try applied(
      XkcdModelTests.xkcd {
        $0.scale = Length(3); $0.passes = 2
      }, to: drawing, seed: 9)
    var most = 0.0
    for list in sampled(result, 0, steps: 1) {
      for p in list {
        most = max(most, abs(p.x))
        #expect(abs(p.x) <= 3)
      }
    }
    #expect(most > 2.9)
    #expect(subpathCount(result, 0) == 2)
  }

  @Test func whatTakesTooManyPointsIsRefusedBeforeTheyAreMade() {
    #expect(throws: ComponentError.self) {
      try applied(XkcdModelTests.xkcd(), to: Drawing(paths: ["M0 0 L1e149 0"]))
    }
  }
}
