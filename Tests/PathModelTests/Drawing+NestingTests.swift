import PathModel
import Testing

@Suite struct DrawingNestingTests {
  @Test func anEmptyDrawingHasNone() {
    #expect(Drawing().nestingDepth == 0)
  }

  @Test func groupsCountFromTheRoot() {
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    for parent in [0, 1, 2, 1] as [UInt32] {
      drawing.groups.append(Group(parent: GroupID(parent)))
    }
    #expect(drawing.nestingDepth == 3)
  }

  @Test func clipsCountThoseThatTheyAndTheirPathsAreCutTo() {
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    drawing.clips = [
      Clip(firstPath: 0, pathCount: 0), Clip(firstPath: 0, pathCount: 0, parent: ClipID(0)),
      Clip(firstPath: 0, pathCount: 0, parent: ClipID(1)),
    ]
    #expect(drawing.nestingDepth == 3)
  }

  @Test func elementsOfTextsCount() {
    var text = Text()
    text.spans = [Text.Span(), Text.Span(parent: 0), Text.Span(parent: 1), Text.Span(parent: 2)]
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    drawing.groups[0].text = text
    #expect(drawing.nestingDepth == 4)
  }
}

/// Along which path each character runs.
@Suite struct AlongRowsTests {
  private static func text(_ ranges: [Range<Int>]) -> Text {
    var text = Text()
    text.characters = Array(repeating: 0x61, count: 10)
    text.alongs = ranges.map { Text.Along(range: $0, span: 0, path: "M0 0 L9 9") }
    return text
  }

  @Test(arguments: [
    [], [0..<10], [2..<4, 4..<6], [2..<4, 0..<10], [5..<5, 3..<7, 1..<6, 0..<2], [8..<11, 9..<10],
  ])
  func areThoseThatAskingEachGives(ranges: [Range<Int>]) {
    let rows = Text.AlongRows(AlongRowsTests.text(ranges))
    for i in 0..<10 {
      #expect(rows[i] == ranges.firstIndex { $0.contains(i) })
      #expect(
        rows.hasBound(before: i) == ranges.contains { $0.lowerBound == i || $0.upperBound == i })
    }
  }
}
