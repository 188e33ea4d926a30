import NumberText
import Pipeline
import PluginKit
import StrictJSON

/// One choice of values, and the plan that it gives.
struct Variation: Sendable {
  let choices: [(parameter: VariedParameter, value: String)]
  let plan: Plan
  /// The pipeline file or preset that the plan is made of, as a person named it; nil when there is
  /// none that a file could extend.
  let base: String?

  /// What to write into a pipeline file to get this: a whole file that extends the pipeline where that
  /// can be, else the lines by themselves.
  var lines: String {
    var members: [String] = []
    var stages: [StageLines] = []
    var isWhole = base != nil
    var variables: [String] = []
    for (parameter, value) in choices {
      switch parameter.kind {
      case .seed: members.append("\"seed\": \(value)")
      case .pipeline: break
      case .variable:
        variables.append("\(Variation.quoted(parameter.name)): \(Variation.json(value))")
      case .setting:
        let parts = parameter.name.split(separator: ".").map(String.init)
        switch parts.first {
        case "import":
          members += format("import", parts, plan.imports.map { ($0.name, $0.options) })
        case "export":
          members += format("export", parts, plan.exports.map { ($0.name, $0.options) })
        case "limits": members.append("\"limits\": { \(Variation.quoted(parts[1])): \(value) }")
        default:
          guard let target = parts.first,
            let step = plan.steps.first(where: { $0.id == target })
              ?? plan.steps.first(where: { $0.entry.name == target })
          else { continue }
          if step.id != target { isWhole = false }
          let row =
            stages.firstIndex { $0.target == target }
            ?? {
              stages.append(StageLines(target: target, step: step))
              return stages.count - 1
            }()
          stages[row].parameters.append(parts[1])
        }
      }
    }
    if !variables.isEmpty { members.append("\"vars\": { \(variables.joined(separator: ", ")) }") }
    guard isWhole, let base else {
      return (members.map { $0 + "," } + stages.map { $0.step.entryText + "," })
        .joined(separator: "\n")
    }
    members.insert("\"extends\": \(Variation.quoted(base))", at: 0)
    var text = "{\n" + members.map { "  \($0),\n" }.joined()
    if !stages.isEmpty {
      text += "  \"stages\": [\n" + stages.map { "    \($0.change),\n" }.joined() + "  ],\n"
    }
    return text + "}"
  }

  /// A stage of which something is varied.
  private struct StageLines {
    let target: String
    let step: Plan.Step
    var parameters: [String] = []

    /// The entry that changes the stage in a file that extends its pipeline.
    var change: String {
      var settings: [String] = []
      var isSwitched = false
      for name in parameters {
        if let value = step.valueText(of: name) {
          settings.append("\(Variation.quoted(name)): \(value)")
        } else {
          isSwitched = true
        }
      }
      var members = ["\"id\": \(Variation.quoted(target))"]
      if !settings.isEmpty {
        let name = Variation.quoted(step.entry.name)
        members.insert("\(name): { \(settings.joined(separator: ", ")) }", at: 0)
      }
      if isSwitched { members.append("\"enabled\": \(step.isEnabled)") }
      return "{ \(members.joined(separator: ", ")) }"
    }
  }

  private func format(
    _ key: String, _ parts: [String], _ formats: [(name: String, options: [Option])]
  ) -> [String] {
    guard parts.count == 3, let format = formats.first(where: { $0.name == parts[1] }),
      let option = format.options.last(where: { $0.name == parts[2] })
    else { return [] }
    let value = Variation.json(option.value.text)
    return ["\"\(key)\": { \"\(parts[1])\": { \"\(parts[2])\": \(value) } }"]
  }

  /// A value as it stands in JSON: a number or a truth value as such, else a text.
  private static func json(_ text: String) -> String {
    if let node = try? JSONNode(parsing: Array(text.utf8).span) {
      switch node.value {
      case .integer, .number, .bool: return text
      default: break
      }
    }
    return quoted(text)
  }

  private static func quoted(_ text: String) -> String {
    var writer = JSONWriter()
    writer.value(text)
    return String(decoding: writer.finish().takeBytes(), as: UTF8.self)
  }
}
