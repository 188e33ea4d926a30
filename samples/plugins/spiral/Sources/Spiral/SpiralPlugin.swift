import PluginKit

/// All that this plug-in brings.
public let spiralPlugin = Plugin(
  name: "spiral", version: "1.0.0",
  components: [.importer(SpiralImporter.self), .stage(Twist.self), .exporter(WalkExporter.self)])
