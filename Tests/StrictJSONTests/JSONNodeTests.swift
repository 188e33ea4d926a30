import StrictJSON
import Testing

@Suite struct JSONNodeTests {
  @Test func keepsPlacesAndOrder() throws {
    let node = try JSONNode(
      parsing: "{\n  \"b\": 1,\n  \"a\": [\n    true, \"x\"\n  ]\n}")
    let members = try #require(node.object)
    #expect(members.map(\.name) == ["b", "a"])
    #expect(members[0].position == JSONPosition(offset: 4, line: 2, column: 3))
    #expect(members[0].value.position.column == 8)
    #expect(node["a"]?.position.line == 3)
    let elements = try #require(node["a"]?.array)
    #expect(elements[0].position == JSONPosition(offset: 25, line: 4, column: 5))
    #expect(elements[0].bool == true)
    #expect(elements[1].string == "x")
    #expect(node["c"] == nil)
    #expect(node.error("x.y", "no").description == "1:1: no [x.y]")
  }

  @Test func tellsWholeNumbersFromOthers() throws {
    let node = try JSONNode(
      parsing: "[9007199254740993, -0, 1e3, 1.5, 18446744073709551615, -9223372036854775808]")
    let elements = try #require(node.array)
    #expect(elements[0].integer == 9_007_199_254_740_993)
    #expect(elements[1].number?.sign == .minus)
    #expect(elements[2].integer == 1000)
    #expect(elements[3].integer == nil)
    #expect(elements[3].number == 1.5)
    #expect(elements[4].integer == nil)
    #expect(elements[4].number == 0x1p64)
    #expect(elements[5].integer == .min)
  }

  @Test func givesNothingForOtherKinds() throws {
    let node = try JSONNode(parsing: "[null]")
    #expect(node.object == nil && node.string == nil && node.number == nil && node.bool == nil)
    #expect(node.array?.first?.isNull == true)
    #expect("\(node.kind)" == "an array")
  }

  @Test func refusesWhatTheReaderRefuses() {
    #expect(throws: JSONError.self) { try JSONNode(parsing: "[1] 2") }
    #expect(throws: JSONError.self) {
      try JSONNode(parsing: String(repeating: "[", count: 1_000_000))
    }
  }

  @Test func readsAPartAsATree() throws {
    let bytes = Array("[1,\n {\"a\": 2}]".utf8)
    var reader = JSONReader(bytes.span)
    try reader.beginArray()
    #expect(try reader.nextElement())
    #expect(try reader.readTree().integer == 1)
    #expect(try reader.nextElement())
    let tree = try reader.readTree()
    #expect(tree.position == JSONPosition(offset: 5, line: 2, column: 2))
    #expect(tree["a"]?.integer == 2)
    #expect(try !reader.nextElement())
    try reader.finish()
  }
}
