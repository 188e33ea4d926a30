import Pipeline
import PluginKit

// `--watch`: what changes is done again, until someone ends it.

extension BulkRun {
  static let watch = OptionSpec(
    name: "watch",
    help:
      "Go on: do again what changes, inputs and the pipeline file, and remove outputs whose inputs go. "
      + "Ctrl-C ends it.")

  /// What a watch knows.
  private struct Watch {
    /// What was done last with a task.
    struct Done {
      /// The input, as it was before it was read.
      var stamp: [UInt8]?
      var outputs: [Path]
    }

    /// What tells a task.
    struct Key: Hashable {
      var input: Path
      var seed: UInt64
    }

    var done: [Key: Done] = [:]
    /// The outputs that were written.
    var outputs: Set<Path> = []
    /// What was done with all of them.
    var pipeline = ""
    /// The pipeline files as they were when something was wrong with them; nil when nothing was.
    var brokenFiles: [[UInt8]?]?
    var files: [Path] = []
    /// What was said last about the whole.
    var fault: String?
    /// What has to be watched.
    var folders: Set<Path> = []
  }

  /// Does everything, and from then on what changes.
  func watch() throws(UsageError) -> Int32 {
    for name in [
      ReportFile.option.name, JournalKeeper.dryRun.name, Shard.shard.name, Shard.shardIndex0.name,
    ] {
      if arguments.has(name) {
        throw UsageError(
          message: "--\(name) is for a run that has an end; it doesn't go with --watch")
      }
    }
    let watcher = try FolderWatcher()
    var watch = Watch()
    var isFirst = true
    var hasBegun = false
    while true {
      // Of folders that weren't watched yet nothing is told: they are looked at once more.
      repeat {
        let isEnded = try look(&watch, isFirst: isFirst)
        if isEnded { return ExitStatus.interrupted }
        isFirst = false
      } while try watcher.add(watch.folders)
      if !hasBegun, !isQuiet {
        terminal.say("strokemill: watching; Ctrl-C ends it [watch]")
      }
      hasBegun = true
      watcher.wait()
    }
  }

  /// Does what has changed, and gives whether someone ended that.
  private func look(_ watch: inout Watch, isFirst: Bool) throws(UsageError) -> Bool {
    let bases = FoundBases()
    if isFirst { noteFiles(bases, &watch) }
    let files = watch.files
    // Before they are read.
    let stamps = files.map { FileStamp($0)?.bytes }
    if watch.brokenFiles == stamps { return false }
    do throws(UsageError) {
      let work = try work(bases)
      noteFiles(bases, &watch)
      guard let work else {
        watch.brokenFiles = watch.files == files ? stamps : nil
        return false
      }
      watch.brokenFiles = nil
      watch.folders.formUnion(work.inputs.folders)
      let isEnded = try update(work, &watch, isFirst: isFirst)
      watch.fault = nil
      return isEnded
    } catch {
      // What can't be done at all isn't waited for.
      if isFirst { throw error }
      noteFiles(bases, &watch)
      if watch.fault != error.message { Tool.usageError(error.message, terminal) }
      watch.fault = error.message
      return false
    }
  }

  /// Notes what the pipeline is made of.
  private func noteFiles(_ bases: FoundBases, _ watch: inout Watch) {
    var files = arguments.last("pipeline").map { [$0] } ?? []
    for base in bases.all {
      if let identity = base.text.identity { files.append(Path(bytes: identity)) }
    }
    if let list = arguments.last("files-from") { files.append(list) }
    watch.files = files.filter { FileKind($0) != .device && !$0.text.hasPrefix("preset:") }
    watch.folders.formUnion(watch.files.map(\.directory))
  }

  private func update(
    _ work: Work, _ watch: inout Watch, isFirst: Bool
  ) throws(UsageError) -> Bool {
    let pipeline = work.plan.fingerprint
    if pipeline != watch.pipeline {
      watch.done = watch.done.mapValues { done in
        var done = done
        done.stamp = nil
        return done
      }
    }
    watch.pipeline = pipeline
    var todo: [(number: Int, task: OutputNaming.Task, stamp: [UInt8]?)] = []
    var present: Set<Watch.Key> = []
    var made: Set<Path> = []
    for (number, task) in work.names.tasks.enumerated() {
      let key = Watch.Key(input: task.input, seed: task.seed)
      let stamp = FileStamp(task.input)?.bytes
      // At first it's said that one isn't there; later it's gone.
      if stamp == nil, !isFirst { continue }
      present.insert(key)
      let outputs = task.outputs.map(\.path)
      made.formUnion(outputs)
      if let done = watch.done[key], stamp != nil, done.stamp == stamp, done.outputs == outputs {
        continue
      }
      todo.append((number, task, stamp))
    }
    removeGone(present, made, &watch)
    guard !todo.isEmpty || isFirst else { return false }
    var part = work
    part.names = work.names.part(todo.map(\.number))
    let known = watch.outputs
    var written: Set<Int> = []
    let status = try convert(part, isSummed: isFirst && isIncremental) {
      known.contains($0)
    } deliver: { row, result in
      if !result.outcome.failed { written.insert(row) }
      guard !isFirst, !isQuiet, !result.outcome.failed, !result.isUnchanged else { return }
      let outputs = todo[row].task.outputs.map(\.path.shown).joined(separator: ", ")
      terminal.say("strokemill: \(todo[row].task.input.shown) -> \(outputs) [watch]")
    }
    for (row, (_, task, stamp)) in todo.enumerated() {
      let outputs = task.outputs.map(\.path)
      watch.done[Watch.Key(input: task.input, seed: task.seed)] = Watch.Done(
        stamp: stamp, outputs: outputs)
      if written.contains(row) { watch.outputs.formUnion(outputs) }
    }
    return status == ExitStatus.interrupted
  }

  /// Removes what was made of inputs that are gone.
  private func removeGone(
    _ present: Set<Watch.Key>, _ made: Set<Path>, _ watch: inout Watch
  ) {
    let gone = watch.done.filter { !present.contains($0.key) }
      .sorted { ($0.key.input, $0.key.seed) < ($1.key.input, $1.key.seed) }
    for (key, done) in gone {
      watch.done[key] = nil
      for output in done.outputs where !made.contains(output) {
        guard watch.outputs.remove(output) != nil else { continue }
        do throws(FileError) {
          guard try OutputFile.remove(output), !isQuiet else { continue }
          terminal.say(
            "strokemill: \(key.input.shown) is gone, \(output.shown) was removed [watch]")
        } catch {
          report.say(error.diagnostic(), of: output.shown)
        }
      }
    }
  }
}
