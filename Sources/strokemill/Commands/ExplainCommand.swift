import NumberText
import PathModel
import Pipeline
import PluginBridge
import PluginKit
import StrictJSON

/// `strokemill explain`: shows what each stage makes of a drawing.
enum ExplainCommand {
  static let spec = CommandSpec(
    name: "explain", operands: "FILE", operandCount: 1...1,
    summary: "Show what each stage of a pipeline makes of a drawing.",
    details: [
      "A line a stage: how many paths and points there are behind it, their bounds, how long all lines "
        + "and curves are together, how far the stage moved a point at most, and how long it took. A path "
        + "that was divided anew is compared with the nearest point of what it was.",
      "--dump-after writes the drawing as a stage left it. A stage is called by its id, else by its name, "
        + "numbered from the second of a name on: 'jitter (2)'; 'import' is the drawing before all stages.",
    ],
    options: [
      OptionSpec(name: "json", help: "Write JSON."),
      OptionSpec(
        name: "dump-after", value: "ID",
        help: "Write the drawing as this stage left it, in place of the table."),
      OptionSpec(
        name: "output", letter: "o", value: "OUT", isFile: true,
        help: "Where --dump-after writes: a file, a folder or -, which it is by default."),
      OutputCheck.overwrite,
    ] + PlanOptions.all,
    examples: [
      ("strokemill explain house.svg -p preset:pencil", "Which stage moves points how far:"),
      (
        "strokemill explain house.svg -p preset:pencil --dump-after import -o before.svg",
        "What the stages get to see:"
      ),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    let color = arguments.text("color")
    guard let catalogue = PluginOptions.catalogue(arguments),
      let plan = PlanOptions.plan(arguments, catalogue)
    else { return ExitStatus.usage }
    let file = arguments.operands[0]
    let report = Report(Terminal(color: color))
    do throws(UsageError) {
      if let id = arguments.text("dump-after") {
        if arguments.has("json") {
          throw UsageError(message: "--json has no table to write beside --dump-after")
        }
        return try dump(
          file, plan.ending(after: row(of: id, in: plan)), arguments, catalogue, report)
      }
      for name in ["output", "to"] where arguments.has(name) {
        throw UsageError(message: "--\(name) says where --dump-after writes, which isn't given")
      }
    } catch {
      Tool.usageError(error.message, color)
      return ExitStatus.usage
    }
    return show(file, plan, arguments.has("json"), catalogue, report)
  }

  /// The row of the stage that an id names; nil for the importer.
  private static func row(of id: String, in plan: Plan) throws(UsageError) -> Int? {
    if let row = plan.steps.firstIndex(where: { $0.label == id }) { return row }
    if id == "import" { return nil }
    let names = ["import"] + plan.steps.map(\.label)
    throw UsageError(
      message: "the pipeline has no stage '\(Path(id).shown)'"
        + (suggestion(for: id, among: names)
          ?? "; there are " + names.map { "'\($0)'" }.joined(separator: ", ")))
  }

  // MARK: The drawing

  private static func dump(
    _ file: Path, _ plan: Plan, _ arguments: ParsedArguments, _ catalogue: Catalogue,
    _ report: Report
  ) throws(UsageError) -> Int32 {
    let out = arguments.last("output") ?? .standard
    if let identity = FileIdentity(file), FileIdentity(out) == identity {
      throw UsageError(message: "the output \(out.shown) would replace the input \(file.shown)")
    }
    let naming = OutputNaming(plan: plan, registry: catalogue.registry)
    let names = try naming.names(
      inputs: InputList(file, registry: catalogue.registry), output: out, allowsInPlace: false)
    try OutputCheck.run(names, overwrites: arguments.has(OutputCheck.overwrite.name))
    let conversion = Conversion(
      plan: plan, tasks: names.tasks, catalogue: catalogue, runner: .here,
      failureLimit: FailureLimit(),
      isStrict: false,
      allowedLosses: [])
    return conversion.run(
      workers: 1, report: report, reports: [], showsLosses: false, isQuiet: false)
  }

  // MARK: The table

  private static func show(
    _ file: Path, _ plan: Plan, _ isJSON: Bool, _ catalogue: Catalogue, _ report: Report
  ) -> Int32 {
    let (outcome, explanation) = look(at: file, plan)
    report.say(outcome, showsLosses: false)
    if outcome.lacksFormat { catalogue.sayUnusable() }
    let written: Int32
    if isJSON {
      written = Terminal.output(json(outcome, explanation).takeBytes().span)
    } else {
      written = explanation.steps.isEmpty ? ExitStatus.done : Terminal.output(table(explanation))
    }
    return outcome.failed ? ExitStatus.failed : written
  }

  private static func look(at path: Path, _ plan: Plan) -> (Outcome, Explanation) {
    var explanation = Explanation()
    let outcome = InputFile.outcome(of: path, plan) { (name: String, bytes: consuming [UInt8]) in
      let (outcome, found) = Worker.explain(
        Job(name: name, input: consume bytes, plan: plan, targets: []))
      explanation = found
      return outcome
    }
    return (outcome, explanation)
  }

  private static func table(_ explanation: Explanation) -> String {
    var rows = [
      ["after", "paths", "points", "x", "y", "width", "height", "length", "moved", "time"]
    ]
    for step in explanation.steps {
      let box = step.bounds
      let numbers: [Double?] = [
        box?.minX, box?.minY, box?.width, box?.height, step.length, step.displacement,
      ]
      rows.append(
        [step.origin.label, "\(step.paths)", "\(step.points)"]
          + numbers.map { $0.map { text($0, 2) } ?? "-" } + [
            text(step.duration.inSeconds * 1e3, 2) + " ms"
          ])
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    var table = ""
    for row in rows {
      var line = Help.padded(row[0], widths[0])
      for column in row.indices.dropFirst() {
        line += String(repeating: " ", count: 2 + widths[column] - row[column].count) + row[column]
      }
      table += line + "\n"
    }
    return table
  }

  private static func text(_ number: Double, _ precision: Int) -> String {
    var sink = ByteSink()
    _ = sink.append(number, precision: precision)
    return String(decoding: sink.takeBytes(), as: UTF8.self)
  }

  private static func json(_ outcome: Outcome, _ explanation: Explanation) -> ByteSink {
    var writer = JSONWriter(form: .indented)
    writer.beginObject()
    writer.key("file")
    writer.value(outcome.name)
    writer.key("failed")
    writer.value(outcome.failed)
    writer.key("steps")
    writer.beginArray()
    for step in explanation.steps {
      writer.beginObject()
      writer.key("after")
      writer.value(step.origin.label)
      writer.key("paths")
      writer.value(step.paths)
      writer.key("points")
      writer.value(step.points)
      writer.key("bounds")
      if let box = step.bounds {
        writer.beginArray(.spaced)
        for number in [box.minX, box.minY, box.maxX, box.maxY] { writer.value(number) }
        writer.end()
      } else {
        writer.null()
      }
      writer.key("length")
      writer.value(step.length)
      writer.key("displacement")
      if let displacement = step.displacement { writer.value(displacement) } else { writer.null() }
      writer.key("seconds")
      writer.seconds(step.duration.inSeconds)
      writer.end()
    }
    writer.end()
    writer.end()
    return writer.finish()
  }
}

extension Outcome.Origin {
  /// What `--dump-after` calls it.
  fileprivate var label: String {
    if case .stage(_, let label) = self { label } else { "import" }
  }
}
