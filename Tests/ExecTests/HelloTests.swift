import PluginKit
import Testing

@testable import Exec

@Suite struct HelloTests {
  private let line = """
    {"protocol": 1, "name": "all-kinds", "version": "1.2", "summary": "Has a parameter of each kind.", \
    "parameters": [{"name": "a", "kind": "boolean", "default": true, "help": "A."}, \
    {"name": "b", "kind": "integer", "default": 3, "minimum": 1, "maximum": 4, "help": "B."}, \
    {"name": "c", "kind": "length", "default": "2mm", "aliases": ["cc"], "help": "C."}, \
    {"name": "d", "kind": "choice", "choices": ["x", "y"], "default": null, "optional": true, "help": "D."}, \
    {"name": "e", "kind": "list", "element": {"kind": "color"}, "default": ["#fff"], "help": "E."}]}
    """

  @Test func parameters() throws {
    let hello = try Hello(Array(line.utf8).span)
    #expect(hello.name == "all-kinds" && hello.version == "1.2")
    #expect(
      hello.parameters.map(\.kind) == [
        .boolean, .integer, .length, .choice(["x", "y"]), .list(.color),
      ])
    #expect(hello.parameters[1].range == .from(1, to: 4))
    #expect(hello.parameters[2].aliases == ["cc"] && hello.parameters[3].isOptional)
    // What isn't known is of a later version.
    let more = line.replacing("\"protocol\"", with: "\"license\": \"MIT\", \"protocol\"")
    #expect(try Hello(Array(more.utf8).span) == hello)
  }

  @Test func damagedLines() {
    let good = Array(line.utf8)
    var random = SeededGenerator(seed: 7)
    func index(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }
    var survivors = 0
    for round in 0..<3000 {
      var bytes = good
      let place = index(bytes.count)
      switch round % 3 {
      case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
      case 1: bytes.removeSubrange(place..<min(place + 1 + index(20), bytes.count))
      default: bytes.insert(contentsOf: bytes[index(place)..<place], at: place)
      }
      guard let hello = try? Hello(bytes.span) else { continue }
      survivors += 1
      // Whatever was read can be shown, and its defaults can be used.
      #expect(hello.parameters.allSatisfy { $0.problem(with: $0.defaultValue) == nil })
      #expect(!hello.summary.unicodeScalars.contains { $0.isControl })
    }
    #expect(survivors > 100)
  }
}
