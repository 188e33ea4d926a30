import TestSupport
import Testing

@Suite struct PNGReaderTests {
  /// Four fields whose values are known, drawn without anti-aliasing.
  private let quadrants = """
    <svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" shape-rendering="crispEdges">
    <rect width="20" height="20" fill="#f00"/><rect x="20" width="20" height="20" fill="#0f0"/>
    <rect y="20" width="20" height="20" fill="#00f" fill-opacity=".5"/></svg>
    """

  @Test(.requires(.rsvgConvert)) func colorsAndAlpha() throws {
    let folder = try TemporaryDirectory()
    let picture = try renderSVG(folder.write("a.svg", quadrants), width: 40, height: 40)
    #expect(picture.width == 40 && picture.height == 40)
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      Array(picture.pixels[((y * 40 + x) * 4)..<((y * 40 + x) * 4 + 4)])
    }
    #expect(pixel(5, 5) == [255, 0, 0, 255])
    #expect(pixel(35, 5) == [0, 255, 0, 255])
    #expect(pixel(35, 35)[3] == 0)
    #expect(pixel(5, 35)[2] == 255)
    #expect((127...128).contains(pixel(5, 35)[3]))
  }

  @Test func whatIsNotAPNGIsAnError() {
    #expect(throws: PNGError.self) { try Picture(png: Array("GIF89a".utf8)) }
  }

  @Test(.requires(.rsvgConvert)) func aCutOffFileIsAnError() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("a.svg", quadrants)
    let png = try runProcess(["rsvg-convert", path]).output
    #expect(throws: PNGError.self) { try Picture(png: Array(png.dropLast(40))) }
  }
}
