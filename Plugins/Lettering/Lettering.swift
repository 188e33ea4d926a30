public import PluginKit

extension Plugin {
  /// Stages that set words anew.
  public static let lettering = Plugin(
    name: "lettering", version: "0.1.0", components: [.stage(SetText.self)])
}
