import PathModel
import PluginKit
import Testing

/// Drops lines and moves what is left.
private struct Odd: PathStage {
  static let name = "odd"
  static let summary = "For tests."
  var isStrict = false
  static let parameters = [Parameter("strict", \Odd.isStrict, help: "Whether a line is an error.")]

  func rewrite(
    _ path: PathView, of drawing: borrowing Drawing, into builder: inout PathBuilder,
    _ context: inout Context
  ) throws(ComponentError) {
    if path.verbs.count < 3 {
      if isStrict { throw ComponentError("odd.line", "a line", at: .init(line: 1)) }
      context.lose("line", "odd.line", "a line was left out")
      return
    }
    builder.append(path, mappedBy: .translation(x: 1, y: 0))
  }
}

@Suite struct ComponentTests {
  @Test func aPathStageRebuildsPathByPath() throws {
    var drawing = Drawing(paths: ["M0 0 L1 1", "M0 0 L1 1 Z", "M5 5 L6 6"])
    let key = drawing.records[1].info.key
    var context = Context()
    try Odd().apply(to: &drawing, &context)
    #expect(drawing.pathTexts == ["M1 0 L2 1 Z"])
    #expect(drawing.records[0].info.key == key)
    #expect(context.diagnostics.entries.map(\.count) == [2])
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func anEntryRunsWithItsOptions() throws {
    let entry = ComponentEntry.stage(Odd.self)
    #expect(entry.name == "odd" && entry.parameters.map(\.name) == ["strict"])
    guard case .stage(let make) = entry.role else {
      Issue.record("not a stage")
      return
    }
    let run = try make([Option("strict", .bool(true))])
    var drawing = Drawing(paths: ["M0 0 L1 1"])
    var context = Context()
    #expect(throws: ComponentError("odd.line", "a line", at: .init(line: 1))) {
      try run(&drawing, &context)
    }
    #expect(throws: OptionProblems.self) { try make([Option("strikt", .bool(true))]) }
  }
}
