import PathModel
import PluginKit
import PluginTesting
import Testing

@testable import Spiral

@Suite struct SpiralTests {
  // The laws of all components: every drawing copes, same seed same bytes, no file can trap.

  @Test func declarations() {
    #expect(spiralPlugin.components.flatMap { checkDeclaration($0) } == [])
  }

  @Test func importerKeepsTheLaws() {
    let sample = "# two\n50 50 40 2\n\n10 20 5 -1.5\n"
    #expect(checkImporter(.importer(SpiralImporter.self), sample: Array(sample.utf8)) == [])
  }

  @Test func stageKeepsTheLaws() {
    #expect(
      checkStage(Twist.self, neutral: [Option("by", .number(0)), Option("unsteady", .number(0))])
        == [])
  }

  @Test func exporterKeepsTheLaws() {
    #expect(checkExporter(.exporter(WalkExporter.self)) == [])
  }

  /// Behind a table, as strokemill has it once it's loaded, it's the same.
  @Test func behindATable() throws {
    #expect(try checkBehindTable(spiralPlugin, samples: ["spirals": ["1 2 3 4\n", "1 2 x"]]) == [])
  }

  // What is this plug-in's own.

  @Test func aQuarterTurn() throws {
    var drawing = Drawing(
      paths: ["M10 5 L5 5"], canvas: Canvas(box: Rect(x: 0, y: 0, width: 10, height: 10)))
    var context = Context()
    try Twist().apply(to: &drawing, &context)
    #expect(drawing.pathTexts == ["M5 10 L5 5"])
  }
}
