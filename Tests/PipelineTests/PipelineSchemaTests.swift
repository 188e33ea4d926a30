import NumberText
import Pipeline
import PluginKit
import StrictJSON
import TestSupport
import Testing

@Suite struct PipelineSchemaTests {
  /// Tells of each text whether another program's validator takes it.
  private func accepted(_ texts: [String]) throws -> [Bool] {
    let folder = try TemporaryDirectory()
    let schema = try folder.write("schema.json", PipelineSchema.text(try testRegistry()))
    var command = ["jsonschema", "--output", "pretty"]
    var files: [String] = []
    for (row, text) in texts.enumerated() {
      // Without comments and trailing commas, which the validator doesn't know.
      var writer = JSONWriter()
      writer.value(try JSONNode(parsing: text, options: .handwritten).value)
      let plain = String(decoding: writer.finish().takeBytes(), as: UTF8.self)
      files.append(try folder.write("text-\(row).json", plain))
      command += ["-i", files[row]]
    }
    let result = try runProcess(command + [schema])
    let report = result.outputText + result.errorText
    return try files.map { file in
      // Each file has its own heading: ===[SUCCESS]===(file)=== or ===[ValidationError]===(file)===.
      let heading = try #require(
        report.split(separator: "\n").first { $0.hasSuffix("(\(file))===") }, "\(report)")
      return heading.contains("[SUCCESS]")
    }
  }

  /// What the tool takes, and what it refuses.
  private static let good = [
    "{\"stages\": []}",
    """
    // All there is.
    { "$schema": "s.json", "version": 1, "x-any": [1], "seed": 3,
      "vars": { "a": 1, "b": "x", "c": true, "x-d": [] },
      "import": { "text": { "closed": "${c}", "x-q": 1 } },
      "stages": [
        "shift", { "shift": {} }, { "scatter": {}, "id": "s", "enabled": false, "x-n": null },
        { "shift": { "x": 1, "dy": "2mm", "times": "${a}", "mode": "add", "seed": null, "note": "${b}" } },
        { "shift": { "dy": -1.5e1 },
          "select": { "layer": ["a", "b*"], "closed": true, "length": "<10mm", "area": { "min": 1, "max": "3mm2" },
                      "not": { "any": [ { "stroke": "red" }, { "fill": "*" } ] } } },
      ],
      "export": { "text": { "list": [1, "${a}"] } },
      "limits": { "points": 10 },
    }
    """,
  ]
  private static let bad = [
    "[]", "{}", "{\"stages\": {}}", "{\"stages\": [null]}", "{\"stages\": [\"shfit\"]}",
    "{\"stages\": [{}]}", "{\"stages\": [{\"shift\": {}, \"scatter\": {}}]}",
    "{\"stages\": [{\"shift\": {\"dz\": 1}}]}", "{\"stages\": [{\"shift\": {\"dx\": \"1\"}}]}",
    "{\"stages\": [{\"shift\": {\"dx\": 101}}]}", "{\"stages\": [{\"shift\": {\"dx\": null}}]}",
    "{\"stages\": [{\"shift\": {\"times\": 1.5}}]}",
    "{\"stages\": [{\"shift\": {\"mode\": \"ad\"}}]}",
    "{\"stages\": [{\"shift\": {\"dy\": \"2mn\"}}]}",
    "{\"stages\": [{\"shift\": {}, \"enabled\": 1}]}",
    "{\"stages\": [{\"shift\": {}, \"select\": {\"layr\": \"a\"}}]}",
    "{\"stages\": [{\"shift\": {}, \"select\": {\"length\": 10}}]}",
    "{\"stages\": [{\"shift\": {}, \"select\": {\"area\": \"<10mm\"}}]}",
    "{\"stages\": [], \"import\": {\"txet\": {}}}", "{\"stages\": [], \"seed\": -1}",
    "{\"stages\": [], \"sede\": 1}", "{\"stages\": [], \"limits\": {\"points\": 0}}",
    "{\"stages\": [], \"vars\": {\"a\": []}}", "{\"stages\": [], \"version\": 2}",
    "{\"stages\": [], \"export\": {\"text\": {\"list\": [true]}}}",
  ]

  @Test(.requires(.jsonschema)) func theValidatorAgreesWithTheTool() throws {
    for text in Self.good { #expect(try problems(text) == "", "\(text)") }
    for text in Self.bad { #expect(try problems(text) != "", "\(text)") }
    for (text, isAccepted) in zip(Self.good, try accepted(Self.good)) {
      #expect(isAccepted, "\(text)")
    }
    for (text, isAccepted) in zip(Self.bad, try accepted(Self.bad)) {
      #expect(!isAccepted, "\(text)")
    }
  }

  @Test(.requires(.jsonschema)) func resolvedPipelinesFitTheSchema() throws {
    let resolved = try Self.good.map { try makePlan($0).resolvedPipeline }
    #expect(try accepted(resolved) == [true, true])
  }

  @Test func theSchemaIsStableAndTellsDefaults() throws {
    let registry = try testRegistry()
    let text = PipelineSchema.text(registry)
    #expect(text == PipelineSchema.text(registry))
    #expect(text.contains("\"description\": \"How far right.\""))
    #expect(text.contains("\"default\": 1"))
    #expect(text.contains("\"maximum\": 100"))
  }
}
