import Pipeline

/// `strokemill schema`: writes the JSON Schema of pipeline files.
enum SchemaCommand {
  static let spec = CommandSpec(
    name: "schema", operands: "", operandCount: 0...0,
    summary: "Write the JSON Schema of pipeline files, for editors.",
    examples: [
      (
        "strokemill schema > strokemill-pipeline.schema.json",
        "A schema that \"$schema\" in a pipeline file names:"
      )
    ],
    run: { _ in
      guard let registry = Tool.registry() else { return ExitStatus.usage }
      Terminal.output(PipelineSchema.text(registry))
      return ExitStatus.done
    })
}
