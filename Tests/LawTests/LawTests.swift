import BuiltinPlugins
import PluginKit
import PluginTesting
import Testing

// Every component that is built in keeps the laws that an author from outside can check with the
// same functions. A new one comes in by itself; what it needs beside its defaults stands in
// `Samples.swift`.

private let components = builtinPlugins.flatMap(\.components)

private func entry(_ name: String, _ isRole: (ComponentEntry.Role) -> Bool) throws -> ComponentEntry
{
  try #require(components.first { $0.name == name && isRole($0.role) })
}

extension ComponentEntry.Role {
  fileprivate var isStage: Bool { if case .stage = self { true } else { false } }
  fileprivate var isImporter: Bool { if case .importer = self { true } else { false } }
  fileprivate var isExporter: Bool { if case .exporter = self { true } else { false } }
}

private func names(_ isRole: (ComponentEntry.Role) -> Bool) -> [String] {
  components.filter { isRole($0.role) }.map(\.name)
}

@Suite struct LawTests {
  @Test func declarations() {
    #expect(!components.isEmpty)
    #expect(components.flatMap { checkDeclaration($0) } == [])
  }

  @Test(arguments: names(\.isStage)) func stage(name: String) throws {
    let entry = try entry(name, \.isStage)
    #expect(
      checkStage(entry, options: stageOptions[name] ?? [], neutral: neutralOptions[name]) == [])
  }

  @Test(arguments: names(\.isImporter)) func importer(name: String) throws {
    let entry = try entry(name, \.isImporter)
    let samples = try #require(importerSamples[name], "add samples of '\(name)' to Samples.swift")
    for sample in samples { #expect(checkImporter(entry, sample: Array(sample.utf8)) == []) }
  }

  @Test(arguments: names(\.isExporter)) func exporter(name: String) throws {
    #expect(checkExporter(try entry(name, \.isExporter)) == [])
  }

  @Test(
    arguments: names(\.isExporter).filter {
      names(\.isImporter).contains($0) && partialImporters[$0] == nil
    })
  func roundTrip(name: String) throws {
    #expect(
      checkRoundTrip(
        importer: try entry(name, \.isImporter), exporter: try entry(name, \.isExporter),
        exportOptions: roundTripOptions[name] ?? []) == [])
  }
}
