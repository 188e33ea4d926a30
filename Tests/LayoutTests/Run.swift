import PathModel
import PluginKit

/// Runs a stage with options as a pipeline gives them.
func run<S: Stage>(_: S.Type, _ options: [Option] = [], on drawing: inout Drawing) throws {
  let stage = try S.configured(options)
  var context = Context()
  try stage.apply(to: &drawing, &context)
  if let violation = drawing.invariantViolation() { throw Broken(violation) }
}

/// The drawing doesn't keep its promise.
struct Broken: Error {
  let what: String
  init(_ what: String) { self.what = what }
}

/// What is said about options that can't be used.
func problems<S: Stage>(_: S.Type, _ options: [Option]) -> [String] {
  do {
    _ = try S.configured(options)
    return []
  } catch {
    return error.problems.map { $0.message }
  }
}

extension Option {
  /// A number in canvas units.
  static func number(_ name: String, _ value: Double) -> Option { Option(name, .number(value)) }
  /// A text: a choice, a length with its unit.
  static func text(_ name: String, _ value: String) -> Option { Option(name, .text(value)) }
}

extension Canvas {
  /// A canvas at the origin, one unit a pixel.
  init(_ width: Double, _ height: Double) {
    self.init(box: Rect(x: 0, y: 0, width: width, height: height))
  }
}
