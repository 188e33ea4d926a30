import Pipeline
import PluginBridge
import PluginKit

/// What `convert` and `run` do: finds the inputs, names the outputs, looks whether anything stands in the way,
/// and converts.
struct BulkRun {
  /// The options that both have.
  static let options =
    PlanOptions.all + [
      OptionSpec(name: "losses", help: "Show each kind of loss with its first place."),
      OptionSpec(
        name: "strict", help: "Treat a file that loses something as failed: it isn't written."),
      OptionSpec(
        name: "allow-loss", value: "KINDS", repeats: true,
        help: "Losses that --strict allows, by kind: text,filter."),
      ReportFile.option,
      OutputCheck.overwrite,
      JournalKeeper.incremental, JournalKeeper.prune, JournalKeeper.dryRun, watch,
      RunOptions.jobs, FailureLimit.failFast, FailureLimit.maxFailures, Shard.shard,
      Shard.shardIndex0,
      RunOptions.quiet,
    ] + IsolationOptions.all

  /// The command line.
  let arguments: ParsedArguments
  /// Whether the pipeline file names the inputs and the output.
  let followsFile: Bool
  let catalogue: Catalogue
  private let workers: Int
  private let failureLimit: FailureLimit
  private let shard: Shard?
  private let isolation: IsolationOptions
  private let seeds: [UInt64]
  private let reportPaths: [Path]

  var isQuiet: Bool { arguments.has("quiet") }
  var isIncremental: Bool { arguments.has(JournalKeeper.incremental.name) }
  private var isDry: Bool { arguments.has(JournalKeeper.dryRun.name) }
  var terminal: Terminal { Terminal(color: arguments.text("color")) }
  var report: Report { Report(terminal) }

  /// Reads the options and does it all.
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - followsFile: Whether the pipeline file names the inputs and the output.
  /// - Returns: The exit status.
  static func run(_ arguments: ParsedArguments, followsFile: Bool) -> Int32 {
    guard let catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
    do throws(UsageError) {
      return try BulkRun(arguments, followsFile: followsFile, catalogue).run()
    } catch {
      Tool.usageError(error.message, arguments.text("color"))
      if error.lacksFormat { catalogue.sayUnusable() }
      return ExitStatus.usage
    }
  }

  private init(
    _ arguments: ParsedArguments, followsFile: Bool, _ catalogue: Catalogue
  ) throws(UsageError) {
    self.arguments = arguments
    self.followsFile = followsFile
    self.catalogue = catalogue
    workers = try RunOptions.workers(arguments)
    failureLimit = try FailureLimit(arguments)
    shard = try Shard(arguments)
    isolation = try IsolationOptions(arguments)
    seeds = try BulkRun.seeds(arguments)
    reportPaths = arguments.given.filter { $0.name == ReportFile.option.name }.map(\.value)
    if arguments.has(JournalKeeper.prune.name), !isIncremental {
      throw UsageError(
        message: "--prune removes what the journal of --incremental knows; give both")
    }
    if isIncremental, arguments.has("in-place") {
      throw UsageError(
        message: "--incremental needs inputs that stay as they are; it doesn't go with --in-place")
    }
  }

  // MARK: What is to be done

  /// All that is to be done.
  struct Work {
    var plan: Plan
    var request: PlanRequest
    var bases: FoundBases
    var inputs: InputList
    /// Of all inputs, so that each part names and numbers its outputs as the whole would.
    var all: OutputNaming.TaskList
    var names: OutputNaming.Names
  }

  /// Finds out what is to be done.
  /// - Parameter bases: Takes what pipeline files extend.
  /// - Returns: The work; nil when something is wrong with the pipeline, which is then said.
  /// - Throws: When anything else is wrong.
  func work(_ bases: FoundBases) throws(UsageError) -> Work? {
    guard
      let request = PlanOptions.request(arguments, seed: seeds.first.map { "\($0)" })
        .map(bases.watching), let plan = PlanOptions.plan(request, catalogue)
    else { return nil }
    let out = try output(plan)
    let inputs = try InputList(
      followsFile ? plan.inputs.map { Path(bytes: $0) } : arguments.operands, arguments,
      takesFolders: followsFile, output: out, registry: catalogue.registry)
    let naming = OutputNaming(plan: plan, registry: catalogue.registry, seeds: seeds)
    let names = try naming.names(
      inputs: inputs, output: out, allowsInPlace: arguments.has("in-place"))
    let part = shard.map { shard in
      names.part(names.tasks.indices.filter { shard.has(names.tasks.input(of: $0)) })
    }
    let tasks = (part ?? names).tasks
    if let shard, tasks.isEmpty, !isQuiet {
      terminal.say("strokemill: none of the inputs is in \(shard.description) [shard]")
    }
    if tasks.count == 1, !isQuiet, tasks[0].outputs.first?.path == out,
      let doubt = naming.doubt(about: out)
    {
      report.say(Diagnostic(.warning, "output.other-extension", doubt), of: out.shown)
    }
    return Work(
      plan: plan, request: request, bases: bases, inputs: inputs, all: names.tasks,
      names: part ?? names)
  }

  private func output(_ plan: Plan) throws(UsageError) -> Path {
    if let out = arguments.last("output") { return out }
    guard followsFile else {
      throw UsageError(message: "'convert' needs an output: -o FILE, -o FOLDER/ or -o -")
    }
    let name = arguments.last("pipeline")?.shown ?? ""
    guard !plan.inputs.isEmpty else {
      throw UsageError(
        message:
          "\(name) names no inputs, such as \"inputs\": [\"drawings/*.svg\"]; 'strokemill convert IN… "
          + "-p \(name)' takes them from the command line")
    }
    guard let output = plan.output else {
      throw UsageError(
        message: "\(name) names no output, such as \"output\": \"out/\"; -o does so, too")
    }
    return Path(bytes: output)
  }

  // MARK: Doing it

  private func run() throws(UsageError) -> Int32 {
    if arguments.has(BulkRun.watch.name) { return try watch() }
    guard let work = try work(FoundBases()) else { return ExitStatus.usage }
    return try convert(work, isSummed: isIncremental) { _ in
      false
    } deliver: { _, _ in
    }
  }

  /// Converts.
  /// - Parameters:
  ///   - work: What is to be done.
  ///   - isSummed: Whether a summary closes it however few files there are.
  ///   - isOwn: Whether an output that is there may be replaced in any case.
  ///   - deliver: Takes what became of each task.
  /// - Returns: The exit status.
  /// - Throws: When something stands in the way; nothing is done then.
  func convert(
    _ work: Work, isSummed: Bool, isOwn: (Path) -> Bool,
    deliver: (Int, Conversion.Result) -> Void
  ) throws(UsageError) -> Int32 {
    try checkReports(work)
    let keeper = try keeper(work)
    try keeper?.look(at: work.names.tasks)
    var check = OutputCheck(
      overwrites: arguments.has(OutputCheck.overwrite.name), makesFolders: work.names.makesFolders)
    try check.add(work.names.tasks) { row in
      keeper?.tasks.verdicts[row] != .unchanged
    } isKnown: { output throws(UsageError) in
      if isOwn(output) { return true }
      return try keeper?.knows(output) ?? false
    }
    try check.end()
    if isDry { return try describe(work, keeper) }
    try check.makeFolders()
    try keeper?.claim()
    let runner = try runner(work)
    defer { runner.close() }
    // Opening them empties them.
    let reports = try reportPaths.map { path throws(UsageError) in try ReportFile(path) }
    let conversion = Conversion(
      plan: work.plan, tasks: work.names.tasks, catalogue: catalogue, runner: runner,
      failureLimit: failureLimit, isStrict: arguments.has("strict"), allowedLosses: allowedLosses,
      folderHint: followsFile ? "" : "; -r takes the files in it", journaled: keeper?.tasks,
      writesNewFiles: check.findsNothing)
    let status = conversion.run(
      workers: workers, report: report, reports: reports, keeper: keeper, isSummed: isSummed,
      showsLosses: arguments.has("losses"), isQuiet: isQuiet, delivered: deliver)
    guard let keeper, status != ExitStatus.interrupted else { return status }
    let isPruned = prune(work, keeper)
    return isPruned ? status : ExitStatus.failed
  }

  private var allowedLosses: Set<String> {
    Set(arguments.texts("allow-loss").flatMap { $0.split(separator: ",").map(String.init) })
  }

  private func checkReports(_ work: Work) throws(UsageError) {
    for (row, report) in reportPaths.enumerated() {
      if reportPaths[..<row].contains(report) {
        throw UsageError(message: "two reports would go to \(report.shown)")
      }
      try ReportFile.check(
        report,
        against: Array(work.inputs.paths)
          + (arguments.last("pipeline").map { [$0] } ?? [])
          + work.plan.files.map { Path(bytes: $0) },
        outputs: work.all.flatMap { $0.outputs.map(\.path) })
    }
  }

  private func keeper(_ work: Work) throws(UsageError) -> JournalKeeper? {
    guard isIncremental else { return nil }
    if work.names.tasks.contains(where: { task in
      task.input == .standard || task.outputs.contains { $0.path == .standard }
    }) {
      throw UsageError(message: "--incremental is about files; standard input and output are none")
    }
    let refusals =
      arguments.has("strict")
      ? "strict " + allowedLosses.sorted().joined(separator: ",") : "lenient"
    return try JournalKeeper(
      in: work.names.root, Recipe(work.plan, catalogue, refusals: refusals), isReadOnly: isDry)
  }

  private func runner(_ work: Work) throws(UsageError) -> JobRunner {
    try isolation.runner(
      work.plan,
      Assignment(
        plugins: arguments.texts(PluginOptions.plugin.name), request: work.request,
        bases: work.bases.all),
      catalogue,
      byItself: work.names.tasks.count > 1
        && catalogue.runsLibrary(in: work.plan, formats: work.names.tasks.formats))
  }

  // MARK: What would be done

  /// Writes what would be done with each file, and why.
  private func describe(_ work: Work, _ keeper: JournalKeeper?) throws(UsageError) -> Int32 {
    var text = ""
    var (todo, unchanged) = (0, 0)
    for (row, task) in work.names.tasks.enumerated() {
      var reason = JournaledTasks.Reason.new
      if let keeper {
        switch keeper.tasks.verdicts[row] {
        case .run(let why): reason = why
        case .verify:
          guard let why = keeper.tasks.verify(row).0 else {
            unchanged += 1
            continue
          }
          reason = why
        case .unchanged:
          unchanged += 1
          continue
        }
      }
      if reason == .new, task.outputs.contains(where: { FileKind($0.path) == .regular }) {
        reason = .replacing
      }
      todo += 1
      let outputs = task.outputs.map { $0.path == .standard ? "-" : $0.path.shown }
      text +=
        "convert \(task.input.shown) -> \(outputs.joined(separator: ", ")): \(reason.rawValue)\n"
    }
    var removed = 0
    do throws(FileError) {
      for orphan in try orphans(work, keeper) where orphan.isOwn == true {
        removed += 1
        text += "remove \(orphan.output.shown): its input \(orphan.input.shown) is gone\n"
      }
    } catch {
      throw keeper?.usageError(error) ?? UsageError(message: error.message)
    }
    let written = Terminal.output(text)
    guard written == ExitStatus.done, !isQuiet else { return written }
    var facts = ["\(todo) to convert"]
    if keeper != nil { facts.append("\(unchanged) unchanged") }
    if arguments.has(JournalKeeper.prune.name) { facts.append("\(removed) to remove") }
    terminal.say("strokemill: \(facts.joined(separator: ", ")); nothing was done [dry-run]")
    return ExitStatus.done
  }

  // MARK: Outputs without inputs

  private func orphans(
    _ work: Work, _ keeper: JournalKeeper?
  ) throws(FileError) -> [JournalKeeper.Orphan] {
    guard let keeper, arguments.has(JournalKeeper.prune.name) else { return [] }
    return try keeper.orphans(beside: work.all)
  }

  /// Removes outputs whose inputs are gone, and gives whether that could be done.
  private func prune(_ work: Work, _ keeper: JournalKeeper) -> Bool {
    var isFine = true
    func say(_ error: FileError, _ path: Path) {
      isFine = false
      report.say(error.diagnostic(), of: path.shown)
    }
    do throws(FileError) {
      var removed: [JournalKeeper.Orphan] = []
      for orphan in try orphans(work, keeper) {
        if orphan.isOwn == false {
          if !isQuiet {
            report.say(
              Diagnostic(
                .warning, "prune.changed",
                "its input \(orphan.input.shown) is gone, but someone changed it since it was written: it stays"
              ), of: orphan.output.shown)
          }
          continue
        }
        do throws(FileError) {
          try keeper.remove(orphan)
          if orphan.isOwn == true { removed.append(orphan) }
        } catch {
          say(error, orphan.output)
        }
      }
      guard !isQuiet else { return isFine }
      if removed.count > Conversion.many {
        terminal.say(
          "strokemill: \(removed.count) outputs whose inputs are gone were removed [prune]")
      } else {
        for orphan in removed {
          terminal.say(
            "strokemill: \(orphan.output.shown) was removed, its input \(orphan.input.shown) is gone [prune]"
          )
        }
      }
    } catch {
      say(error, keeper.path)
    }
    return isFine
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
