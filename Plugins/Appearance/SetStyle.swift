import PathModel
import PluginKit

/// Sets what is given of every path's style and leaves the rest.
struct SetStyle: Stage {
  static let name = "style"
  static let summary = "Sets colours, stroke and the rest of the style; what isn't given stays."

  var fill: Paint?
  var stroke: Paint?
  var strokeWidth: Length?
  var opacity: Double?
  var fillOpacity: Double?
  var strokeOpacity: Double?
  var cap: Style.Cap?
  var join: Style.Join?
  var miterLimit: Double?
  var dashes: [Length]?
  var dashOffset: Length?
  var fillRule: FillRule?
  var strokeFirst: Bool?
  var strokeScaling: Style.StrokeScaling?

  static let parameters: [Parameter<SetStyle>] = [
    Parameter("fill", \.fill, help: "What the inside is painted with."),
    Parameter("stroke", \.stroke, help: "What the outline is painted with."),
    Parameter(
      "stroke-width", \.strokeWidth, in: .atLeast(0), aliases: ["width"],
      help: "The outline's width; in sw it is a multiple of the width each path has."),
    Parameter("opacity", \.opacity, in: .from(0, to: 1), help: "The opacity of fill and stroke."),
    Parameter("fill-opacity", \.fillOpacity, in: .from(0, to: 1), help: "The fill's opacity."),
    Parameter(
      "stroke-opacity", \.strokeOpacity, in: .from(0, to: 1), help: "The stroke's opacity."),
    Parameter("cap", \.cap, help: "The shape of the stroke's ends."),
    Parameter("join", \.join, help: "The shape of the stroke's corners."),
    Parameter(
      "miter-limit", \.miterLimit, in: .atLeast(1),
      help: "The longest miter in stroke widths; corners beyond it are beveled."),
    Parameter(
      "dashes", \.dashes, in: .atLeast(0),
      help: "The lengths of dashes and gaps in turn; a single 0 makes the stroke solid."),
    Parameter("dash-offset", \.dashOffset, help: "Where in the dashes the stroke starts."),
    Parameter("fill-rule", \.fillRule, help: "What counts as inside."),
    Parameter(
      "stroke-first", \.strokeFirst, help: "Whether the stroke is painted before the fill."),
    Parameter(
      "stroke-scaling", \.strokeScaling,
      help: "Whether later changes of scale change the stroke's width (scale) or not (fixed)."),
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let strokeWidth, drawing.hasWidths { scaleWidths(of: &drawing, to: strokeWidth) }
    let canvas = drawing.canvas
    let currentColor = drawing.document.color
    func known(_ paint: Paint) -> Paint {
      guard case .currentColor(let fallback) = paint else { return paint }
      return .currentColor(resolved: currentColor ?? fallback)
    }
    drawing.mapStyles { style in
      if let fill { style.fill = known(fill) }
      if let stroke { style.stroke = known(stroke) }
      if let strokeWidth {
        style.strokeWidth = strokeWidth.resolved(canvas: canvas, strokeWidth: style.strokeWidth)
      }
      if let opacity { style.opacity = opacity }
      if let fillOpacity { style.fillOpacity = fillOpacity }
      if let strokeOpacity { style.strokeOpacity = strokeOpacity }
      if let cap { style.cap = cap }
      if let join { style.join = join }
      if let miterLimit { style.miterLimit = miterLimit }
      if let dashes {
        let lengths = dashes.map {
          $0.resolved(canvas: canvas, strokeWidth: style.strokeWidth)
        }
        style.dashes = lengths.contains { $0 > 0 } ? lengths : []
      }
      if let dashOffset {
        style.dashOffset = dashOffset.resolved(canvas: canvas, strokeWidth: style.strokeWidth)
      }
      if let fillRule { style.fillRule = fillRule }
      if let strokeFirst { style.strokeFirst = strokeFirst }
      if let strokeScaling { style.strokeScaling = strokeScaling }
    }
    for style in drawing.styles
    where !style.strokeWidth.isFinite || !style.dashOffset.isFinite
      || style.dashes.contains(where: { !$0.isFinite })
    {
      throw ComponentError(
        "style.out-of-range", "a stroke width or dash is beyond what a number can hold")
    }
  }

  /// Where widths are given point by point, they keep their proportions to the path's width.
  private func scaleWidths(of drawing: inout Drawing, to length: Length) {
    for row in 0..<drawing.pathCount {
      let old = drawing.style(ofPath: row).strokeWidth
      let new = length.resolved(canvas: drawing.canvas, strokeWidth: old)
      let range = drawing.records[row].pointRange
      drawing.withMutableWidths { widths in
        for i in range { widths[i] = old > 0 ? widths[i] / old * new : new }
      }
    }
  }
}
