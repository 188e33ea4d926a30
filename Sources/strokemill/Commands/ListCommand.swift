import Pipeline
import PluginKit

/// `strokemill list`: names the formats and stages that there are.
enum ListCommand {
  static let spec = CommandSpec(
    name: "list", operands: "[importers|stages|exporters]", operandCount: 0...1,
    summary: "List the formats and stages that there are.",
    options: [PluginOptions.plugin],
    examples: [
      ("strokemill list", "Everything:"), ("strokemill list stages", "Only the stages:"),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    guard let catalogue = PluginOptions.catalogue(arguments, startsPrograms: true) else {
      return ExitStatus.usage
    }
    let registry = catalogue.registry
    let parts = [
      ("importers", "Importers, for reading", registry.importers),
      ("stages", "Stages", registry.stages),
      ("exporters", "Exporters, for writing", registry.exporters),
    ]
    let wanted = arguments.operands.first?.text
    if let wanted, !parts.contains(where: { $0.0 == wanted }) {
      Tool.usageError(
        "'list' takes importers, stages or exporters, not '\(Path(wanted).shown)'"
          + (suggestion(for: wanted, among: parts.map(\.0)) ?? ""), arguments.text("color"))
      return ExitStatus.usage
    }
    let widest = parts.flatMap { $0.2.map(\.name.count) }.max() ?? 0
    var text = ""
    for (name, title, entries) in parts where wanted == nil || wanted == name {
      if !text.isEmpty { text += "\n" }
      if wanted == nil { text += title + ":\n" }
      for entry in entries {
        var line = entry.summary
        if !entry.extensions.isEmpty {
          line += " (" + entry.extensions.map { "." + $0 }.joined(separator: " ") + ")"
        }
        text += (wanted == nil ? "  " : "") + Help.padded(entry.name, widest) + "  " + line + "\n"
      }
    }
    catalogue.sayUnusable()
    return Terminal.output(text)
  }
}
