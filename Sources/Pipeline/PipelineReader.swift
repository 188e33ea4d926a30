import PluginKit
import StrictJSON

/// Reads pipeline files, and the parts of them that stand in arguments, into a draft.
struct PipelineReader {
  private static let keys = [
    "$schema", "version", "description", "extends", "vars", "seed", "import", "stages", "export",
    "limits", "inputs", "output",
  ]
  /// Words that begin the path of a `--set` and so can't be ids.
  static let sections = ["import", "export", "limits"]

  let registry: Registry
  var variables = Variables()
  var draft = Draft()
  var log = ProblemLog()

  init(_ registry: Registry) { self.registry = registry }

  // MARK: The file

  /// Reads a pipeline file's top level; nothing is replaced yet.
  mutating func parse(_ source: Int) -> JSONNode? {
    let bytes = log.sources[source].bytes
    let root: JSONNode
    do {
      root = try JSONNode(parsing: bytes.span, options: .handwritten)
    } catch {
      log.report(error, in: source)
      return nil
    }
    guard root.object != nil else {
      report(
        "pipeline.wrong-type",
        "a pipeline file holds an object, { \"stages\": [ … ] }, not \(root.article)", root, source)
      return nil
    }
    return root
  }

  /// Declares a pipeline file's variables.
  mutating func declareVariables(_ root: JSONNode, _ source: Int) {
    for member in root.object ?? [] where member.name == "vars" {
      variables.declare(member.value, in: source, &log)
    }
  }

  /// Reads all of a pipeline file but its variables, over what it extends.
  mutating func read(_ root: JSONNode, _ source: Int) {
    draft.beginLayer()
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
      case "description":
        if value.string == nil { wrongType("description", "a text", value, source) }
      // The files have been read, and what is wrong with it was told.
      case "extends": hasStages = true
      case "seed": readSeed(replaced(value, source), source)
      case "import":
        for format in readFormats("import", value, source) {
          merge(format, registry.importer(named: format.name), into: &draft.imports)
        }
      case "export":
        for format in readFormats("export", value, source) {
          merge(format, registry.exporter(named: format.name), into: &draft.exports)
        }
      case "stages":
        hasStages = true
        guard let entries = value.array else {
          wrongType("stages", "a list", value, source)
          continue
        }
        for entry in entries { readStage(entry, source) }
      case "limits": readLimits(replaced(value, source), source)
      case "inputs": readInputs(replaced(value, source), source)
      case "output":
        guard let name = replaced(value, source).string, !name.isEmpty else {
          wrongType("output", "the name of a folder or file, such as \"out/\"", value, source)
          continue
        }
        draft.output = path(name, source, isTemplate: true)
      case let name where name.hasPrefix("x-"): break
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

  private mutating func readInputs(_ node: JSONNode, _ source: Int) {
    draft.inputs = []
    guard let entries = node.array, !entries.isEmpty else {
      wrongType("inputs", "a list of names, such as [\"drawings/*.svg\"]", node, source)
      return
    }
    for entry in entries {
      guard let name = entry.string, !name.isEmpty else {
        wrongType("inputs", "names of files, folders or patterns", entry, source)
        continue
      }
      draft.inputs.append(path(name, source, isTemplate: false))
    }
  }

  /// A name in a file, which begins at the file's folder.
  /// - Parameters:
  ///   - name: The name.
  ///   - source: The file.
  ///   - isTemplate: Whether braces have a meaning, which those in the folder's name haven't.
  /// - Returns: The name from the current folder.
  private func path(_ name: String, _ source: Int, isTemplate: Bool) -> [UInt8] {
    let bytes = Array(name.utf8)
    guard let folder = log.sources[source].folder, folder != Array(".".utf8),
      bytes.first != UInt8(ascii: "/")
    else { return bytes }
    var path: [UInt8] = []
    for byte in folder {
      path.append(byte)
      if isTemplate, byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { path.append(byte) }
    }
    if path.last != UInt8(ascii: "/") { path.append(UInt8(ascii: "/")) }
    return path + bytes
  }

  private mutating func readFormats(
    _ key: String, _ node: JSONNode, _ source: Int
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

  mutating func replaced(_ node: JSONNode, _ source: Int) -> JSONNode {
    variables.replace(in: node, of: source, &log)
  }

  mutating func report(
    _ code: Diagnostic.Code, _ message: String, _ node: JSONNode, _ source: Int
  ) {
    log.report(code, message, at: log.span(of: node.position, in: source))
  }

  mutating func wrongType(
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
