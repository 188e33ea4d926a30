import PathModel
import TestSupport
import Testing
import TextShaping

@Suite(.enabled(if: FontLibrary.missingLibrary == nil || missingToolsFail, "needs HarfBuzz"))
struct TextShaperTests {
  private func face(_ request: FontRequest = FontRequest(families: ["DejaVu Sans"])) throws
    -> FontFace
  {
    let list = try #require(try FontLibrary.open().list(for: request))
    for row in 0..<list.count {
      if case .face(let face) = list.entry(row) { return face }
    }
    throw FontLibrary.Fault.broken
  }

  private func run(_ text: String, _ face: FontFace, _ features: [FontFeature] = [])
    -> TextShaper.Run
  {
    TextShaper.Run(
      characters: text.unicodeScalars.map(\.value), face: face, isRightToLeft: false,
      script: Characters.latin, language: "en", features: features)
  }

  @Test func theSameFontIsOneFace() throws {
    #expect(try face() === face())
    #expect(try face() !== face(FontRequest(families: ["DejaVu Sans"], weight: 700)))
    #expect(try face().family == "DejaVu Sans")
    #expect(try face().unitsPerEm == 2048)
  }

  @Test func advancesAreTheFonts() throws {
    let shaper = try #require(TextShaper())
    let glyphs = shaper.glyphs(of: run("l x", try face()))
    #expect(glyphs.map(\.advance) == [569, 651, 1212])
    #expect(glyphs.map(\.cluster) == [0, 1, 2])
  }

  @Test func featuresCount() throws {
    let shaper = try #require(TextShaper())
    let face = try face()
    let off = try #require(FontFeature("liga", 0))
    #expect(shaper.glyphs(of: run("fi", face)).count == 1)
    #expect(shaper.glyphs(of: run("fi", face, [off])).count == 2)
    #expect(FontFeature("toolong") == nil && FontFeature("é123") == nil)
  }

  @Test func outlinesAreClosedCurves() throws {
    let shaper = try #require(TextShaper())
    let face = try face()
    let glyph = try #require(shaper.glyphs(of: run("o", face)).first)
    let outline = shaper.outline(ofGlyph: glyph.glyph, in: face)
    #expect(outline.verbs.filter { $0 == .close }.count == 2)
    #expect(outline.verbs.reduce(0) { $0 + $1.pointCount } == outline.points.count)
    #expect(shaper.outline(ofGlyph: 999_999, in: face).points.isEmpty)
  }

  @Test func aListKnowsItsFamilies() throws {
    let list = try #require(
      try FontLibrary.open().list(for: FontRequest(families: ["dejavu sans"])))
    #expect(list.belongs(0, to: "DejaVu Sans") && !list.belongs(0, to: "Nowhere"))
    #expect(list.covers(0, 0x61) && !list.covers(list.count, 0x61))
  }

  @Test func aMissingFolderIsSaid() {
    #expect(throws: FontLibrary.Fault.unreadable(0)) {
      try FontLibrary.open(folders: ["/nowhere/at/all"])
    }
  }
}
