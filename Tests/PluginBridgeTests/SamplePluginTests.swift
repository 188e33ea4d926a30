import NumberText
import PathModel
import PluginBridge
import PluginKit
import PluginTesting
import TestSupport
import Testing

/// Where scripts/sample-plugins.sh puts it.
private let spiralLibrary = "\(Locations.packageRoot)/.build/samples/spiral/debug/libspiral.so"

/// The sample plug-ins, built as their pages say, loaded and run.
@Suite struct SamplePluginTests {
  @Test func swapXY() throws {
    let folder = try TemporaryDirectory()
    let result = try runProcess(
      [
        "clang", "-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-O2", "-shared", "-fPIC",
        "-I", "../../../Sources/CPluginABI/include", "swap-xy.c", "-o", folder.file("swap-xy.so"),
      ], directory: "\(Locations.samples)/plugins/swap-xy")
    try #require(result.status == 0, "\(result.errorText)")
    let plugin = try Plugin(loadingLibrary: folder.file("swap-xy.so"))
    let entry = try #require(plugin.components.first)
    #expect(checkDeclaration(entry) == [])
    #expect(checkStage(entry) == [])

    func run(_ options: [Option]) throws -> Drawing {
      var drawing = Drawing(paths: ["M1 2 C3 4 5 6 7 8 Z"])
      var context = Context(seed: 5, stage: "swap-xy")
      try plugin.stage(options)(&drawing, &context)
      return drawing
    }
    #expect(try run([]).pathTexts == ["M2 1 C4 3 6 5 8 7 Z"])
    let field = Context(seed: 5, stage: "swap-xy").field
    #expect(
      try run([Option("wobble", .number(0.5))]).points
        == run([]).points.map { $0 + field.displacement(at: $0, wavelength: 5) * 0.5 })
    #expect(throws: ComponentError.self) { try run([Option("wobble", .text("2sw"))]) }
    #expect(throws: OptionProblems.self) { try run([Option("wobble", .number(-1))]) }
  }

  @Test(
    .enabled(
      if: exists(spiralLibrary) || missingToolsFail, "build it with scripts/sample-plugins.sh"))
  func spiral() throws {
    let plugin = try Plugin(loadingLibrary: spiralLibrary)
    #expect(plugin.name == "spiral" && plugin.version == "1.0.0")
    #expect(plugin.components.map(\.name) == ["spirals", "twist", "walk"])
    guard case .importer(_, _, let reader) = plugin.components[0].role,
      case .stage(let twister) = plugin.components[1].role,
      case .exporter(_, let writer) = plugin.components[2].role
    else {
      Issue.record("other roles")
      return
    }
    var drawing = Drawing()
    var context = Context()
    let bytes = Array("50 50 40 1\n".utf8)
    try reader([Option("steps", .number(4))])(bytes.span, &drawing, &context)
    drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 100, height: 100))
    try twister([Option("by", .text("0deg"))])(&drawing, &context)
    var sink = ByteSink()
    try writer([])(drawing, &sink, &context)
    #expect(
      String(decoding: sink.takeBytes(), as: UTF8.self)
        == "up 50 50\ndown 50 60\ndown 30 50\ndown 50 20\ndown 90 50\n")
    #expect(throws: ComponentError.self) {
      let bad = Array("50 50 forty 1\n".utf8)
      try reader([])(bad.span, &drawing, &context)
    }
  }
}
