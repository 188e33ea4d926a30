public import PluginKit

extension Plugin {
  /// JSON: the drawing form, bare lists of points, GeoJSON.
  public static let jsonFormat = Plugin(
    name: "json", version: "1.0.0",
    components: [.importer(JSONImporter.self), .exporter(JSONExporter.self)])
}
