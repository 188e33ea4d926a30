import Geometry
import PathModel

/// Points along all that a path draws, one list a subpath, closing lines included.
func alongPath(_ drawing: Drawing, _ row: Int, steps: Int = 24) -> [[Point]] {
  var lists: [[Point]] = []
  let path = drawing[path: row]
  var subpath = SubpathRanges()
  while subpath.next(in: path) {
    var i = subpath.points.lowerBound
    let start = path.points[i]
    var list = [start]
    var current = start
    i += 1
    for k in subpath.verbs.dropFirst() {
      let verb = path.verbs[k]
      let end = verb == .close ? start : path.points[i + verb.pointCount - 1]
      let curve =
        path.curve(k, from: current, atPoint: i) ?? CubicCurve(line: current, end)
      for n in 1...steps { list.append(curve.point(at: Double(n) / Double(steps))) }
      current = end
      i += verb.pointCount
    }
    lists.append(list)
  }
  return lists
}

/// How far any of the points lies from the line through the others.
func stray(_ points: [Point], from line: [Point]) -> Double {
  points.map { p in
    var nearest = p.distance(to: line[0])
    for (a, b) in zip(line, line.dropFirst()) {
      nearest = min(nearest, p.distance(toLineFrom: a, to: b))
    }
    return nearest
  }.max() ?? 0
}

/// What a path becomes, written by `write` into a drawing of its own.
func rewritten(
  _ drawing: Drawing, _ write: (PathView, inout PathBuilder) -> Void
) -> Drawing {
  var result = Drawing(tablesOf: drawing)
  for row in 0..<drawing.pathCount {
    result.appendPath(drawing.records[row].info) { write(drawing[path: row], &$0) }
  }
  return result
}

/// A repeatable number between 0 and 1 from a counter.
struct Numbers {
  var state: UInt64
  mutating func unit() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Double(StableHash.mix(state) >> 11) * 0x1p-53
  }
}

/// A path of random lines and curves; a walk, so that neighbouring points are near.
func randomWalk(
  seed: UInt64, count: Int, step: Double, curves: Bool, closed: Bool
) -> Drawing {
  var numbers = Numbers(state: seed)
  func near(_ p: Point, _ numbers: inout Numbers) -> Point {
    Point(p.x + step * (2 * numbers.unit() - 0.8), p.y + step * (2 * numbers.unit() - 1))
  }
  var drawing = Drawing()
  let style = drawing.styleID(for: Style(stroke: .color(.black)))
  drawing.appendPath(PathInfo(style: style)) { builder in
    var p = near(.zero, &numbers)
    builder.move(to: p)
    for _ in 0..<count {
      let kind = curves ? numbers.unit() : 0
      let a = near(p, &numbers)
      let b = near(a, &numbers)
      if kind < 0.4 {
        builder.line(to: a)
        p = a
      } else if kind < 0.6 {
        builder.quad(a, to: b)
        p = b
      } else {
        let c = near(b, &numbers)
        builder.cubic(a, b, to: c)
        p = c
      }
    }
    if closed { builder.close() }
  }
  return drawing
}
