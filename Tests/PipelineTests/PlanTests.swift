import Pipeline
import PluginKit
import Testing

@Suite struct PlanTests {
  private func dx(_ plan: Plan, _ row: Int = 0) -> ParameterValue? {
    plan.steps[row].options.first { $0.name == "dx" || $0.name == "x" }?.value
  }

  @Test func wholeFile() throws {
    let plan = try makePlan(
      """
      // A comment.
      {
        "$schema": "any.json", "version": 1, "x-note": [1, {}],
        "vars": { "look": 1.5, "gap": 2, "label": "out", "on": false, "x-y": {} },
        "seed": 7,
        "import": { "text": { "closed": true, "label": "my ${label}", "x-z": {} }, "x-csv": 1 },
        "stages": [
          "shift",
          { "shift": { "dx": "${look}", "dy": "${gap}mm", "note": "$${x} costs $5 ${on}" }, "id": "a", "x-why": "so" },
          { "shift": {}, "enabled": "${on}", "select": { "layer": "${label}*" } },
        ],
        "export": { "text": { "list": [1, 2] } },
        "limits": { "points": 1000 },
      }
      """)
    #expect(plan.seed == 7)
    #expect(plan.limits == Limits(points: 1000))
    #expect(plan.steps.map(\.ordinal) == [0, 1, 2])
    #expect(plan.steps.map(\.isEnabled) == [true, true, false])
    #expect(plan.steps.map(\.label) == ["shift", "a", "shift (3)"])
    #expect(
      plan.steps[1].options == [
        Option("dx", .number(1.5)), Option("dy", .text("2mm")),
        Option("note", .text("${x} costs $5 false")),
      ])
    #expect(
      plan.imports[0].options == [Option("closed", .bool(true)), Option("label", .text("my out"))])
    #expect(plan.exports[0].options == [Option("list", .list([.number(1), .number(2)]))])
  }

  @Test func variablesFromTheCommandLine() throws {
    let pipeline = """
      { "vars": { "n": 1, "word": "a", "flag": true },
        "stages": [ { "shift": { "dx": "${n}", "note": "${word}" }, "enabled": "${flag}" },
                    { "shift": { "dy": "${n}" } } ] }
      """
    let plan = try makePlan(pipeline, variables: ["n=2", "word=3", "flag=no", "n=4"])
    #expect(dx(plan) == .number(4))
    #expect(plan.steps[0].options[1].value == .text("3"))
    #expect(!plan.steps[0].isEnabled)
    // A number's variable can become a length where a length is taken.
    let other = try makePlan(
      "{\"vars\": {\"n\": 1}, \"stages\": [{\"shift\": {\"dy\": \"${n}\"}}]}", variables: ["n=2mm"])
    #expect(other.steps[0].options == [Option("dy", .text("2mm"))])
    #expect(
      try problems(pipeline, variables: ["flag=perhaps"]).hasPrefix(
        "--var:1:6: error: the variable"))
    #expect(try problems(pipeline, variables: ["wrod=3"]).contains("did you mean 'word'?"))
    #expect(try problems(pipeline, variables: ["word"]).contains("the '=' is missing"))
  }

  @Test func aVariableMayComeFromTheCommandLineAlone() throws {
    let pipeline = "{\"stages\": [{\"shift\": {\"dx\": \"${n}\"}}]}"
    #expect(try problems(pipeline).contains("[pipeline.unknown-variable]"))
    #expect(dx(try makePlan(pipeline, variables: ["n=2"])) == .number(2))
  }

  @Test func shortForm() throws {
    let plan = try makePlan(
      stages: [
        "shift", "shift:dx=3,dy=2mm,mode=subtract", "shift:note=a, b,c,times=2",
        "shift: dx=1, times=3",
        "shift:seed=none,note=x=y",
      ])
    #expect(plan.steps.map(\.options.count) == [0, 3, 2, 2, 2])
    #expect(
      plan.steps[1].options == [
        Option("dx", .number(3)), Option("dy", .text("2mm")), Option("mode", .text("subtract")),
      ])
    #expect(
      plan.steps[2].options == [Option("note", .text("a, b,c")), Option("times", .number(2))])
    #expect(plan.steps[3].options == [Option("dx", .number(1)), Option("times", .number(3))])
    #expect(plan.steps[4].options == [Option("seed", .null), Option("note", .text("x=y"))])
  }

  @Test func fullFormAfterTheFile() throws {
    let plan = try makePlan(
      "{\"stages\": [\"scatter\"]}",
      stages: [" {\"shift\": {\"dx\": 2}, \"id\": \"s\", \"select\": {\"closed\": true}}"])
    #expect(plan.steps.map(\.entry.name) == ["scatter", "shift"])
    #expect(plan.steps[1].id == "s")
    #expect(plan.steps[1].selection != nil)
  }

  @Test func settings() throws {
    let pipeline = """
      { "stages": [ { "shift": { "x": 1 }, "id": "one" }, "shift", "scatter" ],
        "export": { "text": { "prefix": "a" } } }
      """
    let plan = try makePlan(
      pipeline,
      settings: [
        "one.dx=2", "one.dx=3", "scatter.enabled=false", "import.text.closed=yes",
        "export.text.prefix=a.b=c", "limits.depth=9",
      ])
    #expect(plan.steps[0].options == [Option("dx", .number(3))])
    #expect(plan.steps.map(\.isEnabled) == [true, true, false])
    #expect(plan.imports.map(\.options) == [[Option("closed", .bool(true))]])
    #expect(plan.exports.map(\.options) == [[Option("prefix", .text("a.b=c"))]])
    #expect(plan.limits.depth == 9)
    // A single stage is called by its name; an id goes before a name.
    #expect(dx(try makePlan(stages: ["shift"], settings: ["shift.dx=5"])) == .number(5))
  }

  @Test func formatsFromTheCommandLine() throws {
    let plan = try makePlan(
      "{\"stages\": [], \"import\": {\"text\": {\"label\": \"a\"}}, \"export\": {\"text\": {\"prefix\": \"a\"}}}",
      from: "text:closed=true", to: ["text:prefix=b", "count", "{\"text\": {\"list\": [1]}}"])
    #expect(plan.importFormat == "text")
    #expect(plan.exportFormats == ["text", "count", "text"])
    #expect(
      plan.imports[0].options == [Option("label", .text("a")), Option("closed", .bool(true))])
    #expect(plan.exports.map(\.name) == ["text", "count"])
    #expect(
      plan.exports[0].options == [
        Option("prefix", .text("b")), Option("list", .list([.number(1)])),
      ])
  }

  @Test func seeds() throws {
    #expect(try makePlan("{\"stages\": [], \"seed\": 3}").seed == 3)
    #expect(try makePlan("{\"stages\": [], \"seed\": 3}", seed: "4").seed == 4)
    #expect(try makePlan().seed == 0)
    #expect(try makePlan(seed: "9223372036854775807").seed == 9_223_372_036_854_775_807)
    for bad in ["9223372036854775808", "+1", " 1", "1.0", "", "0x1"] {
      #expect(try problems(seed: bad).contains("[pipeline.bad-seed]"), "\(bad)")
    }
  }

  /// A stage that starts something to learn its other parameters starts nothing while it's off.
  @Test func whatIsOffIsNotMade() throws {
    let number = ParameterInfo(
      name: "own", kind: .number, defaultValue: .number(1), range: .atLeast(0), help: "A number.")
    let starter = ComponentEntry(
      name: "start", summary: "Starts something.", parameters: [number], takesMoreParameters: true,
      role: .stage { _ throws(OptionProblems) in
        throw OptionProblems([OptionProblem(option: nil, "it was started")])
      })
    let registry = try Registry([Plugin(name: "p", version: "1", components: [starter])])
    func problems(_ entry: String) -> [String] {
      do {
        let bytes = Array("{\"stages\": [\(entry)]}".utf8)
        let plan = try Plan(
          PlanRequest(pipeline: SourceText(file: "p.json", bytes: bytes)), registry: registry)
        return plan.steps[0].options.map { "\($0.name) is kept" }
      } catch {
        return error.problems.map(\.message)
      }
    }
    #expect(problems(#"{"start": {"own": 2, "other": 3}}"#) == ["it was started"])
    #expect(
      problems(#"{"start": {"own": 2, "other": 3}, "enabled": false}"#)
        == ["own is kept", "other is kept"])
    #expect(
      problems(#"{"start": {"own": -2, "other": 3}, "enabled": false}"#)
        == ["'own' must be at least 0, not -2"])
  }

  @Test func theResolvedPipelineGivesTheSamePlan() throws {
    let plan = try makePlan(
      """
      { "vars": { "a": 1 }, "seed": 5, "limits": { "depth": 3 },
        "stages": [ { "shift": { "dx": "${a}", "note": "$${x} $$${y} $", "seed": null }, "id": "i",
                      "select": { "not": { "layer": ["$${l}", "b"] }, "length": { "min": 1.5 } } },
                    { "scatter": {}, "enabled": false } ] }
      """, stages: ["shift:times=2"], from: "text:closed=on", to: ["text:list=1 2.5"])
    let text = plan.resolvedPipeline
    #expect(
      text == """
        {
          "seed": 5,
          "limits": {
            "depth": 3
          },
          "import": {
            "text": {"closed": true}
          },
          "stages": [
            {"shift": {"dx": 1, "note": "$${x} $$${y} $", "seed": null}, "id": "i", "select": \
        {"not": {"layer": ["$${l}", "b"]}, "length": {"min": 1.5}}},
            {"scatter": {}, "enabled": false},
            {"shift": {"times": 2}}
          ],
          "export": {
            "text": {"list": [1, 2.5]}
          }
        }

        """)
    let again = try makePlan(text)
    #expect(again.resolvedPipeline == text)
    #expect(again.steps.map(\.options) == plan.steps.map(\.options))
    #expect(plan.steps[0].options[1].value == .text("${x} $${y} $"))
  }
}
