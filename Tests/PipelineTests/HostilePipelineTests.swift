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
    let registry = try Registry([
      testPlugin,
      Plugin(
        name: "stand-in", version: "1.0.0",
        components: [.stage(Jitter.self), .stage(AspectFit.self)]),
    ])
    var seen = 0
    for hostile in HostileCase.all("pipeline") {
      seen += 1
      let file = hostile.path
      let request = PlanRequest(
        pipeline: SourceText(file: file, bytes: try readFile(hostile.file)))
      let found: [PlanProblem]
      do {
        _ = try Plan(request, registry: registry)
        found = []
      } catch {
        found = error.problems
      }
      switch hostile.verdict {
      case .read: #expect(found == [], "\(file)")
      case .refused:
        #expect(!found.isEmpty, "\(file) must be refused")
        if let place = hostile.line {
          #expect(found.contains { $0.place.line == place }, "\(file): line \(place)")
        }
      default: break
      }
      for problem in found { #expect(!problem.render(color: false).isEmpty) }
    }
    #expect(seen >= 25)
  }
}
