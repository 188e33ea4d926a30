import Pipeline
import PluginKit

/// What is said about a run's files, one after another: to a person and in the report.
struct RunLog {
  private let report: Report
  private let reports: [ReportFile]
  private let isMany: Bool
  private let showsLosses: Bool
  private let isQuiet: Bool
  private var said = SaidFindings()
  private var losses = LossCounts()
  private var unwritten: [Path: FileError] = [:]

  /// Whether a format was asked for that isn't there.
  private(set) var lacksFormat = false

  init(report: Report, reports: [ReportFile], isMany: Bool, showsLosses: Bool, isQuiet: Bool) {
    self.report = report
    self.reports = reports
    self.isMany = isMany
    self.showsLosses = showsLosses
    self.isQuiet = isQuiet
  }

  /// Takes the next file in.
  mutating func add(_ result: Conversion.Result, _ task: OutputNaming.Task) {
    let outcome = result.outcome
    for report in reports where unwritten[report.path] == nil {
      do throws(FileError) {
        try report.add(
          outcome, task, result.facts ?? ReportFacts(), isUnchanged: result.isUnchanged)
      } catch {
        unwritten[report.path] = error
      }
    }
    guard !outcome.findings.isEmpty else { return }
    lacksFormat = lacksFormat || outcome.lacksFormat
    var news = said.news(in: outcome)
    if isMany, outcome.failed {
      sayFailure(news)
      return
    }
    if isQuiet { news.findings.removeAll { $0.diagnostic.severity != .error } }
    if isMany, !showsLosses {
      losses.add(news.losses)
      news.findings.removeAll { $0.diagnostic.severity == .loss }
    }
    if isMany { news.joinWarnings() }
    report.say(news, showsLosses: showsLosses)
  }

  /// Among many files one that failed gets one line.
  private func sayFailure(_ outcome: Outcome) {
    let errors = outcome.findings.filter { $0.diagnostic.severity == .error }
    guard let first = errors.first else { return }
    var diagnostic = first.diagnostic
    diagnostic.count = errors.reduce(0) { $0 + $1.diagnostic.count }
    report.say(diagnostic, of: outcome.name, by: first.origin.stageLabel)
  }

  /// Says what many files lost, when that wasn't said of each.
  func sayLosses(of count: Int) {
    guard !isQuiet, let text = losses.text else { return }
    report.terminal.say(
      "strokemill: \(report.terminal.colored("loss:", .blue)) "
        + "\(losses.files) of \(count) files lost something: \(text); --losses shows them, "
        + "--report FILE keeps them [loss]")
  }

  /// Ends the reports, says which couldn't be written, and gives whether all could.
  mutating func finishReports() -> Bool {
    for file in reports {
      do throws(FileError) {
        if unwritten[file.path] == nil { try file.finish() }
      } catch {
        unwritten[file.path] = error
      }
      guard let fault = unwritten[file.path] else { continue }
      report.say(fault.diagnostic(), of: file.path.shownAsOutput)
    }
    return unwritten.isEmpty
  }
}

extension Outcome {
  /// Leaves one warning of each code, with the count of all.
  fileprivate mutating func joinWarnings() {
    var joined: [Finding] = []
    for finding in findings {
      if finding.diagnostic.severity == .warning,
        let row = joined.firstIndex(where: {
          $0.origin == finding.origin && $0.diagnostic.severity == .warning
            && $0.diagnostic.code == finding.diagnostic.code
        })
      {
        joined[row].diagnostic.count += finding.diagnostic.count
      } else {
        joined.append(finding)
      }
    }
    findings = joined
  }
}

/// Losses of many files by kind.
struct LossCounts {
  private var kinds: [(kind: String, count: Int, files: Int)] = []
  /// How many files lost something.
  private(set) var files = 0

  /// Takes the losses of a file in.
  mutating func add(_ losses: [Outcome.Finding]) {
    guard !losses.isEmpty else { return }
    files += 1
    var rows: Set<Int> = []
    for finding in losses {
      let kind = finding.diagnostic.kind
      let row = kinds.firstIndex { $0.kind == kind } ?? kinds.count
      if row == kinds.count { kinds.append((kind, 0, 0)) }
      kinds[row].count += finding.diagnostic.count
      if rows.insert(row).inserted { kinds[row].files += 1 }
    }
  }

  /// The kinds that most files have first: `12 text in 5 files, 1 filter in 1`; nil when there are none.
  var text: String? {
    guard !kinds.isEmpty else { return nil }
    let sorted = kinds.sorted { ($1.files, $0.kind) < ($0.files, $1.kind) }
    return sorted.enumerated().map { row, kind in
      "\(kind.count) \(kind.kind) in \(kind.files)"
        + (row > 0 ? "" : kind.files == 1 ? " file" : " files")
    }.joined(separator: ", ")
  }
}
