import Geometry
import PathModel
import PluginKit

/// Draws strokes with a pen whose width changes as it goes.
struct Pen: Stage {
  /// What strokes become.
  enum Output: String, CaseIterable, Sendable, ParameterType {
    /// Strokes with a width at each point.
    case widths
    /// Areas to be filled.
    case outlines
  }

  static let name = "pen"
  static let summary = "Draws strokes with a pen: pressed where it's slow, thin where it's fast."

  var nib = Nib.round
  var width = Length(1, .sw)
  var angle = Angle(degrees: -40)
  var thinning: Double?
  var unevenness = 0.3
  var taperStart: Length?
  var taperEnd: Length?
  var output = Output.widths
  /// A hundredth of a pixel on a picture of 500 pixels.
  var tolerance = Length(0.002, .percent)
  var seed: Int?

  static let parameters: [Parameter<Pen>] = [
    Parameter(
      "nib", \.nib,
      help: """
        What it's drawn with: a round tip, a chisel, whose width depends on the direction, or a \
        brush, which yields most.
        """),
    Parameter(
      "width", \.width, in: .above(0), aliases: ["stroke-width"],
      help: "The pen's width; in sw it is a multiple of the width each path has."),
    Parameter(
      "angle", \.angle,
      help: "For a chisel: how its edge is held, clockwise from the horizontal."),
    Parameter(
      "thinning", \.thinning, in: .from(0, to: 1),
      help: """
        How much pressure changes the width; unless given, 0.5 for a round tip, 0.15 for a chisel \
        and 0.9 for a brush.
        """),
    Parameter(
      "unevenness", \.unevenness, in: .from(0, to: 1),
      help: "How much of the pressure is chance; 0 is none."),
    Parameter(
      "taper-start", \.taperStart, in: .from(0, to: 1e9),
      help: "Over what length open strokes begin thin; unless given, 5sw for a brush, else 0."),
    Parameter(
      "taper-end", \.taperEnd, in: .from(0, to: 1e9),
      help: "Over what length open strokes end thin; unless given, 9sw for a brush, else 0."),
    Parameter(
      "output", \.output,
      help: """
        What strokes become: 'widths' keeps them strokes with a width at each point, which \
        exporters draw as areas; 'outlines' makes the areas now, for the stages that follow.
        """),
    Parameter(
      "tolerance", \.tolerance, in: .above(0),
      help: "For outlines: how far they may stray; % is of the canvas's shorter side."),
    Parameter("seed", \.seed, help: "The stage's own seed; none takes the run's."),
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    if let seed { context.useSeed(UInt64(bitPattern: Int64(seed))) }
    try drawing.checkSize(for: Pen.name)
    let bounds = drawing.geometryBounds()
    let pageSize = (drawing.canvas?.box ?? bounds ?? Rect(.zero)).shorterExtent
    drawing.makeWidths()
    var result = Drawing(tablesOf: drawing)
    result.reserve(verbs: drawing.verbs.count, points: drawing.points.count)
    var hand = PenHand(pageSize: pageSize, field: context.field, unevenness: unevenness)
    let limit = context.limits.points(after: drawing.points.count)
    for row in 0..<drawing.pathCount {
      var info = drawing.records[row].info
      var style = drawing.style(ofPath: row)
      func units(_ length: Length) -> Double {
        length.resolved(
          canvas: drawing.canvas, strokeWidth: style.strokeWidth, fallback: bounds)
      }
      let size = units(width)
      // What isn't a stroke, such as an icon's filled outline, isn't drawn around.
      guard style.hasVisibleStroke, size > 0 else {
        result.appendPath(row, of: drawing)
        continue
      }
      hand.width = size
      hand.thinning = thinning ?? nib.thinning
      hand.taperStart = taperStart.map(units) ?? nib.taperStart * size
      hand.taperEnd = taperEnd.map(units) ?? nib.taperEnd * size
      hand.chisel =
        nib == .chisel ? Point(cosine(degrees: angle.degrees), sine(degrees: angle.degrees)) : nil
      style.strokeWidth = size
      style.cap = .round
      style.join = .round
      info.style = result.styleID(for: style)
      result.appendPath(info) { builder in
        hand.draw(drawing[path: row], limit: limit, into: &builder)
      }
      guard result.points.count <= limit else {
        throw ComponentError(
          "pen.too-many-points",
          """
          more than \(limit) points; run 'simplify' before it, or take a wider pen; the limits 'growth' and \
          'points' allow more
          """)
      }
    }
    drawing = result
    if output == .outlines { try outline(&drawing, pageSize, limit) }
  }

  private func outline(
    _ drawing: inout Drawing, _ pageSize: Double, _ limit: Int
  ) throws(ComponentError) {
    let tolerance = tolerance.resolved(
      canvas: drawing.canvas, fallback: Rect(x: 0, y: 0, width: pageSize, height: pageSize))
    do {
      try drawing.fillVaryingStrokes(
        tolerance: tolerance > 0 ? tolerance : 1e-3, pointLimit: limit, all: true)
    } catch {
      switch error {
      case .tooManyPoints:
        throw ComponentError(
          "pen.too-many-points",
          """
          outlines of more than \(limit) points; choose a larger 'tolerance'; the limits 'growth' and \
          'points' allow more
          """)
      case .tooLarge:
        throw ComponentError(
          "pen.too-large", "a stroke is too wide to be outlined; choose a smaller 'width'")
      }
    }
  }
}
