import TestSupport
import Testing

/// The sample drawings that are pictures themselves, by name.
private let samples: [String] =
  (try? names(in: "\(Locations.samples)/drawings").filter { $0.hasSuffix(".svg") }) ?? []

@Suite("Pictures of the samples")
struct SamplePictureTests {
  @Test("there are samples") func samplesExist() { #expect(samples.count >= 5) }

  @Test("SVG to SVG shows the same", .requires(.rsvgConvert, .xmllint), arguments: samples)
  func svg(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let output = try convert(name, to: folder.file("a.svg"))
    let comparison = try compareDrawings("\(Locations.samples)/drawings/\(name)", output)
    #expect(comparison.score <= 0.005)
    let xml = try runProcess(["xmllint", "--noout", output])
    #expect(xml.status == 0 && xml.errors.isEmpty, "\(xml.errorText)")
    // What was written once is written the same way again.
    let again = try runProcess([Locations.tool, "convert", output, "-o", folder.file("b.svg")])
    #expect(again.status == 0, "\(again.errorText)")
    #expect(try readText(folder.file("b.svg")) == readText(output))
  }

  @Test("SVG to EPS shows the same", .requires(.rsvgConvert, .ghostscript), arguments: samples)
  func eps(_ name: String) throws {
    let folder = try TemporaryDirectory()
    let output = try convert(name, to: folder.file("a.eps"))
    let comparison = try compareDrawings("\(Locations.samples)/drawings/\(name)", output)
    #expect(comparison.score <= PictureComparison.threshold)
  }

  /// Converts a sample with the tool and gives the path of what it wrote; nothing may be lost.
  private func convert(_ name: String, to output: String) throws -> String {
    let result = try runProcess(
      [Locations.tool, "convert", "\(Locations.samples)/drawings/\(name)", "-o", output])
    #expect(result.status == 0 && result.errorText.isEmpty, "\(name): \(result.errorText)")
    return output
  }
}
