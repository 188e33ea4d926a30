import TestSupport
import Testing

/// The sheet that `vary` writes, as a browser shows it.
@Suite struct VariationSheetTests {
  private func sheet(_ folder: TemporaryDirectory) throws -> String {
    let path = folder.file("sheet.html")
    try strokemill(
      "vary", Samples.drawing("flow-chart.svg"), Samples.drawing("house.svg"), "-p",
      "preset:pencil", "--vary", "outline.roughness=0.5,2", "--vary", "seed=1..3", "-o", path)
    return path
  }

  /// It holds every picture, no two things have one id, each reference finds its target, and nothing is
  /// fetched or run.
  @Test(.requires(.chromium)) func itStandsAlone() throws {
    let folder = try TemporaryDirectory()
    let content = try Browser.content(of: sheet(folder))
    #expect(content.split(separator: "<figure>").count == 13)
    #expect(content.split(separator: "<svg ").count == 13)
    let ids = content.matches(of: /\ id="([^"]*)"/).map(\.1)
    #expect(ids.count > 24)
    #expect(Set(ids).count == ids.count)
    let references = content.matches(of: /url\(#([^)]*)\)|href="#([^"]*)"/)
    for reference in references {
      #expect(ids.contains(reference.1 ?? reference.2 ?? ""))
    }
    #expect(!content.contains("<script"))
    let addresses = Set(content.matches(of: /[a-z]+:\/\/[^"' ]*/).map { String($0.0) })
    #expect(addresses.isSubset(of: ["http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"]))
  }

  /// In a wide and in a narrow window the pictures are there, and nothing sticks out at the right.
  @Test(.requires(.chromium), arguments: [1200, 480])
  func itIsSeen(width: Int) throws {
    let folder = try TemporaryDirectory()
    let picture = try Browser.picture(of: sheet(folder), width: width, height: 1000)
    #expect(picture.width == width)
    func pixel(_ x: Int, _ y: Int) -> [UInt8] {
      let i = (y * picture.width + x) * 4
      return Array(picture.pixels[i..<(i + 3)])
    }
    let page = pixel(1, 1)
    #expect((0..<picture.height).allSatisfy { pixel(width - 8, $0) == page })
    // White paper, and ink on it: the chart's blue outlines.
    var paper = 0
    var ink = 0
    for y in 0..<picture.height {
      for x in 0..<picture.width {
        let color = pixel(x, y)
        if color == [255, 255, 255] { paper += 1 }
        if color[2] > color[0] &+ 30, color[0] < 120 { ink += 1 }
      }
    }
    #expect(paper > picture.width * picture.height / 10)
    #expect(ink > 500)
  }

  /// What stands under a picture makes that picture.
  @Test func itsLinesMakeThePicture() throws {
    let folder = try TemporaryDirectory()
    let text = try readText(sheet(folder))
    let lines = text.matches(of: /<pre>([^<]*)<\/pre>/).map { String($0.1) }
    #expect(lines.count == 12)
    // The second drawing's last but one: roughness 2, seed 2.
    let pipeline = try folder.write("lines.json", lines[10].replacing("&quot;", with: "\""))
    #expect(lines[10].contains("&quot;roughness&quot;: 2"))
    let picture = folder.file("picture.svg")
    try strokemill(
      "convert", Samples.drawing("house.svg"), "-o", picture, "-p", pipeline, "--set",
      "export.svg.id-prefix=v11-")
    #expect(try text.contains(readText(picture)))
    #expect(try !text.contains(readText(picture).replacing("v11-", with: "v12-")))
  }
}
