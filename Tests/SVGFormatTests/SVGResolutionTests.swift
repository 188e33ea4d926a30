import PluginKit
import SVGFormat
import Testing

@Suite struct SVGResolutionTests {
  private func said(_ root: String) -> [Diagnostic] {
    SVGReading(
      "<svg xmlns='http://www.w3.org/2000/svg' xmlns:i='http://www.inkscape.org/namespaces/inkscape'"
        + " xmlns:sodipodi='http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd' \(root)>"
        + "<path d='M0 0h1'/></svg>"
    ).diagnostics
  }

  @Test(arguments: [
    ("0.48.4 r9939", "Inkscape 0.48.4"), ("0.91 r13725", "Inkscape 0.91"),
    ("0.46", "Inkscape 0.46"),
    ("0.91+devel", "Inkscape 0.91"),
  ])
  func filesFor90PixelsAnInchAreNoted(_ version: String, _ program: String) throws {
    let note = try #require(
      said("i:version='\(version)' width='744.09448' height='1052.3622'").first)
    #expect(note.severity == .note)
    #expect(note.code == "svg.90-dpi")
    #expect(note.message.contains(program + ","))
    #expect(note.message.contains("there the page measures 210 × 297 mm"))
    #expect(note.message.contains("today 196.9 × 278.4 mm"))
  }

  @Test func sodipodiToo() {
    #expect(said("sodipodi:version='0.32' width='90px' height='90px'").map(\.severity) == [.note])
  }

  @Test(arguments: [
    "i:version='0.92.3' width='90' height='90'", "i:version='1.2' width='90' height='90'",
    "i:version='0.48' width='210mm' height='297mm'", "i:version='0.48' viewBox='0 0 9 9'",
    "i:version='x' width='90' height='90'", "version='0.48' width='90' height='90'",
    "width='90' height='90'",
  ])
  func othersAreNot(_ root: String) {
    #expect(said(root).isEmpty)
  }
}
