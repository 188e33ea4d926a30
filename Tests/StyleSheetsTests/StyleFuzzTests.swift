import StyleSheets
import Testing

/// Sheets that are cut up and put together at random.
@Suite struct StyleFuzzTests {
  /// The same numbers in each run.
  struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  static let pieces: [String] = [
    "svg", "g", "rect", "*", ".a", "#i", "[x]", "[x='1' i]", ":not(", ":is(", ":nth-child(", "2n+1",
    " of ", ":root", ":hover", "::before", ":what", ">", "+", "~", " ", ",", "{", "}", "(", ")",
    "[",
    "]", ";", ":", "fill", "stroke: red", "--v", "var(--v", "var(--v, 1)", "!important", "!",
    "url(#a)", "url(", "'", "\"", "\\", "\\41 ", "\n", "/*", "*/", "<!--", "-->", "@media ",
    "@import ", "@namespace ", "screen", "and", "(min-width: 1px)", "|", "=", "^=", "%", "1",
    "-1.5e3",
    "\\var(--v, x)", "\\url(", "px", "é", "\u{1F600}", "\u{0}", "font: 1px A", "marker: none", "0",
    "-", "@", "#", "&",
  ]

  static let tree = StyledTree("svg\n  g.a\n    rect#i.a[x=1]\n    rect\n  g")

  @Test(arguments: 0..<40) func anythingIsRead(seed: UInt64) throws {
    var generator = Generator(state: seed)
    for _ in 0..<50 {
      var sheet = ""
      for _ in 0..<Int.random(in: 1...60, using: &generator) {
        sheet += StyleFuzzTests.pieces.randomElement(using: &generator) ?? ""
        if Int.random(in: 0..<12, using: &generator) == 0 { sheet += "{fill:red}" }
      }
      var document = try StyledDocument(sheet, tree: StyleFuzzTests.tree)
      for element in 0..<5 {
        let declarations = try document.declarations(of: element, style: sheet)
        // What is read is read the same again: values are whole, closed and without comments.
        let again = declarations.joined(separator: ";")
        #expect(try document.declarations(of: nil, style: again) == declarations)
      }
      for notice in document.notices {
        #expect(notice.place.offset >= 0 && notice.place.offset <= sheet.utf8.count)
        #expect(notice.count > 0 && !notice.message.isEmpty)
      }
    }
  }

  @Test(arguments: 0..<10) func changedBytesAreRead(seed: UInt64) throws {
    let sheet =
      "@namespace s 'x'; /* c */ svg > g.a:not(.b, #c):nth-child(2n + 1 of rect) ~ s|rect[x^='1' i] "
      + "{ fill: url( #a ) !important; --v: { x }; stroke: var(--v, rgb(1, 2, 3)); font: bold 1px/2 'A' }"
      + "@media screen and (min-width: 10px), not print { rect::after { marker: url(\"#m\\\"\") } }"
    var generator = Generator(state: seed &+ 1000)
    for _ in 0..<100 {
      var bytes = Array(sheet.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let i = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: bytes[i] = UInt8.random(in: 0...127, using: &generator)
        case 1: bytes.remove(at: i)
        default: bytes.removeSubrange(i...)
        }
        if bytes.isEmpty { break }
      }
      guard !bytes.isEmpty else { continue }
      var document = try StyledDocument(
        String(decoding: bytes, as: UTF8.self), tree: StyleFuzzTests.tree)
      for element in 0..<5 { _ = try document.declarations(of: element) }
    }
  }
}
