public import PluginKit

extension Plugin {
  /// Stages that move, scale and turn drawings, and choose their page.
  public static let layout = Plugin(
    name: "layout", version: "0.1.0",
    components: [
      .stage(Normalize.self), .stage(AspectFit.self), .stage(Center.self), .stage(Stretch.self),
      .stage(Page.self), .stage(Translate.self), .stage(Scale.self), .stage(Rotate.self),
      .stage(Flip.self), .stage(Project.self),
    ])
}
