public import PluginKit

extension Plugin {
  /// Stages that change how paths are painted.
  public static let appearance = Plugin(
    name: "appearance", version: "0.1.0", components: [.stage(SetStyle.self)])
}
