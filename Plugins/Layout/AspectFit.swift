import Geometry
import PathModel
import PluginKit

/// Fits the drawing into a rectangle, its proportions kept; the canvas becomes that rectangle.
struct AspectFit: Stage {
  static let name = "aspect-fit"
  static let summary = """
    Fits the drawing into a width and height, a named page or the canvas, keeping its proportions; \
    the canvas becomes that rectangle.
    """

  var target = TargetSize()
  var margin = Length(0)
  var align = Place.center
  var onlyShrink = false
  var bounds = BoundsKind.geometry
  var stroke = StrokeMode.scale

  static let parameters: [Parameter<AspectFit>] = [
    Parameter(
      "width", \.target.width, in: .above(0),
      help: "The rectangle's width; without a height that follows from the drawing's proportions."),
    Parameter(
      "height", \.target.height, in: .above(0),
      help: "The rectangle's height; without a width that follows from the drawing's proportions."),
    Parameter(
      "page", \.target.page,
      help: "A named page instead of width and height; without any size the canvas is filled."),
    Parameter(
      "orientation", \.target.orientation,
      help: "Which way the named page lies (portrait if not given); auto goes by the drawing."),
    Parameter(
      "margin", \.margin, in: .atLeast(0), help: "What stays free at each side of the rectangle."),
    Parameter(
      "align", \.align, help: "Where the drawing lies when the rectangle has room to spare."),
    Parameter(
      "only-shrink", \.onlyShrink, help: "Never enlarges: a drawing that fits is only aligned."),
    Parameter("bounds", \.bounds, help: BoundsKind.help),
    Parameter(
      "stroke", \.stroke, help: "Whether stroke widths grow with the drawing or keep theirs."),
  ]

  func problems() -> [String] {
    target.problems(pageName: "page") + notInStrokeWidths(("margin", margin))
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let original = drawing.bounds(bounds)
    let (width, height) = target.sides(for: original)
    guard !target.isEmpty || drawing.canvas != nil else {
      guard original != nil else { return }
      throw ComponentError(
        "aspect-fit.no-size",
        "there is nothing to fit into: the drawing has no canvas; give 'width', 'height' or 'page'")
    }
    let wide = width.map { drawing.units($0, original) }
    let high = height.map { drawing.units($0, original) }

    guard let original else {
      // An empty drawing still gets the page that was asked for.
      if let wide, let high {
        try drawing.setCanvas(
          Rect(x: 0, y: 0, width: wide, height: high), width: width, height: height)
      }
      return
    }

    // A side that isn't given follows from the drawing.
    let fills = target.isEmpty ? drawing.canvas?.box : nil
    var rect = fills ?? Rect(x: 0, y: 0, width: wide ?? .infinity, height: high ?? .infinity)
    let edge =
      margin.unit == .percent
      ? margin.value / 100 * rect.shorterSide : drawing.units(margin, original)
    guard 2 * edge < rect.width, 2 * edge < rect.height else {
      throw ComponentError(
        "aspect-fit.margin",
        "a margin of \(margin.text) at each side leaves no room; make it smaller")
    }
    let isWidthGiven = rect.width.isFinite
    let isHeightGiven = rect.height.isFinite

    // Strokes that keep their width stick out as far as before, whatever the scale: so the geometry
    // is scaled into what they leave. Which strokes stick out farthest may change thereby, so it
    // is done again from where the last round ended, until nothing moves.
    let strokesStay = (bounds == .stroke || bounds == .ink) && drawing.hasStrokesThatStay(stroke)
    var scaledSoFar = 1.0
    for round in 0..<(strokesStay ? 5 : 1) {
      guard let outer = round == 0 ? original : drawing.bounds(bounds) else { return }
      let inner = strokesStay ? drawing.geometryBounds() ?? outer : outer
      let (extraX, extraY) = (outer.width - inner.width, outer.height - inner.height)
      func factor(_ length: Double, _ room: Double) -> Double? {
        Scaling.factor(from: length, to: room > 0 ? room : nil)
      }
      var scale =
        Scaling.smaller(
          isWidthGiven ? factor(inner.width, rect.width - 2 * edge - extraX) : nil,
          isHeightGiven ? factor(inner.height, rect.height - 2 * edge - extraY) : nil) ?? 1
      if onlyShrink { scale = min(scale, 1 / scaledSoFar) }
      scaledSoFar *= scale
      let size = Point(inner.width * scale + extraX, inner.height * scale + extraY)
      if !isWidthGiven { rect.maxX = rect.minX + size.x + 2 * edge }
      if !isHeightGiven { rect.maxY = rect.minY + size.y + 2 * edge }
      let left = rect.minX + edge + (rect.width - 2 * edge - size.x) * align.x
      let top = rect.minY + edge + (rect.height - 2 * edge - size.y) * align.y
      try drawing.move(
        by: Affine(
          a: scale, b: 0, c: 0, d: scale,
          tx: left + (inner.minX - outer.minX) - inner.minX * scale,
          ty: top + (inner.minY - outer.minY) - inner.minY * scale), strokes: stroke)
      if (scale - 1).magnitude < 1e-12 { break }
    }
    if !target.isEmpty { try drawing.setCanvas(rect, width: width, height: height) }
  }
}

extension Drawing {
  /// Whether some visible stroke keeps its width when the drawing is scaled.
  func hasStrokesThatStay(_ mode: StrokeMode) -> Bool {
    styles.contains { $0.hasVisibleStroke && (mode == .keep || $0.strokeScaling == .fixed) }
  }
}
