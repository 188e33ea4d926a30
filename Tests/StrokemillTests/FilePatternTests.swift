import Testing

@testable import strokemill

@Suite struct FilePatternTests {
  @Test(arguments: [
    // One part is looked for anywhere.
    ("*.svg", "a.svg", true), ("*.svg", "in/a.svg", true), ("*.svg", "a.svgz", false),
    ("old", "in/old/a.svg", true), ("old", "in/older/a.svg", false), ("a?c", "abc", true),
    ("a?c", "ac", false), ("*", "", false), ("*a*b*", "xxaxxbxx", true), ("*a*b", "axxbx", false),
    ("[a-c]x", "bx", true), ("[a-c]x", "dx", false), ("[!a-c]x", "dx", true), ("[]]", "]", true),
    ("[a", "[a", true), ("[ab]*[0-9]", "b-7", true), ("a-z", "a-z", true), ("[a-]", "-", true),
    // Several are the whole path.
    ("in/*.svg", "in/a.svg", true), ("in/*.svg", "in/b/a.svg", false),
    ("in/*.svg", "x/in/a.svg", false), ("./in/*", "in/a", false), ("in/*", "./in/a", true),
    ("in/**/a", "in/a", true), ("in/**/a", "in/b/c/a", true), ("in/**/a", "in/b/c/aa", false),
    ("**/b/**", "a/b/c/d", true), ("**/b/**", "a/c/d", false), ("in/**", "in/x/y", true),
  ])
  func matching(pattern: String, path: String, isMatch: Bool) {
    #expect(FilePattern(Array(pattern.utf8)).matches(Path(path)) == isMatch)
  }

  /// Patterns with many stars take no more than a moment.
  @Test func itDoesNotExplode() {
    let pattern = FilePattern(Array(String(repeating: "*a", count: 40).utf8) + Array("b".utf8))
    #expect(!pattern.matches(Path(String(repeating: "a", count: 2000))))
    let deep = FilePattern(Array(String(repeating: "**/", count: 30).utf8) + Array("b".utf8))
    #expect(!deep.matches(Path(String(repeating: "a/", count: 300))))
  }
}
