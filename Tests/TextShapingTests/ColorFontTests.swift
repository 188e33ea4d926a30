import TestSupport
import Testing

/// Fonts of colours, whose letters aren't outlines.
@Suite struct ColorFontTests {
  /// A font that says that it has pictures in colours, and has none.
  private func colored(_ font: [UInt8]) throws -> [UInt8] {
    var result = FontFile.renamed(font, "DejaVu Sans", "Mutant Word")
    let table = try #require(
      FontFile.tables(of: result).first { result[$0.row..<($0.row + 4)].elementsEqual("kern".utf8) }
    )
    result.replaceSubrange(table.row..<(table.row + 4), with: "CBLC".utf8)
    // Version 3, no sizes.
    result.replaceSubrange(table.start..<(table.start + 8), with: [0, 3, 0, 0, 0, 0, 0, 0])
    return result
  }

  @Test func colorsAreLossesWithTheFontsName() throws {
    let folder = try TemporaryDirectory()
    let fonts = folder.file("fonts")
    _ = try runProcess(["mkdir", fonts])
    let urw = "/usr/share/fonts/opentype/urw-base35/Z003-MediumItalic.otf"
    try writeFile(fonts + "/plain.otf", try readFile(urw))
    try writeFile(
      fonts + "/colored.ttf",
      try colored(readFile("/usr/share/fonts/truetype/dejavu/DejaVuSans-Oblique.ttf")))
    // Nothing else is there.
    let configuration = try folder.write(
      "fonts.conf",
      "<fontconfig><cachedir>\(folder.file("cache"))</cachedir></fontconfig>")
    let input = try folder.write(
      "a.svg",
      "<svg xmlns='http://www.w3.org/2000/svg'><text y='20' font-family='Z003'>a\u{5D0}</text>"
        + "<text y='40' font-family='Mutant Word'>a</text></svg>"
    )
    let result = try runProcess(
      [
        Locations.tool, "convert", input, "-o", folder.file("out.svg"), "--losses", "--font-dir",
        fonts,
      ],
      environment: ["FONTCONFIG_FILE": configuration])
    #expect(result.status == 0)
    #expect(
      result.errorText.contains("isn't drawn: only the font 'Mutant Word' has it, in colours")
        && result.errorText.contains("[svg.color-font]"), "\(result.errorText)")
    #expect(
      result.errorText.contains(
        "the font 'Mutant Word' is one of colours, which aren't drawn; 'Z003' is taken"),
      "\(result.errorText)")
  }
}
