import Geometry
import PathModel
import PluginKit
import Testing

@testable import Hatch

@Suite struct HatchTests {
  static let shapes = [donut, star, square, "M50 60 Q390 20 200 200 T60 380"]

  // What is drawn is inside.

  @Test(arguments: Hatch.FillStyle.allCases) func everyStrokeIsInside(style: Hatch.FillStyle) throws
  {
    var random = SeededGenerator(seed: 5)
    for round in 0..<12 {
      var paint = Style(fill: .color(.black))
      paint.fillRule = round & 1 == 0 ? .nonzero : .evenodd
      let shape = drawing(randomShape(&random, subpaths: 1 + round % 3), paint)
      let outline = OutlineDistance(shape, tolerance: 1e-3)
      for variation in [0, 0.6] {
        let hatched = try applied(
          hatch {
            $0.style = style
            $0.gap = Length(9)
            $0.thin = .hatch
            $0.variation = variation
          }, to: shape, seed: UInt64(round))
        let all = strokes(hatched)
        #expect(!all.isEmpty)
        for stroke in all {
          // Beside the outline itself rounding decides.
          #expect(isInside(stroke.middle, shape) || outline.of(stroke.middle) < 1e-3)
          for p in [stroke.a, stroke.b] {
            #expect(isInside(p, shape) || outline.of(p) < 1e-3)
          }
        }
      }
    }
  }

  @Test(arguments: [FillRule.nonzero, .evenodd]) func endsLieOnTheCurves(rule: FillRule) throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<6 {
      var paint = Style(fill: .color(.black))
      paint.fillRule = rule
      let shape = drawing(randomShape(&random, subpaths: 2), paint)
      let outline = OutlineDistance(shape)
      let hatched = try applied(ruled { $0.gap = Length(17) }, to: shape)
      for stroke in strokes(hatched) {
        #expect(outline.of(stroke.a) < 1e-6)
        #expect(outline.of(stroke.b) < 1e-6)
      }
    }
  }

  @Test func endsAreUnevenButInside() throws {
    let shape = drawing(square)
    let outline = OutlineDistance(shape)
    let all = strokes(try applied(hatch { $0.gap = Length(5) }, to: shape))
    let ends = all.flatMap { [outline.of($0.a), outline.of($0.b)] }
    #expect(ends.contains { $0 > 0.5 })
    #expect(ends.allSatisfy { $0 <= 0.6 * 5 })
  }

  @Test func lengthIsAreaByGap() throws {
    let areas = [donut: 70_685.8 - 20_106.2, square: 40_000]
    for (text, area) in areas.sorted(by: { $0.key < $1.key }) {
      for gap in [0.3, 1.6, 2.5, 4] {
        let hatched = try applied(ruled { $0.gap = Length(gap) }, to: drawing(text))
        #expect(abs(totalLength(hatched) * gap / area - 1) < 0.02, "\(text) at \(gap)")
      }
    }
  }

  @Test func holesStayEmpty() throws {
    let hatched = try applied(ruled(), to: drawing(donut))
    for stroke in strokes(hatched) {
      for k in 1..<20 {
        let p = stroke.a.interpolated(to: stroke.b, at: Double(k) / 20)
        #expect(p.distance(to: Point(200, 200)) > 79.9)
      }
    }
  }

  @Test func rulesDiffer() throws {
    let center = Point(200, 210)
    func isNearCenter(_ rule: FillRule) throws -> Bool {
      let hatched = try applied(
        ruled(), to: drawing(star, Style(fill: .color(.black), fillRule: rule)))
      return strokes(hatched).contains { stroke in
        let d = stroke.b - stroke.a
        let t = max(0, min(1, (center - stroke.a).dot(d) / d.dot(d)))
        return center.distance(to: stroke.a + d * t) < 5
      }
    }
    #expect(try isNearCenter(.nonzero))
    #expect(try !isNearCenter(.evenodd))
  }

  @Test func openSubpathsAreFilledAsIfClosed() throws {
    let open = try applied(ruled(), to: drawing("M100 100 L300 100 L300 300"))
    let closed = try applied(ruled(), to: drawing("M100 100 L300 100 L300 300 Z"))
    #expect(abs(totalLength(open) / totalLength(closed) - 1) < 0.02)
  }

  // How lines lie.

  @Test func angleIsTheLinesDirection() throws {
    for degrees in [-40.0, 0, 30, 90, 400, -1234.5] {
      let hatched = try applied(ruled { $0.angle = Angle(degrees: degrees) }, to: drawing(square))
      let direction = Point(cosine(degrees: degrees), sine(degrees: degrees))
      for stroke in strokes(hatched) {
        let d = stroke.b - stroke.a
        #expect(d.cross(direction).magnitude < 1e-9 * d.length)
      }
    }
  }

  @Test func turnsWithItsShape() throws {
    for text in HatchTests.shapes {
      let shape = drawing(text)
      var turned = shape
      turned.transform(by: .rotation(degrees: 33, about: Point(20, 70)), strokes: .keep)
      for variation in [0, 0.7] {
        func stage(_ degrees: Double) -> Hatch {
          ruled {
            $0.variation = variation
            $0.angle = Angle(degrees: degrees)
          }
        }
        let a = strokes(try applied(stage(10), to: shape))
        let b = strokes(try applied(stage(43), to: turned))
        #expect(a.count == b.count)
        let map = Affine.rotation(degrees: 33, about: Point(20, 70))
        for (p, q) in zip(a, b) {
          #expect(map.apply(p.a).distance(to: q.a) < 1e-6)
          #expect(map.apply(p.b).distance(to: q.b) < 1e-6)
        }
      }
    }
  }

  @Test(arguments: [0.1, 0.2, 0.3, 0.75, 1.6, 2.5, 7.77]) func fractionalGapsLoseNoLines(
    gap: Double
  ) throws {
    let hatched = try applied(
      ruled {
        $0.gap = Length(gap)
        $0.angle = Angle(degrees: 0)
      }, to: drawing(square))
    let heights = strokes(hatched).map(\.a.y)
    #expect(abs(Double(heights.count) - 200 / gap) <= 1)
    for (a, b) in zip(heights, heights.dropFirst()) { #expect(abs(b - a - gap) < 1e-9) }
  }

  @Test func gapsAreLengths() throws {
    var shape = drawing(
      square, Style(fill: .color(.black), stroke: .color(.black), strokeWidth: 4))
    shape.canvas = Canvas(box: Rect(x: 0, y: 0, width: 400, height: 400), pixelsPerUnit: 0.5)
    func count(_ gap: Length) throws -> Int {
      strokes(
        try applied(
          ruled {
            $0.gap = gap
            $0.angle = Angle(degrees: 0)
          }, to: shape)
      ).count
    }
    #expect(try abs(count(Length(2.5, .sw)) - 20) <= 1)
    #expect(try abs(count(Length(5, .percent)) - 10) <= 1)
    #expect(try abs(count(Length(10, .px)) - 10) <= 1)
  }

  @Test(arguments: Hatch.FillStyle.allCases) func everyShapeHasFourLines(style: Hatch.FillStyle)
    throws
  {
    for text in ["M5 5 L6 5 L6 6 L5 6 Z", "M9 9 L30 9 L20 10 Z", "M5 5 Q9 5 9 9 T5 5"] {
      let shape = drawing(text)
      for seed in 0..<8 {
        let hatched = try applied(
          hatch {
            $0.style = style
            $0.gap = Length(40)
            $0.thin = .hatch
          }, to: shape, seed: UInt64(seed))
        #expect(strokes(hatched).count >= 4)
      }
    }
  }

  @Test func everyIslandHasItsLines() throws {
    let shape = drawing(
      "M0 0 L200 0 L200 200 L0 200 Z M300 300 L304 300 L304 304 L300 304 Z M40 300 L42 300 L41 303 Z"
    )
    let hatched = try applied(ruled { $0.gap = Length(10) }, to: shape)
    let middles = strokes(hatched).map(\.middle)
    #expect(middles.count { $0.x > 299 && $0.y > 299 } >= 4)
    #expect(middles.count { $0.x < 43 && $0.y > 299 } >= 4)
  }

  @Test func thinShapesGetCloserLines() throws {
    // A stem two units wide across the lines, which are ten apart.
    let stem = drawing("M100 50 L102 50 L102 350 L100 350 Z")
    let lines = strokes(
      try applied(
        ruled {
          $0.gap = Length(10)
          $0.weight = Length(0.1)
          $0.thin = .hatch
        }, to: stem))
    #expect(lines.count > 100)
    let wide = strokes(
      try applied(
        ruled {
          $0.gap = Length(10)
          $0.minLines = 0
          $0.thin = .hatch
        }, to: stem))
    #expect(wide.count < 40)
  }

  @Test func whatIsAsThinAsAStrokeStaysFilled() throws {
    // A stem, a speck, and a square beside them in the same path.
    let stem = "M350 50 L352 50 L352 350 L350 350 Z"
    let speck = "M20 20 L21 20 L21 21 L20 21 Z"
    let alone = try applied(hatch(), to: drawing(stem))
    #expect(alone.pathCount == 1)
    #expect(alone.style(ofPath: 0).fill.isVisible)
    for style in Hatch.FillStyle.allCases {
      let all = try applied(
        hatch { $0.style = style }, to: drawing(stem + " " + square + " " + speck))
      #expect(all.pathCount == 3)
      #expect(subpathCount(all, 1) == 2)
      #expect(all.style(ofPath: 1).fill == drawing(stem).style(ofPath: 0).fill)
      #expect(strokes(all).allSatisfy { $0.a.x >= 99.9 && $0.a.x <= 300.1 })
    }
  }

  @Test func hairlinesAreNoPen() throws {
    let style = Style(fill: .color(.black), stroke: .color(.black), strokeWidth: 0.01)
    let hatched = try applied(hatch(), to: drawing(square, style))
    #expect(hatched.style(ofPath: 1).strokeWidth == 0.6 * 3)
  }

  @Test func linesLieUnevenlyButNeverCross() throws {
    let hatched = try applied(
      hatch {
        $0.gap = Length(5)
        $0.variation = 1
        $0.angle = Angle(degrees: 0)
      }, to: drawing(square))
    let all = strokes(hatched)
    #expect(Set(all.map { (($0.b.y - $0.a.y) / ($0.b.x - $0.a.x) * 1e6).rounded() }).count > 10)
    for (i, s) in all.enumerated() {
      for t in all[(i + 1)...] {
        let (d, e) = (s.b - s.a, t.b - t.a)
        let crosses =
          d.cross(t.a - s.a) * d.cross(t.b - s.a) < 0 && e.cross(s.a - t.a) * e.cross(s.b - t.a) < 0
        #expect(!crosses)
      }
    }
  }

  @Test func linesDriftButNeverCross() throws {
    func drifted(_ drift: Double, _ variation: Double, seed: UInt64 = 1) throws -> [Stroke] {
      strokes(
        try applied(
          ruled {
            $0.drift = drift
            $0.variation = variation
            $0.angle = Angle(degrees: 0)
          }, to: drawing(square), seed: seed))
    }
    #expect(try drifted(1, 0.5).map(\.a) == drifted(1, 0.5).map(\.a))
    #expect(try drifted(1, 0.5).map(\.a) != drifted(1, 0.5, seed: 2).map(\.a))
    for seed in 1...20 as ClosedRange<UInt64> {
      for variation in [0, 0.6, 1] {
        let all = try drifted(1, variation, seed: seed)
        #expect(
          all.allSatisfy { $0.a.x > 99.9 && $0.a.x < 300.1 && $0.b.x > 99.9 && $0.b.x < 300.1 })
        for (s, t) in zip(all, all.dropFirst()) {
          let (d, e) = (s.b - s.a, t.b - t.a)
          let crosses =
            d.cross(t.a - s.a) * d.cross(t.b - s.a) < 0
            && e.cross(s.a - t.a) * e.cross(s.b - t.a) < 0
          #expect(!crosses)
        }
      }
    }
    // Without it and without variation all gaps are one; with it they change slowly.
    func gaps(_ drift: Double) throws -> [Double] {
      let levels = try drifted(drift, 0).map(\.middle.y).sorted()
      return zip(levels, levels.dropFirst()).map { $1 - $0 }
    }
    #expect(try gaps(0).allSatisfy { abs($0 - 5) < 1e-6 })
    let uneven = try gaps(1)
    #expect((uneven.max() ?? 0) - (uneven.min() ?? 0) > 1)
    #expect(uneven.allSatisfy { $0 > 0.5 && $0 < 9.5 })
    #expect(abs(uneven.reduce(0, +) / Double(uneven.count) - 5) < 0.5)
  }

  @Test func linesOverrunTheOutlineAsFarAsAsked() throws {
    for style in [Hatch.FillStyle.hachure, .crossHatch] {
      let all = strokes(
        try applied(
          ruled {
            $0.style = style
            $0.overrun = Length(3)
          }, to: drawing(square)))
      let outside = OutlineDistance(drawing(square))
      let ends = all.flatMap { [$0.a, $0.b] }.filter { !isInside($0, drawing(square)) }
      #expect(ends.count > all.count)
      #expect(ends.allSatisfy { outside.of($0) < 3 })
      #expect(ends.contains { outside.of($0) > 1 })
    }
    // One that has to be one line stays inside.
    let zigzag = try applied(
      ruled {
        $0.style = .zigzag
        $0.overrun = Length(3)
      }, to: drawing(square))
    #expect(strokes(zigzag).allSatisfy { $0.a.x > 99.9 && $0.b.x < 300.1 })
  }

  // Styles.

  @Test func crossHatchIsTwoHachures() throws {
    let shape = drawing(donut)
    let one = try applied(ruled(), to: shape)
    let other = try applied(ruled { $0.angle = Angle(degrees: 50) }, to: shape)
    let both = try applied(ruled { $0.style = .crossHatch }, to: shape)
    #expect(abs(totalLength(both) / (totalLength(one) + totalLength(other)) - 1) < 0.01)
    let first = strokes(one)
    #expect(strokes(both).prefix(first.count).map(\.a) == first.map(\.a))
  }

  @Test func zigzagIsOneLine() throws {
    for text in [square, "M200 50 C280 50 350 120 350 200 C350 280 280 350 200 350 Z"] {
      for variation in [0, 0.4, 1] {
        let hatched = try applied(
          ruled {
            $0.style = .zigzag
            $0.variation = variation
          }, to: drawing(text))
        let lines = polylines(hatched)
        #expect(lines.count == 1)
        #expect(lines[0].count > 30)
      }
    }
  }

  @Test func zigzagIsAsDenseAsHachure() throws {
    let hachure = try applied(ruled(), to: drawing(donut))
    let zigzag = try applied(ruled { $0.style = .zigzag }, to: drawing(donut))
    #expect(abs(totalLength(zigzag) / totalLength(hachure) - 1) < 0.1)
    #expect(polylines(zigzag).count <= 4)
  }

  @Test func zigzagStaysOutOfNotches() throws {
    // Notches narrower than the gap, between two lines of the hatch.
    var random = SeededGenerator(seed: 3)
    for round in 0..<20 {
      var text = "M100 100 L300 100"
      for k in 0..<10 {
        let y = 100 + 20 * Double(k)
        let depth = random.uniform(20, 190)
        text += " L300 \(y + 8) L\(300 - depth) \(y + 9) L300 \(y + 10)"
      }
      let shape = drawing(text + " L300 300 L100 300 Z")
      let hatched = try applied(
        ruled {
          $0.style = .zigzag
          $0.gap = Length(7)
          $0.angle = Angle(degrees: Double(round))
        }, to: shape)
      let outline = OutlineDistance(shape)
      for stroke in strokes(hatched) {
        for k in 0...40 {
          let p = stroke.a.interpolated(to: stroke.b, at: Double(k) / 40)
          #expect(isInside(p, shape) || outline.of(p) < 1e-6)
        }
      }
    }
  }

  @Test func zigzagLinesHaveTeethThatStayInside() throws {
    let shape = drawing(donut)
    let hatched = try applied(
      ruled {
        $0.style = .zigzagLine
        $0.zigzagOffset = Length(4)
      }, to: shape)
    let outline = OutlineDistance(shape)
    var rows = 0
    for line in polylines(hatched) {
      for stroke in line {
        for k in 0...20 {
          let p = stroke.a.interpolated(to: stroke.b, at: Double(k) / 20)
          #expect(isInside(p, shape) || outline.of(p) < 1e-6)
        }
      }
      // Where there is room, two strokes a tooth, each going as far along as aside.
      for stroke in line where line.count > 8 && line.count % 2 == 0 {
        if (stroke.length / (4 * 2.0.squareRoot()) - 1).magnitude < 0.1 { rows += 1 }
      }
    }
    #expect(rows > 200)
    // As far apart as the gap and the teeth together: 5 and 4.
    let lines = try applied(ruled { $0.gap = Length(9) }, to: shape)
    let ratio = Double(polylines(hatched).count) / Double(polylines(lines).count)
    #expect(abs(ratio - 1) < 0.1)
  }

  @Test func drawnOutlinesAreEdges() throws {
    // Two squares that overlap in one path: no line runs through their middle.
    let shape = drawing("M50 50 L250 50 L250 250 L50 250 Z M150 150 L350 150 L350 350 L150 350 Z")
    let hatched = try applied(hatch { $0.drawOutline = true }, to: shape)
    let outline = hatched.pathCount - 1
    #expect(hatched.style(ofPath: outline).hasVisibleStroke)
    var ways = 0.0
    var current = Point.zero
    hatched[path: outline].forEachSegment { segment in
      switch segment {
      case .move(let p): current = p
      case .line(let p):
        ways += current.distance(to: p)
        // Halfway along no piece is in the overlap.
        let middle = current.interpolated(to: p, at: 0.5)
        let isInOverlap =
          middle.x > 150 && middle.x < 250 && middle.y > 150 && middle.y < 250
        #expect(!isInOverlap)
        current = p
      case .quad, .cubic, .close: Issue.record("only lines were there")
      }
    }
    // Two squares' sides without the four halves inside.
    #expect(abs(ways - 1200) < 1)
    // By the other rule the overlap is a hole, and all of it is edge.
    var odd = shape
    odd.mapStyles { $0.fillRule = .evenodd }
    let whole = try applied(hatch { $0.drawOutline = true }, to: odd)
    #expect(whole.pathTexts[whole.pathCount - 1] == shape.pathTexts[0])
  }

  @Test func dotsAreDots() throws {
    let hatched = try applied(
      ruled {
        $0.style = .dots
        $0.weight = Length(2)
      }, to: drawing(square))
    let dots = strokes(hatched)
    #expect(dots.allSatisfy { $0.length == 0 })
    #expect(abs(Double(dots.count) / (40_000 / 25) - 1) < 0.05)
  }

  @Test func dashesAreParted() throws {
    let hatched = try applied(
      ruled {
        $0.style = .dashes
        $0.dash = Length(14)
        $0.dashGap = Length(6)
      }, to: drawing(square))
    #expect(strokes(hatched).allSatisfy { $0.length <= 14.000001 && $0.length >= 3.4 })
    #expect(abs(totalLength(hatched) / (40_000 / 5 * 0.7) - 1) < 0.03)
  }

  @Test func penRunsToAndFro() throws {
    let all = strokes(try applied(ruled(), to: drawing(square)))
    // In the air it goes no farther than from one line's end to the next one's.
    for (s, t) in zip(all, all.dropFirst()) { #expect(s.b.distance(to: t.a) < 10) }
  }

  @Test(arguments: [0.0, 1]) func toneGoesByLightness(tone: Double) throws {
    func length(_ color: Color) throws -> Double {
      totalLength(
        try applied(
          ruled { $0.tone = tone }, to: drawing(square, Style(fill: .color(color)))))
    }
    let black = try length(.black)
    let light = try length(Color(red: 220, green: 220, blue: 220))
    #expect(tone == 0 ? abs(black / light - 1) < 0.02 : black / light > 2.5)
  }

  @Test func insetKeepsAway() throws {
    for text in HatchTests.shapes {
      let shape = drawing(text, Style(fill: .color(.black), fillRule: .evenodd))
      let outline = OutlineDistance(shape, tolerance: 1e-3)
      let hatched = try applied(ruled { $0.inset = Length(6) }, to: shape)
      let all = strokes(hatched)
      #expect(!all.isEmpty)
      for stroke in all {
        for p in [stroke.a, stroke.middle, stroke.b] { #expect(outline.of(p) > 5.99) }
        #expect(outline.of(stroke.a) < 6.2)
      }
    }
  }

  /// At curves too, whatever the rule: their pieces lie a little inside of them.
  @Test(arguments: [FillRule.nonzero, .evenodd])
  func insetKeepsAwayFromCurves(rule: FillRule) throws {
    let round = "M100 20 C210 20 210 180 100 180 C-10 180 -10 20 100 20 Z"
    let shape = drawing(round, Style(fill: .color(.black), fillRule: rule))
    let outline = OutlineDistance(shape, tolerance: 1e-3)
    for style in [Hatch.FillStyle.hachure, .zigzag] {
      let hatched = try applied(
        ruled {
          $0.inset = Length(6)
          $0.style = style
        }, to: shape)
      let all = strokes(hatched)
      #expect(all.count > 10)
      for stroke in all {
        for p in [stroke.a, stroke.b] { #expect(outline.of(p) > 5.99) }
      }
    }
  }

  @Test func insetIgnoresEdgesInside() throws {
    // Two rectangles that overlap: the edges between them bound nothing.
    let shape = drawing("M50 50 L250 50 L250 200 L50 200 Z M150 100 L350 100 L350 300 L150 300 Z")
    let hatched = try applied(
      ruled {
        $0.inset = Length(6)
        $0.angle = Angle(degrees: 0)
      }, to: shape)
    #expect(strokes(hatched).contains { $0.a.y > 110 && $0.a.y < 190 && $0.length > 280 })
  }

  // Paint.

  @Test func partsAreInOrder() throws {
    let style = Style(fill: .color(.black), stroke: .color(Color(red: 9, green: 8, blue: 7)))
    let hatched = try applied(hatch(), to: drawing(square, style))
    #expect(hatched.pathCount == 3)
    #expect(hatched.style(ofPath: 0).fill == .color(.white))
    #expect(hatched.style(ofPath: 0).stroke == .none)
    #expect(hatched.attributes(ofPath: 0).classes == ["paper"])
    #expect(hatched.style(ofPath: 1).fill == .none)
    #expect(hatched.style(ofPath: 1).stroke == .color(.black))
    #expect(hatched.attributes(ofPath: 1).classes == ["hatch"])
    #expect(hatched.style(ofPath: 2).fill == .none)
    #expect(hatched.style(ofPath: 2).stroke == style.stroke)
    #expect(Set((0..<3).map { hatched.records[$0].info.key }).count == 3)
    let bare = try applied(
      hatch {
        $0.paper = Paint.none
        $0.keepOutline = false
      }, to: drawing(square, style))
    #expect(bare.pathCount == 1)
    #expect(bare.records[0].info.key == drawing(square, style).records[0].info.key)
  }

  @Test func fillsAloneGetAnOutlineWhenAsked() throws {
    let style = Style(fill: .color(Color(red: 9, green: 8, blue: 7)), fillOpacity: 0.5)
    #expect(try applied(hatch(), to: drawing(square, style)).pathCount == 2)
    let hatched = try applied(hatch { $0.drawOutline = true }, to: drawing(square, style))
    try #require(hatched.pathCount == 3)
    let outline = hatched.style(ofPath: 2)
    #expect(outline.fill == .none)
    #expect(outline.stroke == style.fill)
    #expect(outline.strokeOpacity == 0.5)
    #expect(outline.strokeWidth > hatched.style(ofPath: 1).strokeWidth)
    #expect(hatched.attributes(ofPath: 2).classes.isEmpty)
    // A stroke of its own is neither doubled nor changed.
    let stroked = Style(fill: .color(.black), stroke: .color(.black), strokeWidth: 3)
    let kept = try applied(hatch { $0.drawOutline = true }, to: drawing(square, stroked))
    #expect(kept.pathCount == 3 && kept.style(ofPath: 2).strokeWidth == 3)
  }

  @Test func strokeBelowTheFillStaysBelow() throws {
    let style = Style(fill: .color(.black), stroke: .color(.black), strokeFirst: true)
    let hatched = try applied(hatch(), to: drawing(square, style))
    #expect(hatched.attributes(ofPath: 2).classes == ["hatch"])
  }

  @Test func opacityIsTheGroups() throws {
    let hatched = try applied(
      hatch(), to: drawing(square, Style(fill: .color(.black), fillOpacity: 0.5, opacity: 0.25)))
    #expect(hatched.groups.last?.opacity == 0.25)
    #expect(hatched.style(ofPath: 0).opacity == 1)
    #expect(hatched.style(ofPath: 0).fillOpacity == 0.5)
    #expect(hatched.style(ofPath: 1).strokeOpacity == 0.5)
  }

  @Test func paperColoredFillsStay() throws {
    let shape = drawing(square, Style(fill: .color(Color(red: 250, green: 250, blue: 245))))
    #expect(try applied(hatch(), to: shape).records == shape.records)
    let hatched = try applied(
      hatch { $0.paper = .color(Color(red: 30, green: 30, blue: 120)) }, to: shape)
    #expect(hatched.pathCount == 2)
  }

  @Test func backgroundsCountAsPaper() throws {
    let page = "M0 0 L400 0 L400 400 L0 400 Z"
    func hatched(_ color: Color, _ background: Hatch.Background) throws -> Drawing {
      var both = drawing(page, Style(fill: .color(color)))
      add(square, Style(fill: .color(Color(red: 200, green: 30, blue: 30))), to: &both)
      both.assignKeys()
      return try applied(hatch { $0.background = background }, to: both)
    }
    let dark = Color(red: 20, green: 20, blue: 30)
    let red = Color(red: 230, green: 20, blue: 30)
    #expect(try hatched(dark, .auto).pathCount == 3)
    #expect(try hatched(dark, .auto).style(ofPath: 1).fill == .color(dark))
    #expect(try hatched(red, .auto).pathCount == 4)
    // What has the page's colour then is paper.
    #expect(try hatched(Color(red: 205, green: 30, blue: 30), .skip).pathCount == 2)
    #expect(try hatched(dark, .draw).pathCount == 4)
  }

  @Test func gradientsPaintTheLines() throws {
    var shape = drawing(square)
    shape.gradients.append(
      Gradient(
        .linear(from: .zero, to: Point(400, 0)),
        stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)]))
    shape.mapStyles { $0.fill = .gradient(GradientID(0)) }
    let hatched = try applied(hatch(), to: shape)
    #expect(hatched.style(ofPath: 1).stroke == .gradient(GradientID(0)))
  }

  @Test func paleFillsGetLinesThatCanBeSeen() throws {
    let pale = Color(red: 255, green: 242, blue: 204)
    func ink(_ fill: Color, _ change: (inout Hatch) -> Void) throws -> Paint {
      try applied(hatch(change), to: drawing(square, Style(fill: .color(fill)))).style(ofPath: 1)
        .stroke
    }
    #expect(try ink(pale) { _ in } == .color(pale))
    let seen = try #require(try ink(pale) { $0.contrast = 0.25 }.color)
    #expect(HatchTone.lightness(seen) < 0.755 && HatchTone.lightness(seen) > 0.74)
    // Dark ones stay, and so does what was asked for.
    #expect(try ink(.black) { $0.contrast = 0.25 } == .color(.black))
    let asked = try ink(pale) {
      $0.contrast = 0.25
      $0.color = pale
    }
    #expect(asked == .color(pale))
  }

  @Test func paleStopsOfGradientsGetInkToo() throws {
    var shape = drawing(square)
    shape.gradients.append(
      Gradient(
        .linear(from: .zero, to: Point(400, 0)),
        stops: [
          .init(offset: 0, color: .black),
          .init(offset: 1, color: Color(red: 240, green: 240, blue: 240)),
        ]))
    shape.mapStyles { $0.fill = .gradient(GradientID(0)) }
    let hatched = try applied(hatch { $0.contrast = 0.5 }, to: shape)
    #expect(hatched.style(ofPath: 1).stroke == .gradient(GradientID(1)))
    let stops = hatched.gradients[1].stops.map(\.color)
    #expect(stops[0] == .black)
    #expect(abs(HatchTone.lightness(stops[1]) - 0.5) < 0.005)
    #expect(hatched.invariantViolation() == nil)
  }

  @Test func onlyDarkFillsAreHatchedWhereAsked() throws {
    let stage = hatch { $0.darkerThan = 0.4 }
    func count(_ color: Color) throws -> Int {
      try applied(stage, to: drawing(square, Style(fill: .color(color)))).pathCount
    }
    #expect(try count(.black) == 2)
    #expect(try count(Color(red: 60, green: 60, blue: 90)) == 2)
    // Blue is dark, but it isn't black.
    #expect(try count(Color(red: 0, green: 0, blue: 255)) == 1)
    #expect(try count(Color(red: 200, green: 200, blue: 200)) == 1)
    // A shadow is black in a colour's hex digits alone.
    #expect(try count(Color(red: 0, green: 0, blue: 0, alpha: 0.3)) == 1)
    for shadow in [
      Style(fill: .color(.black), fillOpacity: 0.3), Style(fill: .color(.black), opacity: 0.3),
    ] {
      #expect(try applied(stage, to: drawing(square, shadow)).pathCount == 1)
    }
  }

  @Test func namesAreNotDoubled() throws {
    var shape = drawing(square, Style(fill: .color(.black), stroke: .color(.black)))
    let names = shape.attributesID(
      for: Attributes(id: "wall", classes: ["outer"], title: "Wall"))
    var info = shape.records[0].info
    info.attributes = names
    shape.setInfo(info, ofPath: 0)
    let hatched = try applied(hatch(), to: shape)
    let rows = (0..<3).map { hatched.attributes(ofPath: $0) }
    #expect(rows.map(\.id) == ["wall", nil, nil])
    #expect(rows.map(\.title) == ["Wall", nil, nil])
    #expect(rows.map(\.classes) == [["outer", "paper"], ["outer", "hatch"], ["outer"]])
  }

  // Chance.

  @Test func aPathsHatchIsItsOwn() throws {
    let alone = drawing(square)
    var among = drawing(donut)
    add(square, alone.style(ofPath: 0), to: &among)
    among.assignKeys()
    let a = strokes(try applied(hatch(), to: alone))
    let b = strokes(try applied(hatch(), to: among)).suffix(a.count)
    #expect(a.map(\.a) == b.map(\.a))
    let other = strokes(try applied(hatch(), to: alone, seed: 2))
    #expect(a.map(\.a) != other.map(\.a))
  }

  @Test func equalNeighboursDontLineUp() throws {
    var pair = drawing("M0 0 L100 0 L100 100 L0 100 Z")
    add("M100 0 L200 0 L200 100 L100 100 Z", pair.style(ofPath: 0), to: &pair)
    pair.assignKeys()
    let hatched = try applied(hatch { $0.gap = Length(5) }, to: pair)
    let all = strokes(hatched)
    let slopes = all.map { ($0.b.y - $0.a.y) / ($0.b.x - $0.a.x) }
    let left = zip(all, slopes).filter { $0.0.middle.x < 100 }.map(\.1)
    let right = zip(all, slopes).filter { $0.0.middle.x > 100 }.map(\.1)
    let means = [left, right].map { $0.reduce(0, +) / Double($0.count) }
    #expect(abs(means[0] - means[1]) > 1e-3)
  }

  // What can't be hatched.

  @Test func nothingInsideStaysAsItIs() throws {
    for text in ["M10 10 L300 200", "M10 10 Z", "M10 10 L20 10 L10 10 Z", "M5 5 C5 5 5 5 5 5"] {
      let shape = drawing(text, Style(fill: .color(.black), stroke: .color(.black)))
      for style in Hatch.FillStyle.allCases {
        let hatched = try applied(hatch { $0.style = style }, to: shape)
        #expect(hatched.records == shape.records)
      }
    }
  }

  @Test func tooManyLinesIsAnError() throws {
    func code(_ stage: Hatch, _ text: String, limits: Limits = Limits()) -> String? {
      do {
        _ = try applied(stage, to: drawing(text), limits: limits)
        return nil
      } catch {
        return (error as? ComponentError)?.diagnostic.code.rawValue
      }
    }
    #expect(code(hatch { $0.gap = Length(1e-4) }, square) == "hatch.too-many-lines")
    #expect(code(hatch { $0.gap = Length(1e-300) }, square) == "hatch.too-many-lines")
    let few = Limits(points: 1000)
    #expect(code(hatch { $0.gap = Length(0.1) }, square, limits: few) == "hatch.too-many-points")
    for style in [Hatch.FillStyle.dots, .dashes] {
      let stage = hatch {
        $0.style = style
        $0.gap = Length(0.5)
        $0.dash = Length(1e-300)
        $0.dashGap = Length(1e-300)
      }
      #expect(code(stage, square, limits: few) == "hatch.too-many-points")
    }
    #expect(code(hatch(), "M0 0 L1e200 0 L0 1e200 Z") == "hatch.too-large")
    #expect(code(hatch(), "M0 0 L1e120 0 L0 1e120 Z") == "hatch.too-many-lines")
    #expect(code(hatch { $0.gap = Length(1e119) }, "M0 0 L1e120 0 L0 1e120 Z") == nil)
  }

  @Test func farFromTheOriginItsTheSame() throws {
    let near = strokes(try applied(ruled(), to: drawing(square)))
    let far = strokes(
      try applied(
        ruled(), to: drawing("M1e9 1e9 L1000000200 1e9 L1000000200 1000000200 L1e9 1000000200 Z")))
    #expect(abs(near.count - far.count) <= 1)
  }
}
