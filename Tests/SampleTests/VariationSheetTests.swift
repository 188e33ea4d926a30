import TestSupport
import Testing

/// The sheet that `vary` writes, as a browser shows it.
@Suite struct VariationSheetTests {
  private func sheet(_ folder: TemporaryDirectory) throws -> String {
    let path = folder.file("sheet.html")
    // A name in which no line can break by itself.
    let house = try folder.write(
      String(repeating: "house", count: 40) + ".svg", readText(Samples.drawing("house.svg")))
    try strokemill(
      "vary", Samples.drawing("flow-chart.svg"), house, "-p",
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

  /// In a wide and in a narrow window nothing sticks out at the right.
  @Test(.requires(.chromium), arguments: [1200, 480])
  func itFitsTheWindow(width: Int) throws {
    let folder = try TemporaryDirectory()
    let answer = try Browser.answer(
      of: sheet(folder), width: width,
      script: """
        for (const details of document.querySelectorAll("details")) { details.open = true }
        const boxes = [...document.querySelectorAll("body *:not(svg *)")];
        const right = Math.max(...boxes.map(box => box.getBoundingClientRect().right));
        return [boxes.length, window.innerWidth, document.documentElement.scrollWidth, Math.ceil(right)]
          .join(" ");
        """)
    let numbers = answer.split(separator: " ").compactMap { Int($0) }
    try #require(numbers.count == 4, "\(answer)")
    #expect(numbers[0] > 100)
    #expect(numbers[1] == width)
    #expect(numbers[2] <= width)
    #expect(numbers[3] <= width - 8)
  }

  /// The pictures are there: white paper, and ink on it, the chart's blue outlines.
  @Test(.requires(.chromium)) func itIsSeen() throws {
    let folder = try TemporaryDirectory()
    let picture = try Browser.picture(of: sheet(folder), width: 1200, height: 1000)
    var paper = 0
    var ink = 0
    for i in stride(from: 0, to: picture.pixels.count, by: 4) {
      let color = picture.pixels[i..<(i + 3)]
      if color.allSatisfy({ $0 == 255 }) { paper += 1 }
      if color[i + 2] > color[i] &+ 30, color[i] < 120 { ink += 1 }
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
