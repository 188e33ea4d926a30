import TestSupport
import Testing

/// Files from real programs: where the tool reports no loss, its output shows the same picture, as SVG and, in
/// place, as EPS.
@Suite(.requires(.rsvgConvert, .ghostscript), .requiresSharedData) struct RealFileTests {
  static let folder = "\(Locations.shared ?? "")/corpus/real/open"

  /// A sample of the files whose pictures two renderers agree on: every twentieth.
  static let files: [String] = {
    let rows = (try? readTable("\(folder)/manifest.csv")) ?? []
    func agrees(_ score: String?) -> Bool { Double(score ?? "").map { $0 <= 0.02 } ?? false }
    let certain = rows.filter {
      $0["geometry_only"] == "yes" && $0["renders"] == "both" && agrees($0["agree_score"])
        && agrees($0["agree_score_paper"])
    }
    return certain.enumerated().filter { $0.offset % 20 == 0 }.compactMap { $0.element["path"] }
  }()

  @Test func thereAreFiles() {
    #expect(Self.files.count >= 40)
  }

  @Test(arguments: files, ["svg", "eps"])
  func aCompleteConversionShowsTheSame(file: String, format: String) throws {
    let input = "\(Self.folder)/\(file)"
    let folder = try TemporaryDirectory()
    let output = folder.file("out.\(format)")
    let result = try runProcess([Locations.tool, "convert", input, "-o", output])
    #expect(result.status == 0, "\(result.errorText)")
    // What the file has and the format or this version can't carry was said; the picture may differ then.
    guard result.status == 0, !result.errorText.contains("loss") else { return }
    let comparison = try compareDrawings(input, output)
    #expect(comparison.score <= PictureComparison.threshold)
  }
}
