import Geometry
import PathModel
import PluginKit

/// Mirrors the drawing in the middle of its box.
struct Flip: Stage {
  /// Which sides change places.
  enum Axis: String, CaseIterable, ParameterType {
    case horizontal, vertical, both
  }

  static let name = "flip"
  static let summary = "Mirrors the drawing in the middle of its box, or of the canvas."

  var axis = Axis.horizontal
  var bounds = BoundsKind.geometry

  static let parameters: [Parameter<Flip>] = [
    Parameter(
      "axis", \.axis,
      help: "What changes places: left and right (horizontal), top and bottom (vertical) or both."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let box = drawing.bounds(bounds) else { return }
    let map = Affine.scale(x: axis == .vertical ? 1 : -1, y: axis == .horizontal ? 1 : -1)
    try drawing.move(by: map.about(box.center), strokes: .keep)
  }
}
