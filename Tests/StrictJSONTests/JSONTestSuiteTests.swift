import StrictJSON
import TestSupport
import Testing

/// Nicolas Seriot's JSONTestSuite: `y_` must be read, `n_` refused, `i_` may be either.
@Suite struct JSONTestSuiteTests {
  @Test(.requiresSharedData)
  func decidesAsTheSuiteSays() throws {
    let shared = try #require(Locations.shared)
    let folder = "\(shared)/corpus/external/open/JSONTestSuite"
    let files = try names(in: folder).filter { $0.hasSuffix(".json") }
    #expect(files.count > 200)
    for file in files {
      let bytes = try readFile("\(folder)/\(file)")
      let byPiece = reads(bytes)
      #expect(byPiece == readsTree(bytes), "\(file)")
      switch file.prefix(2) {
      case "y_":
        // The suite has two files with a key that stands twice, which is refused on purpose.
        let isDuplicate = file.hasPrefix("y_object_duplicated_key")
        #expect(byPiece != isDuplicate, "\(file)")
      case "n_": #expect(!byPiece, "\(file)")
      default: break
      }
    }
  }

  private func reads(_ bytes: [UInt8]) -> Bool {
    var reader = JSONReader(bytes.span)
    do {
      try reader.skipValue()
      try reader.finish()
      return true
    } catch {
      return false
    }
  }

  private func readsTree(_ bytes: [UInt8]) -> Bool {
    (try? JSONNode(parsing: bytes.span)) != nil
  }
}
