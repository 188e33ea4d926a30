import Geometry
import PathModel
import Testing

@Suite struct PageDoubtTests {
  private static let pen = Style(stroke: .color(.black), strokeWidth: 1)

  private func doubt(
    _ path: String, _ style: Style = pen, canvas: Canvas? = nil
  ) -> PageDoubt? {
    let drawing = Drawing(paths: [path], style: style, canvas: canvas)
    return drawing.pageDoubt(on: drawing.exportCanvas())
  }

  @Test func aTrackInDegreesIsCoveredByItsPen() throws {
    let found = try #require(doubt("M7.41 46.9 L7.43 46.91"))
    #expect(found.code == "export.tiny")
    #expect(found.message.hasPrefix("the drawing is only 0.02 px in size, so its lines cover it"))
    #expect(doubt("M0 0 L9.96 0") == .covered(longestSide: 9.96))
  }

  @Test func whatIsMeantToBeSmall() {
    let icon = Canvas(box: Rect(x: 0, y: 0, width: 8, height: 8))
    #expect(doubt("M0 0 L8 8", canvas: icon) == nil)
    #expect(doubt("M0 0 L8 8", Style(stroke: .color(.black), strokeWidth: 0.25)) == nil)
    #expect(doubt("M0 0 L8 8 L0 8 Z", Style(fill: .color(.black))) == nil)
    #expect(doubt("M0 0 L10 0") == nil)
    #expect(doubt("M3 3 Z") == nil, "a dot")
  }

  @Test func nothingAndLessThanAPixel() {
    let speck = Canvas(box: Rect(x: 0, y: 0, width: 0.5, height: 0.2))
    #expect(doubt("M0 0 L1 1", canvas: speck) == .tinyPage)
    // What 'normalize' alone makes.
    let unit = Canvas(box: Rect(x: 0, y: 0, width: 1, height: 0.28))
    #expect(doubt("M0 0 L1 0.28", canvas: unit) == .tinyPage)
    #expect(Drawing().pageDoubt(on: Drawing().exportCanvas()) == .empty)
  }
}
