import PluginKit
import Testing

@Suite struct DiagnosticTests {
  @Test func lossesAreCountedByKind() {
    var log = DiagnosticLog()
    for line in 1...100 {
      log.add(
        Diagnostic(.loss, "a.lost", "gone", at: .init(line: line), kind: "text", count: 2))
      log.add(Diagnostic(.loss, "a.lost", "gone", at: .init(line: line), kind: "filter"))
    }
    #expect(log.entries.map(\.kind) == ["text", "filter"])
    #expect(log.entries.map(\.count) == [200, 100])
    #expect(log.entries.map(\.place?.line) == [1, 1])
    #expect(log.has(.loss) && !log.has(.warning) && !log.has(.error))
  }

  @Test func aFloodOfWarningsIsCut() {
    var log = DiagnosticLog()
    for line in 1...10_000 {
      log.add(Diagnostic(.warning, "a.odd", "odd", at: .init(line: line)))
    }
    log.add(Diagnostic(.warning, "b.odd", "odd"))
    #expect(log.entries.count == DiagnosticLog.warningsKept + 2)
    #expect(log.entries.prefix(10).map(\.place?.line) == (1...10).map { $0 })
    #expect(log.entries.reduce(0) { $0 + $1.count } == 10_001)
  }

  /// What a file holds can be as long as the file.
  @Test func messagesHaveAnEnd() {
    let name = String(repeating: "é\n", count: 1_000_000)
    var error = ComponentError("a.wrong", "there is no '\(name)' here")
    let longest = 2 * Diagnostic.messageLimit + 1
    #expect(error.diagnostic.message.unicodeScalars.count <= longest)
    #expect(error.diagnostic.message.hasPrefix("there is no 'é"))
    #expect(error.diagnostic.message.hasSuffix("' here"))
    error.diagnostic.message += name
    #expect(error.diagnostic.message.unicodeScalars.count <= longest)
    #expect(Diagnostic(.note, "a.note", "two\nlines").message == "two\nlines")
  }

  /// A plug-in can claim any count.
  @Test func countsHaveAnEnd() {
    #expect(Diagnostic(.loss, "a.lost", "gone", count: .max).count == Diagnostic.countLimit)
    #expect(Diagnostic(.loss, "a.lost", "gone", count: .min).count == 1)
    var log = DiagnosticLog()
    for severity in [Diagnostic.Severity.loss, .warning, .note] {
      for _ in 0..<30 { log.add(Diagnostic(severity, "a.b", "c", kind: "d", count: .max)) }
    }
    #expect(log.entries.allSatisfy { (1...Diagnostic.countLimit).contains($0.count) })
    var changed = Diagnostic(.loss, "a.lost", "gone")
    changed.count = .max
    #expect(changed.count == Diagnostic.countLimit)
  }

  @Test func errorsAreAllKept() {
    var log = DiagnosticLog()
    for _ in 0..<20 { log.add(Diagnostic(.error, "a.bad", "bad")) }
    #expect(log.entries.count == 20 && log.has(.error))
  }

  @Test func logsAreJoined() {
    var (a, b) = (DiagnosticLog(), DiagnosticLog())
    for _ in 0..<15 {
      a.add(Diagnostic(.warning, "a.odd", "odd"))
      b.add(Diagnostic(.warning, "a.odd", "odd"))
      b.add(Diagnostic(.loss, "a.lost", "gone", kind: "text"))
    }
    a.add(b)
    #expect(a.entries.reduce(0) { $0 + $1.count } == 45)
    #expect(a.entries.count == DiagnosticLog.warningsKept + 2)
  }

  @Test func aContextCollects() {
    var context = Context()
    context.warn("a.odd", "odd", at: .init(line: 3, column: 4))
    context.lose("text", "a.lost", "gone", count: 7)
    #expect(context.diagnostics.entries.map(\.severity) == [.warning, .loss])
    #expect(context.diagnostics.entries.map(\.count) == [1, 7])
  }
}
