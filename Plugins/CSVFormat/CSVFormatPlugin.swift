public import PluginKit

extension Plugin {
  /// Points in delimited text: CSV, TSV and what gnuplot reads.
  public static let csvFormat = Plugin(
    name: "csv-format", version: "1.0.0",
    components: [.importer(CSVImporter.self), .exporter(CSVExporter.self)])
}
