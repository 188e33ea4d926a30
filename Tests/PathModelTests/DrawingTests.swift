import PathModel
import Testing

@Suite struct DrawingTests {
  @Test func equalStylesShareARow() {
    var drawing = Drawing()
    let thick = Style(stroke: .color(.black), strokeWidth: 5)
    let a = drawing.styleID(for: .pen)
    let b = drawing.styleID(for: thick)
    #expect(a != b)
    #expect(drawing.styleID(for: .pen) == a)
    #expect(drawing.styleID(for: thick) == b)
    #expect(drawing.styles == [.pen, thick])
    // Changed rows are found by what they are now.
    drawing.mapStyles { $0.strokeWidth *= 2 }
    var doubled = thick
    doubled.strokeWidth = 10
    #expect(drawing.styleID(for: doubled) == b)
    #expect(drawing.styleID(for: thick).index == 2)
    drawing.replaceStyles([thick, doubled, .pen])
    #expect(drawing.styleID(for: thick).index == 0)
    #expect(drawing.styleID(for: .pen).index == 2)
    #expect(drawing.styles.count == 3)
  }

  @Test func manyStylesAreFoundAgain() {
    var drawing = Drawing()
    for round in 0..<2 {
      for width in 1...300 {
        let id = drawing.styleID(for: Style(strokeWidth: Double(width)))
        #expect(id.index == UInt32(width - 1), "round \(round)")
      }
    }
  }

  @Test func onlyNamesThatSaySomethingTakeARow() {
    var drawing = Drawing()
    #expect(drawing.attributesID(for: Attributes()) == .none)
    #expect(drawing.attributesID(for: Attributes(id: "a")).index == 1)
    #expect(drawing.attributes.count == 2)
  }

  @Test func tablesAreTakenOverWithClips() {
    var drawing = Drawing(paths: ["M0 0 L9 9"])
    drawing.appendClipPath(rule: .evenodd) { $0.append(text: "M1 1 L2 2 L3 1 Z") }
    let clip = drawing.addClip(fromPath: 0, id: "c")
    drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 9, height: 9))
    let empty = Drawing(tablesOf: drawing)
    #expect(empty.isEmpty && empty.canvas == drawing.canvas && empty.styles == drawing.styles)
    #expect(empty.clips == drawing.clips && clip.index == 0)
    #expect(empty[clipPath: 0].text == "M1 1 L2 2 L3 1 Z")
    #expect(empty.invariantViolation() == nil)
  }

  @Test func aLayerCommonToTwoGroups() {
    var drawing = Drawing()
    let a = drawing.addGroup(Group())
    let b = drawing.addGroup(Group(parent: a))
    let c = drawing.addGroup(Group(parent: a))
    let d = drawing.addGroup(Group())
    #expect(drawing.commonAncestor(b, c) == a)
    #expect(drawing.commonAncestor(b, a) == a)
    #expect(drawing.commonAncestor(b, d) == .root)
    #expect(drawing.commonAncestor(d, d) == d)
  }

  /// A drawing with a clip of two paths, of which one is cut itself, and a path.
  static func clipped() -> Drawing {
    var drawing = Drawing()
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L1 0 L1 1 Z") }
    let inner = drawing.addClip(fromPath: 0)
    drawing.appendClipPath(rule: .evenodd, clip: inner) { $0.append(text: "M2 0 L3 0 L3 1 Z") }
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M4 0 L5 0 L5 1 Z") }
    let clip = drawing.addClip(fromPath: 1)
    let style = drawing.styleID(for: .pen)
    drawing.appendPath(PathInfo(style: style, clip: clip)) { $0.append(text: "M0 0 L9 9") }
    return drawing
  }

  @Test func clipsAreWrittenAnew() {
    let drawing = DrawingTests.clipped()
    let result = Drawing(
      tablesOf: drawing,
      rewritingClips: { path, builder in
        // Twice as large; the second is left to stay.
        if path.points[0].x != 2 { builder.append(path, mappedBy: .scale(x: 2, y: 2)) }
      })
    #expect(result.clips == drawing.clips)
    #expect(result.clipPaths.map(\.rule) == [.nonzero, .evenodd, .nonzero])
    #expect(result.clipPaths.map(\.clip) == drawing.clipPaths.map(\.clip))
    let texts = (0..<3).map { result[clipPath: $0].text }
    #expect(
      texts == [
        "M0 0 L2 0 L2 2 Z", "M2 0 L3 0 L3 1 Z", "M8 0 L10 0 L10 2 Z",
      ])
    #expect(result.isEmpty)
    #expect(result.invariantViolation() == nil)
  }
}
