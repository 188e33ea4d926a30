import Geometry
import PathModel
import PluginKit

/// Moves the drawing's tight bounds to the origin and scales them to a size; the canvas becomes
/// just that box.
struct Normalize: Stage {
  static let name = "normalize"
  static let summary = """
    Moves the drawing to the origin and scales it to one unit or a given size; the canvas becomes \
    its box.
    """

  var width: Length?
  var height: Length?
  var fill = false
  var stroke = StrokeMode.scale

  static let parameters: [Parameter<Normalize>] = [
    Parameter(
      "width", \.width, in: .above(0),
      help: "The greatest width; without width and height the longer side becomes one unit."),
    Parameter(
      "height", \.height, in: .above(0),
      help: "The greatest height; with a width too, the drawing fits into both."),
    Parameter(
      "fill", \.fill,
      help: "Fills width and height (one unit each if not given), each axis scaled by itself."),
    Parameter(
      "stroke", \.stroke, help: "Whether stroke widths grow with the drawing or keep theirs."),
  ]

  func problems() -> [String] {
    var problems = notInStrokeWidths(("width", width), ("height", height))
    if fill && (width == nil) != (height == nil) {
      problems.append("'fill' needs 'width' and 'height', or neither of them")
    }
    return problems
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    guard let bounds = drawing.geometryBounds() else { return }
    var wide = width.map { drawing.units($0, bounds) }
    var high = height.map { drawing.units($0, bounds) }
    if wide == nil && high == nil {
      // The longer side alone decides, so that the box has no side beyond one.
      wide = 1
      high = 1
    }
    var (sx, sy) = (
      Scaling.factor(from: bounds.width, to: wide), Scaling.factor(from: bounds.height, to: high)
    )
    if !fill {
      sx = Scaling.smaller(sx, sy)
      sy = sx
    }
    let (x, y) = (sx ?? 1, sy ?? 1)
    try drawing.move(
      by: Affine(a: x, b: 0, c: 0, d: y, tx: -bounds.minX * x, ty: -bounds.minY * y),
      strokes: stroke)
    // The side that decided keeps the length that was written.
    let box = Rect(
      x: 0, y: 0, width: Scaling.side(bounds.width * x, wide),
      height: Scaling.side(bounds.height * y, high))
    try drawing.setCanvas(
      box, width: box.width == wide ? width : nil, height: box.height == high ? height : nil)
  }
}
