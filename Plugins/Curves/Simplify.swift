import Geometry
import PathModel
import PluginKit

/// Draws paths with fewer points.
struct Simplify: Stage {
  /// How points are saved.
  enum Method: String, CaseIterable, Sendable, ParameterType {
    /// Points that hardly matter are left out (Ramer, Douglas and Peucker).
    case rdp
    /// Curves are laid through what is there.
    case curve
  }

  static let name = "simplify"
  static let summary = "Draws paths with fewer points, none farther off than a tolerance."

  var method = Method.rdp
  /// Half a pixel on a picture of 500 pixels.
  var tolerance = Length(0.1, .percent)
  var corner = Angle(degrees: 45)

  static let parameters: [Parameter<Simplify>] = [
    Parameter(
      "method", \.method,
      help: """
        'rdp' leaves out points and draws straight lines between the others (Ramer, Douglas, \
        Peucker); 'curve' draws as few curves as fit, and lines.
        """),
    Parameter(
      "tolerance", \.tolerance, in: .above(0),
      help: "The greatest distance between old and new; % is of the canvas's shorter side."),
    Parameter(
      "corner", \.corner,
      help: "For the method 'curve': where a path turns by more than this it keeps a corner."),
  ]

  func problems() -> [String] { cornerProblems(corner) }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    try drawing.checkSize(for: Simplify.name)
    let fallback = drawing.canvas == nil ? drawing.geometryBounds() : nil
    var result = Drawing(tablesOf: drawing)
    result.reserve(verbs: drawing.verbs.count, points: drawing.points.count)
    var simplifier = LineSimplifier()
    var fitterTolerance = 1.0
    var fitter = CurveFitter(tolerance: fitterTolerance, cornerDegrees: corner.degrees)
    for row in 0..<drawing.pathCount {
      let tolerance = tolerance.resolved(
        canvas: drawing.canvas, strokeWidth: drawing.style(ofPath: row).strokeWidth,
        fallback: fallback)
      guard tolerance > 0, tolerance.isFinite else {
        // Nothing to measure by: a drawing without extent.
        result.appendPath(row, of: drawing)
        continue
      }
      if method == .curve && tolerance != fitterTolerance {
        fitter = CurveFitter(tolerance: tolerance, cornerDegrees: corner.degrees)
        fitterTolerance = tolerance
      }
      result.appendPath(drawing.records[row].info) { builder in
        switch method {
        case .rdp: simplifier.write(drawing[path: row], tolerance: tolerance, to: &builder)
        case .curve: fitter.write(drawing[path: row], to: &builder)
        }
      }
    }
    drawing = result
  }
}

/// A complaint about an angle that no corner has.
func cornerProblems(_ corner: Angle) -> [String] {
  corner.degrees >= 0 && corner.degrees <= 180
    ? [] : ["'corner' is the angle by which a path turns: give it between 0 and 180 degrees"]
}
