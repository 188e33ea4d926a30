/// How a run over many files ended.
enum RunEnd: Equatable {
  case complete
  case interrupted
  case tooManyFailures(FailureLimit)
}

/// The line that closes a run over many files.
struct RunSummary {
  private let count: Int
  private let finished: Int
  private let failed: Int
  private let lossy: Int
  private let unchanged: Int
  private let unchangedLossy: Int
  private let bytes: Int
  private let seconds: Double
  private let end: RunEnd

  init(count: Int, tally: RunTally, seconds: Double, end: RunEnd) {
    self.count = count
    finished = tally.finished
    failed = tally.failed
    lossy = tally.lossy
    unchanged = tally.unchanged
    unchangedLossy = tally.unchangedLossy
    bytes = tally.bytes
    self.seconds = seconds
    self.end = end
  }

  /// Says it.
  func say(_ terminal: Terminal) {
    let prefix = end == .complete ? "" : terminal.colored("error:", .red) + " "
    terminal.say("strokemill: \(prefix)\(text) [\(code)]")
  }

  private var code: String {
    switch end {
    case .complete: "summary"
    case .interrupted: "interrupted"
    case .tooManyFailures: "convert.max-failures"
    }
  }

  /// What there is to say.
  var text: String {
    var text: String
    switch end {
    case .complete: text = count == 1 ? "1 file" : "\(count) files"
    case .interrupted: text = "interrupted after \(finished) of \(count) files"
    case .tooManyFailures(let limit):
      text =
        "\(limit.name) ended the run after \(finished) of \(count) files"
    }
    text += " in \(Quantity.time(seconds)): \(finished - failed - unchanged) done"
    if lossy > 0 { text += " (\(lossy) with losses)" }
    if unchanged > 0 { text += ", \(unchanged) unchanged" }
    if unchangedLossy > 0 { text += " (\(unchangedLossy) with losses)" }
    text += ", \(failed) failed"
    if finished < count { text += ", \(count - finished) not begun" }
    guard finished > 0 else { return text }
    text += "; \(Quantity.rate(finished, seconds))"
    if bytes > 0 { text += ", \(Quantity.throughput(bytes, seconds))" }
    return text
  }
}
