import Pipeline
import PluginBridge
import PluginKit

/// `strokemill convert`: reads files, runs the stages, writes files.
enum ConvertCommand {
  static let spec = CommandSpec(
    name: "convert", operands: "IN…", operandCount: 0...Int.max,
    summary: "Convert drawings, running stages on the way.",
    details: [
      "OUT is a file for one input, and a folder for several inputs or when it ends in / or is a "
        + "folder; there each output is named after its input. Missing folders at the end of OUT/ "
        + "are made. - stands for standard input and output. What is there already is replaced only "
        + "with --overwrite, an input only with --in-place, and stays whole until the new file is complete. "
        + "All that stands in the way of an output is found before the first input is read.",
      "IN may be a pattern in quotes, which the tool looks up itself: 'icons/**/*.svg', with ** for any "
        + "number of folders. What lies below the part without wildcards, below a folder with -r, or in folders of "
        + "a list, keeps its place below OUT. Hidden files, links to folders and OUT itself are left out.",
      "OUT may be a name with places to fill in: {dir}, {stem} and {index} of the input, {ext} and "
        + "{format} of the output, the {seed}, and {hash}: the first 16 digits of the SHA-256 of the input. {{ and }} "
        + "stand for braces.",
      "Several seeds, such as --seed 1..50 or 3,8,13, write an edition with each.",
      "The output format is that of --to, else OUT's extension, else the formats under export in the "
        + "pipeline file, else SVG.",
      "What an output can't carry is a loss: one line a file sums them up, or one for all of more than "
        + "20 files.",
      "A file that fails costs the others nothing. Ctrl-C lets the files in work be finished and tells "
        + "how far it got; a second one stops at once.",
    ],
    options: [
      OptionSpec(
        name: "output", letter: "o", value: "OUT", isFile: true,
        help: "Where to write: a file, a folder or -.")
    ] + InputList.options + PlanOptions.all + [
      OptionSpec(name: "losses", help: "Show each kind of loss with its first place."),
      OptionSpec(
        name: "strict", help: "Treat a file that loses something as failed: it isn't written."),
      OptionSpec(
        name: "allow-loss", value: "KINDS", repeats: true,
        help: "Losses that --strict allows, by kind: text,filter."),
      ReportFile.option,
      OutputCheck.overwrite,
      OptionSpec(name: "in-place", help: "Allow an output to replace its own input."),
      RunOptions.jobs, FailureLimit.failFast, FailureLimit.maxFailures, Shard.shard,
      Shard.shardIndex0,
      RunOptions.quiet,
    ] + IsolationOptions.all,
    examples: [
      ("strokemill convert drawing.svg -o drawing.eps", "An EPS for a paper:"),
      (
        "strokemill convert icons/*.svg -o out/ -s aspect-fit:width=300px,bounds=ink -s jitter",
        "An icon set, drawn by hand, 300 px wide:"
      ),
      (
        "strokemill convert drawings/ -r -o out/ --exclude 'draft*' -p preset:pencil",
        "A tree of folders, mirrored:"
      ),
      (
        "strokemill convert track.csv -o track.svg --from csv:x=lon,y=lat -s project -s aspect-fit:page=a4",
        "A GPS track on a sheet of paper:"
      ),
      (
        "strokemill convert drawing.svg -o 'edition-{seed}.svg' -p preset:pencil --seed 1..50",
        "Fifty editions, no two alike:"
      ),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    guard let catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
    let color = arguments.text("color")
    if arguments.operands.isEmpty && !arguments.has("files-from") {
      Tool.usageError(InputList.missing, color)
      return ExitStatus.usage
    }
    guard let out = arguments.last("output") else {
      Tool.usageError("'convert' needs an output: -o FILE, -o FOLDER/ or -o -", color)
      return ExitStatus.usage
    }
    do throws(UsageError) {
      let workers = try RunOptions.workers(arguments)
      let failureLimit = try FailureLimit(arguments)
      let shard = try Shard(arguments)
      let isolation = try IsolationOptions(arguments)
      let seeds = try seeds(arguments)
      let bases = FoundBases()
      guard
        let request = PlanOptions.request(arguments, seed: seeds.first.map { "\($0)" })
          .map(bases.watching), let plan = PlanOptions.plan(request, catalogue)
      else { return ExitStatus.usage }
      let inputs = try InputList(arguments, output: out, registry: catalogue.registry)
      let naming = OutputNaming(plan: plan, registry: catalogue.registry, seeds: seeds)
      // Of all inputs, so that each part names and numbers its outputs as the whole would.
      let names = try naming.names(
        inputs: inputs, output: out, allowsInPlace: arguments.has("in-place"))
      let all = names.tasks
      let tasks = shard.map { shard in all.filter { shard.has($0.input) } } ?? all
      if let shard, tasks.isEmpty, !arguments.has("quiet") {
        Terminal(color: color).say(
          "strokemill: none of the inputs is in \(shard.description) [shard]")
      }
      if tasks.count == 1, !arguments.has("quiet"), tasks[0].outputs.first?.path == out,
        let doubt = naming.doubt(about: out)
      {
        Report(Terminal(color: color)).say(
          Diagnostic(.warning, "output.other-extension", doubt), of: out.shown)
      }
      let reportPaths = arguments.given.filter { $0.name == ReportFile.option.name }.map(\.value)
      for (row, report) in reportPaths.enumerated() {
        if reportPaths[..<row].contains(report) {
          throw UsageError(message: "two reports would go to \(report.shown)")
        }
        try ReportFile.check(
          report,
          against: inputs.inputs.map(\.path) + (arguments.last("pipeline").map { [$0] } ?? [])
            + plan.files.map { Path(bytes: $0) },
          outputs: all.flatMap { $0.outputs.map(\.path) })
      }
      try OutputCheck.run(
        names.with(tasks), overwrites: arguments.has(OutputCheck.overwrite.name))
      let formats = Set(tasks.flatMap { $0.outputs.map(\.target.format) })
      let runner = try isolation.runner(
        plan,
        Assignment(
          plugins: arguments.texts(PluginOptions.plugin.name), request: request, bases: bases.all),
        byItself: tasks.count > 1 && catalogue.runsLibrary(in: plan, formats: Array(formats)))
      defer { runner.close() }
      // Opening it empties it.
      let reports = try reportPaths.map { path throws(UsageError) in try ReportFile(path) }
      let conversion = Conversion(
        plan: plan, tasks: tasks, catalogue: catalogue, runner: runner,
        failureLimit: failureLimit, isStrict: arguments.has("strict"),
        allowedLosses: Set(
          arguments.texts("allow-loss").flatMap { $0.split(separator: ",").map(String.init) }),
        folderHint: "; -r takes the files in it")
      return conversion.run(
        workers: workers, report: Report(Terminal(color: color)), reports: reports,
        showsLosses: arguments.has("losses"), isQuiet: arguments.has("quiet"))
    } catch {
      Tool.usageError(error.message, color)
      if error.lacksFormat { catalogue.sayUnusable() }
      return ExitStatus.usage
    }
  }

  /// The seeds of the editions to make; none unless there are several.
  private static func seeds(_ arguments: ParsedArguments) throws(UsageError) -> [UInt64] {
    guard let text = arguments.text("seed") else { return [] }
    let values = try ValueList.values(of: text, for: "--seed")
    guard values.count > 1 else { return [] }
    var seeds: [UInt64] = []
    var known: Set<UInt64> = []
    for value in values {
      // The text for a plan's seed is checked there; here each of many is.
      guard let seed = Int(value), seed >= 0 else {
        throw UsageError(
          message: "--seed takes whole numbers from 0 to \(Int.max), such as 1..50, not "
            + "'\(Path(value).shown)'")
      }
      guard known.insert(UInt64(seed)).inserted else {
        throw UsageError(message: "--seed names \(seed) twice")
      }
      seeds.append(UInt64(seed))
    }
    return seeds
  }
}
