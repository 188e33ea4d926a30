import Geometry
import PathModel
import Testing

@Suite struct ExportCanvasTests {
  @Test func theCanvasElseTheInkElseTheGeometry() {
    let style = Style(stroke: .color(.black), strokeWidth: 2)
    let own = Canvas(box: Rect(x: 3, y: 4, width: 5, height: 6), pixelsPerUnit: 2)
    #expect(Drawing(paths: ["M0 0 L9 9"], style: style, canvas: own).exportCanvas() == own)
    let inked = Drawing(paths: ["M0 0 L10 0"], style: style).exportCanvas()
    #expect(inked == Canvas(box: Rect(minX: 0, minY: -1, maxX: 10, maxY: 1)))
    let unseen = Drawing(paths: ["M0 0 L10 4"], style: Style()).exportCanvas()
    #expect(unseen == Canvas(box: Rect(x: 0, y: 0, width: 10, height: 4)))
    #expect(Drawing().exportCanvas().box == Rect(x: 0, y: 0, width: 1, height: 1))
  }

  @Test func bothSidesHaveALength() {
    let flat = Drawing(paths: ["M0 0 L10 0"], style: Style()).exportCanvas()
    #expect(flat.box == Rect(x: 0, y: -5, width: 10, height: 10))
    let point = Drawing(paths: ["M7 7 Z"], style: Style()).exportCanvas()
    #expect(point.box == Rect(x: 6.5, y: 6.5, width: 1, height: 1))
  }

  @Test func theInkIsRoundedOutward() {
    let style = Style(fill: .color(.black))
    let path = "M62.4415862876739 0.00012345678 L162.5 0.1 L70 180.0000000000001 Z"
    let box = Drawing(paths: [path], style: style).exportCanvas().box
    #expect(box == Rect(minX: 62.441, minY: 0, maxX: 162.5, maxY: 180))
  }
}
