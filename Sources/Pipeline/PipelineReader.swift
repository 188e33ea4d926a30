import PluginKit
import StrictJSON

/// Reads pipeline files, and the parts of them that stand in arguments, into a draft.
struct PipelineReader {
  private static let keys = [
    "$schema", "version", "vars", "seed", "import", "stages", "export", "limits",
  ]
  /// Keys that later versions will give a meaning.
  private static let futureKeys = ["extends", "input", "inputs", "output", "outputs"]
  /// Words that begin the path of a `--set` and so can't be ids.
  static let sections = ["import", "export", "limits"]

  let registry: Registry
  var variables = Variables()
  var draft = Draft()
  var log = ProblemLog()

  init(_ registry: Registry) { self.registry = registry }

  // MARK: The file

  /// Reads a pipeline file's top level; variables are declared, nothing is replaced yet.
  mutating func parse(_ source: Int) -> JSONNode? {
    let bytes = log.sources[source].bytes
    let root: JSONNode
    do {
      root = try JSONNode(parsing: bytes.span, options: .handwritten)
    } catch {
      log.report(error, in: source)
      return nil
    }
    guard let members = root.object else {
      report(
        "pipeline.wrong-type",
        "a pipeline file holds an object, { \"stages\": [ … ] }, not \(root.article)", root, source)
      return nil
    }
    for member in members where member.name == "vars" {
      variables.declare(member.value, in: source, &log)
    }
    return root
  }

  /// Reads all of a pipeline file but its variables.
  mutating func read(_ root: JSONNode, _ source: Int) {
    var hasStages = false
    for member in root.object ?? [] {
      let value = member.value
      switch member.name {
      case "$schema":
        if value.string == nil { wrongType("$schema", "the address of a schema", value, source) }
      case "version":
        if value.integer != 1 {
          report(
            "pipeline.bad-version",
            "this version of the tool reads version 1 of pipeline files, not \(value.article)",
            value, source)
        }
      case "vars": break
      case "seed": readSeed(replaced(value, source), source)
      case "import": draft.imports = readFormats("import", value, registry.importers, source)
      case "export": draft.exports = readFormats("export", value, registry.exporters, source)
      case "stages":
        hasStages = true
        guard let entries = value.array else {
          wrongType("stages", "a list", value, source)
          continue
        }
        for entry in entries { readStage(entry, source) }
      case "limits": readLimits(replaced(value, source), source)
      case let name where name.hasPrefix("x-"): break
      case let name where PipelineReader.futureKeys.contains(name):
        log.report(
          "pipeline.reserved-key",
          "'\(name)' isn't part of pipeline files yet; name files on the command line",
          at: log.span(of: member.position, in: source))
      default: unknownKey(member, "a pipeline file", PipelineReader.keys, source)
      }
    }
    if !hasStages {
      report(
        "pipeline.no-stages", "the list 'stages' is missing; it may be empty: \"stages\": []",
        root, source)
    }
  }

  private mutating func readSeed(_ node: JSONNode, _ source: Int) {
    guard let seed = node.integer, seed >= 0 else {
      report("pipeline.bad-seed", PipelineReader.seedMessage(node.article), node, source)
      return
    }
    draft.seed = UInt64(seed)
  }

  static func seedMessage(_ found: String) -> String {
    "a seed is a whole number from 0 to \(Int.max), not \(found)"
  }

  private mutating func readFormats(
    _ key: String, _ node: JSONNode, _ entries: [ComponentEntry], _ source: Int
  ) -> [Draft.Component] {
    guard let members = node.object else {
      wrongType(key, "an object of formats and their options", node, source)
      return []
    }
    var formats: [Draft.Component] = []
    for member in members where !member.name.hasPrefix("x-") {
      let span = log.span(of: member.position, in: source)
      formats.append(
        Draft.Component(
          name: member.name, span: span,
          settings: readSettings(replaced(member.value, source), member.name, source)))
    }
    return formats
  }

  private mutating func readLimits(_ node: JSONNode, _ source: Int) {
    guard let members = node.object else {
      wrongType("limits", "an object", node, source)
      return
    }
    for member in members where !member.name.hasPrefix("x-") {
      guard let limit = Limits.named(member.name) else {
        unknownKey(member, "'limits'", Limits.named.map(\.name), source)
        continue
      }
      guard let number = member.value.integer, limit.range.contains(number) else {
        report(
          "pipeline.bad-limit", limit.message(member.value.article), member.value, source)
        continue
      }
      draft.limits[keyPath: limit.property] = number
    }
  }

  // MARK: Stage entries

  /// Reads an entry of `stages`, or the full form of `-s`.
  mutating func readStage(_ entry: JSONNode, _ source: Int) {
    let node = replaced(entry, source)
    switch node.value {
    case .string(let name):
      let span = log.span(of: node.position, in: source)
      draft.stages.append(Draft.Stage(component: Draft.Component(name: name, span: span)))
    case .object(let members): readStage(members, node, source)
    default:
      report(
        "pipeline.wrong-type",
        "a stage is a name or an object like { \"NAME\": { … } }, not \(node.article)", node, source
      )
    }
  }

  private mutating func readStage(_ members: [JSONMember], _ node: JSONNode, _ source: Int) {
    var component: Draft.Component?
    var id: String?
    var selection: Selection?
    var isEnabled = true
    for member in members where !member.name.hasPrefix("x-") {
      let value = member.value
      switch member.name {
      case "id": id = readID(value, source)
      case "select":
        selection = SelectionReader(source: source).read(value, &log)
      case "enabled":
        if let flag = value.bool {
          isEnabled = flag
        } else {
          wrongType("enabled", "true or false", value, source)
        }
      default:
        let span = log.span(of: member.position, in: source)
        if let first = component {
          // Two unknown names: the one that isn't a stage is most likely a misspelt reserved key.
          let near = closest(to: member.name, among: ComponentEntry.reservedNames)
          let isStage = registry.stage(named: member.name) != nil
          let hint =
            near.map { !isStage ? "; did you mean '\($0)'?" : "" } ?? ""
          log.report(
            "pipeline.unknown-key",
            "a stage entry names one stage, here '\(first.name)'; beside it stand only "
              + "'id', 'select' and 'enabled', not '\(member.name)'" + hint, at: span)
          continue
        }
        component = Draft.Component(
          name: member.name, span: span, settings: readSettings(value, member.name, source))
      }
    }
    guard let component else {
      report(
        "pipeline.no-stage-name",
        "this entry names no stage; write { \"NAME\": { … } }", node, source)
      return
    }
    draft.stages.append(
      Draft.Stage(component: component, id: id, selection: selection, isEnabled: isEnabled))
  }

  private mutating func readID(_ node: JSONNode, _ source: Int) -> String? {
    guard let id = node.string else {
      wrongType("id", "a name", node, source)
      return nil
    }
    let span = log.span(of: node.position, in: source)
    let isName =
      !id.isEmpty
      && id.utf8.allSatisfy { byte in
        ComponentEntry.isNameByte(byte) || byte == UInt8(ascii: "_")
          || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
      }
    guard isName, !PipelineReader.sections.contains(id) else {
      log.report(
        "pipeline.bad-id",
        "an id is made of letters, digits, '-' and '_', and isn't 'import', 'export' or 'limits'; "
          + "found '\(id)'", at: span)
      return nil
    }
    guard draft.claim(id: id, at: span) else {
      log.report(
        "pipeline.duplicate-id", "another stage has the id '\(id)' already", at: span)
      return nil
    }
    return id
  }

  /// Reads the object of a component's parameters.
  mutating func readSettings(
    _ node: JSONNode, _ name: String, _ source: Int
  ) -> [Draft.Setting] {
    guard let members = node.object else {
      wrongType(name, "an object of parameters, { \"NAME\": VALUE }", node, source)
      return []
    }
    return members.filter { !$0.name.hasPrefix("x-") }.map { member in
      Draft.Setting(
        name: member.name, nameSpan: log.span(of: member.position, in: source),
        value: .json(member.value), valueSpan: log.span(of: member.value.position, in: source))
    }
  }

  // MARK: Problems

  private mutating func replaced(_ node: JSONNode, _ source: Int) -> JSONNode {
    variables.replace(in: node, of: source, &log)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ node: JSONNode, _ source: Int
  ) {
    log.report(code, message, at: log.span(of: node.position, in: source))
  }

  private mutating func wrongType(
    _ key: String, _ expected: String, _ node: JSONNode, _ source: Int
  ) {
    report("pipeline.wrong-type", "'\(key)' takes \(expected), not \(node.article)", node, source)
  }

  private mutating func unknownKey(
    _ member: JSONMember, _ place: String, _ known: [String], _ source: Int
  ) {
    let hint =
      closest(to: member.name, among: known).map { "; did you mean '\($0)'?" }
      ?? "; it knows " + known.joined(separator: ", ")
    log.report(
      "pipeline.unknown-key", "\(place) has no '\(member.name)'" + hint,
      at: log.span(of: member.position, in: source))
  }
}
