import Geometry
import NumberText
import PathModel
import PluginKit

/// What a tile's procedure paints.
struct EPSTileKey: Hashable {
  var pattern: PatternID
  var opacity: Double
}

extension EPSPainter {
  /// How many tiles are painted at most for one path.
  private static let mostTiles = 100_000
  /// How many are painted for all paths together.
  private static let mostTilesInAll = 2_000_000
  /// How many patterns may be painted inside of patterns, and how deep.
  private static let mostInnerPatterns = 1000
  private static let mostDepth = 8
  /// The words that a procedure has at most; older interpreters take 65,535.
  private static let mostWords = 60_000
  /// The bytes that tiles have in all that are too large for a procedure.
  private static let mostBytes = 16 << 20

  /// Fills the region that is in force with a pattern: its tile is painted as often as it's seen, so
  /// that everything stays a vector.
  mutating func fill(
    with id: PatternID, opacity: Double, over area: Rect, _ place: Diagnostic.Place?,
    to output: inout ByteSink, _ context: inout Context
  ) {
    let pattern = drawing.patterns[Int(id.index)]
    func lose(_ reason: String) {
      context.lose(
        "pattern", "eps.pattern", "a pattern \(reason), so nothing is painted for it", at: place)
    }
    guard !openPatterns.contains(id) else { return lose("is painted with itself") }
    if !openPatterns.isEmpty { innerPatternCount += 1 }
    guard openPatterns.count < EPSPainter.mostDepth,
      innerPatternCount <= EPSPainter.mostInnerPatterns
    else { return lose("is painted with too many patterns") }
    guard let back = pattern.transform.inverted else { return }
    guard let (columns, rows) = tiles(of: pattern, over: area, back) else {
      return lose("has more than \(EPSPainter.mostTiles) tiles")
    }
    tileCount += columns.count * rows.count
    guard tileCount <= EPSPainter.mostTilesInAll else { return lose("needs too many tiles") }
    let isInner = !openPatterns.isEmpty
    let key = EPSTileKey(pattern: id, opacity: opacity)
    if !isInner, let name = tileNames[key] {
      return repeatTile(name, of: pattern, columns, rows, to: &output)
    }
    openPatterns.append(id)
    let opacityOutside = outerOpacity
    outerOpacity = opacity
    defer {
      openPatterns.removeLast()
      outerOpacity = opacityOutside
    }
    var tile = ByteSink()
    if reaches(beyond: pattern, back) {
      let box = pattern.tile
      for (i, corner) in [
        box.origin, Point(box.maxX, box.minY), Point(box.maxX, box.maxY), Point(box.minX, box.maxY),
      ].enumerated() {
        let p = page.map(pattern.transform.apply(corner))
        append(p.x, to: &tile)
        append(p.y, to: &tile)
        tile.append(i == 0 ? "m\n" : "l\n" as StaticString)
      }
      tile.append("h W\n")
    }
    paintTile(pattern, to: &tile, &context)
    guard !tile.isFull else { return lose("has too large a tile") }
    let bytes = tile.takeBytes()

    let words = bytes.reduce(0) { $0 + ($1 == 0x20 || $1 == 0x0A ? 1 : 0) }
    if words <= EPSPainter.mostWords {
      patternCount += 1
      let name = String(patternCount)
      output.append("/T" + name + "{\n")
      output.append(bytes)
      output.append("}bind def\n")
      // What is defined inside of another tile isn't there before that is painted.
      if !isInner { tileNames[key] = name }
      repeatTile(name, of: pattern, columns, rows, to: &output)
      return
    }
    let (across, down) = steps(of: pattern)
    // Too long for a procedure: each tile is written out.
    guard bytes.count * columns.count * rows.count <= EPSPainter.mostBytes else {
      return lose("has too many large tiles")
    }
    for row in rows {
      for column in columns {
        output.append("q ")
        append(across.x * Double(column) + down.x * Double(row), to: &output)
        append(across.y * Double(column) + down.y * Double(row), to: &output)
        output.append("translate\n")
        output.append(bytes)
        output.append("Q\n")
      }
    }
  }

  /// How far a step to the next column and to the next row goes on the page.
  private func steps(of pattern: Pattern) -> (across: Point, down: Point) {
    let map = pattern.transform.then(page.matrix)
    return (
      map.applyLinear(Point(pattern.tile.width, 0)), map.applyLinear(Point(0, pattern.tile.height))
    )
  }

  /// Writes the loops that paint a tile's procedure.
  private func repeatTile(
    _ name: String, of pattern: Pattern, _ columns: Range<Int>, _ rows: Range<Int>,
    to output: inout ByteSink
  ) {
    let (across, down) = steps(of: pattern)
    writeRange(rows, to: &output)
    output.append("{/Y" + name + " exch def ")
    writeRange(columns, to: &output)
    output.append("{/X" + name + " exch def q\n")
    for (u, v) in [(across.x, down.x), (across.y, down.y)] {
      output.append("X" + name + " ")
      append(u, to: &output)
      output.append("mul Y" + name + " ")
      append(v, to: &output)
      output.append("mul add ")
    }
    output.append("translate T" + name + " Q}for}for\n")
  }

  private func writeRange(_ range: Range<Int>, to output: inout ByteSink) {
    output.append(integer: range.lowerBound)
    output.append(" 1 ")
    output.append(integer: range.upperBound - 1)
  }

  private func append(_ value: Double, to output: inout ByteSink) {
    output.append(
      value, precision: FixedPoint.precision(forDigits: 9, of: value), leadingZero: false)
    output.append(UInt8(ascii: " "))
  }

  /// The columns and rows of tiles that reach into an area; nil when there are too many.
  private func tiles(
    of pattern: Pattern, over area: Rect, _ back: Affine
  ) -> (Range<Int>, Range<Int>)? {
    var seen = Rect(back.apply(area.origin))
    seen.formUnion(back.apply(Point(area.maxX, area.minY)))
    seen.formUnion(back.apply(Point(area.maxX, area.maxY)))
    seen.formUnion(back.apply(Point(area.minX, area.maxY)))
    let tile = pattern.tile
    func range(_ low: Double, _ high: Double, _ start: Double, _ step: Double) -> Range<Int>? {
      let first = ((low - start) / step).rounded(.down)
      let last = ((high - start) / step).rounded(.up)
      let limit = 1e9
      guard first >= -limit, last <= limit, last - first <= Double(EPSPainter.mostTiles) else {
        return nil
      }
      return Int(first)..<max(Int(first) + 1, Int(last))
    }
    guard let columns = range(seen.minX, seen.maxX, tile.minX, tile.width),
      let rows = range(seen.minY, seen.maxY, tile.minY, tile.height),
      columns.count * rows.count <= EPSPainter.mostTiles
    else { return nil }
    return (columns, rows)
  }

  /// Whether a tile's paths may paint beyond the rectangle that repeats.
  private func reaches(beyond pattern: Pattern, _ back: Affine) -> Bool {
    let box = pattern.tile
    let scale =
      (back.a * back.a + back.b * back.b + back.c * back.c + back.d * back.d).squareRoot()
    for row in rows(of: pattern) {
      let path = drawing[path: row]
      let style = drawing.style(ofPath: row)
      var inner = box.inset(by: -1e-6 * max(box.width, box.height))
      if style.hasVisibleStroke {
        let reach = style.strokeWidth / 2 * max(1.5, style.join == .miter ? style.miterLimit : 1)
        inner = box.inset(by: min(reach * scale, max(box.width, box.height)))
      }
      for i in path.points.indices where !inner.contains(back.apply(path.points[i])) {
        return true
      }
    }
    return false
  }
}
