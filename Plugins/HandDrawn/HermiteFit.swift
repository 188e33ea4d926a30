import Geometry
import PathModel

/// A cubic through two points in given directions, whose control points go out so far that it meets a
/// curve in between as well as it can.
///
/// A cubic in Hermite's form matches a curve point by point, which nobody sees; what is seen is how far it
/// lies beside the curve. So it's fitted by the lengths of its two arms alone: that keeps the directions at
/// its ends, and one cubic does where halves were needed.
struct HermiteFit {
  /// Where it starts.
  let p0: Point
  /// Where it ends.
  let p3: Point
  private var a: Point
  private var b: Point
  /// What the arms of Hermite's form were multiplied by.
  private(set) var lengthening = (first: 1.0, last: 1.0)

  /// How much arms are shortened or lengthened at most.
  private static let change = -0.5...0.8

  /// How near is near enough, in tolerances.
  private static let near = 0.7

  /// How little doubling an arm must matter, in squared tolerances, to be left as it is.
  private static let stiffness = 0.02

  /// The first control point.
  var c1: Point { p0 + a }
  /// The second control point.
  var c2: Point { p3 - b }
  /// Where it is at half of its parameter.
  var middle: Point { (p0 + p3) * 0.5 + (a - b) * 0.375 }

  /// Makes the cubic with the arms of Hermite's form.
  /// - Parameters:
  ///   - p0: Where it starts.
  ///   - a: A third of the derivative there.
  ///   - p3: Where it ends.
  ///   - b: A third of the derivative there.
  @inline(__always)
  init(from p0: Point, _ a: Point, to p3: Point, _ b: Point) {
    (self.p0, self.a, self.p3, self.b) = (p0, a, p3, b)
  }

  /// A place at which it's to meet the curve.
  private struct Goal {
    /// How far the curve lies beside it.
    var miss: Double
    /// By how much less when the first arm is twice as long.
    var first: Double
    /// By how much less when the second is.
    var second: Double
    /// How far either moves it along the curve.
    var along: (Double, Double)

    /// - Parameters:
    ///   - fit: The cubic.
    ///   - t: Its parameter.
    ///   - d: Where the curve is there, seen from the cubic.
    ///   - way: Where the curve goes there.
    @inline(__always)
    init(_ fit: HermiteFit, at t: Double, _ d: Point, way: Point) {
      let s = 1 - t
      let (w1, w2) = (3 * s * s * t, 3 * s * t * t)
      let length = way.length
      // Where the curve stands still each way counts.
      guard length > 0 else {
        (miss, first, second, along) = (d.length, 0, 0, (0, 0))
        return
      }
      let direction = way * (1 / length)
      let across = Point(-direction.y, direction.x)
      miss = across.dot(d)
      first = across.dot(fit.a) * w1
      second = -across.dot(fit.b) * w2
      along = (direction.dot(fit.a) * w1, -direction.dot(fit.b) * w2)
    }

    @inline(__always)
    func rest(_ x: Double, _ y: Double, bend: Double) -> Double {
      // What it moves on along a bend it moves off it.
      let shift = along.0 * x + along.1 * y
      return (miss - first * x - second * y).magnitude + shift * shift * bend
    }
  }

  /// How far a curve lies beside a cubic at most.
  struct Miss {
    /// Beside Hermite's form.
    var before: Double
    /// Beside what was made of it.
    var after: Double
  }

  @inline(__always)
  private func point(at t: Double) -> Point {
    let s = 1 - t
    let (w1, w2) = (3 * s * s * t, 3 * s * t * t)
    return p0 * (s * s * s + w1) + p3 * (t * t * t + w2) + a * w1 - b * w2
  }

  /// Whether a curve that goes some way passes a place so far away within a distance, told without roots and
  /// divisions; never where it stands still.
  @inline(__always)
  static func isNear(_ d: Point, way: Point, _ distance: Double) -> Bool {
    let across = way.x * d.y - way.y * d.x
    let square = way.dot(way)
    return square > 0 && across * across <= distance * distance * square
  }

  /// Changes the arms so that the cubic meets a curve (least squares, with a preference for Hermite's arms
  /// where it makes no difference).
  /// - Parameters:
  ///   - q1: Where the curve is at a quarter of its parameter.
  ///   - q2: At half of it.
  ///   - q3: At three quarters.
  ///   - tolerance: What makes no difference; above 0.
  /// - Returns: How far the curve lies beside the cubic at those places; most of the tolerance where it's no more.
  @inline(__always)
  mutating func meet(_ q1: Point, _ q2: Point, _ q3: Point, tolerance: Double) -> Miss {
    let (d1, d2, d3) = (q1 - point(at: 0.25), q2 - point(at: 0.5), q3 - point(at: 0.75))
    let (w1, w2, w3) = (q2 - p0, q3 - q1, p3 - q2)
    let near = tolerance * HermiteFit.near
    if HermiteFit.isNear(d1, way: w1, near), HermiteFit.isNear(d2, way: w2, near),
      HermiteFit.isNear(d3, way: w3, near)
    {
      return Miss(before: near, after: near)
    }
    let g1 = Goal(self, at: 0.25, d1, way: w1)
    let g2 = Goal(self, at: 0.5, d2, way: w2)
    let g3 = Goal(self, at: 0.75, d3, way: w3)
    let before = max(g1.miss.magnitude, g2.miss.magnitude, g3.miss.magnitude)
    let unchanged = Miss(before: before, after: before)
    let stiffness = tolerance * tolerance * HermiteFit.stiffness
    let xx = g1.first * g1.first + g3.first * g3.first + g2.first * g2.first + stiffness
    let yy = g1.second * g1.second + g3.second * g3.second + g2.second * g2.second + stiffness
    let xy = g1.first * g1.second + g3.first * g3.second + g2.first * g2.second
    let xm = g1.first * g1.miss + g3.first * g3.miss + g2.first * g2.miss
    let ym = g1.second * g1.miss + g3.second * g3.miss + g2.second * g2.miss
    let determinant = xx * yy - xy * xy
    guard determinant > 0 else { return unchanged }
    let x = HermiteFit.bounded((xm * yy - ym * xy) / determinant)
    let y = HermiteFit.bounded((ym * xx - xm * xy) / determinant)
    // Half of the curvature, by the height of the middle over the quarters.
    let (chord, height) = (q3 - q1, q1 + q3 - q2 * 2)
    let square = chord.dot(chord)
    let bend = square > 0 ? 2 * height.length / square : 0
    let after = max(
      g1.rest(x, y, bend: bend), g2.rest(x, y, bend: bend), g3.rest(x, y, bend: bend))
    guard after < before else { return unchanged }
    lengthening = (1 + x, 1 + y)
    a = a * lengthening.first
    b = b * lengthening.last
    return Miss(before: before, after: after)
  }

  @inline(__always)
  private static func bounded(_ x: Double) -> Double {
    max(change.lowerBound, min(change.upperBound, x))
  }

  /// Shortens the arms so that the cubic stays where its ends are, if they are in it.
  @inline(__always)
  mutating func stay(in room: Rect) {
    a = HermiteFit.shortened(a, from: p0, in: room)
    b = -HermiteFit.shortened(-b, from: p3, in: room)
  }

  @inline(__always)
  private static func shortened(_ arm: Point, from p: Point, in room: Rect) -> Point {
    guard !room.contains(p + arm) && room.contains(p) else { return arm }
    var part = 1.0
    if arm.x < 0 { part = min(part, (room.minX - p.x) / arm.x) }
    if arm.x > 0 { part = min(part, (room.maxX - p.x) / arm.x) }
    if arm.y < 0 { part = min(part, (room.minY - p.y) / arm.y) }
    if arm.y > 0 { part = min(part, (room.maxY - p.y) / arm.y) }
    return arm * part
  }
}

extension Rect {
  /// Whether a curve's points all lie in it, and so the curve.
  @inline(__always)
  func contains(_ c: CubicCurve) -> Bool {
    contains(c.p0) && contains(c.p1) && contains(c.p2) && contains(c.p3)
  }
}
