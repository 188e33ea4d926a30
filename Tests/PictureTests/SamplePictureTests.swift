import TestSupport
import Testing

/// The sample drawings that are pictures themselves, with their folder.
private let samples = pictures(in: "drawings") + diagrams
/// Those with text, as programs write them.
private let diagrams = pictures(in: "diagrams")

private func pictures(in folder: String) -> [String] {
  let files = (try? names(in: "\(Locations.samples)/\(folder)")) ?? []
  return files.filter { $0.hasSuffix(".svg") }.map { "\(folder)/\($0)" }
}

@Suite("Pictures of the samples")
struct SamplePictureTests {
  @Test("there are samples") func samplesExist() {
    #expect(samples.count >= 10 && diagrams.count >= 5)
  }

  @Test("SVG to SVG shows the same", .requires(.rsvgConvert, .xmllint), arguments: samples)
  func svg(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let output = try convert(name, to: folder.file("a.svg"))
    let comparison = try compareDrawings("\(Locations.samples)/\(name)", output)
    // Renderers place letters of a small size on whole pixels, outlines not.
    let limit = diagrams.contains(name) ? PictureComparison.threshold : 0.005
    #expect(comparison.score <= limit)
    let xml = try runProcess(["xmllint", "--noout", output])
    #expect(xml.status == 0 && xml.errors.isEmpty, "\(xml.errorText)")
    // What was written once is written the same way again.
    let again = try runProcess([Locations.tool, "convert", output, "-o", folder.file("b.svg")])
    #expect(again.status == 0, "\(again.errorText)")
    #expect(try readText(folder.file("b.svg")) == readText(output))
  }

  @Test("text that is kept shows the same", .requires(.rsvgConvert), arguments: diagrams)
  func keptText(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let output = folder.file("a.svg")
    let result = try runProcess(
      [Locations.tool, "convert", "\(Locations.samples)/\(name)", "-o", output]
        + ["--from", "svg:text=keep"])
    #expect(result.status == 0 && result.errorText.isEmpty, "\(result.errorText)")
    let texts = try readText("\(Locations.samples)/\(name)").split(separator: "</text>").count
    #expect(try readText(output).split(separator: "</text>").count == texts)
    let comparison = try compareDrawings("\(Locations.samples)/\(name)", output)
    #expect(comparison.score <= 0.005)
  }

  @Test("SVG to EPS shows the same", .requires(.rsvgConvert, .ghostscript), arguments: samples)
  func eps(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let output = try convert(name, to: folder.file("a.eps"))
    let comparison = try compareDrawings("\(Locations.samples)/\(name)", output)
    #expect(comparison.score <= PictureComparison.threshold)
  }

  /// Converts a sample with the tool and gives the path of what it wrote; nothing may be lost.
  private func convert(_ name: String, to output: String) throws -> String {
    let result = try runProcess(
      [Locations.tool, "convert", "\(Locations.samples)/\(name)", "-o", output])
    #expect(result.status == 0 && result.errorText.isEmpty, "\(name): \(result.errorText)")
    return output
  }
}
