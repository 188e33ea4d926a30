import NumberText
import PathModel
import Pipeline
import PluginKit
import Testing

/// Packed input and output, through the worker.
@Suite struct GzipTests {
  /// Writes many equal bytes.
  struct Dull: Exporter {
    var count = 0
    static let name = "dull"
    static let summary = "Writes many equal bytes."
    static let extensions = ["dull"]
    static var parameters: [Parameter<Dull>] {
      [Parameter("count", \.count, help: "How many.")]
    }
    func write(
      _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
    ) throws(ComponentError) {
      output.append(repeating: UInt8(ascii: "M"), count: count)
    }
  }

  /// Packs a text.
  private func packed(_ text: String) throws -> [UInt8] {
    let outcome = run(
      try makePlan(), text, targets: [Job.Target(format: "text", isCompressed: true)])
    return outcome.bytes()
  }

  private func unpacking(_ bytes: [UInt8], settings: [String] = []) throws -> Outcome {
    Worker.run(
      Job(
        name: "in.txt.gz", input: bytes, plan: try makePlan(settings: settings),
        targets: [Job.Target(format: "text")]))
  }

  private let text = "M0 0 L1 1\nM2 3 L4 5 C1 2 3 4 5 6\n"

  @Test func roundTripWithoutATime() throws {
    let bytes = try packed(text)
    #expect(bytes.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
    #expect(bytes == (try packed(text)))
    let outcome = try unpacking(bytes)
    #expect(outcome.text() == text)
    #expect(outcome.inputBytes == text.utf8.count)
  }

  @Test func severalMembersAndZerosAfterThem() throws {
    let bytes = try packed(text) + packed(text) + [0, 0, 0]
    #expect(try unpacking(bytes).text() == text + text)
  }

  @Test func cutOffAnywhere() throws {
    let bytes = try packed(text)
    for end in 2..<bytes.count {
      #expect(try unpacking(Array(bytes[..<end])).codes == ["input.gzip-truncated"], "\(end)")
    }
  }

  @Test func damagedOrFollowedBySomething() throws {
    var bytes = try packed(text)
    #expect(try unpacking(bytes + [0, 7]).codes == ["input.gzip-trailing"])
    #expect(try unpacking(bytes + [0x1F]).codes == ["input.gzip-trailing"])
    bytes[bytes.count - 6] ^= 1
    #expect(try unpacking(bytes).codes == ["input.gzip-damaged"])
    bytes[2] = 9
    #expect(try unpacking(bytes).codes == ["input.gzip-damaged"])
  }

  @Test func tooMuchComesOut() throws {
    let bytes = try packed(text)
    #expect(
      try unpacking(bytes, settings: ["limits.input-bytes=\(text.utf8.count - 1)"]).codes
        == ["input.too-large"])
    #expect(try !unpacking(bytes, settings: ["limits.input-bytes=\(text.utf8.count)"]).failed)
  }

  @Test func bombsAreRefused() throws {
    let registry = try Registry([
      testPlugin, Plugin(name: "dull", version: "1.0.0", components: [.exporter(Dull.self)]),
    ])
    func dull(_ count: Int) throws -> [UInt8] {
      let plan = try Plan(
        PlanRequest(to: [SourceText(argument: "dull:count=\(count)", of: "--to")]),
        registry: registry)
      return run(plan, text, targets: [Job.Target(format: "dull", isCompressed: true)]).bytes()
    }
    #expect(try unpacking(try dull(17 << 20)).codes == ["input.gzip-bomb"])
    #expect(
      try !unpacking(try dull(17 << 20), settings: ["limits.unpacking-ratio=1032"]).failed)
    // As dull, but small: it's let through.
    #expect(try !unpacking(try dull(1 << 16)).failed)
  }
}
