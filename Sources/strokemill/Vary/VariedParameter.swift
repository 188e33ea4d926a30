import Pipeline

/// Something that a sheet varies, with its values: `outline.roughness=0.5,1,2`.
struct VariedParameter: Sendable {
  /// What it is.
  enum Kind: Equatable {
    /// The seed.
    case seed
    /// The whole pipeline file.
    case pipeline
    /// A variable of the pipeline.
    case variable
    /// What `--set` changes.
    case setting
  }

  let name: String
  let kind: Kind
  let values: [String]

  /// Reads `NAME=VALUES`.
  init(_ text: String) throws(UsageError) {
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      throw UsageError(
        message: "--vary takes NAME=VALUES, such as outline.roughness=0.5,1,2 or seed=1..4, not "
          + "'\(Path(text).shown)'")
    }
    name = String(text[..<equals])
    kind =
      switch name {
      case "seed": .seed
      case "pipeline": .pipeline
      default: name.contains(".") ? .setting : .variable
      }
    values = try ValueList.values(
      of: String(text[text.index(after: equals)...]), for: "--vary \(Path(name).shown)")
  }

  /// Names that mean something by themselves.
  static let ownNames = ["seed", "pipeline"]

  /// Adds one of the values to what is asked for.
  func apply(_ value: String, to request: inout PlanRequest) throws(FileError) {
    switch kind {
    case .seed: request.seed = SourceText(argument: value, of: "--vary seed")
    case .pipeline: request.pipeline = try PipelineFile.read(Path(value))
    case .variable:
      request.variables.append(SourceText(argument: "\(name)=\(value)", of: "--vary"))
    case .setting:
      request.settings.append(SourceText(argument: "\(name)=\(value)", of: "--vary"))
    }
  }
}
