import PathModel
import Testing

@Suite struct DrawingInPlaceTests {
  private var drawing: Drawing {
    var drawing = Drawing(paths: ["M0 0 L1 2"], style: Style(stroke: .color(.black)))
    drawing.gradients = [
      Gradient(
        .linear(from: .zero, to: Point(1, 1)), stops: [.init(offset: 0, color: .black)])
    ]
    drawing.patterns = [
      Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: .root)
    ]
    drawing.makeWidths()
    return drawing
  }

  /// What is done to a drawing leaves its copies alone, whatever order it's done in. Only an optimized
  /// build ever failed here.
  @Test func copiesStay() {
    let original = drawing
    var copy = original
    copy.transform(by: .scale(x: 2, y: 2), strokes: .scale)
    copy.withMutablePoints { $0[0].x = 7 }
    copy.gradients[0].id = "changed"
    copy.patterns.append(copy.patterns[0])
    copy.withMutableGeometry { points, widths in
      points[1].x = 8
      widths[1] = 9
    }
    copy.withMutableWidths { $0[0] = 5 }
    copy.mapStyles { $0.opacity = 0.5 }
    #expect(original.pathTexts == drawing.pathTexts)
    #expect(original.gradients == drawing.gradients)
    #expect(original.patterns == drawing.patterns)
    #expect(original.styles == drawing.styles)
    #expect(original.widths == [1, 1])
    #expect(copy.pathTexts == ["M7 0 L8 4"])
    #expect(copy.widths == [5, 9])
  }
}
