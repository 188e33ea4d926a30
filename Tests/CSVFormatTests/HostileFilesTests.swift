import CSVFormat
import PathModel
import PluginKit
import TestSupport
import Testing

/// Files that are broken on purpose, with what should become of them: data beside the project.
@Suite struct HostileFilesTests {
  @Test(.requiresSharedData) func everyFileIsDecidedAsItsManifestSays() throws {
    let folder = try #require(Locations.shared) + "/corpus/hostile/open"
    // The columns: path, split, kind, what, expect, line, geometry, note, size.
    let rows = try readText(folder + "/manifest.csv").split(whereSeparator: \.isNewline).map {
      splitRow(String($0))
    }
    var judged = 0
    for cells in rows where cells.count == 9 && cells[2] == "csv" {
      judged += 1
      let path = cells[0]
      let (expect, at, geometry) = (cells[4], Int(cells[5]), cells[6])
      // Debug builds are slow: the large ones are for release builds.
      guard (Int(cells[8]) ?? 0) < 3_500_000 else { continue }
      let reading = try read(try readFile("\(folder)/\(path)"))
      switch expect {
      case "R":
        let error = try #require(reading.error, "\(path) must be rejected")
        #expect(at == nil || error.place?.line == at, "\(path): \(error)")
        #expect(!error.message.isEmpty && (error.place?.column ?? 0) > 0, "\(path): \(error)")
      case "A", "AW":
        #expect(reading.error == nil, "\(path): \(String(describing: reading.error))")
        #expect(reading.diagnostics.isEmpty == (expect == "A"), "\(path)")
      case "E":
        if let error = reading.error {
          #expect(at == nil || error.place?.line == at, "\(path): \(error)")
        }
      default: Issue.record("\(path) expects \(expect)")
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

  /// Splits a row of the manifest.
  private func splitRow(_ row: String) -> [String] {
    var cells = [""]
    var isQuoted = false
    for character in row {
      switch character {
      case "\"": isQuoted.toggle()
      case "," where !isQuoted: cells.append("")
      default: cells[cells.count - 1].append(character)
      }
    }
    return cells
  }
}
