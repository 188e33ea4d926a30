public import PluginKit

extension Plugin {
  /// Stages that make drawings look drawn by hand.
  public static let handDrawn = Plugin(
    name: "hand-drawn", version: "0.1.0",
    components: [.stage(Jitter.self), .stage(Annotate.self)])
}
