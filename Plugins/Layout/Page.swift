import Geometry
import PathModel
import PluginKit

/// Chooses the canvas; nothing in the drawing moves.
struct Page: Stage {
  /// What the canvas is made to fit.
  enum Fit: String, CaseIterable, ParameterType {
    case none, drawing
  }

  static let name = "page"
  static let summary = """
    Sets the canvas to a size, or shrinks it to the drawing; nothing in the drawing moves.
    """

  var target = TargetSize()
  var fit = Fit.none
  var margin = Length(0)
  var bounds = BoundsKind.ink

  static let parameters: [Parameter<Page>] = [
    Parameter("size", \.target.page, help: "A named page instead of width and height."),
    Parameter(
      "orientation", \.target.orientation,
      help: "Which way the named page lies (portrait if not given); auto goes by the drawing."),
    Parameter("width", \.target.width, in: .above(0), help: "The canvas's width."),
    Parameter("height", \.target.height, in: .above(0), help: "The canvas's height."),
    Parameter(
      "fit", \.fit, help: "With drawing, the canvas becomes the drawing's box and its margin."),
    Parameter(
      "margin", \.margin, in: .atLeast(0),
      help: "What is added at each side of the drawing's box, with fit=drawing."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
  ]

  func problems() -> [String] {
    var problems = target.problems(pageName: "size") + notInStrokeWidths(("margin", margin))
    switch fit {
    case .drawing:
      if !target.isEmpty {
        problems.append("'fit' takes the size from the drawing; leave out the size, or 'fit'")
      }
    case .none:
      if target.isEmpty {
        problems.append("nothing says how large; give 'size', 'width', 'height' or 'fit=drawing'")
      }
      if margin.value != 0 { problems.append("'margin' has no meaning without 'fit=drawing'") }
    }
    return problems
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    // What leaves no ink still has a place.
    let found = drawing.bounds(bounds) ?? drawing.geometryBounds()
    if fit == .drawing {
      guard let found else { return }
      let edge =
        margin.unit == .percent
        ? margin.value / 100 * found.shorterSide : drawing.units(margin, found)
      try drawing.setCanvas(
        Rect(
          minX: found.minX - edge, minY: found.minY - edge, maxX: found.maxX + edge,
          maxY: found.maxY + edge))
      return
    }
    let (width, height) = target.sides(for: found)
    // The side that isn't given stays as it is; without a canvas it reaches to the drawing's end.
    let box = drawing.canvas?.box ?? Rect(.zero)
    let wide = width.map { drawing.units($0, found) }
    let high = height.map { drawing.units($0, found) }
    let hasCanvas = drawing.canvas != nil
    let size = Point(
      wide ?? (hasCanvas ? box.width : max(0, found?.maxX ?? 0)),
      high ?? (hasCanvas ? box.height : max(0, found?.maxY ?? 0)))
    try drawing.setCanvas(
      Rect(x: box.minX, y: box.minY, width: size.x, height: size.y), width: width, height: height)
  }
}
