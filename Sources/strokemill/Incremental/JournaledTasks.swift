import Pipeline
import PluginKit

/// What has to be done of a run's tasks, as its journal has it.
struct JournaledTasks: Sendable {
  /// Why something has to be done.
  enum Reason: String, Sendable {
    case new = "it's new"
    case replacing = "it replaces what is there"
    case unfinished = "a run before didn't finish it"
    case recipe = "the pipeline, a plug-in or the tool is another"
    case missing = "the output is missing"
    case input = "the input was changed"
    case output = "the output was changed"
  }

  /// What has to be done of a task.
  enum Verdict: Equatable, Sendable {
    case run(Reason)
    /// The system says that something was changed; whether it was, the contents tell.
    case verify
    case unchanged
  }

  /// What is measured of a task's files, for the journal.
  struct Measures: Sendable {
    var inputHash: [UInt8]
    /// The stamp from before the input was read, if it can be trusted.
    var inputStamp: [UInt8]?
    var outputHashes: [[UInt8]] = []
    /// The stamps right after the outputs were written.
    var outputStamps: [FileStamp?] = []
  }

  var tasks: OutputNaming.TaskList
  var verdicts: [Verdict]
  /// What the journal says of the outputs of those that are to be verified.
  var entries: [Int: [Journal.Entry]]
  /// What was said about those that are unchanged, where that was anything.
  var said: [Int: [UInt8]]

  /// What was said when the outputs of a task that is as it was were made.
  /// - Returns: That; nil when the journal can't tell, so that they have to be made anew.
  func findings(of row: Int) -> [Outcome.Finding]? {
    try? SaidBefore.findings(said[row] ?? entries[row]?.first?.said)
  }

  /// Compares the contents of a task's files with what the journal says.
  /// - Returns: What differs, or what was measured when nothing does.
  func verify(_ row: Int) -> (Reason?, Measures?) {
    let task = tasks[row]
    guard let entries = entries[row], let first = entries.first else { return (.unfinished, nil) }
    let stamp = FileStamp(task.input)
    let isTrusted = stamp?.isTrusted ?? false
    guard let hash = InputFile.hash(of: task.input)?.bytes,
      entries.allSatisfy({ $0.inputHash == hash })
    else { return (.input, nil) }
    var measures = Measures(
      inputHash: first.inputHash ?? hash, inputStamp: isTrusted ? stamp?.bytes : nil)
    for (entry, output) in zip(entries, task.outputs) {
      let stamp = FileStamp(output.path)
      let isSame = stamp != nil && stamp?.bytes == entry.outputStamp
      guard let outputHash = entry.outputHash,
        isSame || InputFile.hash(of: output.path)?.bytes == outputHash
      else { return (.output, nil) }
      measures.outputHashes.append(outputHash)
      measures.outputStamps.append(stamp)
    }
    return (nil, measures)
  }
}
