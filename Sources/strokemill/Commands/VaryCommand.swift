import Pipeline
import PluginBridge
import PluginKit

/// `strokemill vary`: shows what parameters do, on a sheet of pictures.
enum VaryCommand {
  /// How many pictures a sheet has unless more are allowed.
  private static let usualLimit = 400
  /// How many it may have at most.
  private static let largestLimit = 10_000

  static let spec = CommandSpec(
    name: "vary", operands: "FILE…", operandCount: 1...Int.max,
    summary: "Write a sheet of variations of drawings, to choose parameters by eye.",
    details: [
      "The sheet is an HTML page that stands alone: every drawing with every combination of the values, and under "
        + "each picture what to write into a pipeline file to get it. The last --vary runs along the rows.",
      "--vary takes what --set takes (outline.roughness=0.5,1,2), a variable of the pipeline (look=1,2), seed=1..4, or "
        + "pipeline=preset:pencil,preset:marker. A | divides values that have commas in them.",
    ],
    options: [
      OptionSpec(
        name: "output", letter: "o", value: "SHEET", isFile: true,
        help: "Where to write the sheet: a file such as sheet.html, or -."),
      OutputCheck.overwrite,
      OptionSpec(
        name: "vary", value: "NAME=VALUES", repeats: true,
        help: "What to vary: values with commas between them, whole numbers also as 1..4."),
      OptionSpec(
        name: "most", value: "N",
        help: "How many pictures the sheet may have; by default \(usualLimit)."),
    ] + PlanOptions.all.filter { $0.name != "to" } + [RunOptions.jobs, RunOptions.quiet],
    examples: [
      (
        "strokemill vary house.svg -p preset:pencil --vary outline.roughness=0.5,1,2 --vary seed=1..4 -o sheet.html",
        "How rough may the pencil be?"
      ),
      (
        "strokemill vary icons/*.svg --vary pipeline=preset:pencil,preset:marker,preset:xkcd -o sheet.html",
        "Which preset suits these icons?"
      ),
    ],
    run: { arguments in
      guard let catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
      do throws(UsageError) {
        return try run(arguments, catalogue)
      } catch {
        Tool.usageError(error.message, arguments.text("color"))
        return ExitStatus.usage
      }
    })

  private static func run(
    _ arguments: ParsedArguments, _ catalogue: Catalogue
  ) throws(UsageError) -> Int32 {
    guard let out = arguments.last("output") else {
      throw UsageError(message: "'vary' needs an output: -o sheet.html or -o -")
    }
    let parameters = try parameters(arguments)
    try checkCount(parameters, arguments)
    try checkOutput(out, arguments)
    let workers = try RunOptions.workers(arguments)
    guard let request = PlanOptions.request(arguments),
      let variations = try variations(of: parameters, request, arguments, catalogue)
    else { return ExitStatus.usage }
    try OutputCheck.run(out, overwrites: arguments.has(OutputCheck.overwrite.name))

    let files = arguments.operands
    let isQuiet = arguments.has("quiet")
    let report = Report(Terminal(color: arguments.text("color")))
    var said = SaidFindings()
    var failed = false
    var sheet = beginSheet(files, parameters, variations)
    let columns = parameters.last?.values.count ?? 1
    Parallel.run(files.count * variations.count, workers: workers) { i in
      draw(files[i / variations.count], variations[i % variations.count].plan, number: i + 1)
    } deliver: { i, outcome in
      let row = i % variations.count
      if row == 0 { sheet.beginDrawing(files[i / variations.count].shown) }
      let choices = variations[row].choices
      if row % columns == 0 {
        sheet.beginRow(choices.dropLast().map(words).joined(separator: ", "))
      }
      let fault = outcome.findings.first { $0.diagnostic.severity == .error }
      sheet.add(
        picture: outcome.outputs.first?.text, fault: fault?.diagnostic.message ?? "",
        caption: choices.last.map(words) ?? "", lines: variations[row].lines)
      if row % columns == columns - 1 { sheet.endRow() }
      failed = failed || outcome.failed
      var news = said.news(in: outcome)
      if isQuiet { news.findings.removeAll { $0.diagnostic.severity != .error } }
      report.say(news, showsLosses: false)
    }
    do throws(FileError) {
      try OutputFile.write(Array(sheet.finish().utf8).span, to: out)
    } catch {
      failed = true
      report.say(error.diagnostic(of: out.shownAsOutput), of: out.shown)
    }
    return failed ? ExitStatus.failed : ExitStatus.done
  }

  // MARK: What was asked for

  private static func parameters(
    _ arguments: ParsedArguments
  ) throws(UsageError) -> [VariedParameter] {
    var parameters: [VariedParameter] = []
    for text in arguments.texts("vary") {
      let parameter = try VariedParameter(text)
      if parameters.contains(where: { $0.name == parameter.name }) {
        throw UsageError(
          message:
            "--vary names '\(Path(parameter.name).shown)' twice; give all of its values in one")
      }
      parameters.append(parameter)
    }
    guard !parameters.isEmpty else {
      throw UsageError(
        message:
          "'vary' needs something to vary: --vary outline.roughness=0.5,1,2 or --vary seed=1..4")
    }
    if arguments.has("seed"), parameters.contains(where: { $0.kind == .seed }) {
      throw UsageError(message: "the seed is varied and given with --seed; keep one of them")
    }
    if arguments.has("pipeline"), parameters.contains(where: { $0.kind == .pipeline }) {
      throw UsageError(message: "the pipeline is varied and given with -p; keep one of them")
    }
    return parameters
  }

  private static func checkCount(
    _ parameters: [VariedParameter], _ arguments: ParsedArguments
  ) throws(UsageError) {
    var limit = usualLimit
    if let text = arguments.text("most") {
      guard let number = Int(text), (1...largestLimit).contains(number) else {
        throw UsageError(
          message: "'--most' takes a whole number from 1 to \(largestLimit), not "
            + "'\(Path(text).shown)'")
      }
      limit = number
    }
    let files = arguments.operands.count
    var count = files
    for parameter in parameters {
      let (product, overflows) = count.multipliedReportingOverflow(by: parameter.values.count)
      count = overflows ? Int.max : product
      if overflows { break }
    }
    guard count > limit else { return }
    let factors = parameters.map { "\($0.values.count) × '\(Path($0.name).shown)'" }
    let of = files == 1 ? "one drawing" : "\(files) drawings"
    throw UsageError(
      message: "\(factors.joined(separator: ", ")) of \(of) are \(count) pictures, more than the "
        + "\(limit) that the sheet may have; vary less"
        + (count <= largestLimit ? ", or allow them with --most \(count)" : ""))
  }

  private static func checkOutput(
    _ out: Path, _ arguments: ParsedArguments
  ) throws(UsageError) {
    let inputs = arguments.operands + (arguments.last("pipeline").map { [$0] } ?? [])
    let identity = FileIdentity(out)
    if let input = inputs.first(where: {
      out != .standard && ($0 == out || (identity != nil && FileIdentity($0) == identity))
    }) {
      throw UsageError(message: "the sheet \(out.shown) would replace the input \(input.shown)")
    }
  }

  /// All combinations, the last parameter's values running fastest; says what is wrong and gives nil when
  /// that's something.
  private static func variations(
    of parameters: [VariedParameter], _ request: PlanRequest, _ arguments: ParsedArguments,
    _ catalogue: Catalogue
  ) throws(UsageError) -> [Variation]? {
    var catalogue = catalogue
    var variations: [Variation] = []
    var problems: [PlanProblem] = []
    var known: Set<String> = []
    let count = parameters.reduce(1) { $0 * $1.values.count }
    for number in 0..<count {
      var choices: [(parameter: VariedParameter, value: String)] = []
      var rest = number
      for parameter in parameters.reversed() {
        choices.insert((parameter, parameter.values[rest % parameter.values.count]), at: 0)
        rest /= parameter.values.count
      }
      var varied = request
      for (parameter, value) in choices {
        do {
          try parameter.apply(value, to: &varied)
        } catch {
          throw UsageError(message: "the pipeline \(Path(value).shown): \(error.message)")
        }
      }
      let base = choices.first { $0.parameter.kind == .pipeline }?.value
      do {
        variations.append(
          Variation(
            choices: choices, plan: try PlanOptions.check(varied, &catalogue),
            base: base ?? arguments.last("pipeline").flatMap { $0 == .standard ? nil : $0.text }))
      } catch {
        // What is wrong with a name or a value is wrong in all combinations.
        for problem in error.problems {
          let about = "\(problem.source.name) \(problem.place) \(problem.message)"
          if known.insert(about).inserted { problems.append(hinted(problem, parameters)) }
        }
        if problems.count >= 50 { break }
      }
    }
    guard problems.isEmpty else {
      PlanOptions.say(problems, catalogue)
      return nil
    }
    return variations
  }

  /// A name without a dot is taken for a variable; perhaps one of the own names was meant.
  private static func hinted(
    _ problem: PlanProblem, _ parameters: [VariedParameter]
  ) -> PlanProblem {
    guard problem.code == "pipeline.unknown-variable", problem.source.name == "--vary",
      !problem.message.contains("did you mean"),
      let parameter = parameters.first(where: {
        $0.kind == .variable && problem.source.text.hasPrefix($0.name + "=")
      }), let hint = suggestion(for: parameter.name, among: VariedParameter.ownNames)
    else { return problem }
    var hinted = problem
    hinted.message += hint
    return hinted
  }

  // MARK: The sheet

  private static func beginSheet(
    _ files: [Path], _ parameters: [VariedParameter], _ variations: [Variation]
  ) -> VariationSheet {
    let count = files.count * variations.count
    let title = files.count == 1 ? files[0].lastComponent.shown : "\(files.count) drawings"
    var facts: [String] = []
    if let base = variations.first?.base, !parameters.contains(where: { $0.kind == .pipeline }) {
      facts.append("Pipeline: " + Path(base).shown)
    }
    let factors = parameters.map { "\(Path($0.name).shown) (\($0.values.count))" }
    facts.append(
      factors.joined(separator: " × ") + ": " + (count == 1 ? "1 picture" : "\(count) pictures"))
    return VariationSheet(title: "Variations of \(title)", facts: facts)
  }

  private static func words(_ choice: (parameter: VariedParameter, value: String)) -> String {
    "\(choice.parameter.name) = \(choice.value)".onOneLine(limit: .max)
  }

  /// Draws one picture. Its ids begin with its number, so that no two pictures of a page share one.
  private static func draw(_ path: Path, _ plan: Plan, number: Int) -> Outcome {
    InputFile.outcome(of: path, plan) { (name: String, bytes: consuming [UInt8]) in
      do throws(OptionProblems) {
        let plan = try plan.with(Option("id-prefix", .text("v\(number)-")), forExporter: "svg")
        return Worker.run(
          Job(name: name, input: consume bytes, plan: plan, targets: [Job.Target(format: "svg")]))
      } catch {
        let message = error.problems.map(\.message).joined(separator: "; ")
        return Outcome(name: name, failure: Diagnostic(.error, "vary.no-picture", message))
      }
    }
  }
}

extension Outcome.Output {
  /// The bytes as text.
  fileprivate var text: String { String(decoding: bytes, as: UTF8.self) }
}
