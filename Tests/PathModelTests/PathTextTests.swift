import PathModel
import Testing

@Suite struct PathTextTests {
  @Test(arguments: [
    "M0 0 L10 0 L10.5 -2.25 Z", "M0 0 Q5 5 0 10 C1 1 2 2 3 3 Z M7 7 L8 8", "M1e-07 1e+20",
  ])
  func textIsReadBack(_ text: String) {
    let drawing = Drawing(paths: [text])
    #expect(drawing.pathTexts == [text])
    #expect(drawing.invariantViolation() == nil)
  }

  @Test func commasAndBlanksAreAlike() {
    #expect(Drawing(paths: ["M 0,0  L 1,2"]).pathTexts == ["M0 0 L1 2"])
  }

  @Test(arguments: ["M0 0 L1", "M0 0 Lx y", "M0 0 A1 1", "M0 0 7 7"])
  func whatCannotBeReadEndsThePath(_ text: String) {
    #expect(Drawing(paths: [text]).pathTexts == ["M0 0"])
  }

  @Test func nothingReadableIsNoPath() {
    #expect(Drawing(paths: ["", "L", "hello"]).isEmpty)
  }
}
