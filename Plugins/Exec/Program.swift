import ChildProcesses
import Glibc
import NumberText
import PathModel
import PluginKit
import StrictJSON
import Synchronization

/// A program that answers drawings with drawings, and the processes of it that wait for one.
///
/// Each thread that needs it takes a process and gives it back, so that there are never more processes
/// than threads, and each of them does many drawings. They end when this goes.
final class Program: Sendable {
  /// How long its first line may be.
  private static let helloLimit = 1 << 20
  /// What an answer may have in any case: some ten million points.
  static let leastAnswerLimit = 256 << 20
  /// How many times as long as its request an answer may be.
  private static let answerRatio = 16

  /// The program and its arguments.
  let command: [String]
  /// Where it runs, as the system has its name; nil for the current folder.
  let folder: [UInt8]?
  /// What it says of itself.
  let hello: Hello
  private let waiting: Mutex<[ChildProcess]>

  /// Starts a program and lets it say what it is.
  /// - Parameters:
  ///   - command: The program and its arguments, at least one.
  ///   - folder: Where it runs, as the system has its name; nil for the current folder.
  ///   - seconds: How long it may take to its first line: interpreters load much, from disks that may
  ///     be slow.
  /// - Throws: When it can't be started or doesn't say it.
  init(
    _ command: [String], folder: [UInt8]?, within seconds: Double = ProgramStage.defaultSeconds
  ) throws(ComponentError) {
    self.command = command
    self.folder = folder
    let (child, hello) = try Program.start(command, folder: folder, seconds: seconds)
    self.hello = hello
    waiting = Mutex([child])
  }

  /// How messages call it.
  private var title: String { "the program '\(hello.name)'" }

  // MARK: Starting

  private static func start(
    _ command: [String], folder: [UInt8]?, seconds: Double
  ) throws(ComponentError) -> (child: ChildProcess, hello: Hello) {
    let title = "the program '\(command.joined(separator: " "))'"
    let child: ChildProcess
    do {
      child = try ChildProcess(command, folder: folder)
    } catch {
      throw ComponentError(
        "exec.not-started",
        "\(title) can't be started: \(systemMessage(error.code))\(advice(error.code, command))")
    }
    switch child.attempt(ByteSink(), limit: helloLimit, seconds: seconds) {
    case .line(let line):
      do {
        return (child, try Hello(line.span))
      } catch {
        child.end()
        throw ComponentError(
          "exec.bad-hello", "the first line of \(title), its hello, \(error.reason)")
      }
    case .fault(let fault):
      let lastWords = child.takeErrors().lastLine.map { " (\($0))" } ?? ""
      child.end()
      let what =
        switch fault {
        case .late: "said nothing for \(ParameterValue.number(seconds).text) seconds"
        case .ended(let how, _): how
        case .tooLong: "wrote more than \(helloLimit) bytes without a line's end"
        case .early, .tooMuch: "wrote more than one line at once"
        }
      throw ComponentError(
        "exec.no-hello",
        "\(title) \(what)\(lastWords); it has to begin with a line that says what it is, "
          + "{\"protocol\": \(Hello.protocolVersion), \"name\": …}")
    }
  }

  private static func advice(_ code: Int32, _ command: [String]) -> String {
    switch code {
    case ENOENT where command.first?.contains("/") != true: "; there is none in PATH"
    case EACCES: "; make it executable (chmod +x), or name what runs it: python3 FILE"
    case ENOEXEC: "; its first line should name what runs it: #!/usr/bin/env python3"
    default: ""
    }
  }

  /// Another process, which must say what the first one said.
  private func started(within seconds: Double) throws(ComponentError) -> ChildProcess {
    let (child, hello) = try Program.start(command, folder: folder, seconds: seconds)
    guard hello == self.hello else {
      child.end()
      throw ComponentError(
        "exec.bad-hello",
        "\(title) says other things of itself than when it was first started")
    }
    return child
  }

  // MARK: Working

  /// Lets a process answer a request.
  ///
  /// A process that has done other drawings and ends at this one is replaced by a fresh one, which
  /// decides: so what comes out doesn't depend on which process did which drawing before.
  /// - Parameters:
  ///   - request: A line with its end.
  ///   - seconds: How long it may take, and how long to start where it has to be started.
  ///   - context: What the run lends; gets all that is said, by the program and about it.
  /// - Returns: The drawing that was answered.
  /// - Throws: When there is no answer, or one without a drawing.
  func answer(
    to request: borrowing ByteSink, within seconds: Double, _ context: inout Context
  ) throws(ComponentError) -> Drawing {
    let limit = Program.answerLimit(to: request.count, context.limits)
    let waiting = takeWaiting(&context)
    var child = if let waiting { waiting } else { try started(within: seconds) }
    while true {
      switch child.attempt(request, limit: limit, seconds: seconds) {
      case .line(let line):
        report(child, &context)
        return try drawing(in: line, of: child, &context)
      case .fault(.ended(let how, let isFine)) where child.hasWorked:
        noteEnd(of: child, how, isFine: isFine, &context)
        child = try started(within: seconds)
      case .fault(let fault):
        let errors = child.takeErrors()
        child.end()
        report(errors, &context)
        throw error(
          fault, seconds: seconds, limit: limit, isOwn: limit < context.limits.inputBytes, errors)
      }
    }
  }

  /// How many bytes an answer may have: so much that no drawing needs more, and not so much that a
  /// program that writes without end takes the machine's memory.
  static func answerLimit(to requestBytes: Int, _ limits: Limits) -> Int {
    min(max(leastAnswerLimit, requestBytes * answerRatio), limits.inputBytes)
  }

  private func drawing(
    in line: borrowing ByteSink, of child: ChildProcess, _ context: inout Context
  ) throws(ComponentError) -> Drawing {
    let answer: Answer
    do {
      answer = try Answer(line.span, &context)
    } catch {
      child.end()
      throw ComponentError(
        "exec.bad-answer",
        "\(title) gave an answer that can't be used: \(error.message), at column "
          + "\(error.column) of its line")
    }
    waiting.withLock { $0.append(child) }
    answer.report(to: &context)
    if let failure = answer.failure { throw failure }
    return answer.drawing ?? Drawing()
  }

  /// A process that waits for a drawing; nil when there is none.
  private func takeWaiting(_ context: inout Context) -> ChildProcess? {
    while let child = waiting.withLock({ $0.popLast() }) {
      do {
        try child.expectWaiting()
        return child
      } catch {
        switch error {
        case .ended(let how, let isFine): noteEnd(of: child, how, isFine: isFine, &context)
        default:
          report(child, &context)
          child.end()
          context.warn(
            "exec.restarted",
            "\(title) wrote more than its answer to the drawing before, and was started again")
        }
      }
    }
    return nil
  }

  private func noteEnd(
    of child: ChildProcess, _ how: String, isFine: Bool, _ context: inout Context
  ) {
    report(child, &context)
    child.end()
    // Who does one drawing and ends well is only slow.
    if isFine { return }
    context.warn("exec.restarted", "\(title) \(how) and was started again")
  }

  private func error(
    _ fault: ChildFault, seconds: Double, limit: Int, isOwn: Bool, _ errors: ErrorText
  ) -> ComponentError {
    switch fault {
    case .late:
      ComponentError(
        "exec.timeout",
        "\(title) didn't answer within \(ParameterValue.number(seconds).text) seconds and was ended; "
          + "if it needs longer, raise 'timeout'; if it's done sooner, see that it flushes its "
          + "output")
    case .ended(let how, _):
      ComponentError(
        "exec.ended",
        "\(title) \(how) and gave no answer" + (errors.lastLine.map { ": \($0)" } ?? ""))
    case .tooLong:
      ComponentError(
        "exec.too-large",
        "\(title) answered more than the \(limit) bytes that "
          + (isOwn
            ? "an answer may have (256 MiB, or \(Program.answerRatio) times as many as its request)"
            : "the limit 'input-bytes' allows"))
    case .early, .tooMuch:
      ComponentError(
        "exec.bad-answer",
        fault == .early
          ? "\(title) answered before it had read the whole drawing"
          : "\(title) wrote more than one line for one drawing")
    }
  }

  // MARK: Standard error

  private func report(_ child: ChildProcess, _ context: inout Context) {
    report(child.takeErrors(), &context)
  }

  private func report(_ errors: ErrorText, _ context: inout Context) {
    for line in errors.lines { context.warn("exec.stderr", "'\(hello.name)' says: \(line)") }
    if errors.leftOut > 0 {
      context.warn(
        "exec.stderr-cut", "'\(hello.name)' says \(errors.leftOut) bytes more, which are left out")
    }
  }
}
