import Glibc
import Pipeline
import PluginKit
import Presets
import StrictJSON

/// Finds pipeline files, presets among them.
enum PipelineFile {
  /// No pipeline that a person writes is larger.
  private static let limit = 16 << 20

  /// The text of a pipeline file, of standard input for `-`, or of a preset.
  static func read(_ path: Path) throws(FileError) -> SourceText {
    if let preset = try preset(path.text) {
      return SourceText(
        file: preset.reference, bytes: preset.bytes, identity: Array(preset.reference.utf8))
    }
    let bytes = try InputFile.read(path, limit: limit, advice: "is it a pipeline file?")
    guard path != .standard else { return SourceText(file: path.shown, bytes: bytes) }
    return SourceText(
      file: path.shown, bytes: bytes, folder: path.directory.bytes,
      identity: OutputFile.resolved(path).bytes)
  }

  /// The text that `extends` names in a pipeline file that lies in a folder.
  static func base(
    _ name: String, _ folder: [UInt8]?
  ) throws(PlanRequest.MissingBase) -> SourceText {
    var path = Path(name)
    if let folder, !name.hasPrefix("/"), !name.hasPrefix(Preset.prefix) {
      path = Path(bytes: folder) == Path(".") ? path : Path(bytes: folder).appending(path.bytes)
    }
    do throws(FileError) {
      if path == .standard {
        throw FileError(
          message: "is standard input, which can't be extended", code: "pipeline.no-base")
      }
      return try read(path)
    } catch {
      let isPreset = error.code == "pipeline.unknown-preset"
      throw PlanRequest.MissingBase(
        Diagnostic.Code(rawValue: isPreset ? error.code : "pipeline.no-base"),
        isPreset ? error.message : "\(path.shown) \(error.message)")
    }
  }

  /// The preset of a name that begins with `preset:`; nil for other names.
  static func preset(_ reference: String) throws(FileError) -> Preset? {
    guard reference.hasPrefix(Preset.prefix) else { return nil }
    let name = String(reference.dropFirst(Preset.prefix.count))
    if let preset = Preset.all.first(where: { $0.name == name }) { return preset }
    let names = Preset.all.map(\.name)
    throw FileError(
      message: "there is no preset '\(Path(name).shown)'"
        + (suggestion(for: name, among: names) ?? "; there are " + names.joined(separator: ", ")),
      code: "pipeline.unknown-preset")
  }
}

extension Preset {
  /// What it does, in a sentence that stands in its file.
  var summary: String {
    let root = try? JSONNode(parsing: bytes.span, options: .handwritten)
    return root?.object?.first { $0.name == "description" }?.value.string ?? ""
  }
}
