/// A form of a report, by the extension of its name.
enum ReportForm {
  /// A line of JSON a file, for programs.
  case lines
  /// JUnit's XML, for what shows the results of tests.
  case junit
  /// A page with pictures.
  case sheet

  /// The form that a name tells.
  /// - Throws: When it tells another.
  init(_ path: Path) throws(UsageError) {
    // What has no extension, such as /dev/stderr, gets what can be written bit by bit.
    switch path.fileExtension {
    case "jsonl", "ndjson", "": self = .lines
    case "xml": self = .junit
    case "html", "htm": self = .sheet
    case let other:
      throw UsageError(
        message:
          "a report is a file such as report.jsonl, report.xml (JUnit) or report.html; .\(other) of "
          + "\(path.shown) is none of them")
    }
  }
}
