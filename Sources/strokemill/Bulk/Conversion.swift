import Pipeline
import PluginBridge
import PluginKit

/// A list of files to convert by one plan.
struct Conversion: Sendable {
  let plan: Plan
  let tasks: [OutputNaming.Task]
  let catalogue: Catalogue
  let runner: JobRunner
  let failureLimit: FailureLimit
  let isStrict: Bool
  let allowedLosses: Set<String>
  /// What is added where an input is a folder.
  var folderHint = ""

  /// How many files are many: then losses are summed up, and a summary closes the run.
  static let many = 20

  /// Converts all files and gives the exit status. One that fails costs the others nothing.
  func run(
    workers: Int, report: Report, reports: [ReportFile], showsLosses: Bool, isQuiet: Bool
  ) -> Int32 {
    // Outcomes whose outputs are written are small, so that many may wait for their turn.
    var load = Load(count: tasks.count, window: 1 << 14)
    if tasks.count > 1 {
      load.sizes = tasks.map { InputFile.size(of: $0.input) }
      load.bytesAtOnce = 256 << 20
      // Which files are left out when it ends early shouldn't depend on their sizes.
      load.beginsWithLargest = !failureLimit.isSet
    }
    let sizes = load.sizes
    let tally = RunTally()
    let allowed = failureLimit.allowed(of: tasks.count)
    var watch = RunWatch(
      count: tasks.count, sizes: sizes, tally: tally, terminal: report.terminal, isQuiet: isQuiet)
    var log = RunLog(
      report: report, reports: reports, isMany: inputCount > Conversion.many,
      showsLosses: showsLosses, isQuiet: isQuiet)
    let recorder = reports.isEmpty ? nil : Recorder(reports, plan)
    Parallel.run(load, workers: workers) { i in
      let result = convert(tasks[i], recorder)
      tally.add(result.outcome, bytes: i < sizes.count ? sizes[i] : 0)
      return result
    } endsAfter: { _ in
      allowed.map { tally.failed > $0 } ?? false
    } deliver: { i, result in
      if !result.outcome.findings.isEmpty { watch.hide() }
      log.add(result, tasks[i])
    } goesOn: {
      watch.look()
    }
    watch.end()
    if log.lacksFormat { catalogue.sayUnusable() }
    log.sayLosses(of: inputCount)
    let isRecorded = log.finishReports()
    var end = RunEnd.complete
    if watch.wasInterrupted {
      end = .interrupted
    } else if tally.finished < tasks.count {
      end = .tooManyFailures(failureLimit)
    }
    if end != .complete || (inputCount > Conversion.many && !isQuiet) {
      RunSummary(count: tasks.count, tally: tally, seconds: watch.seconds, end: end)
        .say(report.terminal)
    }
    if watch.wasInterrupted { return ExitStatus.interrupted }
    return tally.failed == 0 && isRecorded ? ExitStatus.done : ExitStatus.failed
  }

  /// How many inputs there are; editions of one stand side by side.
  private var inputCount: Int {
    var count = 0
    for row in tasks.indices where row == 0 || tasks[row - 1].input != tasks[row].input {
      count += 1
    }
    return count
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
  }

  private func convert(_ task: OutputNaming.Task, _ recorder: Recorder?) -> Result {
    guard let recorder else {
      var outcome = convert(task, extra: nil) { _ in
      } written: { _ in
      }
      // They are written.
      outcome.outputs = []
      return Result(outcome: outcome)
    }
    var facts = ReportFacts()
    let extra = recorder.extraTarget(beside: task.outputs.map(\.target))
    var outcome = convert(task, extra: extra) { input in
      facts = recorder.facts(of: input, named: task.input.shown)
    } written: { output in
      facts.outputs.append(ReportFacts.Content(output))
    }
    facts.seconds = outcome.timings.reduce(0) { $0 + $1.duration.inSeconds }
    recorder.addPicture(to: &facts, outcome.outputs)
    outcome.outputs = []
    return Result(outcome: outcome, facts: facts)
  }

  /// Reads one file. A function of its own, so that the job has the only copy of the bytes.
  private func job(
    _ task: OutputNaming.Task, named name: String, extra: Job.Target?, read: (Span<UInt8>) -> Void
  ) throws(FileError) -> Job {
    let bytes = try InputFile.read(task.input, limit: plan.limits.inputBytes)
    read(bytes.span)
    return Job(
      name: name, input: bytes, plan: plan.with(seed: task.seed),
      targets: task.outputs.map(\.target) + (extra.map { [$0] } ?? []))
  }

  /// Converts one file and writes its outputs.
  private func convert(
    _ task: OutputNaming.Task, extra: Job.Target?, read: (Span<UInt8>) -> Void,
    written: (Span<UInt8>) -> Void
  ) -> Outcome {
    let name = task.input == .standard ? "standard input" : task.input.shown
    PluginCrash.noteInput(name)
    defer { PluginCrash.noteInput(nil) }
    var outcome: Outcome
    do {
      outcome = runner.run(try job(task, named: name, extra: extra, read: read))
      // Nobody asked for it.
      if let extra, !outcome.failed {
        outcome.findings.removeAll { $0.origin == .exporter(extra.format) }
      }
    } catch {
      let hint = error.code == "input.directory" ? folderHint : ""
      return Outcome(
        name: name,
        failure: Diagnostic(.error, Diagnostic.Code(rawValue: error.code), error.message + hint))
    }
    if outcome.failed { return outcome }
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
          try OutputFile.write(bytes, to: place.path)
          written(bytes)
        }
      } catch {
        outcome.fail(
          Diagnostic(
            .error, Diagnostic.Code(rawValue: error.code),
            "\(place.path.shownAsOutput) \(error.message)"))
      }
    }
    return outcome
  }
}
