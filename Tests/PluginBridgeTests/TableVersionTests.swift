import CPluginABI
import PathModel
import PluginKit
import Testing

@testable import PluginBridge

@Suite struct TableVersionTests {
  private func reason(_ change: (inout ForeignPlugin) -> Void) -> String {
    var plugin = ForeignPlugin()
    change(&plugin)
    do {
      _ = try plugin.loaded()
      return "loaded"
    } catch {
      return error.reason
    }
  }

  @Test func aGoodOneIsLoaded() { #expect(reason { _ in } == "loaded") }

  @Test func aNewerOneIsRefusedWithBothVersions() {
    let reason = reason {
      $0.version = 7
      $0.pluginSize = 400
    }
    #expect(reason.contains("made for version 7"))
    #expect(reason.contains("has version 0"))
    #expect(reason.contains("use a newer strokemill"))
  }

  @Test func sizesThatCannotBe() {
    #expect(reason { $0.pluginSize = 0 } == "its table has only 0 bytes")
    #expect(reason { $0.pluginSize = 24 } == "its table has only 24 bytes of 40")
    #expect(reason { $0.pluginSize = 48 }.contains("has 48 bytes where version 0"))
    #expect(reason { $0.componentSize = 32 } == "its component 1 has only 32 bytes of 40")
    #expect(reason { $0.componentSize = 72 }.contains("its component 1 has 72 bytes where"))
    #expect(reason { $0.hasRun = false } == "its component 1 has no function 'run'")
    #expect(reason { $0.hasComponents = false }.contains("1 components at no address"))
    #expect(reason { $0.componentCount = .max }.contains("components at no address"))
  }

  /// The functions that an older component lacks lie beyond its size: here they would crash.
  @Test func anOlderOneRuns() throws {
    var plugin = ForeignPlugin()
    plugin.componentSize = 40
    plugin.run = { run, _ in
      let points = run.pointee.mutable_points
      for i in 0..<(run.pointee.drawing.pointee.point_count) {
        points?[i].x += 1
      }
      return STROKEMILL_DONE
    }
    let apply = try plugin.loaded().stage()
    var drawing = Drawing(paths: ["M0 0 L10 5"])
    var context = Context()
    try apply(&drawing, &context)
    #expect(drawing.pathTexts == ["M1 0 L11 5"])
  }

  @Test(arguments: [
    ("", "can't be read"),
    ("{", "can't be read"),
    ("[]", "a component's declaration is an object"),
    (#"{"role": "stage", "name": "a"}"#, "there is no member 'summary'"),
    (#"{"role": "cook", "name": "a", "summary": "A."}"#, "'role' takes one of importer, stage"),
    (#"{"role": "stage", "name": "A b", "summary": "A."}"#, "'name' takes lower-case letters"),
    (#"{"role": "stage", "name": "a", "summary": "A.", "parameters": [3]}"#, "no member 'name'"),
    (
      #"{"role": "stage", "name": "a", "summary": "A.", "parameters": [{"name": "n", "kind": "number", "default": 3, "minimum": 4, "help": "N."}]}"#,
      "a default isn't allowed: 'n' must be at least 4, not 3"
    ),
    (
      #"{"role": "stage", "name": "a", "summary": "A.", "parameters": [{"name": "n", "kind": "number", "default": 3, "help": "N."}, {"name": "m", "aliases": ["n"], "kind": "text", "default": "", "help": "M."}]}"#,
      "two parameters have the name 'n'"
    ),
    (
      #"{"role": "stage", "name": "a", "summary": "A.", "parameters": [{"name": "n", "kind": "list", "element": {"kind": "list", "element": {"kind": "list", "element": {"kind": "list"}}}, "default": [], "help": "N."}]}"#,
      "there is no such kind of parameter"
    ),
  ])
  func descriptorsThatAreNotRight(json: String, words: String) {
    let reason = reason { $0.descriptor = json }
    #expect(reason.contains(words), "\(reason)")
  }

  @Test func bytesThatAreNoText() {
    let reason = reason { $0.name = "{\"name\": \"a\", \"version\": 1}" }
    #expect(reason.contains("'version' takes a text, not a number"), "\(reason)")
  }

  @Test func theEntryIsNamedByTheFile() {
    #expect(entryName(ofLibrary: "/a/b.c/libSwap-XY2.so.1") == "strokemill_plugin_swapxy2")
    #expect(entryName(ofLibrary: "spiral.so") == "strokemill_plugin_spiral")
    #expect(entryName(ofLibrary: "lib.so") == nil)
    #expect(entryName(ofLibrary: "libliberty.so") == "strokemill_plugin_liberty")
  }
}
