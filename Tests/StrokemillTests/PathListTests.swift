import Testing

@testable import strokemill

@Suite struct PathListTests {
  @Test func namesComeBackAsTheyWere() {
    let names =
      [
        "a.svg", "in/a.svg", "in/b.svg", "./in/a.svg", "in//a.svg", "/", "/a", "in/", "", "-",
        "in/ä.svg",
        "in/a.svg", "other/a.svg", "in/c.svg",
      ].map { Path($0) } + [Path(bytes: [0xFF, 0x2F, 0xFE])]
    var list = PathList()
    for name in names { list.append(name) }
    #expect(Array(list) == names)
    #expect(list.count == names.count)
    #expect(PathList().isEmpty)
  }

  @Test func bytesAreKeptOnce() {
    var shared = SharedBytes()
    let numbers = ["in/", "in/", "", "out/", "in/", ""].map {
      shared.number(of: Array($0.utf8)[...])
    }
    #expect(numbers == [0, 0, 1, 2, 0, 1])
    #expect(shared[2] == Array("out/".utf8))
  }
}
