import PathModel
import PluginKit

/// Draws spans in one of the styles, as polylines on the page.
///
/// The pen runs to and fro: each span begins at the side where the last one ended, so that a plotter's pen
/// travels little in the air.
struct HatchPen {
  /// What is drawn: the points of all polylines one after another.
  private(set) var points: [Point] = []
  /// Where each polyline begins in `points`.
  private(set) var starts: [Int] = []
  private var chains = SpanChains()
  /// The spans with their ends drawn in.
  private var strokes: [SpanFinder.Span] = []

  /// What the pen needs to know.
  struct Manner {
    var style: Hatch.FillStyle
    /// How unevenly ends and dashes are drawn, 0 to 1.
    var variation: Double
    /// How far lines may go on past their ends.
    var overrun: Double
    /// The pen's width.
    var weight: Double
    /// The length of a dash, and of the space after it.
    var dash: Double
    var space: Double
    /// How far teeth go to the side; 0 for other styles than lines of them.
    var tooth: Double
  }

  /// Forgets what was drawn before.
  mutating func begin() {
    points.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
  }

  /// Writes what was drawn.
  func write(into builder: inout PathBuilder) {
    for k in starts.indices {
      let end = k + 1 < starts.count ? starts[k + 1] : points.count
      builder.move(to: points[starts[k]])
      for i in (starts[k] + 1)..<end { builder.line(to: points[i]) }
    }
  }

  /// How many points a style takes at most for some spans.
  static func pointCount(_ spans: [SpanFinder.Span], _ manner: Manner, gap: Double) -> Double {
    let step: Double
    switch manner.style {
    case .hachure, .crossHatch, .zigzag: return Double(spans.count) * 2
    case .zigzagLine: step = min(manner.tooth, gap / 2)
    case .dots: step = gap
    case .dashes: step = manner.dash + manner.space
    }
    var sum = 0.0
    for span in spans { sum += span.length / step + 2 }
    return sum * 2
  }

  /// Draws an island's spans.
  mutating func draw(
    _ spans: [SpanFinder.Span], _ ruling: Ruling, _ manner: Manner, frame: HatchFrame,
    outline: Outline, rule: FillRule, strips: inout Strips, _ generator: inout SeededGenerator
  ) {
    drawIn(spans, by: manner.style == .dots ? 0 : manner.variation * ruling.gap, &generator)
    if manner.overrun > 0 && (manner.style == .hachure || manner.style == .crossHatch) {
      overrun(by: manner.overrun, &generator)
    }
    chains.link(strokes)
    switch manner.style {
    case .hachure, .crossHatch: drawLines(ruling, frame)
    case .zigzag: drawZigzag(ruling, frame, outline, rule, &strips)
    case .zigzagLine: drawTeeth(ruling, manner, frame, outline, rule, &strips, &generator)
    case .dots: drawDots(ruling, manner, frame, &generator)
    case .dashes: drawDashes(ruling, manner, frame, &generator)
    }
  }

  /// Ends strokes a little before the outline, each end by itself, most of them close to it.
  private mutating func drawIn(
    _ spans: [SpanFinder.Span], by most: Double, _ generator: inout SeededGenerator
  ) {
    strokes.removeAll(keepingCapacity: true)
    strokes.append(contentsOf: spans)
    guard most > 0 else { return }
    for i in strokes.indices {
      let reach = min(most, 0.25 * strokes[i].length)
      let (a, b) = (generator.unit(), generator.unit())
      strokes[i].left += reach * a * a
      strokes[i].right -= reach * b * b
    }
  }

  /// Lets strokes end a little later, each end by itself, few of them much, and none by more than a quarter of its length.
  private mutating func overrun(by most: Double, _ generator: inout SeededGenerator) {
    for i in strokes.indices {
      let reach = min(most, 0.25 * strokes[i].length)
      let (a, b) = (generator.unit(), generator.unit())
      strokes[i].left -= reach * a * a
      strokes[i].right += reach * b * b
    }
  }

  private mutating func begin(at p: Point) {
    starts.append(points.count)
    points.append(p)
  }

  private mutating func drawLines(_ ruling: Ruling, _ frame: HatchFrame) {
    chains.forEach { row, _, place in
      let span = strokes[row]
      let line = ruling.lines[span.line]
      let a = frame.leave(line.point(at: span.left))
      let b = frame.leave(line.point(at: span.right))
      begin(at: place & 1 == 0 ? a : b)
      points.append(place & 1 == 0 ? b : a)
    }
  }

  /// One line through each chain: along the first span, then slantwise from side to side, an end of each
  /// further span in turn. Where a slanted stroke would leave the shape, the pen steps over
  /// to the next span first and then follows it, and lifts only where it can't do that either.
  private mutating func drawZigzag(
    _ ruling: Ruling, _ frame: HatchFrame, _ outline: Outline, _ rule: FillRule,
    _ strips: inout Strips
  ) {
    func end(_ row: Int, _ isRight: Bool) -> Point {
      let span = strokes[row]
      return ruling.lines[span.line].point(at: isRight ? span.right : span.left)
    }
    // The side at which the pen stands, on the span of the row.
    var isRight = false
    var isDown = false
    chains.forEach { row, next, place in
      if place == 0 || !isDown {
        begin(at: frame.leave(end(row, isRight)))
        isRight.toggle()
        points.append(frame.leave(end(row, isRight)))
        isDown = true
      }
      guard next >= 0 else {
        isDown = false
        return
      }
      let strip = strokes[row].line
      func isClear(_ a: Point, _ b: Point) -> Bool {
        strips.isClear(from: a, to: b, strip: strip, outline, rule)
      }
      let here = end(row, isRight)
      let far = end(next, !isRight)
      if isClear(here, far) {
        points.append(frame.leave(far))
        isRight.toggle()
        return
      }
      let near = end(next, isRight)
      if isClear(here, near) {
        points.append(frame.leave(near))
        points.append(frame.leave(far))
        isRight.toggle()
      } else {
        isDown = false
      }
    }
  }

  /// A line of teeth along each span, towards the next line and no more than half of the way there. Where a
  /// tooth would leave the shape the line goes straight on.
  private mutating func drawTeeth(
    _ ruling: Ruling, _ manner: Manner, _ frame: HatchFrame, _ outline: Outline, _ rule: FillRule,
    _ strips: inout Strips, _ generator: inout SeededGenerator
  ) {
    let tooth = min(manner.tooth, ruling.gap / 2)
    chains.forEach { row, _, place in
      let span = strokes[row]
      let line = ruling.lines[span.line]
      let count = max(1, (span.length / (2 * tooth)).rounded())
      let step = span.length / count
      // The pen runs to and fro.
      let isBackward = place & 1 == 1
      func point(_ way: Double, height: Double = 0) -> Point {
        let x = isBackward ? span.right - way : span.left + way
        let p = line.point(at: x)
        return Point(p.x, p.y + height)
      }
      begin(at: frame.leave(point(0)))
      for k in 0..<Int(count) {
        let (from, to) = (Double(k) * step, Double(k + 1) * step)
        let lean = 0.5 + 0.25 * manner.variation * generator.signed()
        let height = min(tooth, step / 2) * (1 + 0.3 * manner.variation * generator.signed())
        let tip = point(from + step * lean, height: height)
        let (a, b) = (point(from), point(to))
        if strips.isClear(from: a, to: tip, strip: span.line, outline, rule),
          strips.isClear(from: tip, to: b, strip: span.line, outline, rule)
        {
          points.append(frame.leave(tip))
        }
        points.append(frame.leave(b))
      }
    }
  }

  private mutating func drawDots(
    _ ruling: Ruling, _ manner: Manner, _ frame: HatchFrame, _ generator: inout SeededGenerator
  ) {
    // Where hardly any line is as long as the gap, each gets a dot.
    let isThin = strokes.reduce(0) { $0 + $1.length } < ruling.gap * Double(strokes.count)
    func dot(_ x: Double, _ line: Ruling.Line) {
      let p = frame.leave(line.point(at: x))
      begin(at: p)
      points.append(p)
    }
    chains.forEach { row, _, place in
      let span = strokes[row]
      let line = ruling.lines[span.line]
      // Every other line is shifted by half a step, as bricks are.
      let shift = (span.line & 1 == 0 ? 0.25 : 0.75) * ruling.gap
      // The whole dot is inside, along the line.
      let left = span.left + manner.weight / 2
      let right = span.right - manner.weight / 2
      let first = ((left - ruling.left - shift) / ruling.gap).rounded(.up)
      let last = ((right - ruling.left - shift) / ruling.gap).rounded(.down)
      guard first <= last else {
        if isThin || span.length > ruling.gap / 2 { dot((span.left + span.right) / 2, line) }
        return
      }
      let count = Int(last - first) + 1
      for k in 0..<count {
        let k = place & 1 == 0 ? k : count - 1 - k
        let x = ruling.left + shift + (first + Double(k)) * ruling.gap
        let moved = x + generator.signed() * 0.45 * manner.variation * ruling.gap
        dot(max(left, min(right, moved)), line)
      }
    }
  }

  private mutating func drawDashes(
    _ ruling: Ruling, _ manner: Manner, _ frame: HatchFrame, _ generator: inout SeededGenerator
  ) {
    let period = manner.dash + manner.space
    chains.forEach { row, _, place in
      let span = strokes[row]
      let line = ruling.lines[span.line]
      let isBackward = place & 1 == 1
      func dash(_ a: Double, _ b: Double) {
        let (from, to) = (line.point(at: a), line.point(at: b))
        begin(at: frame.leave(isBackward ? to : from))
        points.append(frame.leave(isBackward ? from : to))
      }
      // Dashes are laid from the side where the pen stands, the first one cut anywhere.
      var x = -period * generator.unit()
      var isEmpty = true
      while x < span.length {
        let dashLength = manner.dash * (1 + 0.6 * manner.variation * generator.signed())
        let (a, b) = (max(0, x), min(span.length, x + dashLength))
        if b - a >= manner.dash / 4 {
          isEmpty = false
          if isBackward {
            dash(span.right - b, span.right - a)
          } else {
            dash(span.left + a, span.left + b)
          }
        }
        x += dashLength + manner.space * (1 + 0.6 * manner.variation * generator.signed())
      }
      // What is shorter than a dash is one.
      if isEmpty && span.length < manner.dash { dash(span.left, span.right) }
    }
  }
}
