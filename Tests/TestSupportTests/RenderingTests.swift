import TestSupport
import Testing

/// Files that real renderers draw, whole and damaged.
@Suite struct RenderingTests {
  private func svg(_ content: String, size: String = "width=\"100mm\" height=\"50mm\"") -> String {
    """
    <?xml version="1.0"?>
    <!-- width="7" -->
    <svg xmlns="http://www.w3.org/2000/svg" \(size) viewBox="0 0 200 100">\(content)</svg>
    """
  }

  private let shapes = """
    <rect x="10" y="10" width="80" height="80" fill="#246"/>\
    <path d="M110 20L190 80" stroke="#c30" stroke-width="2"/>\
    <circle cx="150" cy="70" r="20" fill="none" stroke="#393"/>
    """

  /// The same shapes as `shapes`, at 100 mm = 283.4646 pt.
  private func eps(dx: Double = 0) -> String {
    """
    %!PS-Adobe-3.0 EPSF-3.0
    %%BoundingBox: 0 0 284 142
    %%EndComments
    gsave \(dx) 141.7323 translate 1.4173228 -1.4173228 scale
    0.1333 0.2667 0.4 setrgbcolor 10 10 80 80 rectfill
    2 setlinewidth 0.8 0.2 0 setrgbcolor 110 20 moveto 190 80 lineto stroke
    1 setlinewidth 0.2 0.6 0.2 setrgbcolor 170 70 moveto 150 70 20 0 360 arc closepath stroke
    grestore showpage
    %%EOF
    """
  }

  @Test(.requires(.rsvgConvert)) func svgAgainstSVG() throws {
    let folder = try TemporaryDirectory()
    let original = try folder.write("a.svg", svg(shapes))
    let same = try folder.write("b.svg", svg("<g transform='translate(0 0)'>\(shapes)</g>"))
    let shifted = try folder.write("c.svg", svg("<g transform='translate(1.5 0)'>\(shapes)</g>"))
    let recolored = try folder.write(
      "d.svg", svg(shapes.replacing("#393", with: "#939")))
    let lineless = try folder.write(
      "e.svg", svg(shapes.replacing("stroke-width=\"2\"", with: "stroke-width=\"0\"")))

    let comparison = try compareDrawings(original, same)
    #expect(comparison.score == 0)
    #expect(!comparison.isBlank)
    for damaged in [shifted, recolored, lineless] {
      #expect(try compareDrawings(original, damaged).score > PictureComparison.threshold)
    }
  }

  @Test(.requires(.rsvgConvert, .ghostscript)) func svgAgainstEPS() throws {
    let folder = try TemporaryDirectory()
    let original = try folder.write("a.svg", svg(shapes))
    let same = try folder.write("b.eps", eps())
    let shifted = try folder.write("c.eps", eps(dx: 2))
    #expect(try compareDrawings(original, same).score <= PictureComparison.threshold)
    #expect(try compareDrawings(original, shifted).score > PictureComparison.threshold)
  }

  @Test(.requires(.rsvgConvert, .ghostscript)) func anAreaOfAPage() throws {
    let folder = try TemporaryDirectory()
    let original = try folder.write("a.svg", svg(shapes))
    let shifted = try folder.write("c.eps", eps(dx: 20))
    let area = PageArea(x: 20, width: 283.4646, height: 141.7323)
    let comparison = try compareDrawings(original, shifted, area: area)
    #expect(comparison.score <= PictureComparison.threshold)
  }

  @Test(.requires(.rsvgConvert)) func aFileThatCannotBeDrawnIsAnError() throws {
    let folder = try TemporaryDirectory()
    let broken = try folder.write("a.svg", "<svg")
    #expect(throws: RenderingError.self) { try renderSVG(broken, width: 10, height: 10) }
  }

  @Test(
    .requires(.rsvgConvert),
    arguments: [
      ("width=\"100mm\" height=\"50mm\"", 377.95, 188.98),
      ("width=\"400\"", 400, 200),
      ("height=\"1in\"", 192, 96),
      ("", 200, 100),
    ])
  func sizes(attributes: String, width: Double, height: Double) throws {
    let folder = try TemporaryDirectory()
    let size = try sizeOfSVG(try folder.write("a.svg", svg(shapes, size: attributes)))
    #expect(abs(size.width - width) < 0.01)
    #expect(abs(size.height - height) < 0.01)
  }
}
