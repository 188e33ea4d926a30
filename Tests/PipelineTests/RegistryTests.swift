import PathModel
import Pipeline
import PluginKit
import Testing

@Suite struct RegistryTests {
  struct Named: Stage {
    static let name = "Bad name"
    static let summary = "Has a name that can't be written."
    func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
  }
  struct Reserved: Stage {
    static let name = "select"
    static let summary = "Has a name that means something else."
    func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {}
  }

  @Test func twoPlugInsWithOneNameAreAnError() throws {
    let other = Plugin(
      name: "other", version: "1.0.0",
      components: [.stage(Shift.self), .stage(Named.self), .stage(Reserved.self)])
    let error = try #require(throws: RegistryError.self) { try Registry([testPlugin, other]) }
    #expect(
      error.problems == [
        "the plug-ins 'test' and 'other' both bring a stage 'shift'",
        "the stage 'Bad name' of plug-in 'other' needs another name: lower-case letters, digits and "
          + "hyphens, and none of id, select, enabled, before, after",
        "the stage 'select' of plug-in 'other' needs another name: lower-case letters, digits and "
          + "hyphens, and none of id, select, enabled, before, after",
      ])
  }

  @Test func lookups() throws {
    let registry = try testRegistry()
    #expect(registry.stages.map(\.name) == ["shift", "break", "scatter"])
    #expect(registry.components(named: "text").count == 2)
    #expect(registry.stage(named: "text") == nil)
    #expect(registry.suggestion(for: "scater") == "scatter")
    #expect(registry.stage(named: "shift").flatMap { registry.plugin(of: $0) } == "test")
  }

  @Test func formatsByFileName() throws {
    let registry = try testRegistry()
    #expect(registry.importer(forFile: "a/b.TXT")?.name == "text")
    #expect(registry.importer(forFile: "a.paths.gz")?.name == "text")
    #expect(registry.importer(forFile: "a.txtz")?.name == "text")
    #expect(registry.importer(forFile: "a.txt/b") == nil)
    #expect(registry.importer(forFile: "txt") == nil)
    #expect(registry.importer(forFile: "") == nil)
    #expect(registry.exporter(forFile: "a.n")?.entry.name == "count")
    #expect(registry.exporter(forFile: "a.n")?.isCompressed == false)
    #expect(registry.exporter(forFile: "a.nz")?.isCompressed == true)
    #expect(registry.exporter(forFile: "a.n.gz")?.isCompressed == true)
    #expect(registry.exporter(forFile: "a.gz") == nil)
  }

  @Test func formatsByContent() throws {
    let registry = try testRegistry()
    func format(_ bytes: [UInt8]) -> String? { registry.importer(recognizing: bytes.span)?.name }
    #expect(format([77, 48]) == "text")
    #expect(format([48]) == nil)
    #expect(format([]) == nil)
  }
}
