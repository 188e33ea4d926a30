import NumberText
import Pipeline
import PluginKit
import Testing

@testable import strokemill

/// What the tool and its workers tell each other.
@Suite struct MessageTests {
  private func outcome() -> Outcome {
    var outcome = Outcome(name: "a.svg")
    outcome.importFormat = "svg"
    (outcome.inputBytes, outcome.paths, outcome.points) = (1000, 20, 3 << 33)
    var loss = Diagnostic(
      .loss, "svg.filter", "a blur “∅”", at: Diagnostic.Place(line: 3), kind: "filter", count: 7)
    loss.morePlaces = [Diagnostic.Place(line: 4, column: 5), Diagnostic.Place(line: 9, column: 1)]
    outcome.findings = [
      Outcome.Finding(origin: .importer("svg"), diagnostic: loss),
      Outcome.Finding(
        origin: .stage(2, label: "jitter (2)"), diagnostic: Diagnostic(.warning, "a.b", "")),
      Outcome.Finding(origin: .input, diagnostic: Diagnostic(.note, "a.c", "x")),
    ]
    outcome.timings = [
      Outcome.Timing(origin: .exporter("eps"), duration: .nanoseconds(1_234_567_890_123))
    ]
    return outcome
  }

  private let targets = [Job.Target(format: "eps"), Job.Target(format: "svg", isCompressed: true)]

  /// A whole message of an outcome, its outputs' bytes behind it.
  private func message(_ outcome: Outcome) -> [UInt8] {
    var message = outcome.message
    for output in outcome.outputs {
      output.withBytes { bytes in
        for i in bytes.indices { message.append(bytes[i]) }
      }
    }
    return message
  }

  private func sink(_ text: String) -> ByteSink {
    var sink = ByteSink()
    sink.append(text)
    return sink
  }

  @Test func anOutcomeArrivesAsItWas() throws {
    var sent = outcome()
    sent.outputs = [
      Outcome.Output(targets[0], sink("%!PS")), Outcome.Output(targets[1], sink("")),
    ]
    let message = message(sent)
    #expect(try Message.count(message.span, .outcome) == message.count)
    let came = try Outcome(message: message.span, name: "a.svg", targets: targets)
    #expect(came.name == sent.name && came.importFormat == sent.importFormat)
    #expect(came.inputBytes == 1000 && came.paths == 20 && came.points == 3 << 33)
    #expect(came.findings == sent.findings)
    #expect(came.timings == sent.timings)
    #expect(came.outputs.map(\.target) == targets)
    #expect(self.message(came) == message)
  }

  @Test func nothingThatIsCutShortIsUnderstood() throws {
    var sent = outcome()
    sent.outputs = [Outcome.Output(targets[0], sink("%!PS"))]
    let message = message(sent)
    for count in Message.headerCount..<message.count {
      let part = Array(message[..<count])
      #expect(throws: Message.Fault.self, "\(count) bytes") {
        try Outcome(message: part.span, name: "a.svg", targets: [targets[0]])
      }
    }
    let more = message + [0]
    #expect(throws: Message.Fault.self) {
      try Outcome(message: more.span, name: "a.svg", targets: [targets[0]])
    }
  }

  /// A byte that changes makes another outcome, or none; nothing else.
  @Test func nothingThatIsChangedHarms() {
    var sent = outcome()
    sent.outputs = [Outcome.Output(targets[0], sink("%!PS"))]
    let message = message(sent)
    var refused = 0
    for place in Message.headerCount..<message.count {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var other = message
        other[place] = value
        let came = try? Outcome(message: other.span, name: "a.svg", targets: [targets[0]])
        if came == nil { refused += 1 }
        #expect((came?.findings.reduce(0) { $0 + $1.diagnostic.count } ?? 0) >= 0)
      }
    }
    #expect(refused > message.count)
  }

  /// A failed job has no outputs, and one that is done has all.
  @Test func theNumberOfOutputsMustBeRight() {
    var failed = outcome()
    failed.fail(Diagnostic(.error, "a.d", "no"))
    let good = failed.message
    #expect(throws: Never.self) {
      try Outcome(message: good.span, name: "a.svg", targets: targets)
    }
    let bad = outcome().message
    #expect(throws: Message.Fault.self) {
      try Outcome(message: bad.span, name: "a.svg", targets: targets)
    }
  }

  @Test func aHeaderIsChecked() throws {
    let message = outcome().message
    #expect(throws: Message.Fault.self) { try Message.count(message.span, .job) }
    let start = Array(message[..<11])
    #expect(try Message.count(start.span, .outcome) == nil)
    let huge = Array("DONE".utf8) + [UInt8](repeating: 0xFF, count: 8)
    #expect(throws: Message.Fault.self) { try Message.count(huge.span, .outcome) }
  }
}
