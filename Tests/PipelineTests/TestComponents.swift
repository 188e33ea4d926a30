import NumberText
import PathModel
import Pipeline
import PluginKit

// Tiny components, so that the engine is tested without any real format or stage.

/// Reads a path in the textual form from each line; `!` at a line's start is an error.
struct TextImporter: Importer {
  var closed = false
  var label = "drawing"
  static let name = "text"
  static let summary = "Reads paths in their textual form."
  static let extensions = ["txt", "paths"]
  static var parameters: [Parameter<TextImporter>] {
    [
      Parameter("closed", \.closed, help: "Whether paths are closed."),
      Parameter("label", \.label, help: "What the layer is called."),
    ]
  }

  static func recognizes(_ start: Span<UInt8>) -> Bool {
    !start.isEmpty && start[0] == UInt8(ascii: "M")
  }

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    var text: [UInt8] = []
    for i in bytes.indices { text.append(bytes[i]) }
    let style = drawing.styleID(for: .pen)
    let group = drawing.addGroup(Group(attributes: Attributes(label: label)))
    for (row, line) in String(decoding: text, as: UTF8.self).split(separator: "\n").enumerated() {
      if line.hasPrefix("!") {
        throw ComponentError(
          "text.bad", "this line begins with '!'", at: Diagnostic.Place(line: row + 1, column: 1))
      }
      if line.hasPrefix("?") {
        context.lose("question", "text.question", "a question is lost")
        continue
      }
      drawing.appendPath(PathInfo(group: group, style: style)) { builder in
        builder.append(text: String(line))
        if closed { builder.close() }
      }
    }
    drawing.assignKeys()
  }
}

/// Moves every point.
struct Shift: Stage {
  var dx = 1.0
  var dy = Length(0)
  var times = 1
  var mode = Mode.add
  var seed: Int? = nil
  var note = "none"
  enum Mode: String, CaseIterable, ParameterType {
    case add
    case subtract
  }
  static let name = "shift"
  static let summary = "Moves every point."
  static var parameters: [Parameter<Shift>] {
    [
      Parameter("dx", \.dx, in: .from(-100, to: 100), aliases: ["x"], help: "How far right."),
      Parameter("dy", \.dy, help: "How far down."),
      Parameter("times", \.times, in: .atLeast(0), help: "How often."),
      Parameter("mode", \.mode, help: "Which way."),
      Parameter("seed", \.seed, help: "A seed of its own."),
      Parameter("note", \.note, help: "Any text."),
    ]
  }
  func problems() -> [String] {
    times > 10 && mode == .subtract ? ["more than 10 times can't be subtracted"] : []
  }
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if note == "warn" { context.warn("shift.warned", "as was asked for") }
    let k = Double(times) * (mode == .add ? 1 : -1)
    let dy = self.dy.resolved(canvas: drawing.canvas)
    drawing.withMutablePoints { points in
      for i in points.indices { points[i] = points[i] + Point(dx * k, dy * k) }
    }
  }
}

/// Breaks what every drawing promises, or fails.
struct Break: Stage {
  var how = How.nan
  enum How: String, CaseIterable, ParameterType {
    case nan
    case group
    case error
  }
  static let name = "break"
  static let summary = "Breaks the drawing."
  static var parameters: [Parameter<Break>] {
    [Parameter("how", \.how, help: "In which way.")]
  }
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    switch how {
    case .nan:
      drawing.withMutablePoints { points in
        for i in points.indices { points[i].x = .nan }
      }
    case .group:
      for row in 0..<drawing.pathCount {
        var info = drawing.records[row].info
        info.group = GroupID(99)
        drawing.setInfo(info, ofPath: row)
      }
    case .error: throw ComponentError("break.asked-for", "it was asked to fail")
    }
  }
}

/// Puts every point at a place that depends on the stage's seed alone.
struct Scatter: Stage {
  static let name = "scatter"
  static let summary = "Puts every point somewhere."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    var generator = context.generator(forPath: PathKey(1))
    let place = Point(generator.unit(), generator.unit())
    drawing.withMutablePoints { points in
      for i in points.indices { points[i] = place }
    }
  }
}

/// Writes a path a line.
struct TextExporter: Exporter {
  var prefix = ""
  var list: [Double] = []
  static let name = "text"
  static let summary = "Writes paths in their textual form."
  static let extensions = ["txt"]
  static var parameters: [Parameter<TextExporter>] {
    [
      Parameter("prefix", \.prefix, help: "What each line begins with."),
      Parameter("list", \.list, help: "Some numbers."),
    ]
  }
  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    for row in 0..<drawing.pathCount {
      output.append(prefix + drawing[path: row].text + "\n")
    }
  }
}

/// An exporter of another name.
struct CountExporter: Exporter {
  static let name = "count"
  static let summary = "Writes how many paths there are."
  static let extensions = ["n"]
  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    context.lose("shape", "count.shape", "shapes are lost", count: drawing.pathCount)
    output.append("\(drawing.pathCount)\n")
  }
}

let testPlugin = Plugin(
  name: "test", version: "1.0.0",
  components: [
    .importer(TextImporter.self), .stage(Shift.self), .stage(Break.self), .stage(Scatter.self),
    .exporter(TextExporter.self), .exporter(CountExporter.self),
  ])

func testRegistry() throws -> Registry { try Registry([testPlugin]) }

/// Checks a request made of a pipeline's text and arguments.
func makePlan(
  _ pipeline: String? = nil, stages: [String] = [], variables: [String] = [],
  settings: [String] = [], seed: String? = nil, from: String? = nil, to: [String] = []
) throws -> Plan {
  try Plan(
    PlanRequest(
      pipeline: pipeline.map { SourceText(file: "p.json", bytes: Array($0.utf8)) },
      stages: stages.map { SourceText(argument: $0, of: "-s") },
      variables: variables.map { SourceText(argument: $0, of: "--var") },
      settings: settings.map { SourceText(argument: $0, of: "--set") },
      seed: seed.map { SourceText(argument: $0, of: "--seed") },
      from: from.map { SourceText(argument: $0, of: "--from") },
      to: to.map { SourceText(argument: $0, of: "--to") }), registry: try testRegistry())
}

/// The problems as a person sees them, without colours.
func problems(
  _ pipeline: String? = nil, stages: [String] = [], variables: [String] = [],
  settings: [String] = [], seed: String? = nil, from: String? = nil, to: [String] = []
) throws -> String {
  do {
    _ = try makePlan(
      pipeline, stages: stages, variables: variables, settings: settings, seed: seed, from: from,
      to: to)
    return ""
  } catch let error as PlanProblems {
    return error.problems.map { $0.render(color: false) }.joined(separator: "\n")
  }
}

/// Runs a plan on a text and gives the outcome.
func run(
  _ plan: Plan, _ input: String, name: String = "in.txt",
  targets: [Job.Target] = [Job.Target(format: "text")], wantsSummary: Bool = false,
  isChecked: Bool = false
) -> Outcome {
  Worker.run(
    Job(
      name: name, input: Array(input.utf8), plan: plan, targets: targets,
      wantsSummary: wantsSummary, isChecked: isChecked))
}

extension Outcome {
  /// An output's bytes.
  func bytes(_ row: Int = 0) -> [UInt8] {
    guard outputs.indices.contains(row) else { return [] }
    return outputs[row].withBytes { span in
      var bytes: [UInt8] = []
      for i in span.indices { bytes.append(span[i]) }
      return bytes
    }
  }
  /// An output as text.
  func text(_ row: Int = 0) -> String { String(decoding: bytes(row), as: UTF8.self) }
  /// The codes of all findings.
  var codes: [String] { findings.map(\.diagnostic.code.rawValue) }
}
