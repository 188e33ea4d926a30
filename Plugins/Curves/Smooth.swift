import Geometry
import PathModel
import PluginKit

/// Lays curves through the points of lines.
struct Smooth: Stage {
  static let name = "smooth"
  static let summary = "Draws curves through the points of lines; sharp corners stay."

  var tension = 0.0
  var corner = Angle(degrees: 60)

  static let parameters: [Parameter<Smooth>] = [
    Parameter(
      "tension", \.tension, in: .from(0, to: 1),
      help: "How tight the curves are: 0 is a Catmull-Rom spline, 1 leaves straight lines."),
    Parameter(
      "corner", \.corner,
      help: "Where a path turns by more than this it keeps its corner; 180deg keeps none."),
  ]

  func problems() -> [String] { cornerProblems(corner) }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    try drawing.checkSize(for: Smooth.name)
    var result = Drawing(tablesOf: drawing)
    result.reserve(verbs: drawing.verbs.count, points: 2 * drawing.points.count)
    var pen = SmoothPen(tension: tension, cornerDegrees: corner.degrees)
    for row in 0..<drawing.pathCount {
      result.appendPath(drawing.records[row].info) { builder in
        pen.write(drawing[path: row], to: &builder)
      }
      guard result.points.count <= context.limits.points else {
        throw ComponentError(
          "smooth.too-many-points",
          "more than \(context.limits.points) points, the limit 'points'; run 'simplify' before it")
      }
    }
    drawing = result
  }
}
