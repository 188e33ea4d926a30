import Geometry
import PathModel
import PluginKit

@testable import Hatch

/// The stage with its defaults but for what `change` sets.
func hatch(_ change: (inout Hatch) -> Void = { _ in }) -> Hatch {
  var stage = Hatch()
  change(&stage)
  return stage
}

/// The stage without chance: lines are ruled, 5 units apart, and end at the outline.
func ruled(_ change: (inout Hatch) -> Void = { _ in }) -> Hatch {
  hatch {
    $0.variation = 0
    $0.gap = Length(5)
    $0.paper = Paint.none
    $0.thin = .hatch
    change(&$0)
  }
}

/// What the stage makes of a drawing.
func applied(
  _ stage: Hatch, to drawing: Drawing, seed: UInt64 = 1, limits: Limits = Limits()
) throws -> Drawing {
  var result = drawing
  var context = Context(seed: seed, stage: Hatch.name, limits: limits)
  try stage.apply(to: &result, &context)
  return result
}

/// A drawing of one path on a page of 400 by 400.
func drawing(
  _ text: String, _ style: Style = Style(fill: .color(Color(red: 200, green: 30, blue: 30)))
) -> Drawing {
  var drawing = Drawing()
  drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 400, height: 400))
  add(text, style, to: &drawing)
  drawing.assignKeys()
  return drawing
}

func add(_ text: String, _ style: Style, to drawing: inout Drawing) {
  let row = drawing.styleID(for: style)
  drawing.appendPath(PathInfo(style: row)) { $0.append(text: text) }
}

/// A straight stroke.
struct Stroke {
  var a: Point
  var b: Point
  var middle: Point { a.interpolated(to: b, at: 0.5) }
  var length: Double { a.distance(to: b) }
}

/// The straight strokes of all paths that are hatches, one list a subpath.
func polylines(_ drawing: Drawing) -> [[Stroke]] {
  var lists: [[Stroke]] = []
  for row in 0..<drawing.pathCount
  where drawing.attributes(ofPath: row).classes.contains("hatch") {
    var current = Point.zero
    drawing[path: row].forEachSegment { segment in
      switch segment {
      case .move(let p):
        lists.append([])
        current = p
      case .line(let p):
        lists[lists.count - 1].append(Stroke(a: current, b: p))
        current = p
      case .quad, .cubic, .close: break
      }
    }
  }
  return lists
}

func strokes(_ drawing: Drawing) -> [Stroke] { polylines(drawing).flatMap { $0 } }

func totalLength(_ drawing: Drawing) -> Double {
  strokes(drawing).reduce(0) { $0 + $1.length }
}

/// Whether a point is inside the first path of a drawing, by its own count of windings.
func isInside(_ p: Point, _ drawing: Drawing) -> Bool {
  let winding = drawing[path: 0].windingNumber(around: p)
  return drawing.style(ofPath: 0).fillRule == .nonzero ? winding != 0 : winding & 1 != 0
}

/// How far a point is from the outline of the first path, open subpaths being closed.
struct OutlineDistance {
  private var pieces: [(Point, Point)] = []

  init(_ drawing: Drawing, tolerance: Double = 1e-7) {
    var pieces: [(Point, Point)] = []
    var start = Point.zero
    var current = Point.zero
    func line(_ p: Point) {
      pieces.append((current, p))
      current = p
    }
    drawing[path: 0].forEachSegment { segment in
      switch segment {
      case .move(let p):
        if current != start { line(start) }
        (start, current) = (p, p)
      case .line(let p): line(p)
      case .quad(let a, let p):
        CubicCurve(QuadCurve(current, a, p)).flatten(tolerance: tolerance) { line($0) }
      case .cubic(let a, let b, let p):
        CubicCurve(current, a, b, p).flatten(tolerance: tolerance) { line($0) }
      case .close: line(start)
      }
    }
    if current != start { line(start) }
    self.pieces = pieces
  }

  func of(_ p: Point) -> Double {
    pieces.map { a, b in
      let d = b - a
      let t = d.dot(d) > 0 ? max(0, min(1, (p - a).dot(d) / d.dot(d))) : 0
      return p.distance(to: a + d * t)
    }.min() ?? .infinity
  }
}

/// Closed subpaths of random lines and curves.
func randomShape(_ random: inout SeededGenerator, subpaths: Int = 1) -> String {
  func p() -> String { "\(random.uniform(20, 380)) \(random.uniform(20, 380))" }
  var text = ""
  for _ in 0..<subpaths {
    text += "M\(p())"
    for _ in 0..<Int(random.uniform(2, 8)) {
      switch random.unit() {
      case ..<0.4: text += " L\(p())"
      case ..<0.6: text += " Q\(p()) \(p())"
      default: text += " C\(p()) \(p()) \(p())"
      }
    }
    if random.unit() < 0.8 { text += " Z" }
    text += " "
  }
  return text
}

let donut =
  "M200 50 C282.8 50 350 117.2 350 200 C350 282.8 282.8 350 200 350 C117.2 350 50 282.8 50 200 "
  + "C50 117.2 117.2 50 200 50 Z M200 120 C155.8 120 120 155.8 120 200 C120 244.2 155.8 280 200 280 "
  + "C244.2 280 280 244.2 280 200 C280 155.8 244.2 120 200 120 Z"
let star = "M200 20 L306 344 L30 144 L370 144 L94 344 Z"
let square = "M100 100 L300 100 L300 300 L100 300 Z"

/// How many subpaths a path has; `#expect` can't look into a view.
func subpathCount(_ drawing: Drawing, _ row: Int) -> Int { drawing[path: row].subpathCount }
