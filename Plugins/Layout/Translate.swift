import PathModel
import PluginKit

/// Moves the drawing.
struct Translate: Stage {
  static let name = "translate"
  static let summary = "Moves the drawing to the right and down; the canvas stays."

  var x = Length(0)
  var y = Length(0)

  static let parameters: [Parameter<Translate>] = [
    Parameter("x", \.x, help: "How far to the right; negative is to the left."),
    Parameter("y", \.y, help: "How far down; negative is up."),
  ]

  func problems() -> [String] { notInStrokeWidths(("x", x), ("y", y)) }

  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let box =
      x.unit == .percent || y.unit == .percent ? drawing.bounds(.canvas) : nil
    try drawing.move(
      by: .translation(x: drawing.units(x, box), y: drawing.units(y, box)), strokes: .keep)
  }
}
