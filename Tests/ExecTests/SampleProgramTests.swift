import PathModel
import PluginKit
import PluginTesting
import TestSupport
import Testing

@testable import Exec

/// The sample program keeps the laws of all stages, as its author would check it.
@Suite struct SampleProgramTests {
  private let plugin: Plugin

  init() throws { plugin = try Plugin(program: "\(Locations.samples)/plugins/tremble/tremble.py") }

  @Test func laws() throws {
    #expect(plugin.name == "tremble" && plugin.version == "1.0.0")
    let entry = try #require(plugin.components.first)
    #expect(entry.parameters.map(\.name) == ["amount", "keep-ends", "timeout"])
    #expect(checkDeclaration(entry) == [])
    #expect(checkStage(entry, neutral: [Option("amount", .number(0))], rounds: 10) == [])
  }

  @Test func itMovesPointsAsFarAsItIsTold() throws {
    guard case .stage(let make)? = plugin.components.first?.role else { return }
    let apply = try make([
      Option("amount", .number(0.5)), Option("keep-ends", .bool(true)),
    ])
    let before = Drawing(paths: ["M0 0 L10 0 L10 10 L0 10"])
    var after = before
    var context = Context(seed: 1, stage: "tremble")
    try apply(&after, &context)
    let moved = zip(before.points, after.points).map { ($1 - $0) }
    #expect(moved[0] == .zero && moved[3] == .zero)
    #expect(moved[1] != .zero && moved.allSatisfy { max(abs($0.x), abs($0.y)) <= 0.5 })
    // Another seed, another drawing.
    var other = before
    context = Context(seed: 2, stage: "tremble")
    try apply(&other, &context)
    #expect(other.points != after.points)
    let unmeasured = try make([Option("amount", .text("2sw"))])
    let error = #expect(throws: ComponentError.self) { try unmeasured(&other, &context) }
    #expect(error?.diagnostic.code == "tremble.bad-unit")
  }
}
