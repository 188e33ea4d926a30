import PathModel
import PluginKit

/// Moves the drawing to the middle of its canvas.
struct Center: Stage {
  /// Along which axes the drawing is moved.
  enum Axis: String, CaseIterable, ParameterType {
    case both, x, y
  }

  static let name = "center"
  static let summary = "Moves the drawing to the middle of the canvas."

  var axis = Axis.both
  var bounds = BoundsKind.geometry

  static let parameters: [Parameter<Center>] = [
    Parameter("axis", \.axis, help: "Centers horizontally (x), vertically (y) or both."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let bounds = drawing.bounds(bounds) else { return }
    guard let canvas = drawing.canvas else {
      throw ComponentError(
        "center.no-canvas",
        "there is nothing to center in: the drawing has no canvas; set one before with 'page' or "
          + "'aspect-fit'")
    }
    try drawing.move(
      by: .translation(
        x: axis == .y ? 0 : canvas.box.midX - bounds.midX,
        y: axis == .x ? 0 : canvas.box.midY - bounds.midY), strokes: .keep)
  }
}
