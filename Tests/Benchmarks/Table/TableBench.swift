import Layout
import PathModel
import PluginBridge
import PluginKit

// What a stage costs more behind a plug-in's table than built in: nanoseconds a point, printed by name.

/// The least of some rounds, in nanoseconds: what disturbs only ever adds.
func least(_ rounds: Int, _ body: () throws -> Void) rethrows -> Double {
  var least = Double.infinity
  let clock = ContinuousClock()
  for _ in 0..<rounds {
    let time = try clock.measure(body)
    let (seconds, attoseconds) = time.components
    least = min(least, Double(seconds) * 1e9 + Double(attoseconds) * 1e-9)
  }
  return least
}

/// Polylines of 20 points, some with names, as maps and plots have them.
func polylines(_ count: Int) -> Drawing {
  var drawing = Drawing()
  let pen = drawing.styleID(for: .pen)
  var random = SeededGenerator(seed: 1)
  for _ in 0..<count {
    drawing.appendPath(PathInfo(style: pen)) { builder in
      builder.move(to: Point(random.uniform(0, 1000), random.uniform(0, 1000)))
      for _ in 0..<19 {
        builder.line(to: Point(random.uniform(0, 1000), random.uniform(0, 1000)))
      }
    }
  }
  drawing.assignKeys()
  return drawing
}

/// Moves points and does nothing else.
struct Move: Stage {
  static let name = "move"
  static let summary = "Moves points."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    drawing.withMutablePoints { points in
      for i in points.indices { points[i].x += 1 }
    }
  }
}

@main
struct TableBench {
  static func main() throws {
    let plugin = Plugin(
      name: "bench", version: "1",
      components: [.stage(Move.self)] + Plugin.layout.components.filter { $0.name == "rotate" })
    let loaded = try unsafe Plugin(loading: plugin.exported().table)
    for (direct, table) in zip(plugin.components, loaded.components) {
      guard case .stage(let makeDirect) = direct.role, case .stage(let makeTable) = table.role
      else { continue }
      let options = direct.name == "rotate" ? [Option("angle", .number(1))] : []
      let (runDirect, runTable) = (try makeDirect(options), try makeTable(options))
      for count in [5_000, 50_000, 200_000] {
        var drawing = polylines(count)
        let points = Double(drawing.points.count)
        var context = Context()
        let own = try least(15) { try runDirect(&drawing, &context) } / points
        let other = try least(15) { try runTable(&drawing, &context) } / points
        print("\(direct.name)\t\(Int(points))\t\(own)\t\(other)\t\(other - own)")
      }
    }
  }
}
