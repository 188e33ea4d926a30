import PathModel
import Testing

@Suite struct LengthTests {
  private let canvas = Canvas(
    box: Rect(x: 0, y: 0, width: 200, height: 100), width: Length(100, .mm), height: Length(50, .mm)
  )

  @Test func physicalUnitsGoThroughTheCanvas() {
    #expect((Length(10, .mm).resolved(canvas: canvas) - 20).magnitude < 1e-12)
    #expect((Length(1, .cm).resolved(canvas: canvas) - 20).magnitude < 1e-12)
    #expect(Length(1, .in).resolved(canvas: nil) == 96)
    #expect(Length(72, .pt).resolved(canvas: nil) == 96)
    #expect(Length(6, .pc).resolved(canvas: nil) == 96)
    #expect(Length(7, .px).resolved(canvas: nil) == 7)
    #expect(Length(7).resolved(canvas: canvas) == 7)
  }

  @Test func theOthersAreRelative() {
    #expect(Length(3, .sw).resolved(canvas: canvas, strokeWidth: 2) == 6)
    #expect(Length(50, .percent).resolved(canvas: canvas) == 50)
    let box = Rect(x: 0, y: 0, width: 10, height: 40)
    #expect(Length(50, .percent).resolved(canvas: nil, fallback: box) == 5)
    #expect(Length(50, .percent).resolved(canvas: canvas, fallback: box) == 50)
    #expect(Length(50, .percent).resolved(canvas: nil) == 0)
    #expect(Length(1, .sw).pixels == nil && Length(1, .percent).pixels == nil)
  }

  @Test func aCanvasHasOneScale() {
    #expect((canvas.pixelsPerUnit - 96 / 25.4 / 2).magnitude < 1e-12)
    #expect(Canvas(box: canvas.box).pixelsPerUnit == 1)
    #expect(Canvas(box: canvas.box, pixelsPerUnit: 3).width == Length(600, .px))
  }
}
