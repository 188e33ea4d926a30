import TestSupport
import Testing

/// The gallery in the documentation.
@Suite struct GalleryTests {
  private let gallery = "\(Locations.packageRoot)/docs/gallery"

  /// What `make gallery` would write is what is there. `RECORD=1` writes it and fails.
  @Test func itIsUpToDate() throws {
    let folder = try TemporaryDirectory()
    let drawn = try runProcess(
      ["scripts/gallery.sh", Locations.tool, folder.path], directory: Locations.packageRoot,
      timeout: 600)
    try #require(drawn.status == 0, "\(drawn.errorText)")
    let pages = try names(in: folder.path).sorted()
    #expect(pages.count == 5)
    #expect(try names(in: gallery).sorted() == pages)
    for page in pages {
      let path = "\(gallery)/\(page)"
      let new = try readFile(folder.file(page))
      if try exists(path) && readFile(path) == new { continue }
      if environment("RECORD") != nil { try writeFile(path, new) }
      Issue.record("docs/gallery/\(page) isn't what 'make gallery' writes")
    }
  }

  /// Each page is a picture of its own, small, and the documentation shows it.
  @Test(.requires(.rsvgConvert)) func pagesAreShown() throws {
    let document = try readText("\(Locations.packageRoot)/docs/presets.md")
    var pictures: [Picture] = []
    for page in try names(in: gallery).sorted() {
      #expect(document.contains("(gallery/\(page))"))
      #expect(try readFile("\(gallery)/\(page)").count < 700_000)
      let picture = try renderSVG("\(gallery)/\(page)", width: 480, height: 380)
      #expect(!pictures.contains(picture))
      pictures.append(picture)
    }
  }
}
