import Geometry
import PathModel
import PluginKit

/// Scales each axis by itself, about a place of the drawing's box.
struct Stretch: Stage {
  static let name = "stretch"
  static let summary = """
    Scales width and height independently, to a size or by factors; with a size the canvas becomes \
    the stretched box.
    """

  var width: Length?
  var height: Length?
  var x: Double?
  var y: Double?
  var anchor = Place.topLeft
  var bounds = BoundsKind.canvas
  var stroke = StrokeMode.scale

  static let parameters: [Parameter<Stretch>] = [
    Parameter(
      "width", \.width, in: .above(0), help: "The box's new width; without it the width stays."),
    Parameter(
      "height", \.height, in: .above(0), help: "The box's new height; without it the height stays."),
    Parameter("x", \.x, in: .above(0), help: "The horizontal factor, instead of a size."),
    Parameter("y", \.y, in: .above(0), help: "The vertical factor, instead of a size."),
    Parameter("anchor", \.anchor, help: "The place of the box that stays where it is."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
    Parameter(
      "stroke", \.stroke,
      help: "Whether strokes grow by the mean of both factors or keep their widths."),
  ]

  func problems() -> [String] {
    var problems = notInStrokeWidths(("width", width), ("height", height))
    let hasSize = width != nil || height != nil
    let hasFactor = x != nil || y != nil
    if hasSize && hasFactor {
      problems.append("give a size ('width', 'height') or factors ('x', 'y'), not both")
    }
    if !hasSize && !hasFactor {
      problems.append("nothing says how far to stretch; give 'width', 'height', 'x' or 'y'")
    }
    return problems
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let found = drawing.bounds(bounds)
    let wide = width.map { drawing.units($0, found) }
    let high = height.map { drawing.units($0, found) }
    guard let box = found else {
      // An empty drawing still gets the page that was asked for.
      if let wide, let high {
        try drawing.setCanvas(
          Rect(x: 0, y: 0, width: wide, height: high), width: width, height: height)
      }
      return
    }
    let sx = x ?? Scaling.factor(from: box.width, to: wide) ?? 1
    let sy = y ?? Scaling.factor(from: box.height, to: high) ?? 1
    let fixed = anchor.point(in: box)
    try drawing.move(by: Affine.scale(x: sx, y: sy).about(fixed), strokes: stroke)
    guard wide != nil || high != nil else { return }
    // A box without extent can't be stretched, but the page has the size that was asked for.
    let size = Point(wide ?? box.width, high ?? box.height)
    try drawing.setCanvas(
      Rect(
        x: fixed.x - anchor.x * size.x, y: fixed.y - anchor.y * size.y, width: size.x,
        height: size.y), width: width, height: height)
  }
}
