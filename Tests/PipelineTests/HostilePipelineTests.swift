import NumberText
import PathModel
import Pipeline
import PluginKit
import TestSupport
import Testing

/// Pipeline files made to do harm, with what is expected of each.
@Suite(.requiresSharedData) struct HostilePipelineTests {
  /// Stands for the real stage, whose parameters the files name.
  struct Jitter: Stage {
    var passes = 2
    var seed: Int? = nil
    var skew = 0.0
    static let name = "jitter"
    static let summary = "Stands for the real one."
    static var parameters: [Parameter<Jitter>] {
      [
        Parameter("passes", \.passes, in: .from(1, to: 100), help: "How often."),
        Parameter("seed", \.seed, in: .atLeast(0), help: "The seed."),
        Parameter("skew", \.skew, help: "How much."),
      ]
    }
    func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
  }

  struct AspectFit: Stage {
    var width = Length(1)
    var height = Length(1)
    static let name = "aspect-fit"
    static let summary = "Stands for the real one."
    static var parameters: [Parameter<AspectFit>] {
      [
        Parameter("width", \.width, in: .above(0), help: "The width."),
        Parameter("height", \.height, in: .above(0), help: "The height."),
      ]
    }
    func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
  }

  @Test func eachIsTakenOrRefusedAsExpected() throws {
    let shared = try #require(Locations.shared, "../shared is missing")
    let folder = "\(shared)/corpus/hostile/open"
    let registry = try Registry([
      testPlugin,
      Plugin(
        name: "stand-in", version: "1.0.0",
        components: [.stage(Jitter.self), .stage(AspectFit.self)]),
    ])
    var seen = 0
    for line in try readText("\(folder)/manifest.csv").split(whereSeparator: \.isNewline) {
      // Quoted cells stand in the fourth column only; what is needed is before and after it.
      var line = String(line)
      while let open = line.firstIndex(of: "\"") {
        let rest = line[line.index(after: open)...]
        guard let close = rest.firstIndex(of: "\"") else { break }
        line.removeSubrange(open...close)
      }
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      guard cells.count >= 6, cells[2] == "pipeline" else { continue }
      seen += 1
      let file = cells[0]
      let request = PlanRequest(
        pipeline: SourceText(file: file, bytes: try readFile("\(folder)/\(file)")))
      let found: [PlanProblem]
      do {
        _ = try Plan(request, registry: registry)
        found = []
      } catch {
        found = error.problems
      }
      switch cells[4] {
      case "A": #expect(found == [], "\(file)")
      case "R":
        #expect(!found.isEmpty, "\(file) must be refused")
        if let place = Int(cells[5]) {
          #expect(found.contains { $0.place.line == place }, "\(file): line \(place)")
        }
      default: break
      }
      for problem in found { #expect(!problem.render(color: false).isEmpty) }
    }
    #expect(seen >= 25)
  }
}
