public import PluginKit

extension Plugin {
  /// Fills as strokes.
  public static let hatch = Plugin(
    name: "hatch", version: "0.1.0", components: [.stage(Hatch.self)])
}
