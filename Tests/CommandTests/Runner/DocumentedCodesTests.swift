import TestSupport
import Testing

/// Every code that the SVG and EPS formats may say, and every kind of loss, stands in `docs/svg-support.md`.
@Suite struct DocumentedCodesTests {
  @Test(arguments: ["SVGFormat", "EPSFormat"])
  func allStandInTheDocument(_ plugin: String) throws {
    let document = try readText("\(Locations.packageRoot)/docs/svg-support.md")
    let folder = "\(Locations.packageRoot)/Plugins/\(plugin)"
    var codes: Set<String> = []
    var kinds: Set<String> = []
    for name in try names(in: folder) where name.hasSuffix(".swift") {
      let source = try readText("\(folder)/\(name)")
      for match in source.matches(of: #/"((?:svg|eps)\.[a-z][a-z-]*)"/#) {
        codes.insert(String(match.1))
      }
      // With a code of its own: `context.lose(kind, code, …`, `lose(kind, code: …`. Without: its kind's.
      for match in source.matches(of: #/lose\(\s*"([a-z-]+)",\s*(code:|"(?:svg|eps)\.)?/#) {
        kinds.insert(String(match.1))
        if match.2 == nil { codes.insert("svg.\(match.1)") }
      }
      for match in source.matches(of: #/setLost\(\s*"([a-z-]+)"/#) {
        kinds.insert(String(match.1))
        codes.insert("svg.\(match.1)")
      }
    }
    #expect(codes.count > 5 && kinds.count > 3)
    #expect(codes.filter { !document.contains("`\($0)`") }.sorted() == [])
    #expect(kinds.filter { !document.contains("\n| `\($0)` | `") }.sorted() == [])
  }
}
