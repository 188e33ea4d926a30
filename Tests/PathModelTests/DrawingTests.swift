import PathModel
import Testing

struct DrawingTests {
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
