import ChildProcesses
import Glibc
import NumberText
import Pipeline
import PluginKit
import Synchronization

/// Processes that convert, each one file at a time, supervised by the threads that wait for them.
///
/// A thread that has a job takes a worker that waits, or starts one, and gives it back; so there are never more
/// workers than threads, and each does many files. One that ends, hangs or answers nonsense costs the job that it had,
/// and the next job gets another.
final class WorkerPool: Sendable {
  /// Why there can be no worker.
  struct Unstarted: Error {
    /// A sentence for a person.
    var message: String
  }

  /// A worker that waits for a job.
  private struct Waiting {
    var process: ChildProcess
    /// Whether it has done a job.
    var hasWorked = false
  }

  private struct State {
    var waiting: [Waiting] = []
    /// Why none could be started, the last times in a row.
    var faults = 0
    var fault: Unstarted?
  }

  /// How long a worker may take until it's ready, in seconds: plug-ins may load much.
  private static let startSeconds = 60.0
  /// How often in a row a worker that can't be started is tried again, for other files.
  private static let startAttempts = 3
  /// What an outcome may have beside its outputs.
  private static let wordsLimit = 256 << 20
  /// How long a worker may take to end, in milliseconds.
  private static let endPatience: Int32 = 1000

  private let assignment: [UInt8]
  private let fingerprint: String
  private let seconds: Double?
  /// What an output may have.
  private let outputLimit: Int
  private let memory: IsolationOptions.Memory?
  private let state = Mutex(State())

  /// Makes a pool with one worker, so that what stands in the way of any is known before the first job.
  /// - Parameters:
  ///   - assignment: How workers are to work.
  ///   - plan: The plan that they should make of it.
  ///   - options: What they may use.
  /// - Throws: When it can't be started.
  init(_ assignment: Assignment, _ plan: Plan, _ options: IsolationOptions) throws(Unstarted) {
    self.assignment = assignment.message
    fingerprint = plan.fingerprint
    seconds = options.seconds
    outputLimit = plan.limits.outputBytes
    memory = options.memory
    let first = try start()
    state.withLock { $0.waiting.append(Waiting(process: first)) }
  }

  /// Lets all workers end. None works any more.
  func close() {
    let workers = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    // All at the same time.
    for worker in workers { worker.process.closeInput() }
    for worker in workers { worker.process.end(after: WorkerPool.endPatience) }
  }

  // MARK: Starting

  private func start() throws(Unstarted) -> ChildProcess {
    let process: ChildProcess
    do {
      // The file that runs now, even if another one has taken its name meanwhile.
      process = try ChildProcess(["/proc/self/exe", WorkerMode.command], folder: nil)
    } catch {
      throw Unstarted(message: systemMessage(error.code))
    }
    let deadline = ContinuousClock.now + .seconds(WorkerPool.startSeconds)
    // The compiler doesn't see that a class's constant outlives the call.
    let assignment = assignment
    do {
      let answer = try process.exchange(
        assignment.span, limit: WorkerPool.wordsLimit, before: deadline,
        isWhole: WorkerPool.isWhole(.ready))
      guard try WorkerPool.words(of: answer) == fingerprint else {
        throw Unstarted(
          message: "it has other plug-ins or another pipeline than the tool; did a plug-in change?")
      }
    } catch let error as Unstarted {
      process.end()
      throw error
    } catch {
      let last = process.takeErrors().lastLine
      let words = last.map { ": \($0)" } ?? ""
      process.end()
      if let own = last.flatMap(WorkerMode.reason) { throw Unstarted(message: own) }
      switch error {
      case ChildFault.late:
        throw Unstarted(message: "it wasn't ready after \(Int(WorkerPool.startSeconds)) seconds")
      case ChildFault.ended(let how, _): throw Unstarted(message: "it \(how)\(words)")
      default: throw Unstarted(message: "it can't be understood\(words)")
      }
    }
    return process
  }

  /// What a worker that is ready says.
  private static func words(of answer: borrowing ByteSink) throws(Message.Fault) -> String {
    var reader = MessageReader(answer.span)
    let words = try reader.text()
    try reader.finish()
    return words
  }

  private static func isWhole(
    _ kind: Message.Kind
  ) -> (borrowing ByteSink, Int) throws(ChildFault) -> Bool {
    { (answer, _) throws(ChildFault) in
      do throws(Message.Fault) {
        guard let count = try Message.count(answer.span, kind) else { return false }
        if answer.count > count { throw Message.Fault(what: "") }
        return answer.count == count
      } catch {
        throw .tooMuch
      }
    }
  }

  /// A worker that waits, or a new one.
  private func take() throws(Unstarted) -> Waiting {
    let (waiting, fault) = state.withLock { state in
      (state.waiting.popLast(), state.faults >= WorkerPool.startAttempts ? state.fault : nil)
    }
    if let waiting { return waiting }
    if let fault { throw fault }
    do {
      let process = try start()
      state.withLock { $0.faults = 0 }
      return Waiting(process: process)
    } catch {
      state.withLock { state in
        state.faults += 1
        state.fault = error
      }
      throw error
    }
  }

  // MARK: Working

  /// Does one job in a worker, and never throws.
  ///
  /// A worker that has done others and ends at this one is replaced by a fresh one, which decides: so what becomes
  /// of a file doesn't depend on which came before.
  func run(_ job: consuming Job) -> Outcome {
    let name = job.name
    let targets = job.targets
    let request = job.message()
    let limit = WorkerPool.wordsLimit + targets.count * outputLimit
    while true {
      let worker: Waiting
      do {
        worker = try take()
      } catch {
        return failure(name, "isolate.not-started", "no worker can be started: \(error.message)")
      }
      let process = worker.process
      do {
        let answer = try process.exchange(
          request.span, limit: limit,
          before: .now + .milliseconds(1) * ((seconds ?? 1e9) * 1000),
          isWhole: WorkerPool.isWhole(.outcome))
        let outcome = try Outcome(message: answer.span, name: name, targets: targets)
        pass(process.takeErrors())
        state.withLock { $0.waiting.append(Waiting(process: process, hasWorked: true)) }
        return outcome
      } catch let fault as ChildFault {
        let errors = process.takeErrors()
        process.end()
        if worker.hasWorked, fault != .late { continue }
        return failure(fault, process.endStatus, errors, name)
      } catch {
        process.end()
        return failure(name, "isolate.bad-answer", "the worker gave an answer that can't be used")
      }
    }
  }

  /// What was written to standard error goes there, as it would have without a worker.
  private func pass(_ errors: ErrorText) {
    var lines = errors.lines
    guard !lines.isEmpty else { return }
    if errors.leftOut > 0 { lines.append("(and \(errors.leftOut) bytes more)") }
    Terminal(color: nil).say(lines.joined(separator: "\n"))
  }

  // MARK: Failures

  private func failure(
    _ name: String, _ code: Diagnostic.Code, _ message: String
  ) -> Outcome {
    Outcome(name: name, failure: Diagnostic(.error, code, message))
  }

  private func failure(
    _ fault: ChildFault, _ status: Int32?, _ errors: ErrorText, _ name: String
  ) -> Outcome {
    switch fault {
    case .late:
      let allowed = ParameterValue.number(seconds ?? 0).text
      return failure(
        name, "isolate.timeout",
        "this took longer than the \(allowed) seconds that '--timeout' allows, and was ended; if the "
          + "file is only slow, allow more")
    case .ended(let how, _):
      let last = LastWords(errors)
      if last.lackedMemory { return failure(name, "isolate.memory", memoryMessage) }
      if let status, status & 0x7F == SIGKILL {
        return failure(
          name, "isolate.killed",
          "the worker was killed while converting, as the system does when memory runs out")
      }
      return failure(
        name, "isolate.crash", "the worker \(how) while converting; \(last.reason)")
    case .tooLong, .early, .tooMuch:
      return failure(name, "isolate.bad-answer", "the worker gave an answer that can't be used")
    }
  }

  private var memoryMessage: String {
    guard let memory else {
      return "there isn't enough memory to convert this; use fewer workers (-j)"
    }
    return "this needs more memory than the \(memory.text) that '--max-memory' allows"
  }
}

/// Why a worker ended, as far as what it wrote to standard error tells.
struct LastWords {
  /// Whether there wasn't enough memory.
  let lackedMemory: Bool
  /// What the message of the crash ends with.
  let reason: String

  /// Reads what it wrote.
  init(_ errors: ErrorText) {
    let lines = errors.lines
    // Swift's runtime, and C++'s.
    lackedMemory = lines.contains {
      $0.hasPrefix("Fatal error: failed to allocate") || $0.contains("std::bad_alloc")
    }
    let mark = " [plugin.crashed]"
    if let line = lines.last(where: { $0.hasSuffix(mark) }),
      let start = line.firstRange(of: ": error: ")
    {
      reason = String(line[start.upperBound...].dropLast(mark.count))
    } else if let line = lines.first(where: { $0.hasPrefix("Fatal error: ") }) ?? lines.last {
      reason = "it said: \(line)"
    } else {
      reason = "please report it"
    }
  }
}
