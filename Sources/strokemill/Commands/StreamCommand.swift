import Glibc
import Pipeline
import PluginBridge
import PluginKit
import Synchronization

/// `strokemill stream`: converts what comes as lines of JSON, for as long as lines come.
enum StreamCommand {
  static let spec = CommandSpec(
    name: "stream", operands: "", operandCount: 0...0,
    instead: ", it reads standard input: 'strokemill stream < drawings.jsonl'",
    summary: "Convert drawings that come as lines of JSON on standard input.",
    details: [
      "Each line is an object: \"data\" holds a drawing as text, or \"base64\" its bytes; \"id\" is any "
        + "value, which the answer has, too; \"format\" names the importer where the content doesn't tell; "
        + "\"seed\" is a seed for this drawing. Members that begin with x- are ignored.",
      "Each is answered by one line on standard output, as soon as it's done: \"id\", and \"format\" and "
        + "\"data\" of the output (\"base64\" when it isn't text), or \"outputs\" with several of them, or "
        + "\"error\" with \"code\", \"message\", \"line\" and \"column\"; and \"findings\" with warnings and "
        + "losses. A line without an id gets its number as \"record\".",
      "A line that fails costs the others nothing; the exit status tells of it at the end. Memory doesn't "
        + "grow with the number of lines.",
      "Drawings are converted in a sandbox: a process that can open nothing but fonts. A pipeline that starts "
        + "programs needs --no-sandbox.",
    ],
    options: PlanOptions.all + [
      OptionSpec(
        name: "unordered", help: "Answer what is done first first, not in the order of the lines."),
      RunOptions.jobs,
    ] + IsolationOptions.all,
    examples: [
      (
        "strokemill stream -p preset:pencil > drawn.jsonl",
        "What comes on standard input, drawn by hand:"
      ),
      (
        "strokemill stream --unordered -j 2 --to svg --to eps | gzip > both.jsonl.gz",
        "Two formats of each, whichever is done first:"
      ),
    ],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    let color = arguments.text("color")
    if arguments.last("pipeline") == .standard {
      Tool.usageError("'stream' reads records from standard input; give -p a file", color)
      return ExitStatus.usage
    }
    let bases = FoundBases()
    guard let catalogue = PluginOptions.catalogue(arguments),
      let request = PlanOptions.request(arguments).map(bases.watching),
      let plan = PlanOptions.plan(request, catalogue)
    else { return ExitStatus.usage }
    let formats = OutputNaming(plan: plan, registry: catalogue.registry).formats
    let targets = formats.map { Job.Target(format: $0) }
    let workers: Int
    let runner: JobRunner
    do {
      workers = try RunOptions.workers(arguments)
      runner = try IsolationOptions(arguments).runner(
        plan,
        Assignment(
          plugins: arguments.texts(PluginOptions.plugin.name), request: request, bases: bases.all),
        catalogue, byItself: catalogue.runsLibrary(in: plan, formats: formats), isForStrangers: true
      )
    } catch {
      Tool.usageError(error.message, color)
      return ExitStatus.usage
    }
    defer { runner.close() }
    let source = RecordSource(limits: plan.limits)
    let sink = AnswerSink()
    Parallel.stream(
      workers: workers, keepsOrder: !arguments.has("unordered"), bytesAtOnce: 64 << 20,
      size: { (record: StreamRecord) in record.data.count },
      next: { source.next() },
      work: { record in StreamAnswer(record, convert(record, plan, targets, runner)) },
      deliver: { answer in sink.write(answer) })
    return end(source, sink, Report(Terminal(color: color)))
  }

  private static func convert(
    _ record: StreamRecord, _ plan: Plan, _ targets: [Job.Target], _ runner: JobRunner
  ) -> Outcome {
    let name = "record \(record.number)"
    if let fault = record.fault { return Outcome(name: name, failure: fault) }
    PluginCrash.noteInput(name)
    defer { PluginCrash.noteInput(nil) }
    return runner.run(
      Job(
        name: name, input: record.data, format: record.format,
        plan: record.seed.map { plan.with(seed: $0) } ?? plan, targets: targets))
  }

  /// Says what a program that reads the answers couldn't know, and gives the exit status.
  private static func end(_ source: RecordSource, _ sink: AnswerSink, _ report: Report) -> Int32 {
    let faults = [(source.fault, "standard input"), (sink.fault, "standard output")]
    for case (.some(let fault), let name) in faults {
      report.say(fault.diagnostic(), of: name)
    }
    let (count, failed) = sink.counts
    if failed > 0 {
      report.say(
        Diagnostic(
          .error, "stream.failed",
          "\(failed) of \(count) records failed; the answer to each says why"), of: "strokemill")
    }
    let isWhole = source.fault == nil && sink.fault == nil
    return failed == 0 && isWhole ? ExitStatus.done : ExitStatus.failed
  }
}

/// Writes answers to standard output, each at once: who waits for one gets it. One thread at a time may.
private final class AnswerSink: Sendable {
  private struct State {
    var count = 0
    var failed = 0
    var fault: FileError?
  }

  private let state = Mutex(State())

  /// How many answers there were, and how many of them are errors.
  var counts: (count: Int, failed: Int) { state.withLock { ($0.count, $0.failed) } }

  /// Why not all could be written.
  var fault: FileError? { state.withLock { $0.fault } }

  /// Writes an answer, and gives whether more can be.
  func write(_ answer: StreamAnswer) -> Bool {
    state.withLock { state in
      do throws(FileError) {
        try OutputFile.writeAll(answer.line.span, to: STDOUT_FILENO)
        state.count += 1
        if answer.isError { state.failed += 1 }
        return true
      } catch {
        state.fault = error
        return false
      }
    }
  }
}
