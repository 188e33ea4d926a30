public import PluginBridge
public import PluginKit

/// Checks that each component of a plug-in is the same behind a table, as strokemill has it once the
/// plug-in is loaded, as it is directly: `checkSame` for all of them.
/// - Parameters:
///   - plugin: The plug-in.
///   - options: Options to run components with, by their names.
///   - samples: For importers, valid files by the importers' names.
///   - rounds: How many drawings, or damaged files a sample, are generated.
///   - seed: What they are generated from.
/// - Returns: How they differ; empty when they don't.
/// - Throws: When the table is refused.
public func checkBehindTable(
  _ plugin: Plugin, options: [String: [Option]] = [:], samples: [String: [String]] = [:],
  rounds: Int = 30, seed: UInt64 = 1
) throws(PluginFault) -> [BrokenLaw] {
  let loaded = try unsafe Plugin(loading: plugin.exported().table)
  var broken: [BrokenLaw] = []
  for (entry, other) in zip(plugin.components, loaded.components) {
    broken += checkSame(
      entry, as: other, options: options[entry.name] ?? [],
      samples: (samples[entry.name] ?? []).map { Array($0.utf8) }, rounds: rounds, seed: seed)
  }
  return broken
}
