import Geometry
import PathModel

/// Finds the parts of a ruling's lines that lie inside an outline.
///
/// Every edge meets the lines by itself, exactly (a line by its equation, a curve by the roots of a
/// cubic). The meetings are sorted line by line, and a walk along each line counts the windings. All in
/// flat arrays that are used again; nothing is allocated for a line.
struct SpanFinder {
  /// A part of a line that is inside.
  struct Span: BitwiseCopyable {
    /// Which line.
    var line: Int
    /// Where it begins along the line.
    var left: Double
    /// Where it ends.
    var right: Double

    var length: Double { right - left }
  }

  /// Where something changes along a line.
  private struct Crossing: BitwiseCopyable {
    var x: Double
    var line: UInt32
    /// By how much the winding number changes.
    var turn: Int16
    /// How many more parts of the margin begin, or end, here.
    var margin: Int16
  }

  /// What was found, line by line and along each line.
  private(set) var spans: [Span] = []
  private var found: [Crossing] = []
  private var sorted: [Crossing] = []
  private var ends: [Int] = []

  /// Forgets what was found before.
  mutating func begin() {
    found.removeAll(keepingCapacity: true)
    spans.removeAll(keepingCapacity: true)
  }

  /// Meets an edge with all lines.
  /// - Returns: False when there are more meetings than the limit.
  mutating func cross(_ edge: Outline.Edge, _ ruling: Ruling, limit: Int) -> Bool {
    let range = ruling.lines(from: edge.low, to: edge.high)
    let curve = edge.curve
    let (a, b, c, d) = (curve.p0, curve.p1, curve.p2, curve.p3)
    if edge.isLine {
      for k in range {
        let line = ruling.lines[k]
        let (from, to) = (line.height(of: a), line.height(of: d))
        guard (from > 0) != (to > 0) else { continue }
        let x = a.x + (d.x - a.x) * (from / (from - to))
        found.append(
          Crossing(x: x, line: UInt32(k), turn: to > 0 ? 1 : -1, margin: 0))
      }
    } else {
      var last = SIMD4<Double>(repeating: -1)
      for k in range {
        let line = ruling.lines[k]
        forEachSignChange(
          line.height(of: a), line.height(of: b), line.height(of: c), line.height(of: d),
          near: &last
        ) { t, isRising in
          let s = 1 - t
          let x = (a.x * s + 3 * b.x * t) * (s * s) + (3 * c.x * s + d.x * t) * (t * t)
          found.append(
            Crossing(x: x, line: UInt32(k), turn: isRising ? 1 : -1, margin: 0))
        }
      }
    }
    return found.count <= limit
  }

  /// Keeps all lines away from a straight piece of the outline.
  /// - Returns: False when there are more meetings than the limit.
  mutating func keepAway(
    from a: Point, _ b: Point, by distance: Double, _ ruling: Ruling, limit: Int
  ) -> Bool {
    let range = ruling.lines(from: min(a.y, b.y) - distance, to: max(a.y, b.y) + distance)
    for k in range {
      guard let part = ruling.lines[k].part(within: distance, of: a, b) else { continue }
      found.append(Crossing(x: part.lowerBound, line: UInt32(k), turn: 0, margin: 1))
      found.append(Crossing(x: part.upperBound, line: UInt32(k), turn: 0, margin: -1))
    }
    return found.count <= limit
  }

  /// Sorts what was met into spans.
  /// - Parameters:
  ///   - count: How many lines there are.
  ///   - rule: What counts as inside.
  ///   - sliver: Shorter spans are none, and shorter gaps between two spans aren't there.
  mutating func finish(count: Int, rule: FillRule, sliver: Double) {
    sort(count)
    var begin = 0
    for line in 0..<count {
      let end = ends[line]
      walk(begin..<end, line, rule, sliver)
      begin = end
    }
  }

  /// Sorts by line, by counting, and along each line.
  private mutating func sort(_ count: Int) {
    ends.removeAll(keepingCapacity: true)
    ends.append(contentsOf: repeatElement(0, count: count))
    for crossing in found { ends[Int(crossing.line)] += 1 }
    var sum = 0
    for line in 0..<count {
      let own = ends[line]
      ends[line] = sum
      sum += own
    }
    sorted.removeAll(keepingCapacity: true)
    if let any = found.first {
      sorted.append(contentsOf: repeatElement(any, count: found.count))
    }
    for crossing in found {
      let line = Int(crossing.line)
      let place = ends[line]
      sorted[place] = crossing
      ends[line] = place + 1
    }
    var begin = 0
    for line in 0..<count {
      let end = ends[line]
      if end - begin > 24 {
        sorted[begin..<end].sort { $0.x < $1.x }
      } else if end - begin > 1 {
        // A handful: insertion.
        for i in (begin + 1)..<end {
          let moved = sorted[i]
          var k = i
          while k > begin && sorted[k - 1].x > moved.x {
            sorted[k] = sorted[k - 1]
            k -= 1
          }
          sorted[k] = moved
        }
      }
      begin = end
    }
  }

  private mutating func walk(
    _ range: Range<Int>, _ line: Int, _ rule: FillRule, _ sliver: Double
  ) {
    var winding = 0
    var margin = 0
    var start: Double?
    var last = -Double.infinity
    for i in range {
      let crossing = sorted[i]
      winding += Int(crossing.turn)
      margin += Int(crossing.margin)
      let isInside = margin == 0 && (rule == .nonzero ? winding != 0 : winding & 1 != 0)
      if let left = start {
        guard !isInside else { continue }
        start = nil
        if left - last <= sliver, let before = spans.last, before.line == line {
          // Two insides that touch are one.
          spans[spans.count - 1].right = crossing.x
          last = crossing.x
        } else if crossing.x - left > sliver {
          spans.append(Span(line: line, left: left, right: crossing.x))
          last = crossing.x
        }
      } else if isInside {
        start = crossing.x
      }
    }
  }

  /// How long the spans are on average; 0 when there are none.
  var meanLength: Double {
    guard !spans.isEmpty else { return 0 }
    var sum = 0.0
    for span in spans { sum += span.length }
    return sum / Double(spans.count)
  }

  /// Leaves out what is too short to be a stroke.
  mutating func removeSpans(shorterThan length: Double) {
    spans.removeAll { $0.length < length }
  }
}

extension Ruling.Line {
  /// The part of the line that is nearer than a distance to some point of a straight piece: an interval,
  /// since such points form a convex shape.
  fileprivate func part(within distance: Double, of a: Point, _ b: Point) -> ClosedRange<Double>? {
    var low = Double.infinity
    var high = -Double.infinity
    func add(_ x: Double) {
      low = min(low, x)
      high = max(high, x)
    }
    // The discs around both ends.
    let k = 1 + slope * slope
    for p in [a, b] {
      let h = height(of: p)
      let square = distance * distance * k - h * h
      guard square >= 0 else { continue }
      let middle = p.x + slope * h / k
      let half = square.squareRoot() / k
      add(middle - half)
      add(middle + half)
    }
    // The two sides between the discs.
    let d = b - a
    let length = d.length
    if length > 0 {
      let normal = Point(-d.y, d.x) * (distance / length)
      for (p, q) in [(a + normal, b + normal), (a - normal, b - normal)] {
        let (from, to) = (height(of: p), height(of: q))
        guard (from > 0) != (to > 0) else { continue }
        add(p.x + (q.x - p.x) * (from / (from - to)))
      }
    }
    return low <= high ? low...high : nil
  }
}
