import PathModel
import Pipeline
import PluginKit
import Testing

@Suite struct WorkerTests {
  @Test func stagesRunInOrderAndDisabledOnesDont() throws {
    let plan = try makePlan(
      stages: ["shift:dx=2", "{\"break\": {\"how\": \"error\"}, \"enabled\": false}", "shift:dy=3"])
    let outcome = run(plan, "M0 0 L1 1\nM5 5 L6 6\n")
    #expect(outcome.text() == "M3 3 L4 4\nM8 8 L9 9\n")
    #expect(!outcome.failed)
    #expect(outcome.importFormat == "text")
    #expect((outcome.paths, outcome.points, outcome.inputBytes) == (2, 4, 20))
    #expect(outcome.timings.count == 4)
  }

  @Test func aSelectionKeepsTheOthersAndTheOrder() throws {
    let plan = try makePlan(
      stages: ["{\"shift\": {\"dx\": 10}, \"select\": {\"closed\": true}}"])
    let outcome = run(plan, "M0 0 L1 1\nM0 0 L2 0 L2 2 Z\nM7 7 L8 8")
    #expect(outcome.text() == "M0 0 L1 1\nM10 0 L12 0 L12 2 Z\nM7 7 L8 8\n")
    // Nothing selected: the stage isn't run at all.
    let none = try makePlan(
      stages: ["{\"break\": {\"how\": \"error\"}, \"select\": {\"layer\": \"x\"}}"])
    #expect(run(none, "M0 0 L1 1").text() == "M0 0 L1 1\n")
  }

  @Test func aFailingImporterLeavesNoOutput() throws {
    let outcome = run(try makePlan(), "?\nM0 0 L1 1\n!")
    #expect(outcome.failed)
    #expect(outcome.outputs.isEmpty)
    #expect(outcome.findings.map(\.origin) == [.importer("text"), .importer("text")])
    #expect(outcome.codes == ["text.question", "text.bad"])
    #expect(outcome.findings[1].diagnostic.place == Diagnostic.Place(line: 3, column: 1))
    #expect(outcome.losses.count == 1)
  }

  @Test func aFailingStageIsNamed() throws {
    let plan = try makePlan(stages: ["shift", "shift:note=warn", "break:how=error", "shift"])
    let outcome = run(plan, "M0 0 L1 1")
    #expect(
      outcome.findings.map(\.origin) == [
        .stage(1, label: "shift (2)"), .stage(2, label: "break"),
      ])
    #expect(outcome.codes == ["shift.warned", "break.asked-for"])
    #expect(outcome.outputs.isEmpty)
  }

  @Test(arguments: ["nan", "group"])
  func aStageThatBreaksTheDrawingIsNamed(_ how: String) throws {
    let plan = try makePlan(stages: ["{\"break\": {\"how\": \"\(how)\"}, \"id\": \"culprit\"}"])
    let outcome = run(plan, "M0 0 L1 1", isChecked: true)
    #expect(outcome.codes == ["drawing.invalid"])
    #expect(outcome.findings.map(\.origin) == [.stage(0, label: "culprit")])
    #expect(outcome.outputs.isEmpty)
  }

  @Test func formatsAreFound() throws {
    let plan = try makePlan()
    #expect(run(plan, "M0 0 L1 1", name: "-").importFormat == "text")
    #expect(run(plan, "x", name: "-").codes == ["input.unknown-format"])
    #expect(run(plan, "x", name: "a.svg").codes == ["input.unknown-format"])
    #expect(run(plan, "", name: "in.txt").codes == ["input.empty"])
    #expect(run(try makePlan(from: "text"), "L", name: "-").importFormat == "text")
    let forced = Worker.run(
      Job(name: "a", input: [33], format: "nope", plan: plan, targets: []))
    #expect(forced.codes == ["job.unknown-format"])
    #expect(
      run(plan, "M0 0 L1 1", targets: [Job.Target(format: "svg")]).codes == ["job.unknown-format"])
  }

  @Test func importAndExportOptionsAreUsed() throws {
    let plan = try makePlan(from: "text:closed=true", to: ["text:prefix=> "])
    #expect(run(plan, "M0 0 L1 1").text() == "> M0 0 L1 1 Z\n")
  }

  @Test func severalTargets() throws {
    let outcome = run(
      try makePlan(), "M0 0 L1 1",
      targets: [Job.Target(format: "count"), Job.Target(format: "text")])
    #expect(outcome.text(0) == "1\n")
    #expect(outcome.text(1) == "M0 0 L1 1\n")
    #expect(outcome.outputs.map(\.target.format) == ["count", "text"])
    #expect(outcome.losses.map(\.origin) == [.exporter("count")])
  }

  @Test func limitsHold() throws {
    #expect(
      run(try makePlan(settings: ["limits.points=3"]), "M0 0 L1 1\nM0 0 L1 1").codes
        == ["limit.points"])
    #expect(
      run(try makePlan(settings: ["limits.input-bytes=8"]), "M0 0 L1 1").codes
        == ["input.too-large"])
    #expect(!run(try makePlan(settings: ["limits.input-bytes=9"]), "M0 0 L1 1").failed)
    let long = String(repeating: "M0 0 L1 1\n", count: 400)
    #expect(
      run(
        try makePlan(settings: ["limits.output-bytes=1000"]), long,
        targets: [Job.Target(format: "text")]
      ).codes == ["output.too-large"])
    #expect(
      !run(
        try makePlan(settings: ["limits.output-bytes=9000"]), long,
        targets: [Job.Target(format: "text")]
      ).failed)
  }

  @Test func switchingAStageOffChangesNoOther() throws {
    let both = try makePlan(stages: ["scatter", "scatter"])
    let second = try makePlan(stages: ["{\"scatter\": {}, \"enabled\": false}", "scatter"])
    let input = "M0 0 L1 1"
    #expect(run(both, input).text() == run(second, input).text())
    #expect(run(both, input).text() != run(try makePlan(stages: ["scatter"]), input).text())
    #expect(run(both, input).text() == run(both, input).text())
    #expect(
      run(both, input).text()
        != run(try makePlan(stages: ["scatter", "scatter"], seed: "1"), input).text())
  }
}
