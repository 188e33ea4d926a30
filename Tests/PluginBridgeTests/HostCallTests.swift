import CPluginABI
import PathModel
import PluginBridge
import PluginKit
import PluginTesting
import Testing

/// What a component asks the host for and tells it.
@Suite struct HostCallTests {
  private static let descriptor = #"""
    {"role": "stage", "name": "ask", "summary": "Asks.", "parameters": [
      {"name": "far", "aliases": ["f"], "kind": "length", "default": "10mm", "help": "How far."},
      {"name": "turn", "kind": "angle", "default": "0.25turn", "help": "Which way."},
      {"name": "on", "kind": "boolean", "default": true, "help": "Whether."},
      {"name": "who", "kind": "text", "default": "é", "help": "Who."},
      {"name": "maybe", "kind": "number", "optional": true, "default": null, "help": "Maybe."}
    ]}
    """#

  /// Randomness is the same on both sides, whatever language asks.
  @Test func numbersAreThoseOfSwift() throws {
    var answers: [Double] = []
    var plugin = ForeignPlugin(descriptor: Self.descriptor)
    plugin.run = { run, host in
      let host = host.pointee
      let key = run.pointee.drawing.pointee.paths[0].key
      var stream = host.path_stream(host.context, key, 2)
      for _ in 0..<3 { answers.append(host.random(host.context, &stream)) }
      let places = run.pointee.drawing.pointee.points
      var moved = [strokemill_point](repeating: strokemill_point(x: 9, y: 9), count: 2)
      host.displace(host.context, places, 2, 7.5, 1, &moved)
      for p in moved { answers += [p.x, p.y] }
      return STROKEMILL_DONE
    }
    var drawing = Drawing(paths: ["M1 2 L30 40"])
    let context = Context(seed: 99, stage: "ask", ordinal: 2)
    var generator = context.generator(forPath: drawing.records[0].info.key, pass: 2)
    var expected = (0..<3).map { _ in generator.unit() }
    for p in drawing.points {
      let moved = context.field.displacement(at: p, wavelength: 7.5, slice: 1)
      expected += [moved.x, moved.y]
    }
    var run = Context(seed: 99, stage: "ask", ordinal: 2)
    try plugin.loaded().stage()(&drawing, &run)
    #expect(answers == expected)
  }

  /// A component behind a table has the run's limits, all of them.
  @Test func limitsAreTold() throws {
    struct Tell: Stage {
      static let name = "tell"
      static let summary = "Says its limits."
      static var parameters: [Parameter<Tell>] { [] }
      func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
        context.warn("tell.limits", "\(context.limits)")
      }
    }
    // That of packed inputs is the host's alone.
    let limits = Limits(
      inputBytes: 1, depth: 2, elements: 3, points: 400, growth: 5, attributes: 6,
      attributeBytes: 7, copies: 8, outputBytes: 9)
    let stage = try unsafe Plugin(
      loading: Plugin(name: "teller", version: "1", components: [.stage(Tell.self)]).exported()
        .table
    ).stage()
    var drawing = Drawing(paths: ["M1 2 L30 40"])
    var context = Context(limits: limits)
    try stage(&drawing, &context)
    #expect(context.diagnostics.entries.map(\.message) == ["\(limits)"])
  }

  @Test func optionsAreTold() throws {
    var numbers: [Double] = []
    var texts: [String] = []
    var json = ""
    var plugin = ForeignPlugin(descriptor: Self.descriptor)
    plugin.run = { run, host in
      let host = host.pointee
      for name in ["far", "f", "turn", "on", "who", "maybe", "nobody"] {
        numbers.append(host.option_number(host.context, name))
        let text = host.option_text(host.context, name)
        texts.append(
          String(decoding: UnsafeBufferPointer(start: text.base, count: text.count), as: UTF8.self))
      }
      let options = run.pointee.options
      json = String(
        decoding: UnsafeBufferPointer(start: options.base, count: options.count), as: UTF8.self)
      return STROKEMILL_DONE
    }
    let page = Canvas(
      box: Rect(x: 0, y: 0, width: 200, height: 100), width: Length(100, .mm),
      height: Length(50, .mm))
    var drawing = Drawing(paths: ["M1 2 L3 4"], canvas: page)
    var context = Context()
    try plugin.loaded().stage([Option("f", .text("5mm"))])(&drawing, &context)
    #expect((numbers[0] - 10).magnitude < 1e-9 && numbers[1] == numbers[0])
    #expect(numbers[2...3] == [90, 1])
    #expect(numbers[4...].count { $0.isNaN } == 3)
    #expect(texts == ["5mm", "5mm", "0.25turn", "", "é", "", ""])
    #expect(json == #"{"far":"5mm"}"#)
  }

  @Test func optionsAreCheckedForThosewhoDoNot() throws {
    let plugin = try ForeignPlugin(descriptor: Self.descriptor).loaded()
    do {
      _ = try plugin.stage([Option("fra", .number(1)), Option("on", .number(1))])
      Issue.record("accepted")
    } catch let error as OptionProblems {
      #expect(
        error.problems.map(\.message) == [
          "'ask' has no parameter 'fra'; did you mean 'far'?",
          "'on' takes true or false, not the number 1",
        ])
    }
  }

  @Test func whatIsSaidArrives() throws {
    var plugin = ForeignPlugin()
    plugin.run = { _, host in
      let host = host.pointee
      for text in [
        #"{"severity": "warning", "code": "lie.odd", "message": "Odd.", "line": 3, "column": 4}"#,
        #"{"severity": "loss", "code": "lie.lost", "message": "Lost.", "kind": "text", "count": 5, "new": []}"#,
        #"{"severity": "error", "code": "lie.end", "message": "No.", "line": 9}"#,
      ] { host.diagnose(host.context, leaked(text)) }
      return STROKEMILL_FAILED
    }
    let apply = try plugin.loaded().stage()
    var drawing = Drawing(paths: [])
    var context = Context()
    do {
      try apply(&drawing, &context)
      Issue.record("no error")
    } catch {
      #expect(error.diagnostic == Diagnostic(.error, "lie.end", "No.", at: .init(line: 9)))
    }
    #expect(
      context.diagnostics.entries == [
        Diagnostic(.warning, "lie.odd", "Odd.", at: .init(line: 3, column: 4)),
        Diagnostic(.loss, "lie.lost", "Lost.", kind: "text", count: 5),
      ])
  }

  /// A drawing without points may still keep widths.
  @Test func whatAnEmptyDrawingKeeps() throws {
    struct Same: Stage {
      static let name = "same"
      static let summary = "Changes nothing."
      func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
    }
    let table = Plugin(name: "p", version: "1", components: [.stage(Same.self)]).exported()
    let apply = try Plugin(loading: table.table).stage()
    var drawing = Drawing()
    drawing.makeWidths()
    var context = Context()
    try apply(&drawing, &context)
    #expect(drawing.hasWidths)
  }
}
