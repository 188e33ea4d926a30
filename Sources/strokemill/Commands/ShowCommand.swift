import Pipeline
import PluginKit
import Presets

/// `strokemill show`: tells what can be set on a format or a stage, or writes a preset.
enum ShowCommand {
  static let spec = CommandSpec(
    name: "show", operands: "NAME…", operandCount: 1...Int.max,
    operandWords: Preset.all.map(\.reference),
    summary: "Show what a format or a stage does and what can be set on it, or a preset's file.",
    options: [PluginOptions.plugin],
    examples: [
      ("strokemill show jitter", "Everything about a stage:"),
      ("strokemill show preset:pencil > mine.json", "A preset as a file to change:"),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    guard var catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
    let names = arguments.operands.map(\.text)
    if names.contains(where: {
      !$0.hasPrefix(Preset.prefix) && catalogue.registry.components(named: $0).isEmpty
    }),
      let whole = catalogue.withPrograms()
    {
      catalogue = whole
    }
    let registry = catalogue.registry
    var text = ""
    for name in names {
      do throws(FileError) {
        if let preset = try PipelineFile.preset(name) {
          if !text.isEmpty { text += "\n" }
          text += String(decoding: preset.bytes, as: UTF8.self)
          continue
        }
      } catch {
        Tool.usageError(error.message, arguments.text("color"))
        return ExitStatus.usage
      }
      let entries = registry.components(named: name)
      if entries.isEmpty {
        let isPreset = Preset.all.contains { $0.name == name }
        let hint =
          isPreset
          ? "; the preset is '\(Preset.prefix)\(name)'"
          : registry.suggestion(for: name).map { "; did you mean '\($0)'?" }
        Tool.usageError(
          "there is no format or stage '\(Path(name).shown)'"
            + (hint ?? "; 'strokemill list' lists them"), arguments.text("color"))
        catalogue.sayUnusable()
        return ExitStatus.usage
      }
      for entry in entries {
        if !text.isEmpty { text += "\n" }
        text += page(entry, registry)
      }
    }
    return Terminal.output(text)
  }

  /// What a person should know of a component.
  private static func page(_ entry: ComponentEntry, _ registry: Registry) -> String {
    let role: String
    let example: String
    switch entry.role {
    case .importer:
      role = "importer"
      example = "strokemill convert IN -o OUT --from '\(short(entry))'"
    case .stage:
      role = "stage"
      example = "strokemill convert IN -o OUT -s '\(short(entry))'"
    case .exporter:
      role = "exporter"
      example = "strokemill convert IN -o OUT --to '\(short(entry))'"
    }
    var text = "\(entry.name): \(role), of the plug-in '\(registry.plugin(of: entry) ?? "")'\n"
    text += Help.wrapped(entry.summary, indent: 2)
    if !entry.extensions.isEmpty {
      text += "  Files: " + entry.extensions.map { "." + $0 }.joined(separator: " ") + "\n"
    }
    if !entry.parameters.isEmpty { text += "\n  Parameters:\n" }
    for parameter in entry.parameters {
      text += "  \(parameter.name)=\(parameter.kind.placeholder)\n"
      text += Help.wrapped(parameter.help, indent: 6)
      var facts = ["default: \(shown(parameter.defaultValue))"]
      if let range = parameter.range { facts.append(range.words) }
      if !parameter.aliases.isEmpty {
        facts.append("also called " + parameter.aliases.joined(separator: ", "))
      }
      text += Help.wrapped("(" + facts.joined(separator: "; ") + ")", indent: 6)
    }
    return text + "\n  \(example)\n"
  }

  private static func shown(_ value: ParameterValue) -> String {
    switch value {
    case .null: "not set"
    case .text(""): "empty"
    case .list(let values) where values.isEmpty: "none"
    default: value.text
    }
  }

  /// The component with its first parameter as a person would write it.
  private static func short(_ entry: ComponentEntry) -> String {
    guard
      let parameter = entry.parameters.first(where: {
        $0.defaultValue != .null && $0.defaultValue.text != ""
      })
    else { return entry.name }
    return "\(entry.name):\(parameter.name)=\(parameter.defaultValue.text)"
  }
}
