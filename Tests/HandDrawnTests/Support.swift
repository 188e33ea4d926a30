import Geometry
import PathModel
import PluginKit

@testable import HandDrawn

/// A page of 400 by 300.
let page = Canvas(box: Rect(x: 0, y: 0, width: 400, height: 300))

/// What a stage makes of a drawing.
func applied<S: Stage>(
  _ stage: S, to drawing: Drawing, seed: UInt64 = 1, limits: Limits = Limits()
) throws -> Drawing {
  var result = drawing
  var context = Context(seed: seed, stage: S.name, limits: limits)
  try stage.apply(to: &result, &context)
  return result
}

/// The stage with its defaults but for what `change` sets.
func jitter(_ change: (inout Jitter) -> Void = { _ in }) -> Jitter {
  var stage = Jitter()
  change(&stage)
  return stage
}

/// Many points of a path, each segment cut into `steps`, one list a subpath.
func sampled(_ drawing: Drawing, _ row: Int, steps: Int = 32) -> [[Point]] {
  var lists: [[Point]] = []
  var start = Point.zero
  var current = Point.zero
  func add(_ curve: CubicCurve) {
    for k in 1...steps {
      lists[lists.count - 1].append(curve.point(at: Double(k) / Double(steps)))
    }
    current = curve.p3
  }
  drawing[path: row].forEachSegment { segment in
    switch segment {
    case .move(let p):
      lists.append([p])
      start = p
      current = p
    case .line(let p): add(CubicCurve(line: current, p))
    case .quad(let a, let p): add(CubicCurve(QuadCurve(current, a, p)))
    case .cubic(let a, let b, let p): add(CubicCurve(current, a, b, p))
    case .close: if current != start { add(CubicCurve(line: current, start)) }
    }
  }
  return lists
}

/// How far points lie at most from the polyline through others.
func distance(_ points: [Point], to line: [Point]) -> Double {
  points.map { p in
    zip(line, line.dropFirst()).map { a, b in
      let d = b - a
      let t = d.dot(d) > 0 ? max(0, min(1, (p - a).dot(d) / d.dot(d))) : 0
      return p.distance(to: a + d * t)
    }.min() ?? .infinity
  }.max() ?? 0
}

// `#expect` can't look into a view that doesn't outlive its drawing.

/// How many subpaths a path has.
func subpathCount(_ drawing: Drawing, _ row: Int) -> Int { drawing[path: row].subpathCount }

/// Whether every subpath of a path is closed.
func isClosed(_ drawing: Drawing, _ row: Int) -> Bool { drawing[path: row].isClosed }

/// A path of a clip in the textual form.
func clipText(_ drawing: Drawing, _ row: Int) -> String { drawing[clipPath: row].text }

/// Whether every subpath of a path comes back to its start before it's closed.
func comesBack(_ drawing: Drawing, _ row: Int) -> Bool {
  var start = Point.zero
  var current = Point.zero
  var isBack = true
  drawing[path: row].forEachSegment { segment in
    switch segment {
    case .move(let p):
      isBack = isBack && current == start
      start = p
      current = p
    case .line(let p), .quad(_, let p), .cubic(_, _, let p): current = p
    case .close: break
    }
  }
  return isBack && current == start
}
