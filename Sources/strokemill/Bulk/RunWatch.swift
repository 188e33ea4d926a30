import CChildProcess
import Pipeline

/// Watches a run over many files from the thread that began it: shows how far it is, and notices when
/// someone wants it to end.
struct RunWatch {
  private let tally: RunTally
  private let terminal: Terminal
  private let isQuiet: Bool
  private var progress: Progress?
  private var stopwatch = Stopwatch()
  private var interruptedAt: Double?
  private var hasSaidWait = false

  /// How long the run takes so far.
  private(set) var seconds = 0.0
  /// Whether it was interrupted.
  var wasInterrupted: Bool { interruptedAt != nil }

  /// Begins to watch. With several files the first Ctrl-C from now on only asks for the end.
  init(count: Int, sizes: [Int], tally: RunTally, terminal: Terminal, isQuiet: Bool) {
    self.tally = tally
    self.terminal = terminal
    self.isQuiet = isQuiet
    guard count > 1 else { return }
    strokemill_be_patient(1)
    if !isQuiet {
      progress = Progress(
        form: Terminal.isThere ? .bar : .lines, count: count,
        bytes: sizes.reduce(0) { $0.addingReportingOverflow($1).partialValue })
    }
  }

  /// Looks at how things are, and gives whether more files should be begun.
  mutating func look() -> Bool {
    measure()
    let state = Progress.State(
      finished: tally.finished, failed: tally.failed, bytes: tally.bytes, seconds: seconds)
    if let text = progress?.text(state, width: { Terminal.width }) { terminal.put(text) }
    if interruptedAt == nil, strokemill_was_interrupted() != 0 { interruptedAt = seconds }
    guard let interruptedAt else { return true }
    // Most files are done before anybody could read it.
    if seconds > interruptedAt + 0.5, !hasSaidWait, !isQuiet {
      hasSaidWait = true
      hide()
      terminal.say(
        "strokemill: interrupted; the files in work are finished first, a second Ctrl-C stops at once "
          + "[interrupted]")
    }
    return false
  }

  /// Removes the progress bar, so that something else can be said.
  mutating func hide() {
    if let text = progress?.hide() { terminal.put(text) }
  }

  /// The run is over.
  mutating func end() {
    _ = look()
    hide()
    strokemill_be_patient(0)
  }

  private mutating func measure() {
    seconds += stopwatch.lap().inSeconds
  }
}
