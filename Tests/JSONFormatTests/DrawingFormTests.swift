import JSONFormat
import PathModel
import StrictJSON
import TestSupport
import Testing

@Suite struct DrawingFormTests {
  @Test func publishesAStrictSchema() throws {
    let schema = try JSONNode(parsing: DrawingForm.schema)
    #expect(schema["properties"]?["strokemill"]?["const"]?.integer == DrawingForm.version)
  }

  /// Every member that the exporter writes or the importer knows is in the schema, and a member
  /// that isn't is refused by it as by the importer.
  @Test(.requires(.jsonschema))
  func agreesWithTheSchema() throws {
    let valid = [
      try write(JSONExporterTests.full(widths: false)),
      try write(JSONExporterTests.full(widths: true)),
      #"{"strokemill":1,"paths":[]}"#,
      #"{"strokemill":1,"x-tool":{"a":1},"paths":[[[0,0],[1,1]]]}"#,
      #"{"strokemill":1,"paths":[{"points":[{"x":1,"y":2}],"closed":true}]}"#,
    ]
    let invalid = [
      #"{"strokemill":2,"paths":[]}"#,
      #"{"strokemill":1,"paths":[],"style":[]}"#,
      #"{"strokemill":1,"paths":[{"points":[[0]]}]}"#,
      #"{"strokemill":1,"paths":[{"points":[[0,0]],"colour":1}]}"#,
      #"{"strokemill":1,"paths":[{"points":[[0,0],[1,1]],"verbs":"LM"}]}"#,
      #"{"strokemill":1,"paths":[],"styles":[{"cap":"flat"}]}"#,
      #"{"strokemill":1,"paths":[],"canvas":{"box":[0,0,1,1],"width":"1mm"}}"#,
    ]
    for text in valid { #expect(fault(text) == nil) }
    for text in invalid { #expect(fault(text) != nil, "\(text)") }
    // One run for all: starting the validator takes longer than its work.
    let folder = try TemporaryDirectory()
    let schema = try folder.write("drawing.schema.json", DrawingForm.schema)
    var command = ["jsonschema", "--output", "pretty"]
    for (index, text) in (valid + invalid).enumerated() {
      command += ["-i", try folder.write("\(index).json", text)]
    }
    let result = try runProcess(command + [schema])
    for (index, text) in (valid + invalid).enumerated() {
      let isValid = result.outputText.contains("[SUCCESS]===(\(folder.file("\(index).json")))")
      #expect(isValid == (index < valid.count), "\(text)\n\(result.errorText)")
    }
  }
}
