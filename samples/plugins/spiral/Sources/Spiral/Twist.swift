import Geometry
import PathModel
import PluginKit

/// Turns each point about the page's middle, the more the farther out it lies, with an unsteady hand.
struct Twist: Stage {
  static let name = "twist"
  static let summary = "Turns the drawing about the page's middle, the more the farther out."
  static let parameters: [Parameter<Twist>] = [
    Parameter("by", \.angle, help: "How far a point at the page's edge is turned."),
    Parameter(
      "unsteady", \.unsteady, in: .from(0, to: 1),
      help: "By what part of it the hand may miss; 0 for not at all."),
  ]

  var angle = Angle(degrees: 90)
  var unsteady = 0.0

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    // Without a page there is no middle that stays when one of the paths is edited.
    guard let page = drawing.canvas?.box else {
      throw ComponentError(
        "twist.no-page", "the drawing has no page to turn about; put the stage 'page' before")
    }
    let middle = page.center
    let reach = page.shorterSide / 2
    let field = context.field
    drawing.withMutablePoints { points in
      for i in points.indices {
        let arm = points[i] - middle
        var turn = angle.degrees * min(arm.length / reach, 10)
        if unsteady > 0 {
          turn *= 1 + unsteady * field.displacement(at: points[i], wavelength: reach).x
        }
        // What isn't turned stays to the last digit.
        if turn == 0 { continue }
        let (s, c) = (sine(degrees: turn), cosine(degrees: turn))
        points[i] = middle + Point(arm.x * c - arm.y * s, arm.x * s + arm.y * c)
      }
    }
  }
}
