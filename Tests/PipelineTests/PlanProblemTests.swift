import Pipeline
import PluginKit
import Testing

/// Each kind of fault with its place and its caret.
@Suite struct PlanProblemTests {
  @Test func allProblemsOfAFileAtOnceInOrder() throws {
    let found = try problems(
      """
      {
        "sede": 7,
        "stages": [
          "shfit",
          { "shift": { "dz": 1, "dx": "far", "times": -1, "mode": "ad" } },
          { "shift": { "times": 11, "mode": "subtract" }, "enable": true },
        ],
      }
      """)
    #expect(
      found == """
        p.json:2:3: error: a pipeline file has no 'sede'; did you mean 'seed'? [pipeline.unknown-key]
          2 |   "sede": 7,
            |   ^~~~~~
        p.json:4:5: error: there is no stage 'shfit'; did you mean 'shift'? [pipeline.unknown-stage]
          4 |     "shfit",
            |     ^~~~~~~
        p.json:5:18: error: 'shift' has no parameter 'dz'; did you mean 'dx'? [pipeline.unknown-parameter]
          5 |     { "shift": { "dz": 1, "dx": "far", "times": -1, "mode": "ad" } },
            |                  ^~~~
        p.json:5:33: error: 'dx' takes a number, not "far" [pipeline.bad-value]
          5 |     { "shift": { "dz": 1, "dx": "far", "times": -1, "mode": "ad" } },
            |                                 ^~~~~
        p.json:5:49: error: 'times' must be at least 0, not -1 [pipeline.bad-value]
          5 |     { "shift": { "dz": 1, "dx": "far", "times": -1, "mode": "ad" } },
            |                                                 ^~
        p.json:5:61: error: 'mode' takes one of add, subtract, not "ad"; did you mean 'add'? \
        [pipeline.bad-value]
          5 |     { "shift": { "dz": 1, "dx": "far", "times": -1, "mode": "ad" } },
            |                                                             ^~~~
        p.json:6:7: error: more than 10 times can't be subtracted [pipeline.bad-value]
          6 |     { "shift": { "times": 11, "mode": "subtract" }, "enable": true },
            |       ^~~~~~~
        p.json:6:53: error: a stage entry names one stage, here 'shift'; beside it stand only \
        'id', 'select', 'enabled', 'before' and 'after', not 'enable'; did you mean 'enabled'? [pipeline.unknown-key]
          6 |     { "shift": { "times": 11, "mode": "subtract" }, "enable": true },
            |                                                     ^~~~~~~~
        """)
  }

  @Test func aPipelineHasOnlySoManyStages() throws {
    func pipeline(_ count: Int) -> String {
      "{\"stages\": [" + Array(repeating: "\"shift\"", count: count).joined(separator: ",\n") + "]}"
    }
    #expect(try problems(pipeline(Plan.stageLimit)).isEmpty)
    let found = try problems(pipeline(Plan.stageLimit + 7))
    #expect(found.hasPrefix("p.json:1001:1: error: there are 1007 stages, more than the 1000 "))
    #expect(found.contains("[pipeline.too-many-stages]"))
  }

  /// A pipeline and the place, the code and a part of the message.
  @Test(
    arguments: [
      ("", "1:1", "json.unexpected-end", "ends where a value should begin"),
      ("[]", "1:1", "pipeline.wrong-type", "an object"),
      ("{\"stages\": [],\n \"stages\": []}", "2:2", "json.duplicate-key", "stands twice"),
      ("{\"version\": 1}", "1:1", "pipeline.no-stages", "'stages' is missing"),
      ("{\"version\": 2, \"stages\": []}", "1:13", "pipeline.bad-version", "the number 2"),
      ("{\"stages\": {}}", "1:12", "pipeline.wrong-type", "'stages' takes a list, not an object"),
      ("{\"stages\": [null]}", "1:13", "pipeline.wrong-type", "not null"),
      ("{\"stages\": [{}]}", "1:13", "pipeline.no-stage-name", "names no stage"),
      ("{\"stages\": [{\"\": {}}]}", "1:14", "pipeline.unknown-stage", "no stage ''"),
      ("{\"stages\": [{\"shift\": 3}]}", "1:23", "pipeline.wrong-type", "an object of parameters"),
      ("{\"stages\": [{\"shift\": {\"dx\": {}}}]}", "1:30", "pipeline.bad-value", "no object"),
      (
        "{\"stages\": [{\"shift\": {\"dx\": 1, \"x\": 2}}]}", "1:33", "pipeline.unknown-parameter",
        "given twice"
      ),
      (
        "{\"stages\": [{\"shift\": {\"times\": 1.5}}]}", "1:33", "pipeline.bad-value",
        "a whole number"
      ),
      ("{\"stages\": [{\"shift\": {\"dx\": null}}]}", "1:30", "pipeline.bad-value", "not null"),
      (
        "{\"stages\": [{\"shift\": {\"dx\": 1e400}}]}", "1:30", "json.number-out-of-range",
        "too large"
      ),
      (
        "{\"stages\": [\"text\"]}", "1:13", "pipeline.unknown-stage",
        "'text' is an importer, not a stage"
      ),
      ("{\"stages\": [{\"shift\": {}, \"id\": \"a.b\"}]}", "1:33", "pipeline.bad-id", "'a.b'"),
      (
        "{\"stages\": [{\"shift\": {}, \"id\": \"import\"}]}", "1:33", "pipeline.bad-id", "'import'"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"id\": \"a\"}, {\"shift\": {}, \"id\": \"a\"}]}", "1:59",
        "pipeline.duplicate-id", "'a' already"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"enabled\": 1}]}", "1:38", "pipeline.wrong-type",
        "true or false"
      ),
      ("{\"stages\": [], \"seed\": -1}", "1:24", "pipeline.bad-seed", "not the number -1"),
      ("{\"stages\": [], \"seed\": 1.5}", "1:24", "pipeline.bad-seed", "1.5"),
      (
        "{\"stages\": [], \"seed\": 18446744073709551616}", "1:24", "pipeline.bad-seed",
        "a whole number"
      ),
      ("{\"stages\": [], \"inputs\": \"a.svg\"}", "1:26", "pipeline.wrong-type", "a list of names"),
      ("{\"stages\": [], \"inputs\": []}", "1:26", "pipeline.wrong-type", "a list of names"),
      ("{\"stages\": [], \"inputs\": [\"a\", 1]}", "1:32", "pipeline.wrong-type", "patterns"),
      ("{\"stages\": [], \"output\": \"\"}", "1:26", "pipeline.wrong-type", "the name of a folder"),
      ("{\"stages\": [], \"input\": []}", "1:16", "pipeline.unknown-key", "did you mean 'inputs'"),
      ("{\"stages\": [], \"extends\": \"a\"}", "1:27", "pipeline.no-base", "extended"),
      ("{\"stages\": [], \"extends\": 1}", "1:27", "pipeline.wrong-type", "preset:NAME"),
      ("{\"stages\": [], \"description\": 1}", "1:31", "pipeline.wrong-type", "a text"),
      ("{\"stages\": [], \"import\": []}", "1:26", "pipeline.wrong-type", "formats"),
      (
        "{\"stages\": [], \"import\": {\"txet\": {}}}", "1:27", "pipeline.unknown-format",
        "did you mean 'text'?"
      ),
      (
        "{\"stages\": [], \"export\": {\"text\": {\"list\": [1, \"a\"]}}}", "1:44",
        "pipeline.bad-value", "takes a number, not"
      ),
      (
        "{\"stages\": [], \"limits\": {\"pionts\": 1}}", "1:27", "pipeline.unknown-key",
        "did you mean 'points'?"
      ),
      ("{\"stages\": [], \"limits\": {\"points\": 0}}", "1:37", "pipeline.bad-limit", "from 1 to"),
      ("{\"stages\": [], \"vars\": []}", "1:24", "pipeline.wrong-type", "'vars'"),
      ("{\"stages\": [], \"vars\": {\"a b\": 1}}", "1:25", "pipeline.bad-variable", "'a b'"),
      ("{\"stages\": [], \"vars\": {\"a\": []}}", "1:30", "pipeline.bad-variable", "not a list"),
      ("{\"stages\": [], \"vars\": {\"a\": \"${b}\"}}", "1:30", "pipeline.bad-variable", "another"),
      (
        "{\"vars\": {\"look\": 1}, \"stages\": [{\"shift\": {\"dx\": \"${loko}\"}}]}", "1:51",
        "pipeline.unknown-variable", "did you mean 'look'?"
      ),
      ("{\"stages\": [{\"shift\": {\"note\": \"a${b\"}}]}", "1:32", "pipeline.bad-variable", "'}'"),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"layr\": \"a\"}}]}", "1:38",
        "pipeline.unknown-key", "did you mean 'layer'?"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": []}]}", "1:37", "pipeline.bad-select",
        "not a list"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"layer\": 1}}]}", "1:47",
        "pipeline.bad-select", "a name"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"layer\": []}}]}", "1:47",
        "pipeline.bad-select", "empty"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"stroke\": \"rde\"}}]}", "1:48",
        "pipeline.bad-select", "\"rde\""
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"closed\": \"yes\"}}]}", "1:48",
        "pipeline.bad-select", "true or false"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"length\": 10}}]}", "1:48",
        "pipeline.bad-select", "\"<10mm\""
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"length\": \"<10mn\"}}]}", "1:48",
        "pipeline.bad-select", "\"<10mn\""
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"area\": \"<10mm\"}}]}", "1:46",
        "pipeline.bad-select", "20mm2"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"length\": {\"mni\": 1}}}]}", "1:49",
        "pipeline.unknown-key", "min, max"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"any\": {}}}]}", "1:45", "pipeline.bad-select",
        "a list of objects"
      ),
      (
        "{\"stages\": [{\"shift\": {}, \"select\": {\"not\": {\"if\": 1}}}]}", "1:46",
        "pipeline.unknown-key", "'if'"
      ),
    ] as [(String, String, String, String)])
  func oneFault(_ text: String, _ place: String, _ code: String, _ words: String) throws {
    let found = try problems(text)
    let first = found.split(separator: "\n").first.map(String.init) ?? ""
    #expect(first.hasPrefix("p.json:\(place): error: "), "\(found)")
    #expect(first.hasSuffix("[\(code)]"), "\(found)")
    #expect(first.contains(words), "\(found)")
    #expect(found.split(separator: "\n").filter { $0.contains("error:") }.count == 1, "\(found)")
  }

  @Test func argumentsAreShownWithACaret() throws {
    let found = try problems(
      "{\"stages\": []}",
      stages: ["shift:dx=1,tmies=2", "shift:times=many", "{\"shift\": {\"dx\": 500}}"],
      variables: ["nobody=1"], settings: ["shfit.dx=1", "shift.dx=1"], seed: "-3",
      from: "text:clsed=true", to: ["txt", "text:list=1 b"])
    #expect(
      found == """
        --var:1:1: error: the pipeline has no variable 'nobody'; 'vars' declares none \
        [pipeline.unknown-variable]
           | nobody=1
           | ^~~~~~
        -s:1:12: error: 'shift' has no parameter 'tmies'; did you mean 'times'? \
        [pipeline.unknown-parameter]
           | shift:dx=1,tmies=2
           |            ^~~~~
        -s:1:13: error: 'times' takes a whole number, not 'many' [pipeline.bad-value]
           | shift:times=many
           |             ^~~~
        -s:1:18: error: 'dx' must be -100 to 100, not 500 [pipeline.bad-value]
           | {"shift": {"dx": 500}}
           |                  ^~~
        --from:1:6: error: 'text' has no parameter 'clsed'; did you mean 'closed'? \
        [pipeline.unknown-parameter]
           | text:clsed=true
           |      ^~~~~
        --to:1:1: error: there is no exporter 'txt'; did you mean 'text'? [pipeline.unknown-format]
           | txt
           | ^~~
        --to:1:11: error: 'list' takes a list of numbers, not '1 b' [pipeline.bad-value]
           | text:list=1 b
           |           ^~~
        --set:1:1: error: no stage of this pipeline has the id or the name 'shfit'; \
        did you mean 'shift'? [pipeline.unknown-stage-id]
           | shfit.dx=1
           | ^~~~~
        --set:1:1: error: 3 stages are named 'shift'; give the one you mean an "id" and name that \
        [pipeline.ambiguous-stage]
           | shift.dx=1
           | ^~~~~
        --seed:1:1: error: a seed is a whole number from 0 to 9223372036854775807, not '-3' \
        [pipeline.bad-seed]
           | -3
           | ^~
        """)
  }

  @Test(
    arguments: [
      ("shift.dx", "the '=' is missing"), ("dx=1", "STAGE.PARAMETER=VALUE"),
      ("import.text=1", "import.FORMAT.OPTION"), ("a.b.c=1", "STAGE.PARAMETER=VALUE"),
      ("limits.pints=1", "did you mean 'points'?"), ("limits.points=x", "not 'x'"),
      ("shift.enabled=maybe", "true or false"), ("shift.dx=wide", "not 'wide'"),
      ("shift.sx=1", "did you mean 'dx'?"), ("export.svg.x=1", "no exporter 'svg'"), ("=", "write"),
      ("", "write"), ("import..=", "no importer ''"),
    ] as [(String, String)])
  func badSettings(_ setting: String, _ words: String) throws {
    let found = try problems(stages: ["shift"], settings: [setting])
    #expect(found.hasPrefix("--set:1:"), "\(found)")
    #expect(found.contains(words), "\(found)")
  }

  @Test(
    arguments: [
      ("", "a name is missing"), (":dx=1", "a name is missing"),
      ("shift:", "write PARAMETER=VALUE"),
      ("shift:dx", "write PARAMETER=VALUE"), ("shift:=3", "write PARAMETER=VALUE"),
      ("{\"shift\": {}", "its '}' is missing"), ("{}", "names no stage"),
    ] as [(String, String)])
  func badShortForms(_ stage: String, _ words: String) throws {
    let found = try problems(stages: [stage])
    #expect(found.hasPrefix("-s:1:"), "\(found)")
    #expect(found.contains(words), "\(found)")
  }

  @Test func longLinesAreCutAroundTheCaret() throws {
    let filler = String(repeating: "        ", count: 40)
    let found = try problems("{\"stages\": [\(filler)\"shfit\"\(filler)]}")
    let lines = found.split(separator: "\n")
    try #require(lines.count == 3)
    #expect(lines[1].hasPrefix("  1 | …"))
    #expect(lines[1].hasSuffix("…"))
    #expect(lines[1].count < 120)
    let column = lines[2].firstIndex(of: "^").map {
      lines[2].distance(from: lines[2].startIndex, to: $0)
    }
    let quote = lines[1].firstIndex(of: "\"").map {
      lines[1].distance(from: lines[1].startIndex, to: $0)
    }
    #expect(column == quote && column != nil)
    #expect(lines[2].hasSuffix("^~~~~~~"))
  }

  @Test func tabsWideCharactersAndControlCharacters() throws {
    #expect(
      try problems("{\n\t\"stages\":\t[ /* 漢字 */ \"shfit\" ]\n}").split(separator: "\n").dropFirst()
        == [
          "  2 |     \"stages\":   [ /* 漢字 */ \"shfit\" ]",
          "    |                              ^~~~~~~",
        ])
    let found = try problems("{\"stages\": [\"\\u001b[31m\"]}")
    #expect(!found.contains("\u{1B}"))
    #expect(found.contains("no stage '\u{FFFD}[31m'"))
  }

  @Test func linesEndWithCarriageReturnsToo() throws {
    #expect(try problems("{\r\n\"stages\": [\r\n\"shfit\"]}").hasPrefix("p.json:3:1: "))
    #expect(try problems("{\r\"stages\": [\r\"shfit\"]}").contains("  3 | \"shfit\"]}"))
  }

  @Test func coloursOnlyOnDemand() throws {
    let problem = try #require(throws: PlanProblems.self) { try makePlan("{}") }.problems[0]
    #expect(problem.render(color: true).contains("\u{1B}[1;31merror:\u{1B}[0m"))
    #expect(!problem.render(color: false).contains("\u{1B}"))
  }

  @Test func aFloodIsCut() throws {
    let many = Array(repeating: "\"shfit\"", count: 5000).joined(separator: ",")
    let found = try problems("{\"stages\": [\(many)]}")
    let messages = found.split(separator: "\n").filter { $0.contains("error:") }
    #expect(messages.count == 51)
    #expect(
      messages.last?.hasSuffix("4950 more problems from here on [pipeline.more-problems]") == true)
  }

  @Test func deepNestingIsRefused() throws {
    let deep = String(repeating: "[", count: 100_000)
    #expect(try problems("{\"stages\": \(deep)").contains("[json.too-deep]"))
  }
}
