import BuiltinPlugins
import NumberText
import PathModel
import Pipeline
import PluginKit
import PluginTesting
import StrictJSON
import Testing

/// Random drawings through random stages, one after the other.
@Suite struct ChainTests {
  /// All but the one that starts programs.
  private static let plugins = builtinPlugins.filter { $0.name != "exec" }
  private static let stages = plugins.flatMap(\.components).filter {
    if case .stage = $0.role { true } else { false }
  }

  /// Each chain leaves a drawing that keeps its promise, or says why it can't, and does the same again.
  @Test func randomChains() throws {
    let registry = try Registry(Self.plugins)
    #expect(Self.stages.count > 15)
    var done = 0
    let seeds = rounds(60)
    for seed in seeds {
      var drawings = SeededDrawings(seed: seed)
      let drawing = seed % 7 == 6 ? drawings.nextExtreme() : richDrawing(seed: seed)
      let input = try written(drawing)
      let pipeline = chain(seed: seed)
      let plan: Plan
      do {
        let limits = ["points=20000", "growth=20000", "output-bytes=20000000"]
        plan = try Plan(
          PlanRequest(
            pipeline: SourceText(file: "chain.json", bytes: pipeline),
            limits: limits.map { SourceText(argument: $0, of: "--limit") }), registry: registry)
      } catch {
        Issue.record("seed \(seed): \(error.problems.map { $0.render(color: false) })")
        continue
      }
      let first = run(input, plan)
      let second = run(input, plan)
      #expect(first == second, "seed \(seed): \(String(decoding: pipeline, as: UTF8.self))")
      for message in first.messages where message.contains("[drawing.invalid]") {
        Issue.record("seed \(seed): \(message): \(String(decoding: pipeline, as: UTF8.self))")
      }
      if !first.outputs.isEmpty { done += 1 }
      for (format, output) in zip(["json", "svg", "eps", "csv"], first.outputs) {
        #expect(isFinite(output), "seed \(seed), \(format)")
        if format == "json" {
          var reader = JSONReader(output.span)
          try reader.skipValue()
          try reader.finish()
        }
      }
    }
    // Most options go together.
    #expect(done > seeds.count / 2)
  }

  private struct Result: Equatable {
    var outputs: [[UInt8]]
    var messages: [String]
  }

  private func run(_ input: [UInt8], _ plan: Plan) -> Result {
    let outcome = Worker.run(
      Job(
        name: "drawing", input: input, format: "json", plan: plan,
        targets: ["json", "svg", "eps", "csv"].map { Job.Target(format: $0) }, isChecked: true))
    return Result(
      outputs: outcome.outputs.map { output in
        output.withBytes { bytes in (0..<bytes.count).map { bytes[$0] } }
      },
      messages: outcome.findings.map {
        "\($0.origin): \($0.diagnostic.message) [\($0.diagnostic.code.rawValue)]"
      })
  }

  /// Up to six stages with options that each of them allows.
  private func chain(seed: UInt64) -> [UInt8] {
    var random = SeededGenerator(seed: seed ^ 0xC4A1)
    var choices = SeededOptions(seed: seed ^ 0x0917)
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("seed")
    writer.value(Int(random.next() % 1000))
    writer.key("stages")
    writer.beginArray()
    for _ in 0...(random.next() % 6) {
      let entry = Self.stages[Int(random.next() % UInt64(Self.stages.count))]
      // Now and then only some of the paths.
      let selection = random.next() % 5 == 0
      writer.beginObject()
      writer.key(entry.name)
      writer.beginObject()
      for option in options(for: entry, &choices) {
        writer.key(option.name)
        write(option.value, to: &writer)
      }
      writer.end()
      if selection {
        writer.key("select")
        writer.beginObject()
        switch random.next() % 3 {
        case 0:
          writer.key("class")
          writer.value("a")
        case 1:
          writer.key("layer")
          writer.value("Layer*")
        default:
          writer.key("not")
          writer.beginObject()
          writer.key("id")
          writer.value("path-1")
          writer.end()
        }
        writer.end()
      }
      writer.end()
    }
    writer.end()
    writer.end()
    let sink = writer.finish()
    return sink.takeBytes()
  }

  /// Options that each go together: many don't.
  private func options(for entry: ComponentEntry, _ choices: inout SeededOptions) -> [Option] {
    guard case .stage(let make) = entry.role else { return [] }
    for _ in 0..<20 {
      let options = choices.next(for: entry.parameters)
      if (try? make(options)) != nil { return options }
    }
    return stageOptions[entry.name] ?? []
  }

  private func write(_ value: ParameterValue, to writer: inout JSONWriter) {
    switch value {
    case .null: writer.null()
    case .bool(let value): writer.value(value)
    case .number(let value): writer.value(value)
    case .text(let value): writer.value(value)
    case .list(let values):
      writer.beginArray()
      for value in values { write(value, to: &writer) }
      writer.end()
    }
  }

  private func written(_ drawing: Drawing) throws -> [UInt8] {
    var sink = ByteSink()
    for entry in Self.plugins.flatMap(\.components) where entry.name == "json" {
      guard case .exporter(_, let make) = entry.role else { continue }
      var context = Context(stage: "json")
      try make([])(drawing, &sink, &context)
    }
    return sink.takeBytes()
  }

  /// Whether no word is nan or inf.
  private func isFinite(_ bytes: [UInt8]) -> Bool {
    bytes.split { byte in
      !(UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        && !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }.allSatisfy { $0.count != 3 || !["nan", "inf"].contains(String(decoding: $0, as: UTF8.self)) }
  }
}
