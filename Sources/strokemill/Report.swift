import Pipeline
import PluginKit

/// Tells a person what was said about files: one line each on standard error,
/// `file:line:column: severity: message [code]`.
struct Report {
  let terminal: Terminal

  init(_ terminal: Terminal) { self.terminal = terminal }

  /// Says one thing about a file.
  func say(_ diagnostic: Diagnostic, of file: String, by origin: String? = nil) {
    var place = file
    if let at = diagnostic.place {
      place += ":\(at.line)"
      if at.column > 0 { place += ":\(at.column)" }
    }
    let severity: String =
      switch diagnostic.severity {
      case .error: terminal.colored("error:", .red)
      case .warning: terminal.colored("warning:", .yellow)
      case .loss: terminal.colored("loss:", .blue)
      case .note: terminal.colored("note:", .blue)
      }
    var message = diagnostic.message
    if let origin { message = "\(origin): \(message)" }
    if diagnostic.count > 1 {
      message +=
        diagnostic.severity == .loss
        ? " (\(diagnostic.count) times, here first)" : " (and \(diagnostic.count - 1) more)"
    }
    terminal.say(
      "\(terminal.colored(place + ":", .bold)) \(severity) \(message.onOneLine()) "
        + "[\(diagnostic.code.rawValue)]")
  }

  /// Says what an outcome has to say: errors and warnings each, losses each or summed up, notes where
  /// they're asked for.
  func say(_ outcome: Outcome, showsLosses: Bool, showsNotes: Bool = false) {
    for finding in outcome.findings {
      if finding.diagnostic.severity == .loss && !showsLosses { continue }
      if finding.diagnostic.severity == .note && !showsNotes { continue }
      say(finding.diagnostic, of: outcome.name, by: finding.origin.stageLabel)
    }
    if !showsLosses, !outcome.failed, let kinds = Report.kinds(of: outcome.losses) {
      let severity = terminal.colored("loss:", .blue)
      terminal.say(
        "\(terminal.colored(outcome.name + ":", .bold)) \(severity) \(kinds.text); "
          + "--losses shows them [loss]")
    }
  }

  /// Losses in a line, such as `3 losses: 2 text, 1 filter`; nil when there are none.
  static func summary(of losses: [Outcome.Finding]) -> String? {
    kinds(of: losses).map { ($0.total == 1 ? "1 loss: " : "\($0.total) losses: ") + $0.text }
  }

  /// Losses by kind, such as `2 text, 1 filter`, and how many there are; nil when there are none.
  private static func kinds(of losses: [Outcome.Finding]) -> (text: String, total: Int)? {
    var kinds: [(kind: String, count: Int)] = []
    for finding in losses {
      let (kind, count) = (finding.diagnostic.kind, finding.diagnostic.count)
      if let row = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[row].count += count
      } else {
        kinds.append((kind, count))
      }
    }
    let total = kinds.reduce(0) { $0 + $1.count }
    guard total > 0 else { return nil }
    return (kinds.map { "\($0.count) \($0.kind)" }.joined(separator: ", "), total)
  }
}

/// What was said about an input already: of fifty editions of one file, all say the same of it.
struct SaidFindings {
  private var name: String?
  private var said: Set<Outcome.Finding> = []

  /// The outcome without what an outcome of the same name right before it said.
  mutating func news(in outcome: Outcome) -> Outcome {
    if name != outcome.name {
      name = outcome.name
      said = []
    }
    var news = outcome
    news.findings.removeAll { !said.insert($0).inserted }
    return news
  }
}

extension Outcome.Origin {
  /// How a stage is called in messages; nil for what isn't a stage.
  var stageLabel: String? {
    if case .stage(_, let label) = self { "stage '\(label)'" } else { nil }
  }
}
