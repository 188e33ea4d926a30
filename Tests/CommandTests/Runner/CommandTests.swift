import TestSupport
import Testing

/// Every example in the documents of this folder's parent, in `docs`, and in the project's README does what it
/// says.
@Suite struct CommandTests {
  /// Paths from the package's root.
  static let documents: [String] = {
    let documents = ["Tests/CommandTests", "docs"].flatMap { folder in
      let names = (try? names(in: "\(Locations.packageRoot)/\(folder)")) ?? []
      return names.filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    }
    return documents + (exists("\(Locations.packageRoot)/README.md") ? ["README.md"] : [])
  }()

  @Test(arguments: documents)
  func examples(document name: String) throws {
    let path = "\(Locations.packageRoot)/\(name)"
    let document = CommandDocument(try readText(path))
    let folder = try TemporaryDirectory()
    let (mismatches, corrected) = try document.run(in: folder, path: toolPath(beside: folder))
    for mismatch in mismatches { Issue.record("\(name), \(mismatch)") }
    if !mismatches.isEmpty, environment("RECORD") != nil {
      // The test stays failed: what was recorded has to be read before it counts.
      try writeText(path, corrected)
      Issue.record("\(name) now says what the commands did; read the change before you keep it")
    }
  }

  /// A search path that finds `strokemill` first; the samples and the documents are put where the commands run.
  private func toolPath(beside folder: TemporaryDirectory) throws -> String {
    try #require(exists(Locations.tool), "the tool isn't built: \(Locations.tool)")
    let bin = folder.file(".bin")
    let made = try runProcess([
      "bash", "-c", "mkdir \"$1\" && ln -s \"$2\" \"$1/strokemill\" && ln -s \"$3\" \"$4\" \"$5\"",
      "-",
      bin, Locations.tool, Locations.samples, "\(Locations.packageRoot)/docs", folder.file("."),
    ])
    try #require(made.status == 0, "\(made.errorText)")
    return "\(bin):\(environment("PATH") ?? "")"
  }
}
