import NumberText
import StrictJSON
import TestSupport
import Testing

/// The schema that the tool prints says the same about pipeline files as the tool, judged by an independent
/// validator.
@Suite(.requires(.jsonschema)) struct PipelineSchemaTests {
  /// The validator's verdict on a pipeline file, which may have comments.
  private func isValid(_ text: String) throws -> Bool {
    let folder = try TemporaryDirectory()
    let schema = try runProcess([Locations.tool, "schema"])
    try #require(schema.status == 0, "\(schema.errorText)")
    try writeFile(folder.file("schema.json"), schema.output)
    // Other readers know neither comments nor trailing commas.
    var writer = JSONWriter()
    writer.value(try JSONNode(parsing: text, options: .handwritten).value)
    try writeFile(folder.file("pipeline.json"), writer.finish().takeBytes())
    let result = try runProcess([
      "jsonschema", "-i", folder.file("pipeline.json"), folder.file("schema.json"),
    ])
    return result.status == 0
  }

  /// The schema that editors use for the samples is the tool's. `RECORD=1` writes it anew and fails.
  @Test func theSchemaBesideTheSamplesIsTheTools() throws {
    let path = "\(Locations.samples)/strokemill-pipeline.schema.json"
    let schema = try runProcess([Locations.tool, "schema"])
    guard try !exists(path) || readFile(path) != schema.output else { return }
    if environment("RECORD") != nil { try writeFile(path, schema.output) }
    Issue.record("samples/strokemill-pipeline.schema.json isn't what 'strokemill schema' prints")
  }

  @Test(arguments: Samples.pipelines)
  func samplesAreValid(pipeline: String) throws {
    #expect(try isValid(readText(Samples.pipeline(pipeline))))
    let checked = try runProcess([Locations.tool, "check", Samples.pipeline(pipeline)])
    #expect(checked.status == 0, "\(checked.errorText)")
  }

  @Test(arguments: [
    #"{ "stages": ["no-such-stage"] }"#,
    #"{ "stages": [{ "aspect-fit": { "no-such-parameter": 1 } }] }"#,
    #"{ "stages": [{ "jitter": { "passes": "many" } }] }"#,
    #"{ "stages": [{ "jitter": { "passes": -1 } }] }"#,
    #"{ "no-such-key": 1, "stages": [] }"#,
    #"{ "stages": "normalize" }"#,
  ])
  func faultsAreFoundByBoth(text: String) throws {
    #expect(try !isValid(text))
    let folder = try TemporaryDirectory()
    let checked = try runProcess([
      Locations.tool, "check", try folder.write("pipeline.json", text),
    ])
    #expect(checked.status == 2)
  }
}
