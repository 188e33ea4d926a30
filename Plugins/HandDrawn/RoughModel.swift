import Geometry
import PathModel
import PluginKit

/// The hand of rough.js 4.6: for people who come from there, its faults of scale included.
///
/// Every segment is a stroke of its own, drawn anew in each pass, so corners aren't joined. Each number of
/// a point errs by itself, and its size has nothing to do with the drawing's: all lengths are in canvas
/// units. Every path starts from the seed as it was given, so equal paths come out equal; without a
/// seed (0) each has its own numbers.
///
/// What rough.js makes of a path's stroke and of a solid fill is matched number by number. What it
/// draws as ellipses, arcs and curves through points comes as paths here.
struct RoughModel: JitterModel {
  /// Each path errs by itself, so a clip that erred too would cut what it shouldn't.
  var movesClips: Bool { false }

  /// What is added to the roughness of fills.
  private static let fillGain = 0.8

  private let roughness: Double
  private let bowing: Double
  private let largest: Length
  private let keepsEnds: Bool
  private let simplification: Double?
  private let passes: Passes
  private let canvas: Canvas?

  init(_ jitter: Jitter, _ drawing: borrowing Drawing) {
    roughness = jitter.roughness
    bowing = jitter.bowing
    largest = jitter.maxOffset
    keepsEnds = jitter.keepEnds
    simplification = jitter.simplification.flatMap { $0 > 0 && $0 < 1 ? $0 : nil }
    passes = jitter.repeats
    canvas = drawing.canvas
  }

  /// Whether fill and stroke are drawn apart: a stroke of loose segments can't be filled.
  func partsFill(from style: Style) -> Bool { true }

  /// Each segment is a subpath of four points.
  func pointCount(of path: PathView, style: Style, passes: Int) -> Double {
    4 * Double(passes) * Double(path.verbs.count)
  }

  mutating func draw(
    _ path: PathView, style: Style, part: PathPart, passes range: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context
  ) {
    let verbCount = builder.verbCount
    var hand = Hand(
      roughness: roughness, bowing: bowing,
      largest: largest.resolved(canvas: canvas, strokeWidth: style.strokeWidth),
      keepsEnds: keepsEnds, random: RoughRandom(path: path.info.key, context))
    if part == .fill {
      // There the stroke is drawn first whether it shows or not, and the fill goes on with its numbers.
      hand.random.skip(strokeDraws(of: path, passes: style.strokePasses(of: passes)))
      drawFill(path, by: &hand, into: &builder)
    } else if let simplification {
      hand.random.skip(strokeDraws(of: path, passes: passes.count))
      if style.hasVisibleFill { hand.random.skip(fillDraws(of: path)) }
      let outline = RoughOutline(of: path, distance: 4 - 4 * simplification)
      for corners in outline.subpaths {
        for (a, b) in zip(corners, corners.dropFirst()) {
          hand.line(from: a, to: b, passes, range, into: &builder)
        }
      }
    } else {
      hand.stroke(path, passes, range, into: &builder)
    }
    // A lone point.
    if builder.verbCount == verbCount { builder.append(path) }
  }

  private func drawFill(_ path: PathView, by hand: inout Hand, into builder: inout PathBuilder) {
    if path.subpathCount == 1 {
      // The path in one pass, its segments joined.
      if roughness > 0 { hand.roughness += RoughModel.fillGain }
      hand.joins = true
      hand.stroke(path, Passes(count: 1), 0..<1, into: &builder)
      return
    }
    for corners in fillOutline(of: path).subpaths where corners.count > 2 {
      builder.move(to: hand.near(corners[0], hand.largest))
      for corner in corners.dropFirst() { builder.line(to: hand.near(corner, hand.largest)) }
    }
  }

  private func fillOutline(of path: PathView) -> RoughOutline {
    RoughOutline(of: path, distance: simplification.map { 4 - 4 * $0 } ?? (1 + roughness) / 2)
  }

  /// How many random numbers a stroke takes.
  private func strokeDraws(of path: PathView, passes: Int) -> Int {
    var count = 0
    path.forEachSegment { segment in
      switch segment {
      case .move: break
      case .line, .close: count += passes * (keepsEnds ? 7 : 11)
      case .quad, .cubic: count += keepsEnds ? passes * 4 : passes * 8 - 2
      }
    }
    return count
  }

  /// How many random numbers a fill takes.
  private func fillDraws(of path: PathView) -> Int {
    if path.subpathCount == 1 { return strokeDraws(of: path, passes: 1) }
    return fillOutline(of: path).subpaths.reduce(0) { $0 + ($1.count > 2 ? 2 * $1.count : 0) }
  }
}

extension Style {
  /// How many passes its stroke is drawn in, seen or not.
  fileprivate func strokePasses(of passes: Passes) -> Int { dashes.isEmpty ? passes.count : 1 }
}

/// One path's hand.
private struct Hand {
  var roughness: Double
  let bowing: Double
  /// How far a point moves each way at a roughness of 1.
  let largest: Double
  let keepsEnds: Bool
  var random: RoughRandom
  /// Whether segments go on where the last ended.
  var joins = false
  private var isDown = false

  init(
    roughness: Double, bowing: Double, largest: Double, keepsEnds: Bool, random: RoughRandom
  ) {
    self.roughness = roughness
    self.bowing = bowing
    self.largest = largest
    self.keepsEnds = keepsEnds
    self.random = random
  }

  /// An error of up to so much each way.
  @inline(__always)
  mutating func error(_ size: Double) -> Double {
    roughness * (random.next() * (size + size) - size)
  }

  /// A point near another.
  @inline(__always)
  mutating func near(_ p: Point, _ size: Double) -> Point {
    let x = error(size)
    return Point(p.x + x, p.y + error(size))
  }

  @inline(__always)
  private mutating func end(_ p: Point, _ size: Double) -> Point {
    keepsEnds ? p : near(p, size)
  }

  private mutating func move(to p: Point, into builder: inout PathBuilder) {
    if !joins || !isDown { builder.move(to: p) }
    isDown = true
  }

  /// Draws all segments, each in all passes.
  mutating func stroke(
    _ path: PathView, _ passes: Passes, _ range: Range<Int>, into builder: inout PathBuilder
  ) {
    path.forEachStep { step in
      if let width = path.width(step) { builder.width = width }
      switch step.verb {
      case .move: break
      case .line, .close: line(from: step.from, to: step.end, passes, range, into: &builder)
      case .quad, .cubic:
        if let c = path.curve(step) { curve(c, passes, range, into: &builder) }
      }
    }
  }

  /// Draws a straight line: a cubic whose middle bows to one side; passes after the first err by half.
  mutating func line(
    from a: Point, to b: Point, _ passes: Passes, _ range: Range<Int>,
    into builder: inout PathBuilder
  ) {
    let way = b - a
    let square = way.x * way.x + way.y * way.y
    let length = square.squareRoot()
    // Long lines err less; the step at 200 is theirs.
    let gain = length < 200 ? 1 : (length > 500 ? 0.4 : -0.0016668 * length + 1.233334)
    let most = largest * largest * 100 > square ? length / 10 : largest
    let roughnessOfAll = roughness
    for pass in 0..<passes.count {
      roughness = roughnessOfAll * gain * passes.amplitude(of: pass)
      let size = pass == 0 ? most : most / 2
      let t = 0.2 + 0.2 * random.next()
      let bowX = error(bowing * largest * way.y / 200)
      let bow = Point(bowX, error(bowing * largest * -way.x / 200))
      let start = end(a, size)
      let c1 = near(bow + a + way * t, size)
      let c2 = near(bow + a + way * (2 * t), size)
      let stop = end(b, size)
      guard range.contains(pass) else { continue }
      move(to: start, into: &builder)
      builder.cubic(c1, c2, to: stop)
    }
    roughness = roughnessOfAll
  }

  /// Draws a curve; the first pass starts where it should, later ones err a little more.
  private mutating func curve(
    _ c: CubicCurve, _ passes: Passes, _ range: Range<Int>, into builder: inout PathBuilder
  ) {
    let least = largest > 0 ? largest : 1
    let roughnessOfAll = roughness
    for pass in 0..<passes.count {
      roughness = roughnessOfAll * passes.amplitude(of: pass)
      let size = pass == 0 ? least : least + 0.3
      let start = pass == 0 ? c.p0 : end(c.p0, least)
      let stop = end(c.p3, size)
      let c1 = near(c.p1, size)
      let c2 = near(c.p2, size)
      guard range.contains(pass) else { continue }
      move(to: start, into: &builder)
      builder.cubic(c1, c2, to: stop)
    }
    roughness = roughnessOfAll
  }
}
