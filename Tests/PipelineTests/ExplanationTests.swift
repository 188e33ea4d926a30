import BuiltinPlugins
import PathModel
import PluginKit
import Testing

@testable import Pipeline

@Suite struct ExplanationTests {
  private func explanation(_ text: String, _ stages: String...) throws -> Explanation {
    let plan = try makePlan(stages: stages)
    let job = Job(
      name: "drawing.txt", input: Array(text.utf8), plan: plan, targets: [])
    return Worker.explain(job).explanation
  }

  @Test func eachPartIsDescribed() throws {
    let steps = try explanation("M0 0 L3 0 L3 4\nM0 0 L1 0", "shift:dx=3,dy=4", "shift:dx=0").steps
    #expect(
      steps.map(\.origin) == [
        .importer("text"), .stage(0, label: "shift"), .stage(1, label: "shift (2)"),
      ])
    #expect(steps.map(\.paths) == [2, 2, 2])
    #expect(steps.map(\.points) == [5, 5, 5])
    #expect(steps.map(\.length) == [8, 8, 8])
    #expect(steps.map(\.displacement) == [nil, 5, 0])
    #expect(steps[0].bounds == Rect(minX: 0, minY: 0, maxX: 3, maxY: 4))
    #expect(steps[1].bounds == Rect(minX: 3, minY: 4, maxX: 6, maxY: 8))
    #expect(steps.allSatisfy { $0.duration >= .zero })
  }

  @Test func whatFailsEndsIt() throws {
    let steps = try explanation("M0 0 L3 0", "shift", "break:how=error", "shift").steps
    #expect(steps.count == 2)
  }

  private func drawing(_ paths: String...) -> Drawing {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    for (row, text) in paths.enumerated() {
      var info = PathInfo(group: .root, style: style)
      info.key = PathKey(UInt64(row))
      drawing.appendPath(info) { $0.append(text: text) }
    }
    return drawing
  }

  /// A path that was divided anew is compared with the nearest point of what it was.
  @Test func aDividedPathIsComparedWithWhatItWas() {
    let old = drawing("M0 0 L10 0 L10 10 Z")
    #expect(Displacement.largest(from: old, to: drawing("M0 0 L5 0 L10 0 L10 10 Z")) == 0)
    #expect(Displacement.largest(from: old, to: drawing("M0 0 L5 2 L10 0 L10 13 Z")) == 3)
    // The same points are compared one by one, though the line lies on itself.
    #expect(Displacement.largest(from: drawing("M0 0 L10 0"), to: drawing("M2 0 L10 0")) == 2)
    let round = Displacement.largest(
      from: drawing("M0 0 C0 6 10 6 10 0"), to: drawing("M0 0 L5 4.5 L10 0"))
    #expect(round.map { $0 < 1e-3 } == true)
    #expect(Displacement.largest(from: drawing("M1 1 L1 1"), to: drawing("M1 1 L1 1 L4 5")) == 5)
    #expect(Displacement.largest(from: drawing(), to: old) == nil)
    #expect(Displacement.largest(from: old, to: drawing()) == nil)
  }
}
