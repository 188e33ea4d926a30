import PathModel
import PluginKit
import TestSupport
import Testing

@testable import SVGFormat

/// Documents that are broken on purpose, with what should become of them: data beside the project.
@Suite struct HostileSVGTests {
  /// What libxml2 is asked for: nothing that opens a file, loads a DTD or goes on after an error. (The numbers are
  /// those of its `xmlParserOption`.)
  @Test func libxml2IsAskedForNothingElse() {
    let allowed: [String: UInt32] = [
      "NONET": 1 << 11, "HUGE": 1 << 19, "IGNORE_ENC": 1 << 21, "BIG_LINES": 1 << 22,
    ]
    #expect(SVGParser.options == allowed.values.reduce(0, |))
  }

  @Test(.requiresSharedData) func everyFileIsDecidedAsItsManifestSays() throws {
    var judged = 0
    for hostile in HostileCase.all("svg") {
      let (path, at, geometry) = (hostile.path, hostile.line, hostile.geometry)
      let bytes = try readFile(hostile.file)
      // Compressed files are the engine's, which unpacks them; debug builds are slow.
      if bytes.starts(with: [0x1F, 0x8B]) || bytes.count > 500_000 { continue }
      judged += 1
      let reading = SVGReading(bytes)
      switch hostile.verdict {
      case .refused:
        let error = try #require(reading.error, "\(path) must be rejected")
        #expect(at == nil || error.place?.line == at, "\(path): \(error)")
        #expect(!error.message.isEmpty && error.place != nil, "\(path): \(error)")
      case .read: #expect(reading.error == nil, "\(path): \(reading.said)")
      case .readWithWarning:
        #expect(reading.error == nil, "\(path): \(reading.said)")
        #expect(!reading.diagnostics.isEmpty, "\(path) must be warned of")
        #expect(at == nil || reading.diagnostics.contains { $0.place?.line == at }, "\(path)")
      case .either: break
      }
      guard reading.error == nil else { continue }
      #expect(reading.drawing.invariantViolation() == nil, "\(path)")
      if geometry.hasPrefix("1 path: rect 10 10 40 30") {
        #expect(reading.paintedPaths == ["M10 10 L40 10 L40 30 L10 30 Z"], "\(path)")
      }
    }
    #expect(judged > 70)
  }
}
