import TestSupport
import Testing

@Suite struct AgreementTests {
  /// What is declared here of the libraries is what their headers say: clang compares.
  @Test func declarationsAreThoseOfTheHeaders() throws {
    let flags = try runProcess(["pkg-config", "--cflags", "harfbuzz", "fontconfig", "fribidi"])
    guard flags.status == 0 else {
      #expect(!missingToolsFail, "\(flags.errorText)")
      return
    }
    let result = try compile(flags.outputText)
    #expect(result.status == 0, "\(result.errorText)")
  }

  /// The comparison can fail: with a parameter of another type it does.
  @Test func aWrongDeclarationIsFound() throws {
    let flags = try runProcess(["pkg-config", "--cflags", "harfbuzz", "fontconfig", "fribidi"])
    guard flags.status == 0 else { return }
    let result = try compile(flags.outputText, ["-Dhb_face_count=hb_face_get_upem"])
    #expect(result.status != 0)
  }

  private func compile(_ flags: String, _ more: [String] = []) throws -> ProcessResult {
    try runProcess(
      ["clang", "-std=gnu11", "-Wall", "-Werror", "-fsyntax-only"] + more
        + flags.split { $0 == " " || $0 == "\n" }.map(String.init)
        + [
          "-I\(Locations.packageRoot)/Sources/CFontLibraries",
          "\(Locations.packageRoot)/Tests/CFontLibrariesTests/agreement.c",
        ])
  }
}
