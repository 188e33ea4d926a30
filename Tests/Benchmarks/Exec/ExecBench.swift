import Exec
import JSONFormat
import NumberText
import PathModel
import PluginKit
import StrictJSON

// How fast drawings go to a program that sends them back: points, bytes there and back, seconds.

/// Polylines of 500 points with coordinates to a thousandth, as plots have them.
func polylines(_ count: Int) -> Drawing {
  var drawing = Drawing()
  let pen = drawing.styleID(for: .pen)
  var random = SeededGenerator(seed: 1)
  func coordinate() -> Double { (random.uniform(0, 1000) * 1000).rounded() / 1000 }
  for _ in 0..<count {
    drawing.appendPath(PathInfo(style: pen)) { builder in
      builder.move(to: Point(coordinate(), coordinate()))
      for _ in 0..<499 { builder.line(to: Point(coordinate(), coordinate())) }
    }
  }
  drawing.assignKeys()
  return drawing
}

@main
struct ExecBench {
  static func main() throws {
    guard let program = CommandLine.arguments.dropFirst().first else {
      print("usage: ExecBench ECHO-PROGRAM")
      return
    }
    let plugin = try Plugin(program: program)
    guard let entry = plugin.components.first, case .stage(let make) = entry.role else { return }
    let apply = try make([])
    let clock = ContinuousClock()
    for count in [20, 200, 2000] {
      var drawing = polylines(count)
      var writer = JSONWriter()
      writer.value(drawing)
      let bytes = 2 * writer.finish().count
      // The least of some rounds: what disturbs only ever adds.
      var least = Double.infinity
      for _ in 0..<9 {
        var context = Context()
        let time = try clock.measure { try apply(&drawing, &context) }
        least = min(least, time / .seconds(1))
      }
      print("\(drawing.points.count)\t\(bytes)\t\(least)")
    }
  }
}
