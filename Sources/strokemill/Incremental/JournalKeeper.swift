import Glibc
import Pipeline
import PluginKit

/// Decides by a journal what a run has to do, and keeps the journal while it's done; all on one thread.
final class JournalKeeper {
  static let incremental = OptionSpec(
    name: "incremental",
    help:
      "Leave out what is unchanged since a run before: the input, the output, all that is done. "
      + "\(Journal.name) beside the outputs keeps account of it.")
  static let prune = OptionSpec(
    name: "prune",
    help: "With --incremental, remove outputs of runs before whose inputs are gone.")
  static let dryRun = OptionSpec(
    name: "dry-run", letter: "n",
    help: "Write nothing but what would be done with each file, and why.")

  /// Nil while there is none: the first outputs that are claimed make it.
  private var journal: Journal?
  private let isReadOnly: Bool
  private let folder: Path
  private var recipe: Recipe
  private let workingFolder: [UInt8]
  private var waiting: [(output: Path, stamp: FileStamp?, key: [UInt8], entry: Journal.Entry)] = []
  private var stopwatch = Stopwatch()
  private var sinceFlush = 0.0
  /// Why the journal can't be used any more.
  private(set) var fault: FileError?
  private(set) var tasks = JournaledTasks(
    tasks: OutputNaming.TaskList(of: PathList()), verdicts: [], entries: [:], said: [:])

  /// Opens the journal of a folder.
  init(
    in folder: Path, _ recipe: Recipe, isReadOnly: Bool
  ) throws(UsageError) {
    self.folder = folder
    self.recipe = recipe
    workingFolder = OutputFile.resolved(Path(".")).bytes
    self.isReadOnly = isReadOnly
    guard FileKind(path) != .missing else { return }
    try open()
  }

  /// Says of the journal what is wrong with it.
  func usageError(_ error: FileError) -> UsageError {
    UsageError(message: "the journal \(path.shown) \(error.message)")
  }

  /// The file of the journal.
  var path: Path { folder.appending(Array(Journal.name.utf8)) }

  private func open() throws(UsageError) {
    do throws(FileError) {
      journal = try Journal(in: folder, isReadOnly: isReadOnly)
    } catch {
      throw usageError(error)
    }
  }

  // MARK: Before the run

  /// Decides what has to be done.
  func look(at tasks: OutputNaming.TaskList) throws(UsageError) {
    do throws(FileError) {
      self.tasks.tasks = tasks
      self.tasks.verdicts.reserveCapacity(tasks.count)
      for (row, task) in tasks.enumerated() {
        self.tasks.verdicts.append(try verdict(task, row))
      }
    } catch {
      throw usageError(error)
    }
  }

  private func verdict(
    _ task: OutputNaming.Task, _ row: Int
  ) throws(FileError) -> JournaledTasks.Verdict {
    guard let journal else { return .run(.new) }
    var entries: [Journal.Entry] = []
    var isSure = true
    let inputStamp = FileStamp(task.input)?.bytes
    for (path, target) in task.outputs {
      guard let entry = try journal.entry(journal.key(of: path)) else { return .run(.new) }
      guard let known = entry.recipe else { return .run(.unfinished) }
      guard known == recipe.digest(of: target, from: task.input, seed: task.seed) else {
        return .run(.recipe)
      }
      guard let stamp = FileStamp(path) else { return .run(.missing) }
      if inputStamp == nil || entry.inputStamp != inputStamp || entry.outputStamp != stamp.bytes {
        isSure = false
      }
      entries.append(entry)
    }
    guard isSure else {
      tasks.entries[row] = entries
      return .verify
    }
    tasks.said[row] = entries.first?.said
    return .unchanged
  }

  /// Whether an output was written by a run before, or is about to be.
  func knows(_ output: Path) throws(UsageError) -> Bool {
    do throws(FileError) {
      guard let journal else { return false }
      return try journal.entry(journal.key(of: output)) != nil
    } catch {
      throw usageError(error)
    }
  }

  /// Notes which outputs are going to be written.
  func claim() throws(UsageError) {
    if journal == nil { try open() }
    guard let journal else { return }
    var outputs: [(key: [UInt8], input: [UInt8])] = []
    for (task, verdict) in zip(tasks.tasks, tasks.verdicts) where verdict != .unchanged {
      for output in task.outputs {
        outputs.append((journal.key(of: output.path), absolute(task.input)))
      }
    }
    do throws(FileError) {
      try journal.claim(outputs)
    } catch {
      throw usageError(error)
    }
  }

  // MARK: During the run

  /// Takes in what was done with a task, and what was said.
  func note(
    _ row: Int, _ measures: JournaledTasks.Measures, _ findings: [Outcome.Finding]
  ) {
    guard let journal, fault == nil else { return }
    let task = tasks.tasks[row]
    for (number, output) in task.outputs.enumerated() where number < measures.outputHashes.count {
      waiting.append(
        (
          output.path, measures.outputStamps[number], journal.key(of: output.path),
          Journal.Entry(
            input: absolute(task.input),
            recipe: recipe.digest(of: output.target, from: task.input, seed: task.seed),
            inputHash: measures.inputHash, inputStamp: measures.inputStamp,
            outputHash: measures.outputHashes[number], outputStamp: nil,
            said: number == 0 ? SaidBefore.bytes(findings) : nil)
        ))
    }
    sinceFlush += stopwatch.lap().inSeconds
    if waiting.count >= 512 || sinceFlush > 1 { flush() }
  }

  /// Writes what waits to the journal.
  func flush() {
    guard let journal, fault == nil else { return }
    var rows: [(key: [UInt8], entry: Journal.Entry)] = []
    for var row in waiting {
      // By now the tick of most is over.
      if let stamp = row.stamp, FileStamp(row.output) == stamp, stamp.isTrusted {
        row.entry.outputStamp = stamp.bytes
      }
      rows.append((row.key, row.entry))
    }
    waiting = []
    sinceFlush = 0
    do throws(FileError) {
      try journal.put(rows)
    } catch {
      fault = error
    }
  }

  // MARK: After the run

  /// An output whose input is gone.
  struct Orphan {
    var key: [UInt8]
    var output: Path
    var input: Path
    /// Whether it's as it was written; nil when it isn't there any more.
    var isOwn: Bool?
  }

  /// The outputs that the journal knows, that none of these tasks makes, and whose inputs are gone.
  func orphans(beside all: OutputNaming.TaskList) throws(FileError) -> [Orphan] {
    guard let journal else { return [] }
    var made: Set<[UInt8]> = []
    for task in all { for output in task.outputs { made.insert(journal.key(of: output.path)) } }
    var orphans: [Orphan] = []
    for (key, input) in try journal.all()
    where !made.contains(key) && !FileKind.isThere(Path(bytes: input)) {
      let output = journal.output(of: key)
      var orphan = Orphan(key: key, output: output, input: Path(bytes: input))
      if let stamp = FileStamp(output), let entry = try journal.entry(key) {
        orphan.isOwn =
          entry.outputStamp == stamp.bytes
          || (entry.outputHash != nil && InputFile.hash(of: output)?.bytes == entry.outputHash)
      }
      orphans.append(orphan)
    }
    return orphans
  }

  /// Removes an orphan, and the folders that are empty without it.
  func remove(_ orphan: Orphan) throws(FileError) {
    guard let journal else { return }
    if orphan.isOwn == true {
      try OutputFile.remove(orphan.output)
      var folder = orphan.output.directory
      while folder.bytes.count > self.folder.bytes.count,
        unsafe folder.withCString({ name in unsafe rmdir(name) }) == 0
      {
        folder = folder.directory
      }
    }
    try journal.forget([orphan.key])
  }

  private func absolute(_ path: Path) -> [UInt8] {
    if path.bytes.first == UInt8(ascii: "/") { return path.bytes }
    return Path(bytes: workingFolder).appending(path.bytes).bytes
  }
}
