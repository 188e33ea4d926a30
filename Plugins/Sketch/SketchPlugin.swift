public import PluginKit

extension Plugin {
  /// The looks of other programs, by their names.
  public static let sketch = Plugin(
    name: "sketch", version: "0.1.0", components: [.stage(Sketch.self)])
}
