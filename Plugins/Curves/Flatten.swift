import Geometry
import PathModel
import PluginKit

/// Replaces curves by straight lines.
struct Flatten: Stage {
  static let name = "flatten"
  static let summary = "Replaces curves by straight lines that stray no farther than a tolerance."

  /// A fiftieth of a percent is a tenth of a pixel on a picture of 500 pixels.
  var tolerance = Length(0.02, .percent)

  static let parameters: [Parameter<Flatten>] = [
    Parameter(
      "tolerance", \.tolerance, in: .above(0),
      help: "The greatest distance of a curve from its lines; % is of the canvas's shorter side.")
  ]

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let fallback = drawing.canvas == nil ? drawing.geometryBounds() : nil
    var result = Drawing(tablesOf: drawing)
    result.reserve(verbs: drawing.verbs.count, points: drawing.points.count)
    let limit = context.limits.points(after: drawing.points.count)
    for i in 0..<drawing.pathCount {
      let tolerance = tolerance.resolved(
        canvas: drawing.canvas, strokeWidth: drawing.style(ofPath: i).strokeWidth,
        fallback: fallback)
      result.appendPath(drawing.records[i].info) { builder in
        builder.appendFlattened(drawing[path: i], tolerance: tolerance)
      }
      guard result.points.count <= limit else {
        throw ComponentError(
          "flatten.too-many-points",
          """
          more than \(limit) points; choose a larger 'tolerance'; the limits 'growth' and 'points' allow \
          more
          """)
      }
    }
    drawing = result
  }
}
