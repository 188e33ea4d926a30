import NumberText
import PathModel

extension EPSPainter {
  /// Writes a path, a segment a line. The one loop that runs for every point.
  ///
  /// With `squareDots`, a subpath that is a single point becomes a tiny line to the right:
  /// PostScript paints a round cap there, as SVG does, but no square one.
  func write(_ path: borrowing PathView, squareDots: Bool, to output: inout ByteSink) {
    var i = 0
    var last = Point.zero
    var isInDot = false
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      if isInDot && verb != .move {
        i &+= verb.pointCount
        continue
      }
      switch verb {
      case .move:
        append(path.points[i], to: &output)
        output.append("m\n")
        isInDot = squareDots && isDot(path, verb: k, point: i)
        if isInDot {
          var end = page.map(path.points[i])
          end.x += step
          append(mapped: end, to: &output)
          output.append("l\n")
        }
      case .line:
        append(path.points[i], to: &output)
        output.append("l\n")
      case .quad:
        // The cubic that is the same curve.
        let control = path.points[i]
        let end = path.points[i + 1]
        append(last.interpolated(to: control, at: 2.0 / 3), to: &output)
        append(end.interpolated(to: control, at: 2.0 / 3), to: &output)
        append(end, to: &output)
        output.append("c\n")
      case .cubic:
        append(path.points[i], to: &output)
        append(path.points[i + 1], to: &output)
        append(path.points[i + 2], to: &output)
        output.append("c\n")
      case .close:
        output.append("h\n")
      }
      i &+= verb.pointCount
      if verb != .close { last = path.points[i - 1] }
    }
  }

  @inline(__always)
  private func append(_ p: Point, to output: inout ByteSink) {
    append(mapped: page.map(p), to: &output)
  }

  @inline(__always)
  private func append(mapped p: Point, to output: inout ByteSink) {
    output.append(p.x, precision: precision, leadingZero: false)
    output.append(UInt8(ascii: " "))
    output.append(p.y, precision: precision, leadingZero: false)
    output.append(UInt8(ascii: " "))
  }

  /// Whether the subpath that begins here draws something, but goes nowhere after rounding.
  private func isDot(_ path: borrowing PathView, verb first: Int, point start: Int) -> Bool {
    var k = first + 1
    var i = start + 1
    while k < path.verbs.count, path.verbs[k] != .move {
      for _ in 0..<path.verbs[k].pointCount {
        if rounded(path.points[i]) != rounded(path.points[start]) { return false }
        i += 1
      }
      k += 1
    }
    return k > first + 1
  }

  private func rounded(_ p: Point) -> [Int64?] {
    let p = page.map(p)
    return [p.x, p.y].map { FixedPoint.scaled($0, precision: precision) }
  }

  /// The distance between two neighbours of what can be written.
  private var step: Double {
    var step = 1.0
    for _ in 0..<precision { step /= 10 }
    return step
  }
}
