import PathModel
import PluginKit

/// A stage with a parameter of every kind.
struct Gadget: Stage {
  static let name = "gadget"
  static let summary = "Does nothing."

  var amplitude = Length(2, .sw)
  var angle = Angle(degrees: 0)
  var count = 3
  var ratio = 0.5
  var isOpen = false
  var color = Color.black
  var paint = Paint.none
  var label = ""
  var cap = Style.Cap.round
  var seed: Int?
  var gaps: [Double] = [1, 2]

  static let parameters: [Parameter<Gadget>] = [
    Parameter("amplitude", \.amplitude, in: .from(0, to: 100), aliases: ["amp"], help: "How far."),
    Parameter("angle", \.angle, in: .from(-180, to: 180), help: "Which way."),
    Parameter("count", \.count, in: .atLeast(1), help: "How often."),
    Parameter("ratio", \.ratio, in: .above(0), help: "How much."),
    Parameter("open", \.isOpen, help: "Whether it's open."),
    Parameter("color", \.color, help: "Which colour."),
    Parameter("paint", \.paint, help: "Which paint."),
    Parameter("label", \.label, help: "Which name."),
    Parameter("cap", \.cap, help: "Which end."),
    Parameter("seed", \.seed, help: "Which seed."),
    Parameter("gaps", \.gaps, in: .atLeast(0), help: "Which gaps."),
  ]

  func problems() -> [String] {
    isOpen && count > 10 ? ["an open gadget has at most 10", "so choose"] : []
  }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
}

/// A stage without parameters.
struct Bare: Stage {
  static let name = "bare"
  static let summary = "Does nothing."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
}
