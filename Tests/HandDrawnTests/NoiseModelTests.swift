import Geometry
import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct NoiseModelTests {
  let fill = Style(fill: .color(.black))

  @Test(arguments: [
    (
      "L200 20 C240 80 160 120 200 180 Q220 260 200 280",
      "L200 280 Q220 260 200 180 C160 120 240 80 200 20"
    ),
    ("L200 20 L203 40 L190 60 L200 280", "L200 280 L190 60 L203 40 L200 20"),
  ])
  func aSharedBorderStaysOneLine(there: String, back: String) throws {
    // Two regions left and right of a border that each draws in its own direction.
    let drawing = Drawing(
      paths: ["M20 20 \(there) L20 280 Z", "M380 280 \(back) L380 20 Z"], style: fill,
      canvas: page)
    let result = try applied(jitter(), to: drawing)
    let left = sampled(result, 0)[0]
    let right = sampled(result, 1)[0]
    // Along the border every sample of one is a sample of the other.
    let field = Set(left.map(Key.init))
    let shared = right.filter { field.contains(Key($0)) }
    // Each segment of the border in the input gives at least one; each of those 32 samples.
    let segments = there.count { $0.isLetter } - 1
    #expect(shared.count >= segments * 32 + 1)
    // And nothing of the border is left out: its ends are shared too, with all in between.
    let first = try #require(right.firstIndex { field.contains(Key($0)) })
    let last = try #require(right.lastIndex { field.contains(Key($0)) })
    #expect(last - first + 1 == shared.count)
    #expect(distance(shared, to: [Point(200, 20), Point(200, 280)]) < 30)
  }

  /// A point to a relative 1e-9.
  struct Key: Hashable {
    let x: Double
    let y: Double
    init(_ p: Point) {
      x = (p.x * 1e7).rounded()
      y = (p.y * 1e7).rounded()
    }
  }

  @Test func aBorderThatIsCutElsewhereStaysTogether() throws {
    // One long edge against three that meet it.
    let drawing = Drawing(
      paths: ["M20 150 L380 150 L380 20 Z", "M380 150 L250 150 L111 150 L20 150 L20 280 Z"],
      style: fill, canvas: page)
    let result = try applied(jitter(), to: drawing)
    let long = sampled(result, 0)[0]
    let short = sampled(result, 1)[0].filter {
      $0.y < 156 && $0.x > 30 && $0.x < 350
    }
    let amplitude = 300 * 0.016
    #expect(short.count > 100)
    #expect(distance(short, to: long) < amplitude / 5)
  }

  @Test func piecesStayByTheBentCurve() throws {
    // What is cut into many short segments beforehand follows the field as closely as one can see.
    let curves = [
      CubicCurve(Point(20, 20), Point(380, 80), Point(-100, 200), Point(380, 280)),
      CubicCurve(Point(20, 280), Point(140, 193), Point(260, 107), Point(380, 20)),
      CubicCurve(Point(30, 150), Point(100, -80), Point(300, 380), Point(370, 150)),
      CubicCurve(Point(200, 20), Point(420, 20), Point(420, 280), Point(200, 280)),
    ]
    func text(_ c: CubicCurve) -> String {
      "C\(c.p1.x) \(c.p1.y) \(c.p2.x) \(c.p2.y) \(c.p3.x) \(c.p3.y)"
    }
    func texts(_ pieces: Int) -> [String] {
      curves.map { curve in
        var rest = curve
        var all = "M\(curve.p0.x) \(curve.p0.y)"
        for left in (1...pieces).reversed() {
          let (first, second) = rest.split(at: 1 / Double(left))
          all += " " + text(left > 1 ? first : rest)
          rest = second
        }
        return all
      }
    }
    let (whole, cut) = (texts(1), texts(48))
    var strays: [Double] = []
    for seed in 0..<20 {
      let pieces = try applied(
        jitter(), to: Drawing(paths: whole, style: fill, canvas: page), seed: UInt64(seed))
      let exact = try applied(
        jitter(), to: Drawing(paths: cut, style: fill, canvas: page), seed: UInt64(seed))
      for row in curves.indices {
        strays.append(
          distance(sampled(pieces, row, steps: 4)[0], to: sampled(exact, row, steps: 2)[0])
            / (300 * 0.016))
      }
    }
    strays.sort()
    // Mostly by less than a seventh of the amplitude, and never by what would be seen.
    #expect(strays[strays.count / 2] < 1.0 / 7)
    #expect(strays[strays.count * 9 / 10] < 0.22)
    #expect(strays[strays.count - 1] < 0.6)
  }

  /// The stated bound: the amplitude times roughness and factor, beside that a line's bow of half the pen
  /// and a loop's end of four fifths of it.
  @Test(arguments: [Jitter.Model.noise, .arc])
  func noPointGoesFartherThanStated(model: Jitter.Model) throws {
    let texts = [
      "M0 0 L400 0 L400 300 L0 300 Z", "M10 290 C100 10 300 10 390 290 Q200 300 10 290",
      "M200 150 L200 150 M50 50 L390 295",
      "M200 100 C230 100 250 120 250 150 C250 180 230 200 200 200 C170 200 150 180 150 150 "
        + "C150 120 170 100 200 100 Z",
    ]
    for style in [fill, Style(stroke: .color(.black), strokeWidth: 3)] {
      let drawing = Drawing(paths: texts, style: style, canvas: page)
      var most = 0.0
      for seed in 0..<30 {
        let stage = jitter {
          $0.model = model
          $0.passes = 3
          $0.roughness = 1.2
          $0.passAmplitude = [0.5, 1, 1.5]
        }
        let result = try applied(stage, to: drawing, seed: UInt64(seed))
        #expect(result.invariantViolation() == nil)
        for row in texts.indices {
          let before = sampled(drawing, row)
          for (k, list) in sampled(result, row, steps: 8).enumerated() {
            let original = before[k % before.count]
            let d = distance(list, to: original + [original[0]])
            let factor = [0.5, 1, 1.5][k / before.count]
            let amplitude = 300 * 0.016 * 1.2 * factor
            most = max(most, d / amplitude)
            // What is filled goes no farther than the amplitude.
            #expect(d < (style.hasVisibleStroke ? amplitude * 1.8 : amplitude))
          }
        }
      }
      // And it's no empty promise.
      #expect(most > 0.5)
    }
  }

  @Test func roughnessMultipliesAndZeroMovesNothing() throws {
    let drawing = Drawing(paths: ["M100 100 L300 200"], canvas: page)
    #expect(try applied(jitter { $0.roughness = 0 }, to: drawing).pathTexts == drawing.pathTexts)
    func moved(_ roughness: Double) throws -> Double {
      let stage = jitter {
        $0.roughness = roughness
        $0.passes = 1
        // Rougher hands have shorter waves; here they are to be the same.
        $0.wavelength = Length(roughness == 2 ? 500 / 0.85 : 500)
      }
      return sampled(try applied(stage, to: drawing), 0)[0][0].distance(to: Point(100, 100))
    }
    #expect(abs(try moved(2) / moved(1) - 2) < 1e-9)
  }

  @Test func loopsClose() throws {
    let drawing = Drawing(
      paths: [
        "M50 50 L350 50 L350 250 L50 250 Z", "M50 50 L350 50 L200 250 L50 50 Z",
        "M200 100 C230 100 250 120 250 150 C250 180 230 200 200 200 C140 200 140 100 200 100 Z",
      ], canvas: page)
    let result = try applied(
      jitter {
        $0.passes = 4
        $0.keepEnds = true
      }, to: drawing)
    for row in 0..<3 {
      #expect(isClosed(result, row))
      #expect(subpathCount(result, row) == 4)
      #expect(comesBack(result, row))
    }
  }

  @Test func smoothCurvesStaySmooth() throws {
    // Where two pieces of a smooth curve meet, the control points stay in line.
    let circle =
      "M200 100 C230 100 250 120 250 150 C250 180 230 200 200 200 C170 200 150 180 150 150 "
      + "C150 120 170 100 200 100 Z"
    let result = try applied(jitter { $0.passes = 2 }, to: Drawing(paths: [circle], canvas: page))
    var before: Point?
    var current = Point.zero
    var corners = 0
    result[path: 0].forEachSegment { segment in
      switch segment {
      case .move(let p):
        before = nil
        current = p
      case .cubic(let a, let b, let p):
        if let before {
          let (u, v) = (current - before, a - current)
          // Ten minutes of arc are smooth.
          if u.cross(v).magnitude > 3e-3 * u.length * v.length || u.dot(v) <= 0 { corners += 1 }
        }
        before = b
        current = p
      default: break
      }
    }
    #expect(corners == 0)
  }

  @Test func longLinesBowAndShortOnesStayLines() throws {
    let result = try applied(
      jitter { $0.passes = 1 },
      to: Drawing(paths: ["M20 150 L380 150", "M20 50 L23 50 L26 52"], canvas: page))
    #expect(result.pathTexts[0].contains("C"))
    #expect(distance(sampled(result, 0)[0], to: sampled(result, 0, steps: 1)[0]) > 0.01)
    #expect(result.pathTexts[1].filter { $0 == "L" }.count == 2)
  }

  @Test func growthIsBounded() throws {
    let result = try applied(
      jitter { $0.passes = 1 },
      to: Drawing(
        paths: ["M0 0 L300 0", "M0 0 C100 0 200 0 300 0", "M0 0 L1e100 0", "M0 0 L-1e9 1e9"],
        canvas: page))
    let wavelength = 300 * 0.6
    func pieces(_ row: Int) -> Double { Double(result[path: row].verbs.count - 1) }
    let least = (300 / (0.94 * wavelength)).rounded(.up)
    for row in 0...1 { #expect(pieces(row) >= least && pieces(row) <= 8 * least) }
    #expect(pieces(2) <= 1024)
    #expect(pieces(3) <= 1024)
    #expect(result.invariantViolation() == nil)
  }

  @Test func tooManyPointsAreAnError() throws {
    let drawing = Drawing(paths: ["M0 0 L390 290", "M0 0 L390 290"], canvas: page)
    #expect(throws: ComponentError.self) {
      try applied(jitter(), to: drawing, limits: Limits(points: 20))
    }
  }

  @Test func inkStaysOnThePage() throws {
    // A frame of strokes that touch the page's edges, and a shape that fills its corner.
    var drawing = Drawing()
    drawing.canvas = page
    let pen = drawing.styleID(
      for: Style(stroke: .color(.black), strokeWidth: 8, cap: .round, join: .round))
    let ink = drawing.styleID(for: fill)
    drawing.appendPath(PathInfo(style: pen)) { $0.append(text: "M4 4 L396 4 L396 296 L4 296 Z") }
    drawing.appendPath(PathInfo(style: ink)) { $0.append(text: "M0 0 L90 0 L0 90 Z") }
    drawing.assignKeys()
    func outside(_ overflow: Jitter.Overflow) throws -> Int {
      var count = 0
      for seed in 0..<30 {
        let stage = jitter {
          $0.overflow = overflow
          $0.roughness = 2
        }
        let result = try applied(stage, to: drawing, seed: UInt64(seed))
        for row in 0..<2 {
          let room = page.box.inset(by: row == 0 ? 4 : 0)
          count += sampled(result, row).joined().filter { !room.contains($0) }.count
        }
      }
      return count
    }
    #expect(try outside(.inside) == 0)
    #expect(try outside(.allow) > 100)
  }

  @Test func passesGatherAtEndsAndPartBetween() throws {
    let drawing = Drawing(paths: ["M20 150 L380 150"], canvas: page)
    var (ends, middle) = (0.0, 0.0)
    for seed in 0..<40 {
      let lists = sampled(try applied(jitter(), to: drawing, seed: UInt64(seed)), 0)
      #expect(lists.count == 2)
      ends += lists[0][0].distance(to: lists[1][0])
      let half = lists[0].count / 2
      middle += lists[0][half].distance(to: lists[1][half])
    }
    #expect(ends > 0)
    #expect(middle > 2 * ends)
  }

  @Test func laterPassesMoveShortLinesLikeLongOnes() throws {
    // A line in one piece and in many small ones: the second pass goes the same way.
    let cuts = (1...180).map { " L\(20 + 2 * $0) 150" }.joined()
    let drawing = Drawing(paths: ["M20 150 L380 150", "M20 150" + cuts], canvas: page)
    var (long, short) = (0.0, 0.0)
    var strays: [Double] = []
    let seeds = 10
    for seed in 0..<seeds {
      let result = try applied(jitter(), to: drawing, seed: UInt64(seed))
      let whole = sampled(result, 0)
      let cut = sampled(result, 1, steps: 1)
      for pass in 0..<2 { strays.append(distance(cut[pass], to: whole[pass]) / (300 * 0.016)) }
      long += distance(whole[1], to: whole[0]) / Double(seeds)
      short += distance(cut[1], to: cut[0]) / Double(seeds)
    }
    #expect(strays.reduce(0, +) / Double(strays.count) < 0.15)
    #expect((strays.max() ?? 1) < 0.4)
    // They part by about as much as the pen is wide, and not by several times that.
    #expect(long > 0.7 && long < 2)
    #expect(abs(long / short - 1) < 0.3)
  }

  @Test func clipsMoveWithWhatTheyCut() throws {
    var drawing = Drawing()
    drawing.canvas = page
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M100 100 L300 100 L200 250 Z") }
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L400 0 L400 300 L0 300 Z") }
    let clip = drawing.addClip(fromPath: 0)
    let ink = drawing.styleID(for: fill)
    drawing.appendPath(PathInfo(style: ink, clip: clip)) {
      $0.append(text: "M100 100 L300 100 L200 250 Z")
    }
    let result = try applied(jitter(), to: drawing)
    #expect(clipText(result, 0) == result.pathTexts[0])
    #expect(result.pathTexts[0] != drawing.pathTexts[0])
    // One that only says where the page ends stays.
    #expect(clipText(result, 1) == "M0 0 L400 0 L400 300 L0 300 Z")
  }

  @Test func widthsOfPointsGoOn() throws {
    var drawing = Drawing(paths: ["M20 150 L380 150"], canvas: page)
    drawing.makeWidths()
    drawing.withMutableWidths { widths in
      widths[0] = 2
      widths[1] = 4
    }
    let result = try applied(jitter { $0.passes = 1 }, to: drawing)
    #expect(result.widths.first == 2)
    #expect(result.widths.last == 4)
    #expect(result.widths == result.widths.sorted())
    #expect(result.widths.contains { $0 > 2.5 && $0 < 3.5 })
    #expect(result.invariantViolation() == nil)
  }

  @Test func withoutACanvasTheBoundsCount() throws {
    let framed = Drawing(paths: ["M0 0 L400 0 L400 300"], canvas: page)
    var free = framed
    free.canvas = nil
    let allow = jitter { $0.overflow = .allow }
    #expect(try applied(allow, to: framed).pathTexts == applied(allow, to: free).pathTexts)
    // A line has bounds without height; its length counts.
    let line = Drawing(paths: ["M0 0 L100 0"])
    #expect(try applied(jitter(), to: line).pathTexts != line.pathTexts)
  }

  @Test func keptEndsStayWhereTheyAre() throws {
    let text = "M100 100 L300 100 C350 150 350 150 300 200 L100 250"
    let drawing = Drawing(paths: [text], canvas: page)
    let result = try applied(jitter { $0.keepEnds = true }, to: drawing)
    for list in sampled(result, 0) {
      #expect(list[0] == Point(100, 100))
      #expect(list[list.count - 1] == Point(100, 250))
      // The corners too.
      #expect(list.contains(Point(300, 100)))
      #expect(distance(list, to: sampled(drawing, 0)[0]) > 0.3)
    }
  }

  @Test func keptEndsStayAtThePagesEdgesToo() throws {
    let texts = ["M1 1 L200 150 L399 150", "M-5 100 L100 310", "M0 0 C0 90 0 200 90 299"]
    let drawing = Drawing(paths: texts, canvas: page)
    for model in [Jitter.Model.noise, .arc] {
      let stage = jitter {
        $0.model = model
        $0.keepEnds = true
        $0.passes = 3
      }
      let result = try applied(stage, to: drawing)
      for row in texts.indices {
        let before = sampled(drawing, row)[0]
        for list in sampled(result, row) {
          #expect(list[0] == before[0])
          #expect(list[list.count - 1] == before[before.count - 1])
        }
      }
    }
  }

  @Test func curvesFromThePagesEdgeGoNoFarther() throws {
    // Short beside the waves, long beside what the edge does to them.
    let texts = [
      "M0 20 C60 40 60 100 0 120", "M400 10 Q300 150 398 200", "M0 300 C10 200 100 290 110 160",
    ]
    let drawing = Drawing(paths: texts, style: fill, canvas: page)
    var most = 0.0
    for seed in 0..<20 {
      let stage = jitter {
        $0.amplitude = Length(2)
        $0.wavelength = Length(1500)
      }
      let result = try applied(stage, to: drawing, seed: UInt64(seed))
      for row in texts.indices {
        most = max(
          most,
          distance(sampled(result, row, steps: 16)[0], to: sampled(drawing, row, steps: 256)[0]))
      }
    }
    #expect(most < 2)
    #expect(most > 1)
  }

  @Test func passesDifferAsAsked() throws {
    let drawing = Drawing(paths: ["M100 100 L300 100"], canvas: page)
    func reach(_ pass: Int, _ factors: [Double]) throws -> Double {
      let stage = jitter {
        $0.passAmplitude = factors
        $0.bowing = 0
        $0.wavelength = Length(1000)
      }
      return distance(sampled(try applied(stage, to: drawing), 0)[pass], to: sampled(drawing, 0)[0])
    }
    #expect(abs(try reach(0, [2]) / reach(0, [1]) - 2) < 1e-6)
    #expect(try reach(1, [1, 0]) == 0)
    #expect(try reach(1, [0, 1]) > 0.1)
  }

  @Test func noiseAlongStrokesIsAPathsOwn() throws {
    let drawing = Drawing(
      paths: [
        "M100 100 L300 100", "M100 100 L300 100",
        "M200 100 C230 100 250 120 250 150 C250 180 230 200 200 200 C140 200 140 100 200 100 Z",
      ], style: fill, canvas: page)
    let result = try applied(jitter { $0.model = .arc }, to: drawing)
    // Twins err each for itself; with noise they don't.
    #expect(result.pathTexts[0] != result.pathTexts[1])
    let noise = try applied(jitter(), to: drawing)
    #expect(noise.pathTexts[0] == noise.pathTexts[1])
    #expect(comesBack(result, 2))
  }

  @Test func linesSideBySideDoNotBowAlike() throws {
    let pen = Style(stroke: .color(.black), strokeWidth: 4)
    let drawing = Drawing(
      paths: ["M50 150 L350 150", "M50 160 L350 160"], style: pen, canvas: page)
    func gaps(_ bowing: Double) throws -> Double {
      var widest = 0.0
      for seed in 0..<10 {
        let stage = jitter {
          $0.passes = 1
          $0.bowing = bowing
        }
        let result = try applied(stage, to: drawing, seed: UInt64(seed))
        let (a, b) = (sampled(result, 0)[0], sampled(result, 1)[0])
        let middle = Point(200, 0)
        func y(_ list: [Point]) -> Double {
          list.min { abs($0.x - middle.x) < abs($1.x - middle.x) }?.y ?? 0
        }
        widest = max(widest, abs(y(b) - y(a) - 10))
      }
      return widest
    }
    #expect(try gaps(1) > 2 * gaps(0))
    #expect(try gaps(1) < 5)
  }
}
