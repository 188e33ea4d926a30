import Geometry
import PathModel
import PluginKit

/// Reads a list of spirals: on each line the middle's x and y, the radius, and the number of turns.
///
///     # my garden
///     50 50 40 6
struct SpiralImporter: Importer {
  static let name = "spirals"
  static let summary = "Reads a list of spirals, 'x y radius turns' on each line."
  static let extensions = ["spirals"]
  static let parameters: [Parameter<SpiralImporter>] = [
    Parameter(
      "steps", \.steps, in: .from(4, to: 360), help: "How many lines a turn is made of.")
  ]

  var steps = 36

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    let pen = drawing.styleID(for: .pen)
    var line: [UInt8] = []
    var number = 0
    // One round more than there are bytes, for a last line without a line break.
    for i in 0...bytes.count {
      if i < bytes.count && bytes[i] != UInt8(ascii: "\n") {
        line.append(bytes[i])
        continue
      }
      number += 1
      if i == bytes.count && line.isEmpty && number > 1 { break }
      try add(String(decoding: line, as: UTF8.self), number, pen, to: &drawing, &context)
      line.removeAll(keepingCapacity: true)
    }
    drawing.assignKeys()
  }

  private func add(
    _ line: String, _ number: Int, _ pen: StyleID, to drawing: inout Drawing,
    _ context: inout Context
  ) throws(ComponentError) {
    let words = line.split(whereSeparator: \.isWhitespace)
    if words.isEmpty || line.hasPrefix("#") { return }
    let values = words.compactMap { Double($0) }
    // Far less than numbers can hold, so that nothing below overflows.
    guard words.count == 4, values.count == 4, values.allSatisfy({ $0.magnitude < 1e9 }) else {
      throw ComponentError(
        "spirals.bad-line", "a line is 'x y radius turns', four numbers, not '\(line)'",
        at: Diagnostic.Place(line: number, column: 1))
    }
    let (middle, radius, turns) = (Point(values[0], values[1]), values[2], values[3].magnitude)
    if values[3] < 0 {
      context.warn(
        "spirals.negative-turns", "turns are counted without a sign",
        at: Diagnostic.Place(line: number, column: 1))
    }
    guard turns * Double(steps) + Double(drawing.points.count) < Double(context.limits.points)
    else {
      throw ComponentError(
        "spirals.too-many-points", "this many turns need more points than are allowed",
        at: Diagnostic.Place(line: number, column: 1))
    }
    let count = max(1, Int(turns * Double(steps)))
    drawing.appendPath(PathInfo(style: pen, line: UInt32(clamping: number))) { builder in
      builder.move(to: middle)
      for step in 1...count {
        let part = Double(step) / Double(count)
        // Not the C library's sine: its last digit depends on the machine.
        let angle = part * turns * 360
        builder.line(
          to: middle + Point(cosine(degrees: angle), sine(degrees: angle)) * (radius * part))
      }
    }
  }
}
