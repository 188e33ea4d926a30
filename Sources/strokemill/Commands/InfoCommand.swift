import NumberText
import Pipeline
import PluginBridge
import PluginKit
import StrictJSON

/// `strokemill info`: tells what is in a drawing.
enum InfoCommand {
  static let spec = CommandSpec(
    name: "info", operands: "FILE…", operandCount: 1...Int.max,
    summary: "Show what is in a drawing: counts, bounds, size, groups, losses.",
    details: ["With stages it shows the drawing that they leave."],
    options: [
      OptionSpec(name: "json", help: "Write JSON: an array with an object a file.")
    ] + PlanOptions.all.filter { $0.name != "to" },
    examples: [
      ("strokemill info drawing.svg", "What is in a file:"),
      ("strokemill info --json icons/*.svg", "The same for a script:"),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    guard let catalogue = PluginOptions.catalogue(arguments),
      let plan = PlanOptions.plan(arguments, catalogue)
    else {
      return ExitStatus.usage
    }
    let report = Report(Terminal(color: arguments.text("color")))
    let isJSON = arguments.has("json")
    var json = JSONWriter(form: .indented)
    if isJSON { json.beginArray() }
    var failed = false
    var lacksFormat = false
    var isFirst = true
    for path in arguments.operands {
      let outcome = InputFile.outcome(of: path, plan) { (name: String, bytes: consuming [UInt8]) in
        Worker.run(
          Job(name: name, input: consume bytes, plan: plan, targets: [], wantsSummary: true))
      }
      failed = failed || outcome.failed
      lacksFormat = lacksFormat || outcome.lacksFormat
      report.say(outcome, showsLosses: true, showsNotes: true)
      guard !outcome.failed, let summary = outcome.summary else { continue }
      if isJSON {
        write(outcome, summary, to: &json)
      } else {
        var text = isFirst ? "" : "\n"
        isFirst = false
        text += "\(outcome.name): \(outcome.importFormat ?? ""), \(outcome.inputBytes) bytes\n"
        for line in summary.lines { text += "  \(line.onOneLine(limit: .max))\n" }
        text += "  \(Report.summary(of: outcome.losses) ?? "no losses")\n"
        let written = Terminal.output(text)
        guard written == ExitStatus.done else { return written }
      }
    }
    if lacksFormat { catalogue.sayUnusable() }
    if isJSON {
      json.end()
      let sink = json.finish()
      let written = Terminal.output(sink.span)
      guard written == ExitStatus.done else { return written }
    }
    return failed ? ExitStatus.failed : ExitStatus.done
  }

  private static func write(
    _ outcome: Outcome, _ summary: DrawingSummary, to json: inout JSONWriter
  ) {
    json.beginObject()
    json.key("file")
    json.value(outcome.name)
    json.key("format")
    json.value(outcome.importFormat ?? "")
    json.key("bytes")
    json.value(outcome.inputBytes)
    json.key("drawing")
    // The summary is JSON of the engine's own making, so it can be read.
    if let tree = try? JSONNode(parsing: summary.json) { json.value(tree.value) }
    for (severity, name) in [
      (Diagnostic.Severity.loss, "losses"), (.warning, "warnings"), (.note, "notes"),
    ] {
      json.key(name)
      json.beginArray()
      for finding in outcome.findings where finding.diagnostic.severity == severity {
        let diagnostic = finding.diagnostic
        json.beginObject()
        json.key("code")
        json.value(diagnostic.code.rawValue)
        if severity == .loss {
          json.key("kind")
          json.value(diagnostic.kind)
        }
        json.key("message")
        json.value(diagnostic.message)
        json.key("count")
        json.value(diagnostic.count)
        if let place = diagnostic.place {
          json.key("line")
          json.value(place.line)
          json.key("column")
          json.value(place.column)
        }
        json.end()
      }
      json.end()
    }
    json.end()
  }
}
