import Pipeline
import PluginKit

/// Decides which files are written, before the first is read.
struct OutputNaming {
  let plan: Plan
  let registry: Registry

  /// One input and what is made of it.
  struct Task: Sendable {
    var input: Path
    var outputs: [(path: Path, target: Job.Target)]
  }

  /// Names the output of every input.
  ///
  /// - Throws: When two outputs would have one name, an output would replace an input, a format
  ///   can't be told, or the folder can't be made.
  func tasks(
    inputs: [Path], output: Path, allowsInPlace: Bool
  ) throws(UsageError) -> [Task] {
    if output.bytes.isEmpty {
      throw UsageError(message: "the output's name is empty; is a variable not set?")
    }
    let isFolder: Bool
    switch FileKind(output) {
    case .directory: isFolder = output != .standard
    default: isFolder = output.endsWithSlash || inputs.count > 1
    }
    if isFolder, !output.endsWithSlash, FileKind(output) == .missing,
      registry.exporter(forFile: output.text) != nil
    {
      throw UsageError(
        message:
          "\(inputs.count) inputs can't go into the one file \(output.shown); give a folder: "
          + "-o \(output.shown)/")
    }
    if isFolder && output == .standard {
      throw UsageError(message: "several inputs can't go to standard output; give a folder")
    }
    let tasks =
      isFolder
      ? try named(inputs, in: output) : [Task(input: inputs[0], outputs: try single(output))]
    try checkNames(tasks, allowsInPlace: allowsInPlace)
    if isFolder {
      do {
        try OutputFile.makeDirectory(output)
      } catch {
        throw UsageError(message: "the folder \(output.shown) \(error.message)")
      }
    }
    return tasks
  }

  /// What is odd about a name: that its extension tells another format than the one that is written.
  func doubt(about output: Path) -> String? {
    guard output != .standard, !output.endsWithSlash, plan.exportFormats.count == 1,
      let format = plan.exportFormats.first,
      let named = registry.exporter(forFile: output.text)?.entry.name, named != format
    else { return nil }
    return "its extension says \(named), but --to says \(format), which is what it holds"
  }

  private func single(_ output: Path) throws(UsageError) -> [(path: Path, target: Job.Target)] {
    let byName = output == .standard ? nil : registry.exporter(forFile: output.text)
    if plan.exportFormats.count > 1 {
      throw UsageError(message: "several formats need a folder: -o \(output.shown)/")
    }
    if let format = plan.exportFormats.first {
      return [(output, Job.Target(format: format, isCompressed: byName?.isCompressed ?? false))]
    }
    if let byName {
      return [
        (output, Job.Target(format: byName.entry.name, isCompressed: byName.isCompressed))
      ]
    }
    if plan.exports.count == 1 {
      return [(output, Job.Target(format: plan.exports[0].name))]
    }
    if output == .standard || FileKind(output).isStream {
      return [(output, Job.Target(format: "svg"))]
    }
    let known = registry.exporters.flatMap(\.extensions).map { "." + $0 }
    let ending = output.fileExtension
    let hint =
      ending.isEmpty
      ? "" : suggestion(for: "." + ending, among: known) ?? ""
    throw UsageError(
      message: "the extension of \(output.shown) tells no format\(hint); name one with --to "
        + registry.exporters.map(\.name).joined(separator: ", "), lacksFormat: true)
  }

  private func named(_ inputs: [Path], in folder: Path) throws(UsageError) -> [Task] {
    var formats = plan.exportFormats
    if formats.isEmpty { formats = plan.exports.map(\.name) }
    if formats.isEmpty { formats = ["svg"] }
    return inputs.map { input in
      let stem = input == .standard ? Array("stdin".utf8) : input.stem
      return Task(
        input: input,
        outputs: formats.map { format in
          let ending = registry.exporter(named: format)?.extensions.first ?? format
          return (
            folder.appending(stem + Array(".\(ending)".utf8)), Job.Target(format: format)
          )
        })
    }
  }

  private func checkNames(_ tasks: [Task], allowsInPlace: Bool) throws(UsageError) {
    var owners: [Path: Path] = [:]
    var inputs: [FileIdentity: Path] = [:]
    for task in tasks {
      if let identity = FileIdentity(task.input) { inputs[identity] = task.input }
    }
    for task in tasks {
      for (path, _) in task.outputs {
        if let owner = owners[path] {
          guard owner != task.input else {
            throw UsageError(message: "the input \(owner.shown) is given twice")
          }
          throw UsageError(
            message: "\(owner.shown) and \(task.input.shown) would both be written to "
              + "\(path.shown); convert them into different folders")
        }
        owners[path] = task.input
        guard let identity = FileIdentity(path), let input = inputs[identity] else { continue }
        if input != task.input || !allowsInPlace {
          throw UsageError(
            message: "the output \(path.shown) would replace the input \(input.shown)"
              + (input == task.input ? "; --in-place allows it" : ""))
        }
      }
    }
  }
}

extension FileKind {
  /// Whether it's something that bytes are sent to rather than kept in.
  var isStream: Bool { self == .device || self == .pipe }
}
