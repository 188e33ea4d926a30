import Geometry
import PathModel
import PluginKit

/// Scales the drawing about a point; the canvas stays.
struct Scale: Stage {
  static let name = "scale"
  static let summary = "Scales the drawing by a factor about a point; the canvas stays."

  var by: Double?
  var x: Double?
  var y: Double?
  var about = Pivot.center
  var bounds = BoundsKind.geometry
  var stroke = StrokeMode.scale

  static let parameters: [Parameter<Scale>] = [
    Parameter("by", \.by, in: .above(0), help: "The factor for both axes."),
    Parameter("x", \.x, in: .above(0), help: "The horizontal factor."),
    Parameter("y", \.y, in: .above(0), help: "The vertical factor."),
    Parameter(
      "about", \.about, help: "What stays in its place: the origin, or a place of the box."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
    Parameter(
      "stroke", \.stroke, help: "Whether stroke widths grow with the drawing or keep theirs."),
  ]

  func problems() -> [String] {
    if by != nil && (x != nil || y != nil) {
      return ["'by' is for both axes; give it, or 'x' and 'y'"]
    }
    if by == nil && x == nil && y == nil {
      return ["nothing says how much to scale; give 'by', 'x' or 'y'"]
    }
    return []
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let box = drawing.bounds(bounds) else { return }
    let map = Affine.scale(x: by ?? x ?? 1, y: by ?? y ?? 1)
    try drawing.move(by: map.about(about.point(in: box)), strokes: stroke)
  }
}
