import BuiltinPlugins
import PluginBridge
import PluginKit
import PluginTesting
import TestSupport
import Testing

// Everything that is built in is the same behind a plug-in's table, and in a library that was loaded,
// as it is directly: same drawings, same bytes, same errors.

private let direct = builtinPlugins.flatMap(\.components)

/// Without those whose parameters a table can't tell.
private let rows = direct.indices.filter { !direct[$0].takesMoreParameters }

@Suite struct TableTests {
  /// The built-ins behind a table in this process.
  static let behindTable: Result<Plugin, PluginFault> = Result { () throws(PluginFault) in
    try unsafe Plugin(
      loading: Plugin(name: "built-ins", version: "0", components: direct).exported().table)
  }

  /// The built-ins in a library that was loaded.
  static let loaded: Result<Plugin, PluginFault> = Result { () throws(PluginFault) in
    try Plugin(loadingLibrary: "\(Locations.buildFolder)/libLoadableBuiltins.so")
  }

  @Test(arguments: rows) func table(row: Int) throws {
    try check(row, Self.behindTable.get())
  }

  @Test(arguments: rows) func library(row: Int) throws {
    try check(row, Self.loaded.get())
  }

  private func check(_ row: Int, _ plugin: Plugin) throws {
    #expect(plugin.name == "built-ins" && plugin.components.count == direct.count)
    let entry = direct[row]
    var samples: [[UInt8]] = []
    if case .importer = entry.role {
      samples = try #require(importerSamples[entry.name]).map { Array($0.utf8) }
    }
    #expect(
      checkSame(
        entry, as: plugin.components[row], options: stageOptions[entry.name] ?? [],
        samples: samples, rounds: 12) == [])
  }
}
