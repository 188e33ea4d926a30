import Pipeline

/// `strokemill check`: finds everything that is wrong with pipeline files.
enum CheckCommand {
  static let spec = CommandSpec(
    name: "check", operands: "PIPELINE…", operandCount: 1...Int.max,
    summary: "Check pipeline files and show all that is wrong.",
    details: ["Exit status: 0 when all is well, 2 when something is wrong."],
    options: [
      PlanOptions.set, PlanOptions.variable, PluginOptions.plugin,
      OptionSpec(
        name: "resolved",
        help: "Write each pipeline as it would run, with its variables replaced."),
    ],
    examples: [("strokemill check pipeline.json", "Is it right?")],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    guard let catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
    var status = ExitStatus.done
    for path in arguments.operands {
      var one = arguments
      one.given.append(("pipeline", path))
      guard let plan = PlanOptions.plan(one, catalogue) else {
        status = ExitStatus.usage
        continue
      }
      let count = plan.steps.count { $0.isEnabled }
      let written = Terminal.output(
        arguments.has("resolved")
          ? plan.resolvedPipeline(withFiles: true)
          : "\(path.shown): all right, \(count == 1 ? "1 stage" : "\(count) stages")\n")
      guard written == ExitStatus.done else { return written }
    }
    return status
  }
}
