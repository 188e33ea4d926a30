import PathModel
import PluginKit
import Testing

/// Checks what the document structuring conventions and EPSF-3.0 ask of a file.
func checkConventions(_ text: String) throws {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  #expect(lines.first == "%!PS-Adobe-3.0 EPSF-3.0")
  #expect(lines.suffix(3) == ["%%Trailer", "%%EOF", ""])
  #expect(lines.filter { $0.hasPrefix("%%EOF") }.count == 1)
  #expect(text.utf8.allSatisfy { $0 == 10 || (32...126).contains($0) })
  #expect(lines.allSatisfy { $0.utf8.count <= 255 })
  // Each comment once and in this order; what begins ends.
  let order = [
    "%%BoundingBox", "%%HiResBoundingBox", "%%EndComments", "%%BeginProlog", "%%EndProlog",
    "%%Page", "%%BeginPageSetup", "%%EndPageSetup", "%%Trailer", "%%EOF",
  ]
  let found = lines.filter { $0.hasPrefix("%%") }
    .map { String($0.prefix { $0 != ":" }) }.filter(order.contains)
  #expect(found == order)
  for name in ["BoundingBox", "HiResBoundingBox"] {
    let line = try #require(lines.first { $0.hasPrefix("%%\(name): ") })
    let numbers = line.dropFirst(name.count + 4).split(separator: " ").map { Double($0) }
    try #require(numbers.count == 4 && !numbers.contains(nil))
    let box = numbers.compactMap { $0 }
    #expect(box[0] < box[2] && box[1] < box[3])
    if name == "BoundingBox" { #expect(box.allSatisfy { $0 == $0.rounded() }) }
  }
  // Nothing that an included page must not do.
  for word in ["initgraphics", "erasepage", "setpagedevice", "copypage", "clear", "exit"] {
    #expect(!text.contains(word))
  }
  let words = text.split { $0 == " " || $0 == "\n" }
  #expect(words.filter { $0 == "q" }.count == words.filter { $0 == "Q" }.count)
}

/// A drawing with a bit of everything, different for each seed.
func randomDrawing(seed: UInt64) -> Drawing {
  var random = SeededGenerator(seed: seed)
  var drawing = Drawing()
  drawing.canvas = Canvas(
    box: Rect(x: random.signed() * 50, y: random.signed() * 50, width: 200, height: 150),
    pixelsPerUnit: random.uniform(0.2, 3))
  let box = drawing.canvas?.box ?? Rect(.zero)
  func point() -> Point {
    Point(random.uniform(box.minX - 20, box.maxX + 20), random.uniform(box.minY, box.maxY))
  }
  func color() -> Color {
    Color(
      red: UInt8(random.next() & 255), green: UInt8(random.next() & 255),
      blue: UInt8(random.next() & 255))
  }
  for spread in Gradient.Spread.allCases {
    drawing.gradients.append(
      Gradient(
        .linear(from: point(), to: point()), spread: spread,
        stops: (0...3).map { Gradient.Stop(offset: Double($0) / 3, color: color()) }))
  }
  drawing.appendClipPath(rule: .evenodd) { builder in
    builder.move(to: point())
    for _ in 0..<4 { builder.line(to: point()) }
    builder.close()
  }
  let clip = drawing.addClip(fromPath: 0)
  let groups = [GroupID.root, drawing.addGroup(Group(clip: clip)), drawing.addGroup(Group())]
  for group in groups {
    for _ in 0..<4 {
      var style = Style(
        fillRule: random.next() & 1 == 0 ? .nonzero : .evenodd,
        strokeWidth: random.uniform(0.1, 12), cap: Style.Cap.allCases[Int(random.next() % 3)],
        join: Style.Join.allCases[Int(random.next() % 3)], miterLimit: random.uniform(1, 12),
        strokeFirst: random.next() & 1 == 0)
      if random.next() & 1 == 0 { style.fill = .color(color()) }
      if random.next() & 3 == 0 { style.fill = .gradient(GradientID(UInt32(random.next() % 3))) }
      if random.next() & 3 != 0 { style.stroke = .color(color()) }
      if random.next() & 1 == 0 {
        style.dashes = [random.uniform(3, 30), random.uniform(3, 30)]
        style.dashOffset = random.signed() * 30
      }
      let id = drawing.styleID(for: style)
      drawing.appendPath(PathInfo(group: group, style: id)) { builder in
        builder.move(to: point())
        for _ in 0..<(1 + random.next() % 5) {
          switch random.next() % 3 {
          case 0: builder.line(to: point())
          case 1: builder.quad(point(), to: point())
          default: builder.cubic(point(), point(), to: point())
          }
        }
        if random.next() & 1 == 0 { builder.close() }
      }
    }
  }
  return drawing
}
