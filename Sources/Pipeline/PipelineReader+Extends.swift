import PluginKit
import StrictJSON

// `extends`: a pipeline file over another one, or over a preset.

extension PipelineReader {
  /// How many files may lie over one another: more than a person can follow.
  static let extendsLimit = 16

  /// A pipeline file that was read.
  struct File {
    var root: JSONNode
    var source: Int
  }

  /// Reads a pipeline file's top level and those of all files that it extends.
  /// - Returns: The files, the lowest first; none when one of them can't be read.
  mutating func parseAll(_ text: SourceText, findBase: PlanRequest.BaseFinder?) -> [File] {
    var files: [File] = []
    var next: SourceText? = text
    while let text = next {
      next = nil
      let source = log.add(text)
      guard let root = parse(source) else { return [] }
      files.insert(File(root: root, source: source), at: 0)
      guard let value = root.object?.first(where: { $0.name == "extends" })?.value else { break }
      guard let name = value.string, !name.isEmpty else {
        wrongType("extends", "the name of a pipeline file, or preset:NAME", value, source)
        return []
      }
      let span = log.span(of: value.position, in: source)
      guard let findBase else {
        log.report("pipeline.no-base", "nothing can be extended here", at: span)
        return []
      }
      do throws(PlanRequest.MissingBase) {
        let base = try findBase(name, text.folder)
        if let identity = base.identity,
          let row = files.firstIndex(where: { log.sources[$0.source].identity == identity })
        {
          // From the file where the circle begins to the one that closes it.
          let circle = files[...row].reversed().map { "'\(log.sources[$0.source].name)'" }
          log.report(
            "pipeline.extends-circle",
            "pipeline files extend one another in a circle: "
              + (circle + [circle[0]]).joined(separator: " extends "), at: span)
          return []
        }
        guard files.count < PipelineReader.extendsLimit else {
          log.report(
            "pipeline.extends-depth",
            "\(PipelineReader.extendsLimit) pipeline files lie over one another here, which is as "
              + "many as may", at: span)
          return []
        }
        next = base
      } catch {
        log.report(error.code, error.message, at: span)
        return []
      }
    }
    return files
  }
}
