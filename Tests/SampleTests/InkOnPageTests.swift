import TestSupport
import Testing

/// What is fitted by its ink lies on the page, whatever was drawn before: in SVG, and in EPS with its box.
@Suite(.requires(.rsvgConvert, .ghostscript)) struct InkOnPageTests {
  /// The pages that are looked at have this much around them, in pixels.
  private let margin = 20

  /// How far ink reaches in a picture that shows a page with a margin around it.
  ///
  /// - Parameters:
  ///   - picture: The picture.
  ///   - spill: How far a renderer's edges may reach into the margin, in pixels.
  ///   - isInk: Whether a pixel has ink.
  /// - Returns: The pixels with ink outside of the page, and the distance of ink from the page's edges.
  private func reach(
    _ picture: Picture, spill: Int = 0, isInk: (ArraySlice<UInt8>) -> Bool
  ) -> (Int, [Int]) {
    let (right, bottom) = (picture.width - margin, picture.height - margin)
    var outside = 0
    var (minX, minY, maxX, maxY) = (Int.max, Int.max, Int.min, Int.min)
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let i = (y * picture.width + x) * 4
        guard isInk(picture.pixels[i..<(i + 4)]) else { continue }
        if x < margin - spill || y < margin - spill || x >= right + spill || y >= bottom + spill {
          outside += 1
        }
        (minX, minY, maxX, maxY) = (min(minX, x), min(minY, y), max(maxX, x), max(maxY, y))
      }
    }
    return (outside, [minX - margin, minY - margin, right - 1 - maxX, bottom - 1 - maxY])
  }

  @Test(
    arguments: ["pencil", "marker", "architect", "xkcd", "plotter"],
    ["icon-leaf.svg", "icon-gear.svg", "floor-plan.svg", "counties.svg", "widths.svg"])
  func itStays(preset: String, drawing: String) throws {
    let folder = try TemporaryDirectory()
    for format in ["svg", "eps"] {
      let result = try runProcess([
        Locations.tool, "convert", Samples.drawing(drawing), "-o", folder.file("a.\(format)"), "-p",
        "preset:\(preset)", "-s", "aspect-fit:width=300px,height=200px,bounds=ink", "-q",
      ])
      try #require(result.status == 0, "\(result.errorText)")
    }
    let text = try readText(folder.file("a.svg"))
    let page = try #require(
      text.firstMatch(of: /width="300" height="200" viewBox="0 0 ([0-9.]+) ([0-9.]+)"/))
    let unit = try #require(Double(page.1)) / 300
    #expect(abs(try #require(Double(page.2)) / 200 - unit) < 1e-6)
    let around = [-20, -20, 340, 240].map { "\($0 * unit)" }.joined(separator: " ")
    let wide = try folder.write(
      "wide.svg",
      text.replacing(page.0, with: "width=\"340\" height=\"240\" viewBox=\"\(around)\""))
    let drawn = reach(try renderSVG(wide, width: 340, height: 240)) { ($0.last ?? 0) > 24 }
    #expect(drawn.0 == 0)
    // And it fills the page one way.
    #expect(min(max(drawn.1[0], drawn.1[2]), max(drawn.1[1], drawn.1[3])) <= 1)

    // An EPS's box holds all that it paints: 1 px is 0.75 pt. Ghostscript fills each pixel that an edge touches.
    let sheet = try renderEPS(
      folder.file("a.eps"), area: PageArea(x: -15, y: -15, width: 255, height: 180), width: 340,
      height: 240)
    let printed = reach(sheet, spill: 1) {
      ($0.last ?? 0) > 24 && $0.dropLast().contains { $0 < 230 }
    }
    #expect(printed.0 == 0)
    let box = try readText(folder.file("a.eps")).split(separator: "\n").first {
      $0.hasPrefix("%%BoundingBox:")
    }
    #expect(box == "%%BoundingBox: 0 0 225 150")
  }

  /// The test can fail: without the fitting, ink that was near the edge leaves it.
  @Test func itWouldBeSeen() throws {
    let folder = try TemporaryDirectory()
    let text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="340" height="240" viewBox="-20 -20 340 240">
        <path d="M-4 10H100V210" fill="none" stroke="#000" stroke-width="3"/>
      </svg>
      """
    let picture = try renderSVG(folder.write("a.svg", text), width: 340, height: 240)
    #expect(reach(picture) { ($0.last ?? 0) > 24 }.0 > 20)
  }
}
