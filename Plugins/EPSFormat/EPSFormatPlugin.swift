public import PluginKit

extension Plugin {
  /// Encapsulated PostScript.
  public static let epsFormat = Plugin(
    name: "eps", version: "0.1.0",
    components: [
      .exporter(EPSExporter.self)
    ])
}
