import Geometry
import PathModel

/// Draws paths with curves in place of lines that go on from one another.
///
/// A line between two corners stays, curves stay, and where a line leads smoothly into a curve what
/// becomes of it does so too.
struct SmoothPen {
  private let tension: Double
  /// The cosine of the turn that makes a corner.
  private let cornerCosine: Double

  /// One line or curve of a subpath.
  private struct Part: BitwiseCopyable {
    var verb: Verb
    /// Its points in the path.
    var firstPoint: Int
    /// The direction in which it leaves its start, and comes to its end.
    var out: Point
    var into: Point
    var end: Point

    var isLine: Bool { verb == .line || verb == .close }
  }

  private var parts: [Part] = []

  init(tension: Double, cornerDegrees: Double) {
    self.tension = tension
    cornerCosine = cornerDegrees < 180 ? cosine(degrees: max(0, cornerDegrees)) : -2
  }

  /// Writes a path.
  /// - Complexity: Linear in the number of points; no allocation once the array has grown.
  mutating func write(_ path: PathView, to builder: inout PathBuilder) {
    var subpath = SubpathRanges()
    while subpath.next(in: path) {
      gather(path, subpath)
      write(path, subpath, to: &builder)
    }
  }

  private mutating func gather(_ path: PathView, _ subpath: SubpathRanges) {
    parts.removeAll(keepingCapacity: true)
    path.forEachStep(in: subpath) { step in
      guard step.verb != .move else { return }
      let curve = path.curve(step)
      let line = step.end - step.from
      // Lines of no length have no direction; a dot is one that has nothing else.
      if curve != nil || line != .zero {
        parts.append(
          Part(
            verb: step.verb, firstPoint: step.firstPoint, out: curve?.tangentAtStart ?? line,
            into: curve?.tangentAtEnd ?? line, end: step.end))
      }
    }
  }

  private func write(_ path: PathView, _ subpath: SubpathRanges, to builder: inout PathBuilder) {
    func setWidth(_ i: Int) { if !path.widths.isEmpty { builder.width = path.widths[i] } }
    let first = subpath.points.lowerBound
    let isClosed = path.verbs[subpath.verbs.upperBound - 1] == .close
    setWidth(first)
    builder.move(to: path.points[first])
    if parts.isEmpty && subpath.points.count > 1 { builder.line(to: path.points[first]) }
    var start = path.points[first]
    for k in parts.indices {
      let part = parts[k]
      let before = k > 0 ? k - 1 : (isClosed ? parts.count - 1 : nil)
      let after = k + 1 < parts.count ? k + 1 : (isClosed ? 0 : nil)
      let last = part.verb == .close ? first : part.firstPoint + part.verb.pointCount - 1
      setWidth(last)
      switch part.verb {
      case .quad: builder.quad(path.points[part.firstPoint], to: part.end)
      case .cubic:
        builder.cubic(
          path.points[part.firstPoint], path.points[part.firstPoint + 1], to: part.end)
      case .move, .line, .close:
        let goesOn = before.map { isSmooth(from: $0, to: k) } ?? false
        let leadsOn = after.map { isSmooth(from: k, to: $0) } ?? false
        let bends =
          goesOn && parts[before ?? k].isLine || leadsOn && parts[after ?? k].isLine
        if bends && tension < 1 {
          let size = start.distance(to: part.end)
          let p0 =
            goesOn
            ? before.map {
              parts[$0].isLine
                ? start - parts[$0].out
                : start - parts[$0].into * size
            } : nil
          let p3 =
            leadsOn
            ? after.map {
              parts[$0].isLine
                ? parts[$0].end
                : part.end + parts[$0].out * size
            } : nil
          let curve = CubicCurve.catmullRom(p0, start, part.end, p3, tension: tension)
          builder.cubic(curve.p1, curve.p2, to: part.end)
        } else if part.verb != .close {
          builder.line(to: part.end)
        }
      }
      start = part.end
    }
    if isClosed { builder.close() }
  }

  /// Whether one part goes on in the next without a corner.
  private func isSmooth(from a: Int, to b: Int) -> Bool {
    if a == b { return false }
    let (from, to) = (parts[a].into, parts[b].out)
    return from.dot(to) >= cornerCosine * from.length * to.length
  }
}
