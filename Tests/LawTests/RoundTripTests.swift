import BuiltinPlugins
import NumberText
import PathModel
import PluginKit
import PluginTesting
import Testing

/// Random drawings through each format and back.
@Suite struct RoundTripTests {
  private static let components = builtinPlugins.flatMap(\.components)

  /// Writes a drawing in a format and reads it again.
  /// - Returns: What was read, and the bytes between.
  private func again(
    _ drawing: Drawing, as format: String, _ options: [Option] = []
  ) throws -> (drawing: Drawing, bytes: [UInt8]) {
    let bytes = try written(drawing, as: format, options)
    var copy = Drawing()
    for entry in Self.components where entry.name == format {
      guard case .importer(_, _, let make) = entry.role else { continue }
      var context = Context(stage: format)
      try make([])(bytes.span, &copy, &context)
      let violation = copy.invariantViolation()
      #expect(violation == nil)
    }
    return (copy, bytes)
  }

  private func written(
    _ drawing: Drawing, as format: String, _ options: [Option]
  ) throws -> [UInt8] {
    var sink = ByteSink()
    for entry in Self.components where entry.name == format {
      guard case .exporter(_, let make) = entry.role else { continue }
      var context = Context(stage: format)
      try make(options)(drawing, &sink, &context)
    }
    return sink.takeBytes()
  }

  /// The drawing form loses no bit.
  @Test func json() throws {
    for seed in rounds(120) {
      var drawings = [richDrawing(seed: seed)]
      var extreme = SeededDrawings(seed: seed)
      if seed % 4 == 0 { drawings.append(extreme.nextExtreme()) }
      for drawing in drawings {
        let (copy, _) = try again(drawing, as: "json")
        let difference = drawing.difference(from: copy)
        #expect(difference == nil, "seed \(seed)")
        // By their bits, so that a minus zero is told from a zero.
        func bits(_ drawing: Drawing) -> [UInt64] {
          (0..<drawing.pathCount).flatMap { row in
            let path = drawing[path: row]
            return path.points.indices.flatMap {
              [path.points[$0].x.bitPattern, path.points[$0].y.bitPattern]
            }
          }
        }
        #expect(bits(drawing) == bits(copy), "seed \(seed)")
        let texts = zip(drawing.groups, copy.groups).first { $0.text != $1.text }.map {
          excerpts("\($0.text, default: "")", "\($1.text, default: "")")
        }
        #expect(texts == nil, "seed \(seed)")
      }
    }
  }

  /// What SVG shows is what the drawing shows, to the decimals that were asked for.
  @Test func svg() throws {
    for seed in rounds(120) {
      var drawing = richDrawing(seed: seed)
      // A stroke of many widths becomes an area, which is told by pictures.
      drawing.removeWidths()
      let precision = Int(seed % 6) + 3
      let options = [
        Option("precision", .number(Double(precision))), Option("minify", .bool(seed % 2 == 0)),
      ]
      let (copy, _) = try again(drawing, as: "svg", options)
      let step = power(0.1, precision) * 0.51 + 1e-9
      let difference = Sight(of: drawing).difference(from: Sight(of: copy), step: step)
      #expect(difference == nil, "seed \(seed)")
      // Moves that draw nothing, what only they referred to, and what is called alike go; then nothing changes any
      // more.
      var (next, bytes) = try again(copy, as: "svg", options)
      for _ in 0..<2 { (next, bytes) = try again(next, as: "svg", options) }
      let changes = firstDifference(bytes, try written(next, as: "svg", options))
      #expect(changes == nil, "seed \(seed)")
    }
  }

  /// Whatever a name is, it's read again as it was, without what XML can't hold; and it ends no attribute, no element
  /// and no file.
  @Test(arguments: hardWords) func svgNames(_ word: String) throws {
    var drawing = Drawing(paths: ["M0 0 L9 9", "M1 0 L9 9"], style: .pen)
    let names = Attributes(
      id: word, classes: [word], label: word, title: word, description: word,
      more: [NamedValue("data-x", word), NamedValue(word, "y")])
    drawing.document.attributes = names
    let group = drawing.addGroup(Group(attributes: names, isLayer: true))
    for row in 0..<2 {
      var info = drawing.records[row].info
      info.group = group
      info.attributes = drawing.attributesID(for: names)
      drawing.setInfo(info, ofPath: row)
    }
    drawing.assignKeys()
    let (copy, _) = try again(drawing, as: "svg")
    #expect(copy.pathCount == 2)
    let kept = String(
      String.UnicodeScalarView(
        word.unicodeScalars.filter {
          ($0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0))
            && $0.value & 0xFFFE != 0xFFFE
        }))
    for read in [
      copy.document.attributes, copy.groups.last?.attributes, copy.attributes(ofPath: 1),
    ] {
      let read = try #require(read)
      #expect(read.label.map { Array($0.utf8) } == Array(kept.utf8))
      // Readers of SVG make any white space in a text one blank, and none at its ends.
      let blanks = [UInt8]("\t\n\r ".utf8)
      let words = Array(kept.utf8).split { blanks.contains($0) }
      for text in [read.title, read.description] {
        #expect(Array((text ?? "").utf8).split { blanks.contains($0) } == words)
      }
      #expect(read.more.contains(NamedValue("data-x", kept)), "\(read.more)")
      let isOneWord = !kept.isEmpty && !kept.unicodeScalars.contains { $0.properties.isWhitespace }
      if isOneWord { #expect(read.classes == [kept]) }
    }
  }

  /// Rows of points keep the points of lines.
  @Test func csv() throws {
    for seed in rounds(120) {
      let drawing = richDrawing(seed: seed)
      var lines = Drawing(tablesOf: drawing)
      // What patterns are made of isn't drawn by itself.
      let tiles = Set(drawing.patterns.map(\.content))
      for row in 0..<drawing.pathCount where !tiles.contains(drawing.records[row].info.group) {
        let path = drawing[path: row]
        lines.appendPath(path.info) { builder in
          for i in path.points.indices {
            if i == 0 { builder.move(to: path.points[i]) } else { builder.line(to: path.points[i]) }
          }
        }
      }
      lines.assignKeys()
      guard !lines.isEmpty else { continue }
      let (copy, bytes) = try again(lines, as: "csv", [Option("precision", .number(6))])
      #expect(copy.pathCount == lines.pathCount, "seed \(seed)")
      for row in 0..<min(copy.pathCount, lines.pathCount) {
        let (a, b) = (lines[path: row], copy[path: row])
        let isNear =
          a.points.count == b.points.count
          && a.points.indices.allSatisfy {
            (a.points[$0] - b.points[$0]).length <= 1e-6
          }
        // A dot comes back as a line to itself.
        let isDot = a.points.count == 1 && b.points.count == 2
        #expect(isNear || isDot, "seed \(seed), path \(row): \(a.text) became \(b.text)")
      }
      let third = try written(copy, as: "csv", [Option("precision", .number(6))])
      let changes = firstDifference(bytes, third)
      #expect(changes == nil, "seed \(seed)")
    }
  }

  /// What stands where two texts begin to differ; nil when they don't.
  private func firstDifference(_ a: [UInt8], _ b: [UInt8]) -> String? {
    if a == b { return nil }
    let at =
      zip(a, b).enumerated().first { $0.element.0 != $0.element.1 }?.offset
      ?? min(a.count, b.count)
    func excerpt(_ bytes: [UInt8]) -> String {
      String(
        decoding: bytes[max(0, min(at, bytes.count) - 60)..<min(bytes.count, at + 60)],
        as: UTF8.self)
    }
    return "\(excerpt(a)) became \(excerpt(b))"
  }

  private func excerpts(_ a: String, _ b: String) -> String {
    firstDifference(Array(a.utf8), Array(b.utf8)) ?? "what isn't shown differs"
  }

  private func power(_ base: Double, _ exponent: Int) -> Double {
    (0..<exponent).reduce(1) { result, _ in result * base }
  }
}
