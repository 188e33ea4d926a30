import BuiltinPlugins
import Pipeline
import Presets
import StrictJSON
import TestSupport
import Testing

/// The presets that the tool brings along.
@Suite struct PresetTests {
  private let folder = "\(Locations.packageRoot)/Sources/Presets/Files"

  /// Each file of the folder is a preset, in order, and holds what the tool has.
  @Test func theyAreTheFolders() throws {
    let files = try names(in: folder).sorted()
    #expect(files == Preset.all.map { "\($0.name).json" })
    for preset in Preset.all {
      #expect(try readFile("\(folder)/\(preset.name).json") == preset.bytes)
    }
  }

  /// Nothing is wrong with any of them, each says what it does, and each stage can be named by who extends it.
  @Test(arguments: Preset.all.map(\.name))
  func itIsAPipeline(name: String) throws {
    let preset = try #require(Preset.all.first { $0.name == name })
    let plan = try Plan(
      PlanRequest(pipeline: SourceText(file: preset.reference, bytes: preset.bytes)),
      registry: Registry(builtinPlugins))
    #expect(!plan.steps.isEmpty)
    #expect(plan.steps.allSatisfy { $0.id != nil })
    let root = try JSONNode(parsing: preset.bytes.span, options: .handwritten)
    let description = root.object?.first { $0.name == "description" }?.value.string
    #expect(description?.hasSuffix(".") == true)
    #expect(String(decoding: preset.bytes, as: UTF8.self).hasPrefix("// "))
  }
}
