public import PluginKit

extension Plugin {
  /// Strokes whose width is drawn by a pen.
  public static let pen = Plugin(
    name: "pen", version: "0.1.0", components: [.stage(Pen.self)])
}
