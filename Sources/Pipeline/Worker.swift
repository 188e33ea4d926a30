import NumberText
import PathModel
import PluginKit

/// Does jobs.
public enum Worker {
  /// Does one job, and never throws: what goes wrong stands in the outcome.
  /// - Parameter job: The job; its input is freed as soon as it has been read.
  /// - Returns: What became of it.
  public static func run(_ job: consuming Job) -> Outcome {
    var run = Run(job)
    run.runAll()
    return run.outcome
  }

  /// Does one job and looks at the drawing behind each of its parts, which takes longer.
  /// - Parameter job: The job.
  /// - Returns: What became of it, and of the drawing on the way.
  public static func explain(
    _ job: consuming Job
  ) -> (outcome: Outcome, explanation: Explanation) {
    var run = Run(job)
    run.explanation = Explanation()
    run.runAll()
    return (run.outcome, run.explanation ?? Explanation())
  }
}

/// One job under way.
private struct Run {
  /// The job failed, and the outcome says why.
  struct Failure: Error {}

  var outcome: Outcome
  /// What is told of each part, if it was asked for.
  var explanation: Explanation?
  private var input: [UInt8]
  private let format: String?
  private let plan: Plan
  private let targets: [Job.Target]
  private let wantsSummary: Bool
  private let isChecked: Bool
  private var stopwatch = Stopwatch()

  init(_ job: consuming Job) {
    outcome = Outcome(name: job.name)
    format = job.format
    plan = job.plan
    targets = job.targets
    wantsSummary = job.wantsSummary
    #if DEBUG
      isChecked = true
    #else
      isChecked = job.isChecked
    #endif
    // Last, so that this is the only copy.
    input = job.input
    job.input = []
  }

  // MARK: The three parts

  mutating func runAll() {
    do {
      var drawing = try read()
      try rewrite(&drawing)
      try write(consume drawing)
    } catch {
      outcome.outputs = []
      outcome.summary = nil
    }
  }

  private mutating func read() throws(Failure) -> Drawing {
    try unpack()
    let name = try importer()
    outcome.importFormat = name
    let read: ComponentEntry.Read?
    do {
      read = try plan.read(name)
    } catch {
      throw fail(.importer(name), error)
    }
    guard let read else { throw fail(.input, unknown("importer", name)) }
    var drawing = Drawing()
    // Room for a point every 14 bytes, about what text has: growing bit by bit would copy the points
    // several times. Memory that stays untouched costs nothing.
    let room = min(input.count / 14, 1 << 24)
    drawing.reserve(verbs: room, points: room)
    var context = Context(seed: plan.seed, stage: name, limits: plan.limits)
    context.wantsKeys = wantsKeys
    var failure: ComponentError?
    do {
      try read(taking: takeInput(), &drawing, &context)
    } catch {
      failure = error
    }
    note(.importer(name), context.diagnostics)
    if let failure { throw fail(.importer(name), failure) }
    try check(drawing, .importer(name))
    return drawing
  }

  /// Whether a stage or an exporter may look at the keys of paths, or someone who wants to see the drawing.
  private var wantsKeys: Bool {
    explanation != nil || plan.steps.contains(where: \.isEnabled)
      || targets.contains { plan.registry.exporter(named: $0.format)?.readsKeys ?? true }
  }

  /// The input, which is the importer's from now on.
  private mutating func takeInput() -> [UInt8] {
    defer { input = [] }
    return input
  }

  private mutating func rewrite(_ drawing: inout Drawing) throws(Failure) {
    for (row, step) in plan.steps.enumerated() where step.isEnabled {
      let origin = Outcome.Origin.stage(row, label: step.label)
      var context = Context(
        seed: plan.seed, stage: step.entry.name, ordinal: step.ordinal, limits: plan.limits)
      var failure: ComponentError?
      do {
        if let selection = step.selection {
          let isSelected = selection.matches(in: drawing)
          for sentence in selection.unmetNames(in: drawing) {
            context.warn("select.unknown-name", sentence)
          }
          if isSelected.contains(true) {
            var subset = drawing.subset(where: isSelected)
            try step.apply(&subset, &context)
            drawing = drawing.replacing(where: isSelected, with: subset)
          }
        } else {
          try step.apply(&drawing, &context)
        }
      } catch {
        failure = error
      }
      note(origin, context.diagnostics)
      if let failure { throw fail(origin, failure) }
      try check(drawing, origin)
    }
    outcome.paths = drawing.pathCount
    outcome.points = drawing.points.count
    if wantsSummary { outcome.summary = DrawingSummary(of: drawing) }
  }

  private mutating func write(_ drawing: consuming Drawing) throws(Failure) {
    for target in targets {
      let origin = Outcome.Origin.exporter(target.format)
      let write: ComponentEntry.Write?
      do {
        write = try plan.write(target.format)
      } catch {
        throw fail(origin, error)
      }
      guard let write else { throw fail(origin, unknown("exporter", target.format)) }
      var sink = ByteSink(limit: plan.limits.outputBytes)
      var context = Context(seed: plan.seed, stage: target.format, limits: plan.limits)
      var failure: ComponentError?
      do {
        try write(drawing, &sink, &context)
      } catch {
        failure = error
      }
      note(origin, context.diagnostics)
      if let failure { throw fail(origin, failure) }
      if target.isCompressed, !sink.isFull {
        guard let packed = Gzip.pack(sink.span) else {
          throw fail(origin, ComponentError("output.gzip", "zlib can't be used here"))
        }
        sink = packed
      }
      guard !sink.isFull else {
        throw fail(origin, .outputTooLarge(plan.limits))
      }
      outcome.outputs.append(Outcome.Output(target, sink))
      outcome.timings.append(Outcome.Timing(origin: origin, duration: stopwatch.lap()))
    }
  }

  // MARK: The input

  private mutating func unpack() throws(Failure) {
    if Gzip.recognizes(input.span) {
      do {
        input = try Gzip.unpack(input.span, limits: plan.limits)
      } catch {
        throw fail(.input, error)
      }
    }
    outcome.inputBytes = input.count
    if input.isEmpty {
      let place = Diagnostic.Place(line: 1, column: 1)
      throw fail(.input, ComponentError("input.empty", "the file is empty", at: place))
    }
    if input.count > plan.limits.inputBytes {
      throw fail(
        .input,
        ComponentError(
          "input.too-large",
          "the file has \(input.count) bytes, more than the \(plan.limits.inputBytes) that the "
            + "limit 'input-bytes' allows"))
    }
  }

  private mutating func importer() throws(Failure) -> String {
    if let name = format ?? plan.importFormat { return name }
    let registry = plan.registry
    if let entry = registry.importer(forFile: outcome.name) { return entry.name }
    if let entry = registry.importer(recognizing: input.span) { return entry.name }
    throw fail(
      .input,
      ComponentError(
        "input.unknown-format",
        "neither the name nor the content tells the format; name it with --from: "
          + registry.importers.map(\.name).joined(separator: ", ")))
  }

  // MARK: Checks and reports

  /// Checks what a component left behind, so that its fault is told as its own.
  private mutating func check(
    _ drawing: borrowing Drawing, _ origin: Outcome.Origin
  ) throws(Failure) {
    let timing = Outcome.Timing(origin: origin, duration: stopwatch.lap())
    outcome.timings.append(timing)
    if explanation != nil, drawing.isFinite {
      explanation?.add(timing, copy drawing)
      // The look isn't the next part's time.
      _ = stopwatch.lap()
    }
    if drawing.points.count > plan.limits.points {
      throw fail(
        origin,
        ComponentError(
          "limit.points",
          "the drawing has \(drawing.points.count) points now, more than the "
            + "\(plan.limits.points) that the limit 'points' allows"))
    }
    guard isChecked || !drawing.isFinite, let violation = drawing.invariantViolation() else {
      return
    }
    throw fail(
      origin,
      ComponentError(
        "drawing.invalid",
        "this left a drawing that can't be used: \(violation); please report it"))
  }

  private mutating func note(_ origin: Outcome.Origin, _ log: DiagnosticLog) {
    for diagnostic in log.entries {
      outcome.findings.append(Outcome.Finding(origin: origin, diagnostic: diagnostic))
    }
  }

  private mutating func fail(_ origin: Outcome.Origin, _ error: ComponentError) -> Failure {
    outcome.findings.append(Outcome.Finding(origin: origin, diagnostic: error.diagnostic))
    return Failure()
  }

  private mutating func fail(_ origin: Outcome.Origin, _ error: OptionProblems) -> Failure {
    for problem in error.problems {
      _ = fail(origin, ComponentError("component.bad-defaults", problem.message))
    }
    return Failure()
  }

  private func unknown(_ role: String, _ name: String) -> ComponentError {
    let names = (role == "importer" ? plan.registry.importers : plan.registry.exporters)
      .map(\.name)
    let hint =
      closest(to: name, among: names).map { "; did you mean '\($0)'?" }
      ?? "; there are \(names.joined(separator: ", "))"
    return ComponentError("job.unknown-format", "there is no \(role) '\(name)'" + hint)
  }
}
