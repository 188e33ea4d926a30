import BuiltinPlugins
import NumberText
import Pipeline
import StrictJSON
import TestSupport
import Testing

/// The sample pipelines fit what is built in, and the schema that editors use says so too.
@Suite struct SamplePipelineTests {
  private func samples() throws -> [(name: String, text: String)] {
    let folder = "\(Locations.samples)/pipelines"
    return try names(in: folder).filter { $0.hasSuffix(".json") }.sorted().map { name in
      (name, try readText("\(folder)/\(name)"))
    }
  }

  @Test func theyHaveNoProblems() throws {
    let registry = try Registry(builtinPlugins)
    let samples = try samples()
    #expect(samples.count >= 5)
    for (name, text) in samples {
      let request = PlanRequest(pipeline: SourceText(file: name, bytes: Array(text.utf8)))
      do {
        let plan = try Plan(request, registry: registry)
        let resolved = SourceText(file: name, bytes: Array(plan.resolvedPipeline.utf8))
        let again = try Plan(PlanRequest(pipeline: resolved), registry: registry)
        #expect(again.resolvedPipeline == plan.resolvedPipeline, "\(name)")
      } catch {
        Issue.record("\(error.problems.map { $0.render(color: false) }.joined(separator: "\n"))")
      }
    }
  }

  @Test(.requires(.jsonschema)) func theyFitTheSchema() throws {
    let folder = try TemporaryDirectory()
    let registry = try Registry(builtinPlugins)
    let schema = try folder.write("schema.json", PipelineSchema.text(registry))
    var command = ["jsonschema"]
    for (name, text) in try samples() {
      // The validator knows no comments and no trailing commas.
      var writer = JSONWriter()
      writer.value(try JSONNode(parsing: text, options: .handwritten).value)
      let plain = String(decoding: writer.finish().takeBytes(), as: UTF8.self)
      command += ["-i", try folder.write(name, plain)]
    }
    let result = try runProcess(command + [schema])
    #expect(result.status == 0, "\(result.outputText)\(result.errorText)")
  }
}
