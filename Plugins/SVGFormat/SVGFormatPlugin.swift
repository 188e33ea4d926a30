public import PluginKit

extension Plugin {
  /// SVG.
  public static let svgFormat = Plugin(
    name: "svg", version: "0.1.0",
    components: [
      ComponentEntry.importer(SVGImporter.self).withFontFoldersOfPipelines,
      .exporter(SVGExporter.self),
    ])
}

extension ComponentEntry {
  /// The importer with folders of fonts beginning at the folder of the pipeline file that names them.
  fileprivate var withFontFoldersOfPipelines: ComponentEntry {
    guard case .importer(let extensions, let recognizes, let make) = role else { return self }
    return ComponentEntry(
      name: name, summary: summary, parameters: parameters, unavailable: unavailable,
      role: .importer(extensions: extensions, recognizes: recognizes) {
        (options) throws(OptionProblems) in
        try make(
          options.map { option in
            guard option.name == "font-dir", let folder = option.folder,
              case .text(let paths) = option.value
            else { return option }
            let start = String(decoding: folder, as: UTF8.self)
            var resolved = option
            resolved.value = .text(
              paths.split(separator: ":").map { path in
                path.hasPrefix("/") || start.isEmpty ? String(path) : start + "/" + path
              }.joined(separator: ":"))
            return resolved
          })
      })
  }
}
