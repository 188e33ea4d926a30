import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct PenLiftsTests {
  @Test func wigglyBordersStayOneLine() throws {
    // A border that turns every few units has no corners to overshoot; the frame around it has.
    let border = "M100 50" + (1...20).map { " L\(100 + $0 * 8) \($0 % 2 == 0 ? 50 : 56)" }.joined()
    let closed = border + " L260 62 L100 62 Z"
    let drawing = Drawing(
      paths: [border, closed, "M20 20 L380 20 L380 280 L20 280 Z"], canvas: page)
    let result = try applied(
      jitter {
        $0.passes = 1
        $0.corners = .overshoot
      }, to: drawing)
    #expect(subpathCount(result, 0) == 1)
    // Of the second only the long line below goes on past its corners.
    #expect(subpathCount(result, 1) == 2)
    #expect(subpathCount(result, 2) == 4)
  }

  static let circle =
    "M200 100 C230 100 250 120 250 150 C250 180 230 200 200 200 C170 200 150 180 150 150 "
    + "C150 120 170 100 200 100 Z"
  let pen = Style(stroke: .color(.black), strokeWidth: 1)

  @Test func aLoopOverlapsItsStartALittle() throws {
    let drawing = Drawing(paths: [PenLiftsTests.circle], style: pen, canvas: page)
    for seed in 1...20 {
      let result = try applied(jitter(), to: drawing, seed: UInt64(seed))
      let passes = sampled(result, 0)
      #expect(passes.count == 2)
      #expect(!isClosed(result, 0))
      for list in passes {
        let (start, end) = (list[0], list[list.count - 1])
        // It goes past the start, but not far from it.
        #expect(distance([start], to: Array(list.suffix(96))) < 5)
        #expect(start.distance(to: end) > 3)
        #expect(start.distance(to: end) < 50)
        // Its end is clear of the line.
        #expect(distance([end], to: Array(list.dropLast(96))) > 2)
      }
      // Each pass begins elsewhere.
      #expect(passes[0][0].distance(to: passes[1][0]) > 1)
    }
  }

  @Test func fillsAndKeptLoopsClose() throws {
    var both = pen
    both.fill = .color(.black)
    let drawing = Drawing(paths: [PenLiftsTests.circle], style: both, canvas: page)
    #expect(isClosed(try applied(jitter(), to: drawing), 0))
    let kept = try applied(jitter { $0.keepEnds = true }, to: drawing)
    #expect(isClosed(kept, 1))
  }

  @Test func overshotLinesCrossAtCorners() throws {
    let drawing = Drawing(
      paths: ["M100 100 L300 100 L300 200 L100 200 Z", "M20 20 L20 280 L380 280"], style: pen,
      canvas: page)
    let result = try applied(
      jitter {
        $0.corners = .overshoot
        $0.overshoot = Length(10)
        $0.amplitude = Length(1e-9)
        $0.bowing = 0
        $0.passes = 1
      }, to: drawing)
    #expect(subpathCount(result, 0) == 4)
    for (k, line) in sampled(result, 0, steps: 1).enumerated() {
      let isLevel = k % 2 == 0
      let low = isLevel ? line.map(\.x).min() : line.map(\.y).min()
      let high = isLevel ? line.map(\.x).max() : line.map(\.y).max()
      let (a, b) = (try #require(low), try #require(high))
      #expect(a <= 100 - 4 && a >= 90)
      #expect(b >= (isLevel ? 304 : 204) && b <= (isLevel ? 310 : 210))
    }
    // Free ends go on by less.
    let open = sampled(result, 1, steps: 1)
    #expect(open[0][0].y < 20 && open[0][0].y >= 17)
    #expect((open[0].last?.y ?? 0) >= 284)
  }

  @Test(arguments: [0, 0.6, 1])
  func overshootsDifferAsAsked(variation: Double) throws {
    let drawing = Drawing(
      paths: ["M100 100 L300 100 L300 200 L100 200 Z"], style: pen, canvas: page)
    var lengths: [Double] = []
    for seed in 0..<20 {
      let result = try applied(
        jitter {
          $0.corners = .overshoot
          $0.overshoot = Length(10)
          $0.overshootVariation = variation
          $0.amplitude = Length(1e-9)
          $0.bowing = 0
          $0.passes = 1
        }, to: drawing, seed: UInt64(seed))
      for end in sampled(result, 0, steps: 1).flatMap({ [$0[0], $0[$0.count - 1]] }) {
        lengths.append(max(100 - end.x, end.x - 300, 100 - end.y, end.y - 200))
      }
    }
    let (least, most) = (try #require(lengths.min()), try #require(lengths.max()))
    #expect(least > 10 * (1 - variation) - 1e-6 && most < 10 + 1e-6)
    #expect(least < 10 * (1 - 0.9 * variation) + 1e-6 && most > 10 - variation)
  }

  @Test func overshotFillsKeepTheirShape() throws {
    var both = pen
    both.fill = .color(.black)
    let drawing = Drawing(paths: ["M100 100 L300 100 L300 200 Z"], style: both, canvas: page)
    let result = try applied(
      jitter {
        $0.corners = .overshoot
        $0.passes = 1
      }, to: drawing)
    #expect(result.pathCount == 2)
    #expect(subpathCount(result, 0) == 1)
    #expect(isClosed(result, 0))
    #expect(subpathCount(result, 1) == 3)
  }
}
