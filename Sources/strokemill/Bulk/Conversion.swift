import Pipeline
import PluginBridge
import PluginKit

/// A list of files to convert by one plan.
struct Conversion: Sendable {
  let plan: Plan
  let tasks: OutputNaming.TaskList
  let catalogue: Catalogue
  let runner: JobRunner
  let failureLimit: FailureLimit
  let isStrict: Bool
  let allowedLosses: Set<String>
  /// What is added where an input is a folder.
  var folderHint = ""
  /// What a journal says of the tasks.
  var journaled: JournaledTasks?
  /// Whether nothing was where the outputs go when the run began.
  var writesNewFiles = false

  /// How many files are many: then losses are summed up, and a summary closes the run.
  static let many = 20

  /// Converts all files and gives the exit status. One that fails costs the others nothing.
  func run(
    workers: Int, report: Report, reports: [ReportFile], keeper: JournalKeeper? = nil,
    isSummed: Bool = false,
    showsLosses: Bool, isQuiet: Bool, delivered: (Int, Result) -> Void = { _, _ in }
  ) -> Int32 {
    // Outcomes whose outputs are written are small, so that many may wait for their turn.
    var load = Load(count: tasks.count, window: 1 << 14)
    // One worker takes them as they come, and a quiet run tells nobody how fast it is.
    if tasks.count > 1, workers > 1 || !isQuiet {
      load.sizes = tasks.indices.map { InputFile.size(of: tasks.input(of: $0)) }
      load.bytesAtOnce = 256 << 20
      // Which files are left out when it ends early shouldn't depend on their sizes.
      load.beginsWithLargest = !failureLimit.isSet
    }
    let sizes = load.sizes
    let tally = RunTally()
    let allowed = failureLimit.allowed(of: tasks.count)
    var watch = RunWatch(
      count: tasks.count, sizes: sizes, tally: tally, terminal: report.terminal, isQuiet: isQuiet)
    let inputCount = tasks.inputCount
    let isMany = inputCount > Conversion.many
    var log = RunLog(
      report: report, reports: reports, isMany: isMany,
      showsLosses: showsLosses, isQuiet: isQuiet)
    let recorder = reports.isEmpty ? nil : Recorder(reports, plan)
    Parallel.run(load, workers: workers) { i in
      let result = result(of: i, recorder)
      tally.add(
        result.outcome, bytes: i < sizes.count ? sizes[i] : result.outcome.inputBytes,
        isUnchanged: result.isUnchanged)
      return result
    } endsAfter: { _ in
      allowed.map { tally.failed > $0 } ?? false
    } deliver: { i, result in
      if !result.outcome.findings.isEmpty { watch.hide() }
      log.add(result, tasks[i])
      if let measures = result.measures { keeper?.note(i, measures, result.outcome.findings) }
      delivered(i, result)
    } goesOn: {
      watch.look()
    }
    watch.end()
    keeper?.flush()
    if log.lacksFormat { catalogue.sayUnusable() }
    log.sayLosses(of: inputCount)
    let isRecorded = log.finishReports()
    var end = RunEnd.complete
    if watch.wasInterrupted {
      end = .interrupted
    } else if tally.finished < tasks.count {
      end = .tooManyFailures(failureLimit)
    }
    if end != .complete || (isMany || isSummed) && !isQuiet {
      RunSummary(count: tasks.count, tally: tally, seconds: watch.seconds, end: end)
        .say(report.terminal)
    }
    if let keeper, let fault = keeper.fault {
      report.say(fault.diagnostic(), of: keeper.path.shown)
    }
    if watch.wasInterrupted { return ExitStatus.interrupted }
    return tally.failed == 0 && isRecorded && keeper?.fault == nil
      ? ExitStatus.done : ExitStatus.failed
  }

  /// A question about a kind that is allowed and didn't occur, when one that is refused looks like it. Which kinds
  /// there are isn't known beforehand, as plug-ins have their own.
  private func kindPerhapsMeant(
    among refused: [Outcome.Finding], of losses: [Outcome.Finding]
  ) -> String? {
    let kinds = refused.map(\.diagnostic.kind)
    for allowed in allowedLosses.sorted()
    where !losses.contains(where: { $0.diagnostic.kind == allowed }) {
      let isCode = refused.first { $0.diagnostic.code.rawValue == allowed }?.diagnostic.kind
      if let kind = isCode ?? closest(to: allowed, among: kinds) {
        return "; no loss is of the kind '\(allowed)', did you mean '\(kind)'?"
      }
    }
    return nil
  }

  /// What became of a task, its outputs written.
  struct Result: Sendable {
    var outcome: Outcome
    /// Whether nothing was to be done.
    var isUnchanged = false
    /// What reports say beside it.
    var facts: ReportFacts?
    /// What the journal keeps.
    var measures: JournaledTasks.Measures?
  }

  /// Does a task, unless there is nothing to do.
  private func result(of row: Int, _ recorder: Recorder?) -> Result {
    switch journaled?.verdicts[row] {
    case .unchanged:
      if let outcome = unchanged(row) { return Result(outcome: outcome, isUnchanged: true) }
    case .verify:
      if let measures = journaled?.verify(row).1, let outcome = unchanged(row) {
        return Result(outcome: outcome, isUnchanged: true, measures: measures)
      }
    case .run, nil: break
    }
    return convert(tasks[row], recorder)
  }

  /// The outcome of a task of which nothing is to be done: its outputs lack today what they lacked when they were made.
  private func unchanged(_ row: Int) -> Outcome? {
    guard let findings = journaled?.findings(of: row) else { return nil }
    var outcome = Outcome(name: tasks.input(of: row).shown)
    outcome.findings = findings
    return outcome
  }

  private func convert(_ task: OutputNaming.Task, _ recorder: Recorder?) -> Result {
    guard recorder != nil || journaled != nil else {
      var outcome = convert(task, extra: nil) { _ in
      } written: { _, _ in
      }
      // They are written.
      outcome.outputs = []
      return Result(outcome: outcome)
    }
    var facts = ReportFacts()
    let stamp = journaled == nil ? nil : FileStamp(task.input)
    // Before it's read: what is changed from now on has another stamp.
    let isTrusted = stamp?.isTrusted ?? false
    var outputStamps: [FileStamp?] = []
    let extra = recorder?.extraTarget(beside: task.outputs.map(\.target))
    var outcome = convert(task, extra: extra) { input in
      facts.input = ReportFacts.Content(input)
      recorder?.addPicture(to: &facts, ofInput: input, named: task.input.shown)
    } written: { output, path in
      facts.outputs.append(ReportFacts.Content(output))
      if journaled != nil { outputStamps.append(FileStamp(path)) }
    }
    facts.seconds = outcome.timings.reduce(0) { $0 + $1.duration.inSeconds }
    recorder?.addPicture(to: &facts, outcome.outputs)
    var measures: JournaledTasks.Measures?
    if journaled != nil, !outcome.failed, let input = facts.input {
      measures = JournaledTasks.Measures(
        inputHash: input.hash.bytes, inputStamp: isTrusted ? stamp?.bytes : nil,
        outputHashes: facts.outputs.map(\.hash.bytes), outputStamps: outputStamps)
    }
    outcome.outputs = []
    return Result(outcome: outcome, facts: facts, measures: measures)
  }

  /// Converts one file and writes its outputs.
  private func convert(
    _ task: OutputNaming.Task, extra: Job.Target?, read: (Span<UInt8>) -> Void,
    written: (Span<UInt8>, Path) -> Void
  ) -> Outcome {
    var outcome = InputFile.outcome(of: task.input, plan, folderHint: folderHint) {
      (name: String, bytes: consuming [UInt8]) in
      read(bytes.span)
      return runner.run(
        Job(
          name: name, input: consume bytes, plan: plan.with(seed: task.seed),
          targets: task.outputs.map(\.target) + (extra.map { [$0] } ?? [])))
    }
    if outcome.failed { return outcome }
    // Nobody asked for it.
    if let extra { outcome.findings.removeAll { $0.origin == .exporter(extra.format) } }
    if isStrict {
      let refused = outcome.losses.filter { !allowedLosses.contains($0.diagnostic.kind) }
      if let summary = Report.summary(of: refused) {
        outcome.fail(
          Diagnostic(
            .error, "convert.strict",
            "\(summary), which --strict doesn't allow; not written"
              + (kindPerhapsMeant(among: refused, of: outcome.losses) ?? "")))
        return outcome
      }
    }
    for (output, place) in zip(outcome.outputs, task.outputs) {
      do {
        try output.withBytes { bytes throws(FileError) in
          try OutputFile.write(bytes, to: place.path, isNew: writesNewFiles)
          written(bytes, place.path)
        }
      } catch {
        outcome.fail(error.diagnostic(of: place.path.shownAsOutput))
      }
    }
    return outcome
  }
}
