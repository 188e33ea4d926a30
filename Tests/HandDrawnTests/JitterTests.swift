import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct JitterTests {
  @Test func linesOfAHatchAreDrawnOnce() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let pen = drawing.styleID(for: Style(stroke: .color(.black), strokeWidth: 1))
    for classes in [[], ["hatch"]] {
      let names = drawing.attributesID(for: Attributes(classes: classes))
      drawing.appendPath(PathInfo(style: pen, attributes: names)) {
        $0.append(text: "M50 50 L350 50")
      }
    }
    drawing.assignKeys()
    func counts(_ change: (inout Jitter) -> Void) throws -> [Int] {
      let result = try applied(jitter(change), to: drawing)
      return [subpathCount(result, 0), subpathCount(result, 1)]
    }
    #expect(try counts { $0.passes = 3 } == [3, 1])
    #expect(try counts { $0.hatchPasses = 2 } == [2, 2])
    #expect(try counts { $0.model = .roughjs } == [2, 2])
  }

  @Test(arguments: Jitter.Model.allCases)
  func passesThatWouldTakeTooManyPointsAreRefused(model: Jitter.Model) throws {
    let drawing = Drawing(paths: JitterTests.texts, canvas: page)
    let stage = jitter {
      $0.model = model
      $0.passes = 100
    }
    #expect(throws: Never.self) { try applied(stage, to: drawing) }
    #expect(throws: ComponentError.self) {
      try applied(stage, to: drawing, limits: Limits(growth: 500))
    }
  }

  static let texts = [
    "M100 100 L300 100 L300 200 L100 200 Z", "M50 250 C100 100 200 300 380 60",
    "M20 20 Q60 200 200 150",
  ]

  @Test(arguments: Jitter.Model.allCases)
  func aSeedIsADrawing(model: Jitter.Model) throws {
    let drawing = Drawing(paths: JitterTests.texts, canvas: page)
    let stage = jitter { $0.model = model }
    let result = try applied(stage, to: drawing)
    #expect(try applied(stage, to: drawing).pathTexts == result.pathTexts)
    let other = try applied(stage, to: drawing, seed: 2).pathTexts
    for row in 0..<3 { #expect(other[row] != result.pathTexts[row]) }
    // A seed of its own counts instead of the run's.
    let own = jitter {
      $0.model = model
      $0.seed = 2
    }
    #expect(try applied(own, to: drawing).pathTexts == other)
  }

  @Test(arguments: Jitter.Model.allCases)
  func editingOnePathMovesOnlyThat(model: Jitter.Model) throws {
    let stage = jitter { $0.model = model }
    let result = try applied(stage, to: Drawing(paths: JitterTests.texts, canvas: page))
    var texts = JitterTests.texts
    texts[1] = "M50 250 C100 100 200 300 380 61"
    texts.insert("M1 1 L2 2", at: 0)
    let edited = try applied(stage, to: Drawing(paths: texts, canvas: page)).pathTexts
    #expect(edited[1] == result.pathTexts[0])
    #expect(edited[2] != result.pathTexts[1])
    #expect(edited[3] == result.pathTexts[2])
  }

  @Test(arguments: Jitter.Model.allCases)
  func degenerateDrawingsStayWhole(model: Jitter.Model) throws {
    let stage = jitter {
      $0.model = model
      $0.passes = 3
      $0.turn = Angle(degrees: 7)
    }
    for canvas in [nil, page] {
      for texts in [
        [], ["M5 5"], ["M5 5 Z"], ["M5 5 L5 5"], ["M5 5 L5 5 Z", "M5 5"], ["M0 7 L9 7"],
        ["M1 1 Q1 1 1 1 C1 1 1 1 1 1 Z M2 2 M3 3 L4 4 L3 3 Z"],
        ["M1e149 -1e149 L-1e149 1e149 C1e149 1e149 0 0 1e149 1e149 Z"], ["M1e-320 0 L0 5e-324"],
      ] {
        let drawing = Drawing(paths: texts, canvas: canvas)
        // Who steps unit by unit can't.
        if model == .xkcd && texts[0..<min(1, texts.count)].contains(where: { $0.contains("e149") })
        {
          continue
        }
        let result = try applied(stage, to: drawing)
        #expect(result.invariantViolation() == nil, "\(texts)")
        #expect(result.pathCount == drawing.pathCount)
      }
    }
  }

  @Test(arguments: Jitter.Model.allCases)
  func whatIsTooLargeIsRefused(model: Jitter.Model) {
    let drawing = Drawing(paths: ["M1e308 0 L0 0"], canvas: page)
    #expect(throws: ComponentError.self) { try applied(jitter { $0.model = model }, to: drawing) }
  }

  @Test func dotsSurvive() throws {
    let result = try applied(
      jitter { $0.passes = 1 }, to: Drawing(paths: ["M50 50 L50 50"], canvas: page))
    #expect(result.verbs == [.move, .line])
    #expect(result.points[0] == result.points[1])
    #expect(result.points[0] != Point(50, 50))
  }

  @Test func backgroundsAndInvisiblePathsAreNoDrawing() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let ink = drawing.styleID(for: Style(fill: .color(.black)))
    let none = drawing.styleID(for: Style())
    let sheet = "M0 0 L400 0 L400 300 L0 300 Z"
    for (style, text) in [
      (ink, sheet), (none, "M10 10 L300 200"), (ink, sheet + " M100 100 L300 100 L200 200 Z"),
      (ink, "M0 150 L200 0 L400 150 L200 300 Z"),
    ] {
      drawing.appendPath(PathInfo(style: style)) { $0.append(text: text) }
    }
    let skipped = try applied(jitter(), to: drawing).pathTexts
    #expect(skipped[0] == sheet)
    #expect(skipped[1] == "M10 10 L300 200")
    // The page around a hole stays, the hole is drawn.
    #expect(skipped[2].hasPrefix(sheet + " M"))
    #expect(!skipped[2].hasSuffix("M100 100 L300 100 L200 200 Z"))
    #expect(skipped[3] != drawing.pathTexts[3])
    let drawn = try applied(jitter { $0.background = .draw }, to: drawing).pathTexts
    for row in 0..<4 { #expect(drawn[row] != drawing.pathTexts[row]) }
  }

  @Test func tilesOfPatternsStay() throws {
    var drawing = Drawing()
    drawing.canvas = page
    let tile = drawing.addGroup(Group())
    drawing.patterns.append(Pattern(tile: Rect(x: 0, y: 0, width: 9, height: 9), content: tile))
    let ink = drawing.styleID(for: Style(fill: .pattern(PatternID(0))))
    drawing.appendPath(PathInfo(group: tile, style: ink)) { $0.append(text: "M0 0 L9 0 L9 9 Z") }
    drawing.appendPath(PathInfo(style: ink)) { $0.append(text: "M50 50 L99 50 L99 99 Z") }
    let result = try applied(jitter(), to: drawing)
    #expect(result.pathTexts[0] == "M0 0 L9 0 L9 9 Z")
    #expect(result.pathTexts[1] != "M50 50 L99 50 L99 99 Z")
  }

  @Test func wrongParametersAreRefused() {
    for (name, value) in [
      ("passes", ParameterValue.number(-1)), ("passes", .number(1.5)), ("roughness", .number(-1)),
      ("wavelength", .number(0)), ("model", .text("nois")), ("overflow", .text("out")),
    ] {
      #expect(throws: OptionProblems.self) { try Jitter.configured([Option(name, value)]) }
    }
  }
}
