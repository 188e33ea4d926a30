import NumberText
import Pipeline
import PluginKit

/// Whether files are converted in processes of their own, and what each may use.
struct IsolationOptions: Equatable {
  static let isolate = OptionSpec(
    name: "isolate",
    help: "Convert in processes of their own: a file that crashes one, or for which memory doesn't "
      + "suffice, is a file that failed. By itself for several files with a plug-in that was loaded."
  )
  static let noIsolate = OptionSpec(
    name: "no-isolate", help: "Convert inside the tool even with plug-ins that were loaded.")
  static let timeout = OptionSpec(
    name: "timeout", value: "SECONDS",
    help: "A file that takes longer fails. Isolates.")
  static let maxMemory = OptionSpec(
    name: "max-memory", value: "SIZE",
    help:
      "How much memory each process that converts may take, such as 512M or 2G; a file for which "
      + "that doesn't suffice fails. Isolates.")

  static let sandbox = OptionSpec(
    name: "sandbox",
    help:
      "Take from the processes that convert all that they don't need: files but fonts, network, "
      + "other programs. Isolates.")
  static let noSandbox = OptionSpec(name: "no-sandbox", help: "Convert without it.")

  static let all = [isolate, noIsolate, timeout, maxMemory, sandbox, noSandbox]

  /// Whether it's done; nil when that's for the tool to decide.
  let isWanted: Bool?
  /// Whether workers give up what they don't need; nil when that's for the tool to decide.
  let wantsSandbox: Bool?
  /// How many seconds a file may take; nil for any number.
  let seconds: Double?
  /// How many bytes of memory a worker may have, and how that was written; nil for any number.
  let memory: Memory?

  /// An amount of memory.
  struct Memory: Equatable {
    var bytes: Int
    var text: String
  }

  /// What a worker needs to begin with.
  private static let leastMemory = 32 << 20

  /// Reads what was asked for.
  init(_ arguments: ParsedArguments) throws(UsageError) {
    seconds = try arguments.text(IsolationOptions.timeout.name).map { text throws(UsageError) in
      guard let seconds = Double(text), seconds > 0, seconds <= 1e6 else {
        throw UsageError(
          message: "'--timeout' takes a number of seconds above 0, such as 30 or 0.5, not "
            + "'\(Path(text).shown)'")
      }
      return seconds
    }
    memory = try arguments.text(IsolationOptions.maxMemory.name).map {
      text throws(UsageError) in
      guard let size = Quantity.size(of: text) else {
        throw UsageError(
          message: "'--max-memory' takes a number of bytes, such as 512M or 2G, not "
            + "'\(Path(text).shown)'")
      }
      guard size >= IsolationOptions.leastMemory else {
        throw UsageError(message: "'--max-memory' takes 32M at least, not '\(Path(text).shown)'")
      }
      return Memory(bytes: size, text: Path(text).shown)
    }
    let hasSandbox = arguments.has(IsolationOptions.sandbox.name)
    let hasNoSandbox = arguments.has(IsolationOptions.noSandbox.name)
    if hasSandbox, hasNoSandbox {
      throw UsageError(message: "'--sandbox' and '--no-sandbox' exclude each other")
    }
    wantsSandbox = hasSandbox ? true : hasNoSandbox ? false : nil
    let needing = [
      IsolationOptions.timeout, IsolationOptions.maxMemory, IsolationOptions.sandbox,
      IsolationOptions.isolate,
    ].first { arguments.has($0.name) }
    if arguments.has(IsolationOptions.noIsolate.name) {
      if let needing {
        throw UsageError(
          message: "'--\(needing.name)' and '--no-isolate' exclude each other; keep one of them")
      }
      isWanted = false
    } else {
      isWanted = needing == nil ? nil : true
    }
  }
}

extension IsolationOptions {
  /// What does a run's jobs.
  /// - Parameters:
  ///   - plan: The plan.
  ///   - assignment: What the plan was made of.
  ///   - catalogue: What there is.
  ///   - byItself: Whether workers do them when nothing was asked for.
  ///   - isForStrangers: Whether they then give up what they don't need.
  /// - Returns: It.
  /// - Throws: When workers should, and can't.
  func runner(
    _ plan: Plan, _ assignment: Assignment, _ catalogue: Catalogue, byItself: Bool,
    isForStrangers: Bool = false
  ) throws(UsageError) -> JobRunner {
    var assignment = assignment
    assignment.memoryLimit = memory?.bytes
    assignment.isSandboxed = try sandboxes(plan, catalogue, isForStrangers)
    guard assignment.isSandboxed || isWanted ?? byItself else { return .here }
    do {
      return .isolated(try WorkerPool(assignment, plan, self))
    } catch {
      throw UsageError(message: "no worker can be started: \(error.message)")
    }
  }

  private func sandboxes(
    _ plan: Plan, _ catalogue: Catalogue, _ isForStrangers: Bool
  ) throws(UsageError) -> Bool {
    guard wantsSandbox ?? (isForStrangers && isWanted != false) else { return false }
    if let lack = Sandbox.lack {
      guard wantsSandbox == nil else {
        throw UsageError(message: "'--sandbox' can't be had: \(lack)")
      }
      let terminal = catalogue.terminal
      terminal.say(
        "strokemill: \(terminal.colored("warning:", .yellow)) drawings are converted without a "
          + "sandbox: \(lack); '--no-sandbox' agrees to that [sandbox.lack]")
      return false
    }
    if let stage = catalogue.programStage(in: plan) {
      throw UsageError(
        message: "the stage '\(stage)' starts a program, which nothing can in the sandbox; "
          + "'--no-sandbox' converts without one")
    }
    return true
  }
}
