import Pipeline
import PluginKit
import Presets

/// `strokemill list`: names the formats, stages and presets that there are.
enum ListCommand {
  static let spec = CommandSpec(
    name: "list", operands: "[importers|stages|exporters|presets]", operandCount: 0...1,
    operandWords: ["importers", "stages", "exporters", "presets"],
    summary: "List the formats, stages and presets that there are.",
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
    let parts: [(name: String, title: String, rows: [Row])] = [
      ("importers", "Importers, for reading", registry.importers.map(row)),
      ("stages", "Stages", registry.stages.map(row)),
      ("exporters", "Exporters, for writing", registry.exporters.map(row)),
      (
        "presets", "Presets, for -p and \"extends\"",
        Preset.all.map { Row(name: $0.reference, summary: $0.summary) }
      ),
    ]
    let wanted = arguments.operands.first?.text
    if let wanted, !parts.contains(where: { $0.name == wanted }) {
      Tool.usageError(
        "'list' takes importers, stages, exporters or presets, not '\(Path(wanted).shown)'"
          + (suggestion(for: wanted, among: parts.map(\.name)) ?? ""), arguments.text("color"))
      return ExitStatus.usage
    }
    var text = ""
    for (name, title, rows) in parts where wanted == nil || wanted == name {
      if !text.isEmpty { text += "\n" }
      if wanted == nil { text += title + ":\n" }
      let widest = rows.map(\.name.count).max() ?? 0
      let indent = wanted == nil ? "  " : ""
      for row in rows {
        text += indent + Help.padded(row.name, widest) + "  " + row.summary + "\n"
        if let lack = row.lack { text += indent + Help.padded("", widest) + "  (\(lack))\n" }
      }
    }
    catalogue.sayUnusable()
    return Terminal.output(text)
  }

  /// What there is, and what it does.
  private struct Row {
    var name: String
    var summary: String
    /// What it can't do here.
    var lack: String?
  }

  private static func row(_ entry: ComponentEntry) -> Row {
    let extensions = entry.extensions.map { "." + $0 }.joined(separator: " ")
    return Row(
      name: entry.name, summary: entry.summary + (extensions.isEmpty ? "" : " (\(extensions))"),
      lack: entry.unavailable())
  }
}
