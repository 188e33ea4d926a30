import BuiltinPlugins
import Pipeline
import Presets

/// `strokemill schema`: writes the JSON Schema of pipeline files, or of the JSON form of a drawing.
enum SchemaCommand {
  static let spec = CommandSpec(
    name: "schema", operands: "[pipeline|drawing]", operandCount: 0...1,
    summary: "Write the JSON Schema of pipeline files or of JSON drawings, for editors.",
    options: [PluginOptions.plugin],
    examples: [
      (
        "strokemill schema > strokemill-pipeline.schema.json",
        "A schema that \"$schema\" in a pipeline file names:"
      ),
      (
        "strokemill schema drawing > strokemill-drawing.schema.json",
        "The schema of the JSON form of a drawing:"
      ),
    ],
    run: { arguments in
      let what = arguments.operands.first?.text ?? "pipeline"
      switch what {
      case "pipeline":
        guard let catalogue = PluginOptions.catalogue(arguments, startsPrograms: true) else {
          return ExitStatus.usage
        }
        catalogue.sayUnusable()
        return Terminal.output(
          PipelineSchema.text(catalogue.registry, bases: Preset.all.map(\.reference)))
      case "drawing":
        return Terminal.output(drawingSchema)
      default:
        Tool.usageError(
          "there is no schema '\(Path(what).shown)'; say 'pipeline' or 'drawing'",
          arguments.text("color"))
        return ExitStatus.usage
      }
    })
}
