import TestSupport
import Testing

@Suite struct TableTests {
  @Test func quotedCells() throws {
    let folder = try TemporaryDirectory()
    let path = try folder.write("a.csv", "name,note\na,\"one, two\"\n\"\"\"b\"\" c\",\n")
    let rows = try readTable(path)
    #expect(rows == [["name": "a", "note": "one, two"], ["name": "\"b\" c", "note": ""]])
  }
}
