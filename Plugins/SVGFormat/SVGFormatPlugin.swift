public import PluginKit

extension Plugin {
  /// SVG.
  public static let svgFormat = Plugin(
    name: "svg", version: "0.1.0",
    components: [
      .importer(SVGImporter.self),
      .exporter(SVGExporter.self),
    ])
}
