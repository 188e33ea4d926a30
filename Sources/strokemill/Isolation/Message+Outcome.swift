import NumberText
import Pipeline
import PluginKit

/// What became of a file. The worker has read a stranger's drawing, so that nothing in it is believed
/// that could hurt whoever reads it.
extension Outcome {
  /// The message, without the bytes of the outputs, which follow it.
  var message: [UInt8] {
    var writer = MessageWriter(.outcome)
    writer.put(importFormat)
    for number in [inputBytes, paths, points] { writer.put(number) }
    writer.put(findings)
    writer.put(timings.count)
    for timing in timings {
      writer.put(timing.origin)
      writer.put(Int(timing.duration.components.seconds))
      writer.put(Int(timing.duration.components.attoseconds))
    }
    writer.put(outputs.count)
    for output in outputs { writer.put(output.count) }
    return writer.finish(following: outputs.reduce(0) { $0 + $1.count })
  }

  /// Reads the message and the bytes behind it.
  /// - Parameters:
  ///   - message: All of it.
  ///   - name: The job's name.
  ///   - targets: The outputs that were asked for.
  /// - Throws: When it isn't an outcome of such a job.
  init(message: Span<UInt8>, name: String, targets: [Job.Target]) throws(Message.Fault) {
    self.init(name: name)
    var reader = MessageReader(message)
    importFormat = try reader.optionalText()
    inputBytes = try reader.count()
    paths = try reader.count()
    points = try reader.count()
    findings = try reader.findings()
    for _ in 0..<(try reader.length()) {
      let origin = try reader.origin()
      let seconds = try reader.count()
      let rest = try reader.unsigned()
      guard rest < 1_000_000_000_000_000_000 else {
        throw Message.Fault(what: "a part of a second is more than one")
      }
      timings.append(
        Timing(
          origin: origin,
          duration: Duration(secondsComponent: Int64(seconds), attosecondsComponent: Int64(rest))))
    }
    var counts: [Int] = []
    for _ in 0..<(try reader.length()) { counts.append(try reader.count()) }
    guard counts.count == (failed ? 0 : targets.count) else {
      throw Message.Fault(what: "it has \(counts.count) outputs of \(targets.count)")
    }
    for (count, target) in zip(counts, targets) {
      // Room only for what is there, whatever is claimed.
      let bytes = try reader.span(count)
      var sink = ByteSink(capacity: bytes.count, limit: .max)
      sink.append(bytes)
      guard !sink.isFull else { throw Message.Fault(what: "an output of it is too large") }
      outputs.append(Output(target, sink))
    }
    try reader.finish()
  }
}

extension MessageWriter {
  /// Writes what was said.
  mutating func put(_ findings: [Outcome.Finding]) {
    put(findings.count)
    for finding in findings {
      put(finding.origin)
      put(finding.diagnostic)
    }
  }

  fileprivate mutating func put(_ origin: Outcome.Origin) {
    switch origin {
    case .input:
      put(0)
    case .importer(let name):
      put(1)
      put(name)
    case .stage(let row, let label):
      put(2)
      put(row)
      put(label)
    case .exporter(let name):
      put(3)
      put(name)
    }
  }

  fileprivate mutating func put(_ diagnostic: Diagnostic) {
    put(diagnostic.severity.rawValue)
    put(diagnostic.code.rawValue)
    put(diagnostic.message)
    put(diagnostic.kind)
    put(diagnostic.count)
    let places = [diagnostic.place].compactMap(\.self)
    for list in [places, diagnostic.morePlaces] {
      put(list.count)
      for place in list {
        put(place.line)
        put(place.column)
      }
    }
  }
}

extension MessageReader {
  /// What was said.
  mutating func findings() throws(Message.Fault) -> [Outcome.Finding] {
    var findings: [Outcome.Finding] = []
    for _ in 0..<(try length()) {
      findings.append(
        Outcome.Finding(origin: try origin(), diagnostic: try diagnostic()))
    }
    return findings
  }

  fileprivate mutating func origin() throws(Message.Fault) -> Outcome.Origin {
    switch try count() {
    case 0: return .input
    case 1: return .importer(try text())
    case 2: return .stage(try count(), label: try text())
    case 3: return .exporter(try text())
    case let number: throw Message.Fault(what: "nobody has the number \(number)")
    }
  }

  fileprivate mutating func diagnostic() throws(Message.Fault) -> Diagnostic {
    guard let severity = Diagnostic.Severity(rawValue: try text()) else {
      throw Message.Fault(what: "what it says is of no kind")
    }
    let code = try text()
    let isPlain = code.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
    guard isPlain else { throw Message.Fault(what: "a code in it isn't one") }
    var diagnostic = Diagnostic(severity, Diagnostic.Code(rawValue: code), try text())
    // Summaries show it as it is.
    diagnostic.kind = try text().onOneLine()
    diagnostic.count = try count()
    diagnostic.place = try places().first
    diagnostic.morePlaces = try places()
    return diagnostic
  }

  private mutating func places() throws(Message.Fault) -> [Diagnostic.Place] {
    var places: [Diagnostic.Place] = []
    for _ in 0..<(try length()) {
      places.append(Diagnostic.Place(line: try count(), column: try count()))
    }
    return places
  }
}
