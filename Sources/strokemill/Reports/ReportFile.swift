import Glibc
import Pipeline
import PluginKit

/// A report about a run's files, in one of the forms.
final class ReportFile {
  static let option = OptionSpec(
    name: "report", value: "FILE", repeats: true, isFile: true,
    help:
      "Write what became of each input: report.jsonl (a line of JSON each, for programs), report.xml "
      + "(JUnit, for CI) or report.html (a page with pictures). Several may be given.")

  let path: Path
  let form: ReportForm
  private var descriptor: Int32 = -1
  private var junit = JUnitReport()
  private var sheet = ContactSheet()

  /// Refuses a report that would take the place of a file that is read, or mix with what is written.
  static func check(
    _ path: Path, against inputs: [Path], outputs: [Path]
  ) throws(UsageError) {
    let identity = FileIdentity(path)
    func isSame(_ other: Path) -> Bool {
      other == path || (identity != nil && FileIdentity(other) == identity)
    }
    if path != .standard, let input = inputs.first(where: isSame) {
      throw UsageError(
        message: "the report \(path.shown) would replace the input \(input.shown)")
    }
    if outputs.contains(where: isSame) {
      throw UsageError(
        message: "the report and an output would both go to \(path.shown)")
    }
  }

  /// Opens the report; lines of JSON are written one by one, so that a run can be followed by them, the others
  /// as a whole at the end. `-` is standard output.
  init(_ path: Path) throws(UsageError) {
    self.path = path
    form = try ReportForm(path)
    guard form == .lines else {
      try OutputCheck.run(path, overwrites: true, noun: "report")
      return
    }
    if path == .standard {
      descriptor = STDOUT_FILENO
      return
    }
    descriptor = unsafe path.withCString { name in
      unsafe open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      let error = FileError.last("can't be written", code: "output.unwritable")
      throw UsageError(message: "the report \(path.shown) \(error.message)")
    }
  }

  deinit {
    if descriptor >= 0, path != .standard { close(descriptor) }
  }

  /// Adds what became of an input.
  func add(
    _ outcome: Outcome, _ task: OutputNaming.Task, _ facts: ReportFacts, isUnchanged: Bool
  ) throws(FileError) {
    if form == .lines {
      try add(
        line: ReportRow.line(outcome, task, facts, isUnchanged: isUnchanged).span)
    } else {
      add(ReportRow(outcome, task, facts, isUnchanged: isUnchanged))
    }
  }

  /// Adds a line of JSON.
  func add(line: Span<UInt8>) throws(FileError) {
    try OutputFile.writeAll(line, to: descriptor)
  }

  /// Adds a row to a report that isn't lines of JSON.
  func add(_ row: ReportRow) {
    switch form {
    case .lines: break
    case .junit: junit.add(row)
    case .sheet: sheet.add(row)
    }
  }

  /// Ends the report.
  func finish() throws(FileError) {
    switch form {
    case .lines: break
    case .junit: try OutputFile.write(junit.text.span, to: path)
    case .sheet: try OutputFile.write(sheet.text.span, to: path)
    }
  }
}
