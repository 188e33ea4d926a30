import PathModel
import Testing

/// Whether outlines of a text are known again after a map, and only then.
@Suite struct TextOutlineTests {
  private func word() -> (Drawing, Text) {
    var drawing = Drawing(paths: ["M0 0 L5 5"])
    let group = drawing.addGroup(Group())
    for x in [0.0, 20] {
      drawing.appendPath(PathInfo(group: group)) { builder in
        builder.append(text: "M\(x) 0 Q\(x + 3) -9 \(x + 7) 2 L\(x + 4) 8 Z M\(x) 30 L\(x + 1) 31")
      }
    }
    var text = Text()
    text.parts = [Text.Part(span: 0), Text.Part(span: 0, lines: .under)]
    text.outline = drawing.outline(ofPaths: 1..<3)
    drawing.groups[1].text = text
    return (drawing, text)
  }

  @Test(arguments: [
    Affine.identity, .translation(x: 1e6, y: -3), .scale(x: 1e-3, y: 1e-3),
    .scale(x: -2, y: 7), Affine(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 4, ty: 5),
    Affine(a: 1, b: 0, c: 0.5, d: 1e3, tx: 0, ty: 1e9),
  ])
  func mapsAreFound(_ map: Affine) throws {
    var (drawing, text) = word()
    drawing.transform(by: map, strokes: .keep)
    let found = try #require(drawing.map(ofText: text, in: 1..<3))
    for point in [Point(0, 0), Point(27, 0), Point(5, 31)] {
      let (p, q) = (found.apply(point), map.apply(point))
      #expect(p.distance(to: q) <= 1e-9 * max(1, q.length))
    }
  }

  @Test func anyOtherChangeIsNoMap() {
    let (drawing, text) = word()
    for row in drawing.points.indices.dropFirst(2) {
      var moved = drawing
      moved.withMutablePoints { $0[row].y += 1e-4 }
      #expect(moved.map(ofText: text, in: 1..<3) == nil, "point \(row)")
    }
    #expect(drawing.map(ofText: text, in: 1..<2) == nil)
    #expect(drawing.map(ofText: text, in: 0..<2) == nil)
    var flat = drawing
    flat.transform(by: .scale(x: 1, y: 0), strokes: .keep)
    #expect(flat.map(ofText: text, in: 1..<3) == nil)
  }

  @Test func groupsKnowTheirPaths() {
    var (drawing, _) = word()
    #expect(drawing.pathsOfTexts() == [nil, 1..<3])
    // One that holds another group is no text any more.
    _ = drawing.addGroup(Group(parent: GroupID(1)))
    #expect(drawing.pathsOfTexts() == [nil, nil, nil])
  }

  @Test func whatDoesNotHoldTogetherIsFound() {
    var (drawing, text) = word()
    #expect(drawing.invariantViolation() != nil)
    text.spans = [Text.Span()]
    drawing.groups[1].text = text
    #expect(drawing.invariantViolation() == nil)
    let changes: [(inout Text) -> Void] = [
      { $0.spanOf = [0] }, { ($0.characters, $0.spanOf) = ([65], [1]) },
      { $0.spans[0].size = .nan },
      { $0.spans.append(Text.Span(parent: 1)) }, { $0.parts.append(Text.Part(span: 1)) },
      { $0.fittings = [Text.Fitting(range: 0..<2, length: 1, stretches: false)] },
      { $0.alongs = [Text.Along(range: 0..<0, span: 4, path: "")] },
      { $0.transform.a = .infinity }, { $0.outline.mean.x = .nan },
    ]
    for (i, change) in changes.enumerated() {
      var broken = text
      change(&broken)
      drawing.groups[1].text = broken
      #expect(drawing.invariantViolation()?.hasPrefix("the text of group 1") == true, "\(i)")
    }
  }
}
