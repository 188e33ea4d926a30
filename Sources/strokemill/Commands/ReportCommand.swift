import Pipeline
import PluginKit
import StrictJSON

/// `strokemill report`: joins the reports of several runs.
enum ReportCommand {
  static let spec = CommandSpec(
    name: "report", operands: "merge FILE…", operandCount: 2...Int.max,
    operandWords: ["merge"],
    summary: "Join the reports of several runs, such as those of all shards, into one.",
    details: [
      "FILE is a report.jsonl that 'convert --report' wrote. OUT may be a .jsonl, .xml or .html; a page takes its "
        + "pictures from the files that the reports name, by their names from here.",
      "The rows stand in the order of the inputs. One that stands in several reports, the same input with the same "
        + "seed, counts as the last of them says.",
    ],
    options: [
      OptionSpec(
        name: "output", letter: "o", value: "OUT", isFile: true,
        help: "Where to write: a file, or - for lines of JSON, which it is by default."),
      OutputCheck.overwrite, RunOptions.jobs, PluginOptions.plugin,
    ],
    examples: [
      (
        "strokemill report merge part-*.jsonl -o report.html", "One page about all parts of a run:"
      )
    ],
    run: { arguments in
      do throws(UsageError) {
        return try run(arguments)
      } catch {
        Tool.usageError(error.message, arguments.text("color"))
        return ExitStatus.usage
      }
    })

  /// A line of a report that was read, and where it lies.
  private struct Line {
    var row: ReportRow
    var report: Int
    var range: Range<Int>
  }

  /// What tells rows of one thing.
  private struct Key: Hashable {
    var input: String
    var seed: UInt64
  }

  private static func run(_ arguments: ParsedArguments) throws(UsageError) -> Int32 {
    guard arguments.operands.first?.text == "merge" else {
      throw UsageError(
        message:
          "'report' takes 'merge' and the reports to join: strokemill report merge a.jsonl b.jsonl")
    }
    let paths = Array(arguments.operands.dropFirst())
    let out = arguments.last("output") ?? .standard
    let workers = try RunOptions.workers(arguments)
    try ReportFile.check(out, against: paths, outputs: [])
    try OutputCheck.run(
      out, overwrites: arguments.has(OutputCheck.overwrite.name), noun: "report")
    let isSheet = try ReportForm(out) == .sheet
    guard let catalogue = PluginOptions.catalogue(arguments) else { return ExitStatus.usage }
    let reports = try paths.map { path throws(UsageError) in try read(path) }
    let lines = try merged(reports, paths)
    let report = try ReportFile(out)
    var fault: FileError?
    let maker = Thumbnail.Maker(catalogue.registry)
    Parallel.run(isSheet ? lines.count : 0, workers: workers) { i in
      withPictures(lines[i].row, maker)
    } deliver: { _, row in
      report.add(row)
    }
    do throws(FileError) {
      for line in isSheet ? [] : lines {
        if report.form == .lines {
          let bytes = reports[line.report]
          try report.add(line: bytes.span.extracting(line.range))
        } else {
          report.add(line.row)
        }
      }
      try report.finish()
    } catch {
      fault = error
    }
    if let fault {
      Report(Terminal(color: arguments.text("color"))).say(
        fault.diagnostic(), of: out.shownAsOutput)
      return ExitStatus.failed
    }
    return ExitStatus.done
  }

  private static func withPictures(_ row: ReportRow, _ maker: Thumbnail.Maker) -> ReportRow {
    var row = row
    row.before = maker.picture(of: Path(row.input))
    for output in row.outputs where row.after == nil {
      row.after = maker.picture(of: Path(output.path))
    }
    return row
  }

  /// A report's bytes, with a line break at the end.
  private static func read(_ path: Path) throws(UsageError) -> [UInt8] {
    do throws(FileError) {
      var bytes = try InputFile.read(path, limit: 1 << 32, advice: "is it a report?")
      if let last = bytes.last, last != newline { bytes.append(newline) }
      return bytes
    } catch {
      throw UsageError(message: "the report \(path.shown) \(error.message)")
    }
  }

  /// All rows in order.
  private static func merged(
    _ reports: [[UInt8]], _ paths: [Path]
  ) throws(UsageError) -> [Line] {
    var lines: [Line] = []
    var known: [Key: Int] = [:]
    for (report, bytes) in reports.enumerated() {
      var start = 0
      var number = 0
      while start < bytes.count, let end = bytes[start...].firstIndex(of: newline) {
        number += 1
        let range = start..<(end + 1)
        start = end + 1
        if range.count == 1 { continue }
        let row: ReportRow?
        do throws(JSONError) {
          row = ReportRow(try JSONNode(parsing: bytes.span.extracting(range)))
        } catch {
          throw UsageError(
            message: "\(paths[report].shown):\(number): a report is a line of JSON for each file: "
              + error.message)
        }
        guard let row else {
          throw UsageError(
            message: "\(paths[report].shown):\(number): this isn't a line of a report; 'convert "
              + "--report report.jsonl' writes such")
        }
        let key = Key(input: row.input, seed: row.seed)
        let line = Line(row: row, report: report, range: range)
        if let old = known[key] {
          lines[old] = line
        } else {
          known[key] = lines.count
          lines.append(line)
        }
      }
    }
    let order = lines.indices.sorted { (lines[$0].row.number, $0) < (lines[$1].row.number, $1) }
    return order.map { lines[$0] }
  }
}

private let newline = UInt8(ascii: "\n")
