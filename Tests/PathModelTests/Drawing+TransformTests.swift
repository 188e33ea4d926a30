import PathModel
import Testing

@Suite struct DrawingTransformTests {
  private func sample() -> Drawing {
    var drawing = Drawing()
    let scaling = drawing.styleID(
      for: Style(stroke: .color(.black), strokeWidth: 2, dashes: [4, 1], dashOffset: 3))
    let pen = drawing.styleID(for: .pen)
    drawing.appendPath(PathInfo(style: scaling)) { $0.append(text: "M0 0 L10 0") }
    drawing.appendPath(PathInfo(style: pen)) { $0.append(text: "M0 0 C1 2 3 4 5 6") }
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L1 0 L1 1 Z") }
    _ = drawing.addClip(fromPath: 0)
    drawing.gradients = [
      Gradient(.linear(from: .zero, to: Point(1, 0)), stops: [.init(offset: 0, color: .black)])
    ]
    drawing.patterns = [Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: .root)]
    drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 10, height: 10))
    return drawing
  }

  @Test func everythingButTheCanvasMoves() {
    var drawing = sample()
    let map = Affine(a: 3, b: 0, c: 0, d: 3, tx: 1, ty: 2)
    drawing.transform(by: map, strokes: .scale)
    #expect(drawing.pathTexts == ["M1 2 L31 2", "M1 2 C4 8 10 14 16 20"])
    #expect(drawing[clipPath: 0].text == "M1 2 L4 2 L4 5 Z")
    #expect(drawing.gradients[0].transform == map && drawing.patterns[0].transform == map)
    #expect(drawing.styles[0].strokeWidth == 6)
    #expect(drawing.styles[0].dashes == [12, 3] && drawing.styles[0].dashOffset == 9)
    #expect(drawing.styles[1] == .pen)
    #expect(drawing.canvas == sample().canvas)
    // A second map comes after the first.
    drawing.transform(by: .translation(x: 1, y: 0), strokes: .scale)
    #expect(drawing.gradients[0].transform.apply(Point(1, 1)) == Point(5, 5))
  }

  @Test func strokesMayBeKept() {
    var drawing = sample()
    drawing.transform(by: .scale(x: 3, y: 3), strokes: .keep)
    #expect(drawing.styles == sample().styles)
  }

  @Test func anUnevenScaleTakesTheMean() {
    var drawing = sample()
    drawing.transform(by: .scale(x: -2, y: 8), strokes: .scale)
    #expect(drawing.styles[0].strokeWidth == 8)
  }

  @Test func widthsOfPointsScaleWithTheirStyle() {
    var drawing = sample()
    drawing.makeWidths()
    drawing.transform(by: .scale(x: 3, y: 3), strokes: .scale)
    #expect(drawing.widths == [6, 6, 1, 1, 1, 1, 0, 0, 0])
  }

  @Test func aCollapseLeavesAValidDrawing() {
    var drawing = sample()
    drawing.transform(by: .scale(x: 0, y: 1), strokes: .scale)
    #expect(drawing.styles[0].strokeWidth == 0 && drawing.styles[0].dashes.isEmpty)
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func mapsComposeAndInvert() throws {
    let a = Affine(a: 1, b: 2, c: -3, d: 4, tx: 5, ty: 6)
    let b = Affine(a: 0, b: 1, c: -1, d: 0, tx: 7, ty: -8)
    let p = Point(11, -13)
    #expect(a.then(b).apply(p) == b.apply(a.apply(p)))
    let back = try #require(a.inverted).apply(a.apply(p))
    #expect(back.distance(to: p) < 1e-12)
    #expect(Affine.scale(x: 0, y: 1).inverted == nil)
    #expect(b.isSimilarity && !a.isSimilarity)
    #expect(Affine.scale(x: -2, y: 2).isSimilarity && Affine.scale(x: -2, y: 2).determinant == -4)
    let flat = Affine.mapping(
      Rect(x: 1, y: 1, width: 0, height: 2), onto: Rect(x: 5, y: 5, width: 9, height: 4))
    #expect(flat.apply(Point(1, 1)) == Point(5, 5) && flat.apply(Point(1, 3)) == Point(5, 9))
  }
}
