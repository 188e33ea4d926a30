import NumberText
import PathModel
import PluginKit

/// Writes what a pen does, a line a step: `up x y` goes there without drawing, `down x y` draws a line.
struct WalkExporter: Exporter {
  static let name = "walk"
  static let summary = "Writes the steps of a pen, 'up x y' and 'down x y'."
  static let extensions = ["walk"]
  static let parameters: [Parameter<WalkExporter>] = [
    Parameter("precision", \.precision, in: .from(0, to: 9), help: "Digits after the point.")
  ]

  var precision = 2

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    var curves = 0
    for row in 0..<drawing.pathCount {
      var start = Point.zero
      drawing[path: row].forEachSegment { segment in
        switch segment {
        case .move(let p):
          step("up ", p, &output)
          start = p
        case .line(let p): step("down ", p, &output)
        case .quad(_, let p), .cubic(_, _, let p):
          step("down ", p, &output)
          curves += 1
        case .close: step("down ", start, &output)
        }
      }
    }
    if curves > 0 {
      context.lose(
        "curve", "walk.curve", "curves become straight lines; put the stage 'flatten' before",
        count: curves)
    }
  }

  private func step(_ word: StaticString, _ p: Point, _ output: inout ByteSink) {
    output.append(word)
    output.append(p.x, precision: precision)
    output.append(UInt8(ascii: " "))
    output.append(p.y, precision: precision)
    output.append(UInt8(ascii: "\n"))
  }
}
