import Pipeline
import PluginKit
import Testing

/// Pipeline files over others.
@Suite struct ExtendsTests {
  /// What a file of these makes of it, over others by name.
  private func plan(
    _ text: String, over files: [String: String], stages: [String] = [], settings: [String] = [],
    variables: [String] = []
  ) throws -> Plan {
    try Plan(
      PlanRequest(
        pipeline: SourceText(
          file: "top.json", bytes: Array(text.utf8), identity: Array("top.json".utf8)),
        stages: stages.map { SourceText(argument: $0, of: "-s") },
        variables: variables.map { SourceText(argument: $0, of: "--var") },
        settings: settings.map { SourceText(argument: $0, of: "--set") },
        findBase: { (name, _) throws(PlanRequest.MissingBase) in
          guard let text = files[name] else {
            throw PlanRequest.MissingBase("pipeline.no-base", "\(name) can't be opened")
          }
          return SourceText(
            file: name, bytes: Array(text.utf8), identity: Array(name.utf8))
        }),
      registry: testRegistry())
  }

  private func problems(
    _ text: String, over files: [String: String], stages: [String] = []
  ) throws -> [String] {
    do {
      _ = try plan(text, over: files, stages: stages)
      return []
    } catch let error as PlanProblems {
      return error.problems.map {
        "\($0.source.name):\($0.place.line):\($0.place.column) \($0.code.rawValue) \($0.message)"
      }
    }
  }

  private let base = """
    {
      "vars": { "far": 3, "word": "hello" }, "seed": 5,
      "import": { "text": { "closed": true, "label": "low" } },
      "stages": [
        { "shift": { "dx": "${far}", "times": 2, "note": "${word}" }, "id": "first" },
        { "shift": { "dx": 1 }, "id": "second", "enabled": false },
        "scatter",
      ],
      "export": { "text": { "prefix": "p" } }, "limits": { "points": 10, "depth": 7 },
    }
    """

  private func stages(_ plan: Plan) -> [String] {
    plan.steps.map { step in
      "\(step.label) \(step.isEnabled) "
        + step.options.map { "\($0.name)=\($0.value.text)" }.joined(separator: ",")
    }
  }

  @Test func nothingElseIsNeeded() throws {
    let plan = try plan(#"{ "extends": "low" }"#, over: ["low": base])
    #expect(
      stages(plan) == [
        "first true dx=3,times=2,note=hello", "second false dx=1", "scatter true ",
      ])
    #expect(plan.seed == 5)
    #expect(plan.limits.points == 10)
    #expect(plan.exports.map(\.name) == ["text"])
    #expect(plan.files == [Array("low".utf8), Array("top.json".utf8)])
  }

  @Test func whatIsSaidReplacesAndTheRestStays() throws {
    let plan = try plan(
      """
      { "extends": "low", "seed": 6, "vars": { "far": 4 },
        "import": { "text": { "label": "high" } }, "export": { "text": { "list": [1] } },
        "limits": { "depth": 8 },
        "stages": [
          { "shift": { "times": 9 }, "id": "first" },
          { "id": "second", "enabled": true },
        ] }
      """, over: ["low": base])
    #expect(
      stages(plan) == [
        "first true dx=4,note=hello,times=9", "second true dx=1", "scatter true ",
      ])
    #expect(plan.seed == 6)
    #expect(plan.limits.points == 10 && plan.limits.depth == 8)
    #expect(plan.imports[0].options.map(\.name) == ["closed", "label"])
    #expect(plan.imports[0].options[1].value == .text("high"))
    #expect(plan.exports[0].options.map(\.name) == ["prefix", "list"])
  }

  /// An alias is the same parameter.
  @Test func anAliasReplaces() throws {
    let plan = try plan(
      #"{ "extends": "low", "stages": [{ "shift": { "x": 7 }, "id": "second" }] }"#,
      over: ["low": base])
    #expect(stages(plan)[1] == "second false x=7")
  }

  @Test func newStagesGoWhereTheySay() throws {
    let plan = try plan(
      """
      { "extends": "low", "stages": [
        { "break": { "how": "nan" }, "id": "a", "after": "first" },
        { "break": {}, "id": "b", "after": "first" },
        { "break": {}, "id": "c", "before": "first" },
        { "break": {}, "id": "d", "before": "scatter" },
        { "break": {}, "id": "e" },
        { "break": {}, "id": "f", "after": "a" },
      ] }
      """, over: ["low": base])
    #expect(
      plan.steps.map(\.label) == ["c", "first", "a", "f", "b", "second", "d", "scatter", "e"])
  }

  /// The command line lies over all files and speaks the same language.
  @Test func theCommandLineIsTheTopLayer() throws {
    let plan = try plan(
      #"{ "extends": "low", "stages": [{ "break": {}, "id": "mine" }] }"#, over: ["low": base],
      stages: [
        #"{ "id": "mine", "enabled": false }"#, #"{ "shift": { "dx": 2 }, "before": "first" }"#,
        "scatter",
      ], settings: ["second.enabled=true"], variables: ["far=5"])
    #expect(
      stages(plan) == [
        "shift true dx=2", "first true dx=5,times=2,note=hello", "second true dx=1",
        "scatter true ", "mine false ", "scatter (2) true ",
      ])
  }

  @Test func aFileExtendsOneThatExtends() throws {
    let plan = try plan(
      #"{ "extends": "middle", "stages": [{ "shift": { "dx": 8 }, "id": "first" }] }"#,
      over: [
        "middle": """
        { "extends": "low", "vars": { "word": "bye" },
          "stages": [{ "shift": { "dx": 7, "times": 1 }, "id": "first" }] }
        """, "low": base,
      ])
    #expect(stages(plan)[0] == "first true note=bye,times=1,dx=8")
  }

  @Test(arguments: [
    (
      #"{ "extends": "lwo" }"#, "top.json:1:14 pipeline.no-base lwo can't be opened"
    ),
    (
      #"{ "extends": "low", "stages": [{ "id": "frist", "enabled": false }] }"#,
      "top.json:1:40 pipeline.unknown-stage-id no stage of what this extends has the id 'frist'; "
        + "did you mean 'first'?"
    ),
    (
      #"{ "extends": "low", "stages": [{ "scatter": {}, "id": "first" }] }"#,
      "top.json:1:34 pipeline.other-stage the stage 'first' of what this extends is 'shift', not "
        + "'scatter'; switch it off with \"enabled\": false and add yours under another id"
    ),
    (
      #"{ "extends": "low", "stages": [{ "id": "first" }] }"#,
      "top.json:1:32 pipeline.no-stage-name this entry changes nothing; give the stage with its "
        + "parameters, 'enabled' or 'select'"
    ),
    (
      #"{ "extends": "low", "stages": [{ "id": "first", "before": "second" }] }"#,
      "top.json:1:49 pipeline.misplaced-stage the stage 'first' is there already and stays in its "
        + "place; 'before' and 'after' are for new stages"
    ),
    (
      #"{ "extends": "low", "stages": [{ "break": {}, "before": "first", "after": "second" }] }"#,
      "top.json:1:66 pipeline.misplaced-stage a stage goes 'before' one or 'after' one, not both"
    ),
    (
      #"{ "extends": "low", "stages": [{ "break": {}, "after": "frist" }] }"#,
      "top.json:1:56 pipeline.unknown-stage-id no stage of this pipeline has the id or the name "
        + "'frist'; did you mean 'first'?"
    ),
    (
      #"{ "extends": "low", "stages": [{ "break": {}, "after": "shift" }] }"#,
      "top.json:1:56 pipeline.ambiguous-stage 2 stages are named 'shift'; give the one you mean an "
        + "\"id\" and name that"
    ),
    (
      """
      { "extends": "low", "stages": [
        { "id": "first", "enabled": true }, { "id": "first", "enabled": false }] }
      """,
      "top.json:2:47 pipeline.duplicate-id another stage has the id 'first' already"
    ),
    (
      #"{ "extends": "low", "stages": [{ "shift": { "dx": 1000 }, "id": "first" }] }"#,
      "top.json:1:51 pipeline.bad-value 'dx' must be -100 to 100, not 1000"
    ),
    (
      #"{ "extends": "bad" }"#,
      "bad:1:14 pipeline.unknown-stage there is no stage 'shfit'; did you mean 'shift'?"
    ),
    (
      #"{ "extends": "round" }"#,
      "round:1:14 pipeline.extends-circle pipeline files extend one another in a circle: "
        + "'top.json' extends 'round' extends 'top.json'"
    ),
    (
      #"{ "extends": "self" }"#,
      "self:1:14 pipeline.extends-circle pipeline files extend one another in a circle: "
        + "'self' extends 'self'"
    ),
  ])
  func faultsHavePlaces(text: String, problem: String) throws {
    #expect(
      try problems(
        text,
        over: [
          "low": base, "bad": #"{ "stages": ["shfit"] }"#, "round": #"{ "extends": "top.json" }"#,
          "self": #"{ "extends": "self" }"#, "top.json": text,
        ]) == [problem])
  }

  @Test func thereIsABottom() throws {
    var files: [String: String] = [:]
    for i in 1...20 { files["\(i)"] = #"{ "extends": "\#(i + 1)" }"# }
    let found = try problems(#"{ "extends": "1" }"#, over: files)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("15:1:14 pipeline.extends-depth") == true)
  }
}
