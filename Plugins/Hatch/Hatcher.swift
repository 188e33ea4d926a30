import Geometry
import PathModel
import PluginKit

/// Finds and draws the lines of one path after another; what it works with is used again.
struct Hatcher {
  /// How many lines an island gets at most: more than ink on any paper can show.
  static let mostLines = 200_000.0
  /// How long spans are at least on average, in gaps: where they are shorter the shape is too thin for
  /// the gap.
  static let leastSpan = 1.5
  /// How long spans are at least on average, in pen widths: where they are shorter the shape is as thin as
  /// a stroke of the pen.
  static let leastStroke = 1.5
  /// From how many times as long as thick on a thin shape is taken for a stroke.
  static let longest = 6.0
  /// How close such lines lie at most, in pen widths.
  static let leastGap = 1.3

  /// How many points a path's lines may have, and how often they may meet its edges.
  var limit = Int.max
  /// What was drawn of the last path.
  private(set) var pen = HatchPen()
  /// For each subpath of the last path whether it stays filled; empty for none.
  private(set) var solid: [Bool] = []
  private var outline = Outline()
  private var islands = Islands()
  private var ruling = Ruling()
  private var finder = SpanFinder()
  private var strips = Strips()
  /// Whether the island that was ruled last is too thin for lines and stays filled.
  private var isThin = false

  /// Whether nothing was drawn of the last path.
  var isEmpty: Bool { pen.starts.isEmpty }
  /// Whether some of the last path stays filled.
  var hasSolid: Bool { !solid.isEmpty }

  /// Draws a path's lines.
  mutating func hatch(
    _ path: PathView, rule: FillRule, _ ink: HatchInk, _ stage: Hatch,
    _ context: borrowing Context
  ) throws(ComponentError) {
    pen.begin()
    solid.removeAll(keepingCapacity: true)
    strips.begin()
    guard !path.points.isEmpty else { return }
    try checkSize(path)
    for pass in 0..<(stage.style == .crossHatch ? 2 : 1) {
      var generator = context.generator(forPath: path.info.key, pass: pass)
      // No two shapes are hatched in quite the same direction.
      let turn = 4 * stage.variation * generator.signed()
      let degrees = stage.angle.degrees + (pass == 0 ? 0 : stage.crossAngle.degrees) + turn
      let frame = HatchFrame(degrees: degrees, origin: path.points[0])
      outline.load(path, in: frame, without: solid)
      islands.part(outline.subpaths)
      for range in islands.ranges {
        // What stays is settled in the first direction.
        try findSpans(
          range, rule, ink, stage, mayStay: pass == 0 && stage.thin == .solid, &generator,
          line: path.info.line)
        if isThin {
          if solid.isEmpty { solid = [Bool](repeating: false, count: path.subpathCount) }
          for i in range {
            let place = outline.subpaths[islands.rows[i]].place
            if place >= 0 && place < solid.count { solid[place] = true }
          }
          continue
        }
        guard !finder.spans.isEmpty else { continue }
        let room = Double(limit - pen.points.count)
        guard HatchPen.pointCount(finder.spans, ink.manner, gap: ruling.gap) <= room else {
          throw Hatcher.tooMany(path.info.line)
        }
        pen.draw(
          finder.spans, ruling, ink.manner, frame: frame, outline: outline, rule: rule,
          strips: &strips, &generator)
        if strips.isExhausted { throw Hatcher.tooComplex(path.info.line) }
      }
    }
  }

  /// Rules an island and cuts the lines to it; tells in `isThin` when it's to stay filled instead.
  private mutating func findSpans(
    _ range: Range<Int>, _ rule: FillRule, _ ink: HatchInk, _ stage: Hatch, mayStay: Bool,
    _ generator: inout SeededGenerator, line: UInt32
  ) throws(ComponentError) {
    finder.begin()
    isThin = false
    var box = outline.subpaths[islands.rows[range.lowerBound]].box
    for i in range { box = box.union(outline.subpaths[islands.rows[i]].box) }
    guard box.width > 0, box.height > 0 else { return }
    var gap = ink.gap
    let start = generator
    for isLast in [false, true] {
      let count = Ruling.count(in: box, gap: gap)
      guard count <= Hatcher.mostLines else { throw Hatcher.tooDense(count, line) }
      generator = start
      ruling.rule(
        box, gap: gap, least: stage.minLines, variation: stage.variation, drift: stage.drift,
        &generator)
      finder.begin()
      guard meetEdges(range, rule, ink, stage, limit: max(0, limit)) else {
        throw strips.isExhausted
          ? Hatcher.tooComplex(line) : Hatcher.tooMany(line)
      }
      finder.finish(count: ruling.lines.count, rule: rule, sliver: 1e-9 * box.width)
      let mean = finder.meanLength
      if !isLast, mayStay, isStroke(box, mean, ink) {
        isThin = true
        return
      }
      let finer = max(mean / Hatcher.leastSpan, Hatcher.leastGap * ink.manner.weight)
      if !isLast, stage.minLines > 0, mean > 0, finer < 0.95 * ruling.gap {
        gap = finer
        continue
      }
      // What would be no more than a speck beside the outline.
      finder.removeSpans(shorterThan: min(0.3 * ink.manner.weight, 0.1 * mean))
      return
    }
  }

  /// Whether an island, by its bounds and the mean length of its spans, is a stroke rather than an area.
  private func isStroke(_ box: Rect, _ mean: Double, _ ink: HatchInk) -> Bool {
    // The margin can leave nothing.
    guard mean > 0 else { return ink.inset > 0 }
    if mean < Hatcher.leastStroke * ink.manner.weight { return true }
    let length = Point(box.width, box.height).length
    return mean < Hatcher.leastSpan * ink.gap && length > Hatcher.longest * mean
  }

  /// Meets an island's edges, and the margin along them, with the lines.
  /// - Returns: False when there are more meetings than the limit.
  private mutating func meetEdges(
    _ range: Range<Int>, _ rule: FillRule, _ ink: HatchInk, _ stage: Hatch, limit: Int
  ) -> Bool {
    for i in range {
      for k in outline.subpaths[islands.rows[i]].edges {
        guard finder.cross(outline.edges[k], ruling, limit: limit) else { return false }
      }
    }
    // What is inside on both sides of an edge has to be asked where edges may lie inside.
    let asksSides = ink.inset > 0 && rule == .nonzero
    if stage.style == .zigzag || stage.style == .zigzagLine || asksSides {
      guard strips.index(outline, islands.rows[range], ruling, limit: limit) else { return false }
    }
    guard ink.inset > 0 else { return true }
    for i in range {
      for k in outline.subpaths[islands.rows[i]].edges {
        guard keepAway(from: outline.edges[k], ink.inset, asksSides, limit: limit) else {
          return false
        }
      }
    }
    return true
  }

  /// Keeps the lines away from the parts of an edge that bound the inside.
  private mutating func keepAway(
    from edge: Outline.Edge, _ inset: Double, _ asksSides: Bool, limit: Int
  ) -> Bool {
    var pieces: [Point] = []
    let tolerance = min(0.01 * inset, 0.05 * ruling.gap)
    if edge.isLine {
      pieces.append(edge.curve.p3)
    } else {
      edge.curve.flatten(tolerance: tolerance) { pieces.append($0) }
    }
    let distance = edge.isLine ? inset : inset + tolerance
    var from = edge.curve.p0
    for end in pieces {
      // Short enough that what holds for three of its points holds for all of it.
      let count = asksSides ? max(1, (from.distance(to: end) / ruling.gap).rounded(.up)) : 1
      guard count <= Hatcher.mostLines else { return false }
      var a = from
      for k in 1...Int(count) {
        let b = k == Int(count) ? end : from.interpolated(to: end, at: Double(k) / count)
        if !asksSides || isBoundary(a, b, error: edge.isLine ? 0 : tolerance, inset) {
          guard finder.keepAway(from: a, b, by: distance, ruling, limit: limit) else {
            return false
          }
        }
        guard !strips.isExhausted else { return false }
        a = b
      }
      from = end
    }
    return true
  }

  /// Whether one side of a straight piece of the outline is inside and the other isn't; the outline itself may lie
  /// as far from the piece as the error.
  private mutating func isBoundary(
    _ a: Point, _ b: Point, error: Double, _ inset: Double
  ) -> Bool {
    let d = b - a
    let length = d.length
    guard length > 0 else { return false }
    // Beyond the outline on either side, and nearer than another line of it would be.
    let normal = Point(-d.y, d.x) * ((2 * error + 1e-3 * min(inset, ruling.gap)) / length)
    for t in [1.0 / 6, 0.5, 5.0 / 6] {
      let p = a + d * t
      guard let strip = ruling.strip(at: p.y) else { return true }
      let left = strips.isInside(p + normal, strip: strip, outline, .nonzero)
      let right = strips.isInside(p - normal, strip: strip, outline, .nonzero)
      if left != right { return true }
    }
    return false
  }

  /// Refuses a path so large that not all of this is finite numbers.
  private func checkSize(_ path: PathView) throws(ComponentError) {
    for i in path.points.indices {
      let p = path.points[i]
      guard p.x.magnitude < 1e150, p.y.magnitude < 1e150 else {
        throw ComponentError(
          "hatch.too-large",
          """
          the drawing is too large to hatch: it reaches to (\(p.x), \(p.y)); scale it down first, with \
          'normalize' for example
          """, at: Hatcher.place(path.info.line))
      }
    }
  }

  private static func place(_ line: UInt32) -> Diagnostic.Place? {
    line > 0 ? Diagnostic.Place(line: Int(line)) : nil
  }

  private static func tooDense(_ count: Double, _ line: UInt32) -> ComponentError {
    let lines = count < 1e15 ? "\(Int(count))" : "\(count)"
    return ComponentError(
      "hatch.too-many-lines",
      """
      a shape would get \(lines) lines, more than \(Int(mostLines)); choose a larger 'gap', it may be \
      meant in another unit
      """, at: place(line))
  }

  private static func tooComplex(_ line: UInt32) -> ComponentError {
    ComponentError(
      "hatch.too-complex",
      """
      a shape has so many edges that its hatch would take too long; choose another 'style' than zigzag, or \
      no 'inset'
      """, at: place(line))
  }

  /// The error for a drawing that outgrows the limit.
  static func tooMany(_ line: UInt32) -> ComponentError {
    ComponentError(
      "hatch.too-many-points",
      """
      the drawing grows beyond the points that it may have here; choose a larger 'gap'; the limits 'growth' \
      and 'points' allow more
      """, at: place(line))
  }
}
