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
    workers: Int, report: Report, record: ReportFile?, showsLosses: Bool, isQuiet: Bool
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
      report: report, record: record, isMany: inputCount > Conversion.many,
      showsLosses: showsLosses, isQuiet: isQuiet)
    Parallel.run(load, workers: workers) { i in
      var outcome = convert(tasks[i])
      // They are written.
      outcome.outputs = []
      tally.add(outcome, bytes: i < sizes.count ? sizes[i] : 0)
      return outcome
    } endsAfter: { _ in
      allowed.map { tally.failed > $0 } ?? false
    } deliver: { i, outcome in
      if !outcome.findings.isEmpty { watch.hide() }
      log.add(outcome, tasks[i])
    } goesOn: {
      watch.look()
    }
    watch.end()
    if log.lacksFormat { catalogue.sayUnusable() }
    log.sayLosses(of: inputCount)
    let isRecorded = log.sayUnwritten()
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

  /// Converts one file and writes its outputs.
  private func convert(_ task: OutputNaming.Task) -> Outcome {
    let name = task.input == .standard ? "standard input" : task.input.shown
    PluginCrash.noteInput(name)
    defer { PluginCrash.noteInput(nil) }
    var outcome: Outcome
    do {
      let bytes = try InputFile.read(task.input, limit: plan.limits.inputBytes)
      outcome = runner.run(
        Job(
          name: name, input: bytes, plan: plan.with(seed: task.seed),
          targets: task.outputs.map(\.target)))
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
