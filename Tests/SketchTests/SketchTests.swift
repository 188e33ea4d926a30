import HandDrawn
import Hatch
import PathModel
import PluginKit
import Sketch
import Testing

struct SketchTests {
  static func drawing() -> Drawing {
    let style = Style(
      fill: .color(Color(css: "teal") ?? .black), stroke: .color(.black), strokeWidth: 2)
    return Drawing(
      paths: ["M20 20 L180 20 L180 120 L20 120 Z", "M220 20 C300 20 300 120 220 120 Z"],
      style: style, canvas: Canvas(box: Rect(x: 0, y: 0, width: 400, height: 300)))
  }

  static func applied<S: Stage>(_ stage: S, _ drawing: Drawing) throws -> Drawing {
    var result = drawing
    // What one stage does within another has its seeds from the outer one.
    var context = Context(seed: 3, stage: Sketch.name)
    try stage.apply(to: &result, &context)
    #expect(result.invariantViolation() == nil)
    return result
  }

  static func sketch(_ change: (inout Sketch) -> Void = { _ in }) -> Sketch {
    var stage = Sketch()
    change(&stage)
    return stage
  }

  static func rows(of name: String, _ drawing: Drawing) -> [Int] {
    (0..<drawing.pathCount).filter { drawing.attributes(ofPath: $0).classes.last == name }
  }

  @Test func withoutHatchingItIsTheHandOfRoughJS() throws {
    let sketched = try SketchTests.applied(
      SketchTests.sketch { $0.fillStyle = .solid }, SketchTests.drawing())
    var jitter = Jitter()
    jitter.model = .roughjs
    let drawn = try SketchTests.applied(jitter, SketchTests.drawing())
    #expect(sketched.pathTexts == drawn.pathTexts)
  }

  @Test func fillsBecomeLinesThatAreDrawnLikeOutlines() throws {
    let drawing = SketchTests.drawing()
    let sketched = try SketchTests.applied(SketchTests.sketch(), drawing)
    var hatch = Hatch()
    hatch.angle = Angle(degrees: -41)
    hatch.gap = Length(4, .sw)
    hatch.weight = Length(0.5, .sw)
    let hatched = try SketchTests.applied(hatch, drawing)
    #expect(sketched.pathCount == hatched.pathCount)
    let lines = SketchTests.rows(of: "hatch", sketched)
    #expect(lines.count == 2)
    for row in lines {
      #expect(sketched.style(ofPath: row).strokeWidth == 1)
      // Each line twice.
      let count = hatched[path: row].subpathCount
      let drawn = sketched[path: row].subpathCount
      #expect(count > 4)
      #expect(drawn == 2 * count)
    }
    // What hides what lies behind stays where it is.
    let paper = SketchTests.rows(of: "paper", sketched)
    #expect(paper.count == 2)
    for row in paper { #expect(sketched.pathTexts[row] == hatched.pathTexts[row]) }
    // The outlines are those of the drawing.
    let outlines = (0..<sketched.pathCount).filter { !lines.contains($0) && !paper.contains($0) }
    #expect(outlines.count == 2)
    for row in outlines { #expect(sketched.pathTexts[row] != hatched.pathTexts[row]) }
  }

  @Test func linesCanBeDrawnOnceAndOutlinesTwice() throws {
    let twice = try SketchTests.applied(SketchTests.sketch(), SketchTests.drawing())
    let once = try SketchTests.applied(
      SketchTests.sketch { $0.disableMultiStrokeFill = true }, SketchTests.drawing())
    #expect(twice.pathCount == once.pathCount)
    for row in 0..<once.pathCount {
      let isLine = SketchTests.rows(of: "hatch", once).contains(row)
      let (a, b) = (twice[path: row].subpathCount, once[path: row].subpathCount)
      #expect(a == (isLine ? 2 * b : b))
    }
  }

  @Test func coloursAndWidthsCanBeSet() throws {
    let stage = SketchTests.sketch {
      $0.stroke = .color(Color(css: "red") ?? .black)
      $0.strokeWidth = Length(2, .sw)
      $0.fill = .color(Color(css: "blue") ?? .black)
      $0.fillStyle = .solid
    }
    var drawing = SketchTests.drawing()
    drawing.makeWidths()
    let result = try SketchTests.applied(stage, drawing)
    #expect(result.style(ofPath: 0).fill == .color(Color(css: "blue") ?? .black))
    #expect(result.style(ofPath: 1).stroke == .color(Color(css: "red") ?? .black))
    #expect(result.style(ofPath: 1).strokeWidth == 4)
    #expect(result.widths.allSatisfy { $0 == 4 })
  }

  @Test func theNamesAreThoseOfRoughJS() throws {
    for (name, value) in [
      ("roughness", ParameterValue.number(2)), ("bowing", .number(0)),
      ("max-randomness-offset", .number(1)), ("stroke", .text("red")),
      ("stroke-width", .number(1)), ("fill", .text("red")), ("fill-style", .text("cross-hatch")),
      ("fill-weight", .number(1)), ("hachure-angle", .number(60)), ("hachure-gap", .number(5)),
      ("dash-offset", .number(5)), ("dash-gap", .number(5)), ("simplification", .number(0.5)),
      ("preserve-vertices", .bool(true)), ("disable-multi-stroke", .bool(true)),
      ("disable-multi-stroke-fill", .bool(true)), ("seed", .number(1)),
    ] {
      _ = try Sketch.configured([Option(name, value)])
    }
    #expect(throws: OptionProblems.self) {
      try Sketch.configured([Option("roughnes", .number(1))])
    }
  }
}
