import Geometry
import PathModel
import PluginKit

/// Turns the drawing about a point; the canvas stays.
struct Rotate: Stage {
  static let name = "rotate"
  static let summary = "Turns the drawing clockwise about a point; the canvas stays."

  var angle = Angle(degrees: 0)
  var about = Pivot.center
  var bounds = BoundsKind.geometry

  static let parameters: [Parameter<Rotate>] = [
    Parameter("angle", \.angle, help: "How far, clockwise; negative is counterclockwise."),
    Parameter(
      "about", \.about, help: "What stays in its place: the origin, or a place of the box."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let box = drawing.bounds(bounds) else { return }
    try drawing.move(
      by: .rotation(degrees: angle.degrees, about: about.point(in: box)), strokes: .keep)
  }
}
