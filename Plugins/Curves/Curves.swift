public import PluginKit

extension Plugin {
  /// Stages that change what paths are made of, not how they look.
  public static let curves = Plugin(
    name: "curves", version: "0.1.0",
    components: [
      .stage(Smooth.self), .stage(Simplify.self), .stage(Flatten.self),
    ])
}
