import PathModel
import Testing

private struct Refusal: Error {}

@Suite struct PathBuilderTests {
  @Test func segmentsComeBackAsWritten() {
    let segments: [Segment] = [
      .move(to: Point(1, 2)), .line(to: Point(3, 4)), .quad(Point(5, 6), to: Point(7, 8)),
      .cubic(Point(9, 10), Point(11, 12), to: Point(13, 14)), .close, .move(to: Point(15, 16)),
    ]
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    let info = PathInfo(style: style, key: PathKey(9), line: 3)
    let isPath = drawing.appendPath(info) { builder in
      for segment in segments { builder.append(segment) }
    }
    #expect(isPath)
    var read: [Segment] = []
    drawing[path: 0].forEachSegment { read.append($0) }
    #expect(read == segments)
    #expect(drawing[path: 0].info == info)
    #expect(drawing.verbs == [.move, .line, .quad, .cubic, .close, .move])
    #expect(drawing.points.count == 8)
    #expect(drawing.records[0].pointRange == 0..<8 && drawing.records[0].verbRange == 0..<6)
  }

  @Test func anEmptyPathIsLeftOut() {
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    #expect(!drawing.appendPath(PathInfo()) { _ in })
    #expect(drawing.pathCount == 1)
  }

  @Test func aRefusedPathLeavesNothingBehind() {
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    drawing.makeWidths()
    #expect(throws: Refusal.self) {
      try drawing.appendPath(PathInfo()) { (builder) throws(Refusal) in
        builder.move(to: .zero)
        builder.line(to: .zero)
        throw Refusal()
      }
    }
    #expect(drawing.pathTexts == ["M0 0 L1 1"])
    #expect(drawing.points.count == 2 && drawing.widths.count == 2 && drawing.verbs.count == 2)
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func wholePathsAreCopiedAndMapped() {
    let source = Drawing(paths: ["M1 2 C3 4 5 6 7 8 Z"])
    var drawing = Drawing(tablesOf: source)
    drawing.appendPath(0, of: source)
    drawing.appendPath(source.records[0].info) { builder in
      builder.append(source[path: 0], mappedBy: .translation(x: 10, y: 20))
    }
    #expect(drawing.pathTexts == ["M1 2 C3 4 5 6 7 8 Z", "M11 22 C13 24 15 26 17 28 Z"])
    #expect(drawing.records.map(\.info.key) == [source, source].map { $0.records[0].info.key })
  }

  @Test func widthsFollowThePoints() {
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    #expect(!drawing.hasWidths)
    drawing.makeWidths()
    #expect(drawing.widths == [1, 1])
    let copy = drawing
    drawing.appendPath(copy.records[0].info) { builder in
      #expect(builder.hasWidths && builder.width == 1)
      builder.width = 3
      builder.move(to: .zero)
      builder.width = 4
      builder.quad(.zero, to: .zero)
      builder.append(copy[path: 0])
    }
    #expect(drawing.widths == [1, 1, 3, 4, 4, 1, 1])
    // A path without widths takes the builder's.
    let plain = Drawing(paths: ["M0 0 L1 1"])
    drawing.appendPath(plain.records[0].info) { builder in
      builder.width = 7
      builder.append(plain[path: 0])
    }
    #expect(drawing.widths.suffix(2) == [7, 7])
    #expect(drawing.invariantViolation() == nil)
    drawing.removeWidths()
    #expect(drawing.widths.isEmpty && !drawing.hasWidths)
    let widthCount = drawing[path: 0].widths.count
    #expect(widthCount == 0)
  }

  @Test(arguments: [
    ("M0 0 L1 1 Z", true, 1), ("M0 0 L1 1", false, 1), ("M0 0 L1 1 Z M2 2 L3 3 Z", true, 2),
    ("M0 0 L1 1 M2 2 L3 3 Z", false, 2), ("M0 0 L1 1 Z M2 2", false, 2), ("M0 0", false, 1),
  ])
  func closedOrNot(_ text: String, _ isClosed: Bool, _ subpaths: Int) {
    let drawing = Drawing(paths: [text])
    let path = drawing[path: 0]
    let (closed, count) = (path.isClosed, path.subpathCount)
    #expect(closed == isClosed)
    #expect(count == subpaths)
  }
}
