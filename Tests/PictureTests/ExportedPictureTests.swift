import EPSFormat
import NumberText
import PathModel
import PluginKit
import SVGFormat
import TestSupport
import Testing

/// What an exporter wrote, as a file.
private func write(
  _ exporter: some Exporter, _ drawing: Drawing, to path: String
) throws -> [Diagnostic] {
  var sink = ByteSink()
  var context = Context()
  try exporter.write(drawing, to: &sink, &context)
  try writeFile(path, sink.takeBytes())
  return context.diagnostics.entries
}

@Suite("Pictures of what the exporters write")
struct ExportedPictureTests {
  @Test(
    "SVG and EPS of one drawing show the same, to two renderers",
    .requires(.rsvgConvert, .ghostscript), arguments: 0..<UInt64(12))
  func sameInBothFormats(_ seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let drawing = randomDrawing(seed: seed)
    try #require(drawing.invariantViolation() == nil)
    let losses =
      try write(SVGExporter(), drawing, to: folder.file("a.svg"))
      + write(EPSExporter(), drawing, to: folder.file("a.eps"))
    #expect(losses.isEmpty)
    let comparison = try compareDrawings(folder.file("a.svg"), folder.file("a.eps"))
    #expect(comparison.score <= 0.02, "seed \(seed)")
    #expect(comparison.inkPixels > 1000)
  }

  @Test(
    "what shows through what isn't opaque is the same in EPS, which has no transparency",
    .requires(.rsvgConvert, .ghostscript), arguments: 0..<UInt64(10))
  func transparency(_ seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    let drawing = randomGlass(seed: seed)
    try #require(drawing.invariantViolation() == nil)
    #expect(try write(SVGExporter(), drawing, to: folder.file("a.svg")).isEmpty)
    let said = try write(EPSExporter(), drawing, to: folder.file("a.eps"))
    #expect(Set(said.map(\.code)) == ["eps.opacity"])
    let comparison = try compareDrawings(folder.file("a.svg"), folder.file("a.eps"))
    #expect(comparison.score <= 0.02, "seed \(seed)")
    #expect(comparison.inkPixels > 1000)
  }

  @Test("the comparison does fail when a path is missing", .requires(.rsvgConvert, .ghostscript))
  func comparisonCanFail() throws {
    let folder = try TemporaryDirectory()
    let line = Style(stroke: .color(.black), strokeWidth: 1)
    let page = Canvas(box: Rect(x: 0, y: 0, width: 200, height: 100))
    let whole = Drawing(paths: ["M10 10 L190 90", "M10 90 L190 10"], style: line, canvas: page)
    let part = Drawing(paths: ["M10 10 L190 90"], style: line, canvas: page)
    _ = try write(SVGExporter(), whole, to: folder.file("whole.svg"))
    _ = try write(EPSExporter(), part, to: folder.file("part.eps"))
    #expect(
      try compareDrawings(folder.file("whole.svg"), folder.file("part.eps")).score > 0.1)
  }

  @Test("coarse rounding stays in place, however long the path is", .requires(.rsvgConvert))
  func precision() throws {
    let folder = try TemporaryDirectory()
    var drawing = Drawing()
    drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 400, height: 300))
    let style = drawing.styleID(for: .pen)
    var random = SeededGenerator(seed: 3)
    drawing.appendPath(PathInfo(style: style)) { builder in
      var p = Point(20, 150)
      builder.move(to: p)
      for _ in 0..<5000 {
        p = p + Point(0.07, random.signed() * 2)
        builder.line(to: p)
      }
    }
    var coarse = SVGExporter()
    coarse.precision = 1
    _ = try write(SVGExporter(), drawing, to: folder.file("fine.svg"))
    _ = try write(coarse, drawing, to: folder.file("coarse.svg"))
    #expect(
      try compareDrawings(folder.file("fine.svg"), folder.file("coarse.svg")).score <= 0.005)
  }

  @Test("XML readers take every file", .requires(.xmllint), arguments: 0..<UInt64(3))
  func wellFormed(_ seed: UInt64) throws {
    let folder = try TemporaryDirectory()
    var drawing = randomDrawing(seed: seed)
    drawing.document.attributes = Attributes(
      id: "a&b<\">", title: "\u{1}<]]>&\u{FFFE}",
      more: [NamedValue("x y", "<"), NamedValue("k", "\n")])
    drawing.groups[1].attributes = Attributes(id: "7 €", label: "\"Layer\"\t&")
    drawing.groups[1].isLayer = true
    _ = try write(SVGExporter(), drawing, to: folder.file("a.svg"))
    let result = try runProcess(["xmllint", "--noout", folder.file("a.svg")])
    #expect(result.status == 0 && result.errors.isEmpty, "\(result.errorText)")
  }
}
