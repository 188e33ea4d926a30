import PluginKit

/// A report in JUnit's XML, which CI services show: each input is a test case.
struct JUnitReport {
  private var cases: [UInt8] = []
  private var count = 0
  private var failed = 0
  private var unchanged = 0
  private var seconds = 0.0

  /// Adds an input.
  mutating func add(_ row: ReportRow) {
    count += 1
    seconds += row.possibleSeconds ?? 0
    let path = Path(row.input)
    let folder = path.directory
    let suite = folder == Path(".") ? "strokemill" : folder.shown
    var text = "    <testcase classname=\"\(Markup.escaped(suite))\""
    text += " name=\"\(Markup.escaped(path.lastComponent.shown))"
    // Editions of one input are cases of their own.
    if row.seed != 0 { text += " (seed \(row.seed))" }
    text += "\" time=\"\(JUnitReport.time(row.possibleSeconds ?? 0))\">\n"
    switch row.state {
    case .failed:
      failed += 1
      let message = row.error?.text ?? ""
      text += "      <failure type=\"\(Markup.escaped(row.error?.code ?? ""))\""
      text += " message=\"\(Markup.escaped(message.onOneLine(limit: .max)))\">"
      let place = row.error?.line.map { ":\($0)" } ?? ""
      text += "\(Markup.escaped(row.input + place + ": " + (row.error?.message ?? "")))</failure>\n"
    case .unchanged:
      unchanged += 1
      text += "      <skipped message=\"unchanged\"/>\n"
    case .done: break
    }
    if !row.findings.isEmpty {
      let lines = row.findings.map { "\($0.severity): \($0.text)" }.joined(separator: "\n")
      text += "      <system-out>\(Markup.escaped(lines))</system-out>\n"
    }
    cases += Array((text + "    </testcase>\n").utf8)
  }

  /// The whole document.
  var text: [UInt8] {
    let facts =
      "tests=\"\(count)\" failures=\"\(failed)\" errors=\"0\" time=\"\(JUnitReport.time(seconds))\""
    let head = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="strokemill" \(facts)>
        <testsuite name="strokemill" \(facts) skipped="\(unchanged)">

      """
    return Array(head.utf8) + cases + Array("  </testsuite>\n</testsuites>\n".utf8)
  }

  /// Seconds with six decimals.
  private static func time(_ seconds: Double) -> String {
    let millionths = Int(min(seconds, 1e12) * 1e6)
    let rest = String(millionths % 1_000_000)
    return "\(millionths / 1_000_000)." + String(repeating: "0", count: 6 - rest.count) + rest
  }
}
