import NumberText
import PathModel
import PluginKit
import PluginTesting
import Testing

// The laws can fail: for each there is a component that breaks it and no other.

@Suite struct CheckTests {
  func laws(_ broken: [BrokenLaw]) -> Set<String> { Set(broken.map(\.law)) }

  @Test func goodComponentsBreakNothing() {
    #expect(checkStage(Good.self, neutral: [Option("by", .number(0))]) == [])
    #expect(checkImporter(.importer(GoodFormat.self), sample: Array("1 2 3 4".utf8)) == [])
    #expect(checkExporter(.exporter(GoodFormat.self)) == [])
    #expect(checkDeclaration(.stage(Good.self)) == [])
  }

  @Test func brokenStages() {
    #expect(laws(checkStage(DividesByZero.self)).contains("the result keeps the promise"))
    #expect(laws(checkStage(Forgetful.self)) == ["same seed, same drawing"])
    #expect(
      laws(checkStage(Good.self, neutral: [Option("by", .number(1))]))
        == ["neutral options change nothing"])
    #expect(laws(checkStage(Speechless.self)) == ["an error has a code and a message"])
    #expect(
      laws(checkStage(Good.self, options: [Option("bye", .number(1))]))
        == ["the options are accepted"])
    #expect(laws(checkStage(.exporter(GoodFormat.self))) == ["a stage is a stage"])
  }

  @Test func brokenFormats() {
    #expect(
      laws(checkImporter(.importer(Placeless.self), sample: Array("1 2".utf8)))
        == ["an importer's error has a place"])
    #expect(
      laws(checkImporter(.importer(GoodFormat.self), sample: Array("1 x".utf8)))
        == ["the sample gives a valid drawing"])
    #expect(
      laws(checkImporter(.importer(Trusting.self), sample: Array("1 2".utf8)))
        == ["bad bytes give a valid drawing or an error", "an importer's error has a place"])
    #expect(laws(checkExporter(.exporter(Placeless.self))) == ["every drawing can be written"])
    #expect(laws(checkExporter(.exporter(Trusting.self))) == ["numbers are finite"])
    #expect(laws(checkExporter(.exporter(Counting.self))) == ["same drawing, same bytes"])
    let shifting = checkRoundTrip(
      importer: .importer(Counting.self), exporter: .exporter(GoodFormat.self), rounds: 3)
    #expect(laws(shifting) == ["what was written, read and written again is the same"])
  }

  @Test func badDeclarations() {
    let found = checkDeclaration(
      ComponentEntry(
        name: "Bad Name", summary: "no sentence",
        parameters: [
          ParameterInfo(
            name: "a", aliases: ["a"], kind: .number, defaultValue: .number(-1),
            range: .atLeast(0), help: "")
        ], role: .stage { _ throws(OptionProblems) in { _, _ throws(ComponentError) in } }))
    #expect(found.count == 5)
  }
}

@Suite struct SeededDrawingsTests {
  @Test func theyKeepThePromiseAndRepeat() {
    var features: Set<String> = []
    for seed in 0..<150 as Range<UInt64> {
      var first = SeededDrawings(seed: seed)
      var second = SeededDrawings(seed: seed)
      let drawing = first.next()
      #expect(drawing.invariantViolation() == nil, "seed \(seed)")
      #expect(drawing.difference(from: second.next()) == nil, "seed \(seed)")
      #expect(first.nextExtreme().invariantViolation() == nil, "seed \(seed)")
      for verb in drawing.verbs { features.insert("\(verb)") }
      if drawing.isEmpty { features.insert("empty") }
      if drawing.hasWidths { features.insert("widths") }
      if drawing.groups.count > 2 { features.insert("groups") }
      if drawing.canvas != nil { features.insert("canvas") }
      if drawing.records.contains(where: { $0.info.clip != .none }) { features.insert("clips") }
      if !drawing.gradients.isEmpty { features.insert("gradients") }
      if !drawing.patterns.isEmpty { features.insert("patterns") }
    }
    #expect(features.count == 12)
    for (name, drawing) in SeededDrawings.special {
      #expect(drawing.invariantViolation() == nil, "\(name)")
    }
  }

  @Test func optionsAreAllowedOnes() {
    let entry = ComponentEntry.stage(Good.self)
    var options = SeededOptions(seed: 5)
    var given = 0
    for _ in 0..<100 {
      for option in options.next(for: entry.parameters) {
        given += 1
        let parameter = entry.parameters.first { $0.name == option.name }
        #expect(parameter?.problem(with: option.value) == nil)
      }
    }
    #expect(given > 20)
  }
}
