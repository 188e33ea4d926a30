import PluginKit
import StrictJSON

extension Plan {
  /// Checks all that a person asks for.
  /// - Parameters:
  ///   - request: The pipeline file and the arguments.
  ///   - registry: The components that there are.
  /// - Throws: Everything that is wrong, with places.
  public init(_ request: PlanRequest, registry: Registry) throws(PlanProblems) {
    var reader = PipelineReader(registry)
    // Problems are told in the order in which the texts are taken in here.
    var files: [PipelineReader.File] = []
    if let pipeline = request.pipeline {
      files = reader.parseAll(pipeline, findBase: request.findBase)
    }
    for file in files { reader.declareVariables(file.root, file.source) }
    for text in request.variables {
      reader.variables.override(reader.log.add(text), &reader.log)
    }
    for file in files { reader.read(file.root, file.source) }
    reader.draft.beginLayer()
    for text in request.stages { reader.readStageArgument(reader.log.add(text)) }
    var importFormat: String?
    if let text = request.from,
      let format = reader.readFormatArgument(reader.log.add(text))
    {
      importFormat = format.name
      reader.merge(format, registry.importer(named: format.name), into: &reader.draft.imports)
    }
    var exportFormats: [String] = []
    for text in request.to {
      guard let format = reader.readFormatArgument(reader.log.add(text)) else { continue }
      exportFormats.append(format.name)
      reader.merge(format, registry.exporter(named: format.name), into: &reader.draft.exports)
    }
    for text in request.limits { reader.readLimit(reader.log.add(text)) }
    for text in request.settings { reader.readSetting(reader.log.add(text)) }
    if let text = request.seed { reader.readSeedArgument(reader.log.add(text)) }
    // A file that can't be read would make every variable unknown.
    if !files.isEmpty || request.pipeline == nil { reader.variables.reportUnused(&reader.log) }

    var checker = PlanChecker(registry: registry, log: reader.log)
    let draft = reader.draft
    let steps = checker.steps(draft.stages)
    let imports = checker.imports(draft.imports)
    let exports = checker.exports(draft.exports)
    guard checker.log.isEmpty else { throw PlanProblems(checker.log.problems()) }
    self.init(
      registry: registry, seed: draft.seed ?? 0, limits: draft.limits, steps: steps,
      imports: imports, exports: exports, importFormat: importFormat,
      exportFormats: exportFormats, inputs: draft.inputs, output: draft.output,
      files: files.compactMap { reader.log.sources[$0.source].identity })
  }
}

/// Turns drafts into components that can run, and reports what doesn't fit them.
struct PlanChecker {
  let registry: Registry
  var log: ProblemLog

  mutating func steps(_ stages: [Draft.Stage]) -> [Plan.Step] {
    var counts: [String: Int] = [:]
    var steps: [Plan.Step] = []
    for stage in stages {
      guard steps.count < Plan.stageLimit else {
        log.report(
          "pipeline.too-many-stages",
          "there are \(stages.count) stages, more than the \(Plan.stageLimit) that a pipeline may "
            + "have; run several pipelines one after the other",
          at: stage.component.span)
        return steps
      }
      let name = stage.component.name
      let ordinal = counts[name, default: 0]
      counts[name] = ordinal + 1
      guard let entry = registry.stage(named: name), case .stage(let make) = entry.role else {
        reportUnknown(stage.component, "stage", registry.stages)
        continue
      }
      let makesNothing = !stage.isEnabled && entry.takesMoreParameters
      guard
        let (options, apply) = configure(
          stage.component, entry, makesNothing ? entry.checkOfOwnParameters : make)
      else { continue }
      steps.append(
        Plan.Step(
          entry: entry, options: options, id: stage.id, ordinal: ordinal,
          selection: stage.selection, isEnabled: stage.isEnabled, apply: apply))
    }
    return steps
  }

  mutating func imports(_ formats: [Draft.Component]) -> [Plan.Import] {
    formats.compactMap { format in
      guard let entry = registry.importer(named: format.name),
        case .importer(_, _, let make) = entry.role
      else {
        reportUnknown(format, "importer", registry.importers)
        return nil
      }
      return configure(format, entry, make).map {
        Plan.Import(name: format.name, options: $0, read: $1)
      }
    }
  }

  mutating func exports(_ formats: [Draft.Component]) -> [Plan.Export] {
    formats.compactMap { format in
      guard let entry = registry.exporter(named: format.name),
        case .exporter(_, let make) = entry.role
      else {
        reportUnknown(format, "exporter", registry.exporters)
        return nil
      }
      return configure(format, entry, make).map {
        Plan.Export(name: format.name, options: $0, write: $1)
      }
    }
  }

  private mutating func configure<Run>(
    _ draft: Draft.Component, _ entry: ComponentEntry, _ make: ComponentEntry.Make<Run>
  ) -> ([Option], Run)? {
    var options: [Option] = []
    var isFine = true
    for setting in draft.settings {
      if let value = value(of: setting, entry) {
        let folder = log.sources[setting.valueSpan.source].folder
        options.append(Option(setting.name, value, folder: folder))
      } else {
        isFine = false
      }
    }
    do {
      let run = try make(options)
      return isFine ? (options, run) : nil
    } catch {
      for problem in error.problems {
        // What is wrong with all parameters together may come from one that was left out above.
        if problem.option == nil && !isFine { continue }
        let setting = problem.option.flatMap { name in draft.settings.last { $0.name == name } }
        let span = setting.map { problem.isName ? $0.nameSpan : $0.valueSpan } ?? draft.span
        log.report(
          problem.isName ? "pipeline.unknown-parameter" : "pipeline.bad-value", problem.message,
          at: span)
      }
      return nil
    }
  }

  private mutating func value(
    of setting: Draft.Setting, _ entry: ComponentEntry
  ) -> ParameterValue? {
    switch setting.value {
    case .json(let node):
      if let value = ParameterValue(node) { return value }
      log.report(
        "pipeline.bad-value", "'\(setting.name)' takes no object", at: setting.valueSpan)
      return nil
    case .text(let text):
      let info = entry.parameters.first {
        $0.name == setting.name || $0.aliases.contains(setting.name)
      }
      // Of an unknown parameter the name is reported, whatever its value.
      guard let info else { return .text(text) }
      if let value = info.value(fromArgument: text) { return value }
      log.report(
        "pipeline.bad-value", "'\(setting.name)' takes \(info.kind.words), not '\(text)'",
        at: setting.valueSpan)
      return nil
    }
  }

  private mutating func reportUnknown(
    _ component: Draft.Component, _ role: String, _ entries: [ComponentEntry]
  ) {
    let name = component.name
    let names = entries.map(\.name)
    let others = registry.components(named: name).map(\.role.word)
    let hint =
      if let other = others.first {
        "; '\(name)' is \(other)"
      } else if let near = closest(to: name, among: names) {
        "; did you mean '\(near)'?"
      } else if names.isEmpty {
        ""
      } else {
        "; there are " + names.joined(separator: ", ")
      }
    let article = role == "stage" ? "a stage" : "an \(role)"
    log.report(
      role == "stage" ? "pipeline.unknown-stage" : "pipeline.unknown-format",
      "there is no \(role) '\(name)'" + hint
        + (others.isEmpty ? "" : ", not \(article)"), at: component.span)
  }
}

extension ComponentEntry {
  /// Checks the parameters that are known without making anything, and makes what does nothing: for a
  /// stage that is switched off, where making would start a program.
  fileprivate var checkOfOwnParameters: Make<Apply> {
    { [name, parameters] (options) throws(OptionProblems) in
      var check = OptionCheck(of: name, parameters)
      for option in options
      where parameters.contains(where: {
        $0.name == option.name || $0.aliases.contains(option.name)
      }) {
        _ = check.row(of: option)
      }
      guard check.problems.isEmpty else { throw OptionProblems(check.problems) }
      return { (_, _) throws(ComponentError) in }
    }
  }
}

extension ComponentEntry.Role {
  /// What does it, with an article.
  var word: String {
    switch self {
    case .importer: "an importer"
    case .stage: "a stage"
    case .exporter: "an exporter"
    }
  }
}

extension ParameterValue {
  /// Reads a JSON value; nil when there is an object in it.
  init?(_ node: JSONNode) {
    switch node.value {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .number(Double(value))
    case .number(let value): self = .number(value)
    case .string(let text): self = .text(text)
    case .array(let elements):
      var values: [ParameterValue] = []
      for element in elements {
        guard let value = ParameterValue(element) else { return nil }
        values.append(value)
      }
      self = .list(values)
    case .object: return nil
    }
  }
}
