import CChildProcess
import Glibc
import Pipeline
import PluginBridge
import PluginKit
import TextShaping

/// The tool as a worker of another one: it takes files from standard input and gives back what became of them,
/// until there are no more.
enum WorkerMode {
  /// What the tool is started with to be one.
  static let command = "isolated-worker"

  /// The stack that converting may need, whatever the system's default is: as much as threads get.
  private static let stackSize = UInt(8 << 20)
  /// The room that a message gets before anything of it is there.
  private static let firstRoom = 1 << 26
  /// The memory that outputs share with the outcome they follow, in one piece.
  private static let joinedLimit = 1 << 16

  /// Works.
  /// - Returns: The exit status.
  static func run() -> Int32 {
    // What plug-ins print mustn't get between the answers.
    let answers = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard answers >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else { return ExitStatus.failed }
    unsafe strokemill_name_process("strokemill")
    strokemill_share_group()
    raiseStackLimit()
    do {
      guard let message = try receive(.assignment) else { return ExitStatus.done }
      let assignment = try Assignment(message: message.span)
      guard let plan = plan(assignment) else { return ExitStatus.usage }
      if let limit = assignment.memoryLimit, !limitMemory(limit) { return ExitStatus.failed }
      // Its means are taken while they can still be.
      strokemill_die_with_reader(answers, 1)
      strokemill_die_with_reader(answers, 0)
      // Before a thread starts, and before there are words of strangers.
      if assignment.isSandboxed { try Sandbox.enter(for: plan) }
      var ready = MessageWriter(.ready)
      ready.put(plan.fingerprint)
      try OutputFile.writeAll(ready.finish().span, to: answers)
      while let message = try receive(.job) {
        let outcome = try work(message, plan, answers)
        try send(outcome, to: answers)
        // The next file gets a worker that can set text.
        if FontLibrary.lacksMemory { break }
      }
      return ExitStatus.done
    } catch let fault as Message.Fault {
      say("a message can't be understood: \(fault.what); this is no command to call")
    } catch let fault as Sandbox.Fault {
      say(fault.message)
    } catch let error as FileError {
      say(error.message)
    } catch {
      say("\(error)")
    }
    return ExitStatus.usage
  }

  private static func plan(_ assignment: Assignment) -> Plan? {
    var arguments = ParsedArguments()
    arguments.given = assignment.plugins.map { (PluginOptions.plugin.name, Path($0)) }
    guard let catalogue = PluginOptions.catalogue(arguments) else { return nil }
    return PlanOptions.plan(assignment.request, catalogue)
  }

  /// Does a job. Whoever kills the tool meanwhile ends the worker, too, however long the job would take.
  private static func work(
    _ message: consuming [UInt8], _ plan: Plan, _ answers: Int32
  ) throws -> Outcome {
    strokemill_die_with_reader(answers, 1)
    defer { strokemill_die_with_reader(answers, 0) }
    let job = try Job(message: message.span, plan: plan)
    message = []
    PluginCrash.noteInput(job.name)
    defer { PluginCrash.noteInput(nil) }
    return Worker.run(job)
  }

  private static func send(_ outcome: Outcome, to answers: Int32) throws(FileError) {
    var message = outcome.message
    var rest = outcome.outputs[...]
    // Small ones in one piece, so that the tool wakes once.
    while let output = rest.first, message.count + output.count <= joinedLimit {
      output.withBytes { bytes in
        for i in bytes.indices { message.append(bytes[i]) }
      }
      rest.removeFirst()
    }
    try OutputFile.writeAll(message.span, to: answers)
    for output in rest {
      try output.withBytes { (bytes) throws(FileError) in
        try OutputFile.writeAll(bytes, to: answers)
      }
    }
  }

  // MARK: Receiving

  /// The next message; nil when there are no more.
  private static func receive(_ kind: Message.Kind) throws -> [UInt8]? {
    guard let header = try read(Message.headerCount) else { return nil }
    guard let count = try Message.count(header.span, kind) else {
      throw Message.Fault(what: "it ends inside its header")
    }
    guard let message = try read(count, after: header) else {
      throw Message.Fault(what: "it ends too soon")
    }
    return message
  }

  /// Reads so many bytes; nil when there aren't as many.
  private static func read(_ count: Int, after start: [UInt8] = []) throws(FileError) -> [UInt8]? {
    var bytes = start
    // Room only for as much as came, whatever is claimed. Memory that stays untouched costs nothing.
    bytes.reserveCapacity(min(count, firstRoom))
    while bytes.count < count {
      var failure: FileError?
      var isAtEnd = false
      let room = min(count - bytes.count, max(bytes.capacity - bytes.count, bytes.count))
      bytes.append(addingCapacity: room) { output in
        unsafe output.withUnsafeMutableBufferPointer { buffer, used in
          while used < buffer.count {
            let n = unsafe Glibc.read(
              STDIN_FILENO, buffer.baseAddress.map { unsafe $0 + used }, buffer.count - used)
            if n < 0 && errno == EINTR { continue }
            if n < 0 { failure = .last("standard input can't be read", code: "input.unreadable") }
            isAtEnd = n <= 0
            if isAtEnd { return }
            used += n
          }
        }
      }
      if let failure { throw failure }
      if isAtEnd { return nil }
    }
    return bytes
  }

  // MARK: Limits

  private static func raiseStackLimit() {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0,
      limit.rlim_cur < stackSize
    else { return }
    limit.rlim_cur = min(stackSize, limit.rlim_max)
    unsafe setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
  }

  /// Limits what is taken for data.
  ///
  /// Not the whole address space (RLIMIT_AS): libraries, fonts and caches that are mapped from files would count,
  /// though they take no memory from anyone; and not what is in use (RLIMIT_RSS), which Linux doesn't limit.
  private static func limitMemory(_ bytes: Int) -> Bool {
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    return unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit) == 0
  }

  private static let sayBegins = "strokemill: error: "
  private static let sayEnds = " [\(command)]"

  private static func say(_ message: String) {
    Terminal(color: nil).say(sayBegins + message + sayEnds)
  }

  /// What a worker said of itself in a line; nil when it's somebody else's.
  static func reason(_ line: String) -> String? {
    guard line.hasPrefix(sayBegins), line.hasSuffix(sayEnds) else { return nil }
    return String(line.dropFirst(sayBegins.utf8.count).dropLast(sayEnds.utf8.count))
  }
}
