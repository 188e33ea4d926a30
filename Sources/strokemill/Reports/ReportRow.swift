import JSONForms
import NumberText
import Pipeline
import PluginKit
import StrictJSON

/// What a report says of one input with one seed.
struct ReportRow: Sendable {
  /// What became of it.
  enum State: String, CaseIterable {
    case done
    case failed
    /// Nothing was to be done: it's as it was, and so is what was made of it.
    case unchanged
  }

  /// A file that was written.
  struct Output: Sendable {
    var path: String
    var format: String
    var bytes: Int?
    var hash: String?
  }

  /// Something that was said.
  struct Finding: Sendable {
    var severity: String
    var code: String
    var kind: String
    var message: String
    var line: Int?
    var column: Int?
    var count: Int

    /// The place and the message, such as `3:5: text isn't drawn [svg.text]`.
    var text: String {
      let place = line.map { line in "\(line):" + (column.map { "\($0):" } ?? "") + " " } ?? ""
      return place + message + (count > 1 ? " (\(count) times)" : "") + " [\(code)]"
    }
  }

  /// The number of the input in the whole list, from 1.
  var number: Int
  var input: String
  var seed: UInt64
  var state: State
  /// The importer.
  var format: String?
  /// The size of the input as it lies there.
  var bytes: Int?
  /// The SHA-256 of the input.
  var hash: String?
  var outputs: [Output] = []
  var error: Finding?
  var findings: [Finding] = []
  /// How long it took; nil when that isn't known.
  var seconds: Double?
  /// Pictures of the input and of the output.
  var before: Thumbnail?
  var after: Thumbnail?

  /// The time as one that can be, whatever a worker or a line claims: up to thirty years.
  var possibleSeconds: Double? { seconds.map { min(max(0, $0), 1e9) } }

  /// How many things were lost.
  var losses: Int {
    findings.reduce(0) { $1.severity == Diagnostic.Severity.loss.rawValue ? $0 + $1.count : $0 }
  }
}

/// What a report says of a file beside its outcome; worked out only where a report is written.
struct ReportFacts: Sendable {
  /// How large something is, and the hash of it.
  struct Content: Sendable {
    var bytes: Int
    var hash: SHA256.Digest

    init(_ bytes: Span<UInt8>) {
      self.bytes = bytes.count
      hash = SHA256.digest(of: bytes)
    }
  }

  var input: Content?
  var outputs: [Content] = []
  var seconds = 0.0
  var before: Thumbnail?
  var after: Thumbnail?
}

// MARK: From a run

extension ReportRow {
  init(_ outcome: Outcome, _ task: OutputNaming.Task, _ facts: ReportFacts, isUnchanged: Bool) {
    number = task.number
    input = outcome.name
    seed = task.seed
    state = outcome.failed ? .failed : isUnchanged ? .unchanged : .done
    format = outcome.importFormat
    bytes = facts.input?.bytes
    hash = facts.input?.hash.text
    if state != .failed {
      outputs = task.outputs.enumerated().map { row, output in
        let content = row < facts.outputs.count ? facts.outputs[row] : nil
        return Output(
          path: output.path.shown, format: output.target.format, bytes: content?.bytes,
          hash: content?.hash.text)
      }
    }
    for finding in outcome.findings {
      let finding = Finding(finding.diagnostic)
      if error == nil, finding.severity == Diagnostic.Severity.error.rawValue {
        error = finding
      } else {
        findings.append(finding)
      }
    }
    if state != .unchanged { seconds = facts.seconds }
    before = facts.before
    after = facts.after
  }

  /// The line of JSON, its end included.
  static func line(
    _ outcome: Outcome, _ task: OutputNaming.Task, _ facts: ReportFacts, isUnchanged: Bool
  ) -> [UInt8] {
    let row = ReportRow(outcome, task, facts, isUnchanged: isUnchanged)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("number")
    writer.value(row.number)
    writer.key("input")
    writer.value(row.input)
    writer.key("state")
    writer.value(row.state.rawValue)
    writer.member("format", row.format)
    writer.member("bytes", row.bytes)
    writer.member("sha256", row.hash)
    if row.state != .failed {
      writer.key("outputs")
      writer.beginArray()
      for output in row.outputs {
        writer.beginObject()
        writer.key("path")
        writer.value(output.path)
        writer.key("format")
        writer.value(output.format)
        writer.member("bytes", output.bytes)
        writer.member("sha256", output.hash)
        writer.end()
      }
      writer.end()
    }
    writer.key("seed")
    writer.value(Int(clamping: row.seed))
    if row.state == .done {
      writer.key("paths")
      writer.value(outcome.paths)
      writer.key("points")
      writer.value(outcome.points)
    }
    writer.findings(outcome.findings) { _ in }
    // Times come last: all before them is the same in every run.
    if let seconds = row.seconds {
      writer.key("seconds")
      writer.seconds(seconds)
      writer.key("times")
      writer.beginArray()
      for timing in outcome.timings {
        writer.beginObject()
        writer.key("by")
        writer.value(timing.origin.word)
        writer.key("seconds")
        writer.seconds(timing.duration.inSeconds)
        writer.end()
      }
      writer.end()
    }
    writer.end()
    var line = writer.finish()
    line.append(UInt8(ascii: "\n"))
    return line.takeBytes()
  }
}

extension ReportRow.Finding {
  fileprivate init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity.rawValue
    code = diagnostic.code.rawValue
    kind = diagnostic.kind
    message = diagnostic.message
    line = diagnostic.place?.line
    column = diagnostic.place.flatMap { $0.column > 0 ? $0.column : nil }
    count = diagnostic.count
  }
}

extension JSONWriter {
  /// Writes what was said: `error`, if there is one, and `findings`, all that isn't that error, if there are
  /// any.
  /// - Parameters:
  ///   - findings: What was said.
  ///   - writeOutputs: Writes what there is when there is no error, between the two.
  mutating func findings(
    _ findings: [Outcome.Finding], otherwise writeOutputs: (inout JSONWriter) -> Void
  ) {
    var findings = findings
    if let row = findings.firstIndex(where: { $0.diagnostic.severity == .error }) {
      key("error")
      value(findings.remove(at: row))
    } else {
      writeOutputs(&self)
    }
    guard !findings.isEmpty else { return }
    key("findings")
    beginArray()
    for finding in findings { value(finding) }
    end()
  }

  private mutating func value(_ finding: Outcome.Finding) {
    beginObject()
    members(finding.diagnostic)
    key("by")
    value(finding.origin.word)
    end()
  }

  fileprivate mutating func member(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  fileprivate mutating func member(_ name: String, _ number: Int?) {
    guard let number else { return }
    key(name)
    value(number)
  }
}

extension Outcome.Origin {
  /// Who says it, in a word or two.
  var word: String {
    switch self {
    case .input: "input"
    case .importer(let name): "importer \(name)"
    case .stage(_, let label): "stage \(label)"
    case .exporter(let name): "exporter \(name)"
    }
  }
}

// MARK: From a line

extension ReportRow {
  /// Reads a line of a report; nil when it's something else.
  init?(_ node: JSONNode) {
    guard let number = node["number"]?.integer, let input = node["input"]?.string,
      let state = node["state"]?.string.flatMap(State.init(rawValue:)),
      let outputs = ReportRow.all(node["outputs"], Output.init),
      let findings = ReportRow.all(node["findings"], Finding.init)
    else { return nil }
    self.number = number
    self.input = input
    self.state = state
    self.outputs = outputs
    self.findings = findings
    seed = UInt64(clamping: node["seed"]?.integer ?? 0)
    format = node["format"]?.string
    bytes = node["bytes"]?.integer
    hash = node["sha256"]?.string
    seconds = node["seconds"]?.number
    if let node = node["error"] {
      error = Finding(node)
      if error == nil { return nil }
    }
  }

  /// All elements of an array, none where it's missing; nil when one of them can't be read, so that none is
  /// left out in silence.
  private static func all<Element>(
    _ node: JSONNode?, _ read: (JSONNode) -> Element?
  ) -> [Element]? {
    let nodes = node?.array ?? []
    let elements = nodes.compactMap(read)
    return elements.count == nodes.count ? elements : nil
  }
}

extension ReportRow.Output {
  fileprivate init?(_ node: JSONNode) {
    guard let path = node["path"]?.string, let format = node["format"]?.string else { return nil }
    self.init(
      path: path, format: format, bytes: node["bytes"]?.integer, hash: node["sha256"]?.string)
  }
}

extension ReportRow.Finding {
  fileprivate init?(_ node: JSONNode) {
    guard let severity = node["severity"]?.string, let code = node["code"]?.string,
      let message = node["message"]?.string
    else { return nil }
    self.severity = severity
    self.code = code
    self.message = message
    kind = node["kind"]?.string ?? ""
    line = node["line"]?.integer
    column = node["column"]?.integer.flatMap { $0 > 0 ? $0 : nil }
    // However many rows there are, all of them can be added up.
    count = min(max(1, node["count"]?.integer ?? 1), Int(UInt32.max))
  }
}
