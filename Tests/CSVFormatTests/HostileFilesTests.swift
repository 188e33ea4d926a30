import CSVFormat
import PathModel
import PluginKit
import TestSupport
import Testing

/// Files that are broken on purpose, with what should become of them: data beside the project.
@Suite struct HostileFilesTests {
  @Test(.requiresSharedData) func everyFileIsDecidedAsItsManifestSays() throws {
    var judged = 0
    for hostile in HostileCase.all("csv") {
      judged += 1
      let (path, at, geometry) = (hostile.path, hostile.line, hostile.geometry)
      // Debug builds are slow: the large ones are for release builds.
      guard hostile.size < 3_500_000 else { continue }
      let reading = try read(try readFile(hostile.file))
      switch hostile.verdict {
      case .refused:
        let error = try #require(reading.error, "\(path) must be rejected")
        #expect(at == nil || error.place?.line == at, "\(path): \(error)")
        #expect(!error.message.isEmpty && (error.place?.column ?? 0) > 0, "\(path): \(error)")
      case .read, .readWithWarning:
        #expect(reading.error == nil, "\(path): \(String(describing: reading.error))")
        #expect(reading.diagnostics.isEmpty == (hostile.verdict == .read), "\(path)")
      case .either:
        if let error = reading.error {
          #expect(at == nil || error.place?.line == at, "\(path): \(error)")
        }
      }
      guard reading.error == nil else { continue }
      #expect(reading.drawing.invariantViolation() == nil)
      if geometry.hasPrefix("point") && geometry.contains(where: \.isNumber) {
        // A dot is a line from a point to itself.
        var points: [Point] = []
        for point in reading.drawing.points where points.last != point { points.append(point) }
        let numbers = geometry.split { !"0123456789.-".contains($0) }.compactMap { Double($0) }
        let expected = stride(from: 0, to: numbers.count - 1, by: 2).map {
          Point(numbers[$0], numbers[$0 + 1])
        }
        #expect(points == expected, "\(path)")
      }
    }
    #expect(judged > 20)
  }
}
