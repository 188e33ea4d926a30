import Geometry
import PathModel

/// Curves as lines, by the halving that matplotlib's renderer (Anti-Grain Geometry) uses, so that the
/// same curve has the same corners.
///
/// A curve is halved until its control points lie within half a unit of its chord; then the point at the
/// middle of its middle control points stands for it.
enum XkcdFlattening {
  /// How often a curve is halved at most.
  private static let deepest = 32
  private static let tolerance = 0.25
  private static let collinear = 1e-30

  /// Adds the points after the start.
  static func add(_ c: CubicCurve, to points: inout [Point]) {
    halve(c, 0, &points)
    points.append(c.p3)
  }

  /// Adds the points after the start.
  static func add(_ c: QuadCurve, to points: inout [Point]) {
    halve(c, 0, &points)
    points.append(c.p2)
  }

  private static func halve(_ c: CubicCurve, _ depth: Int, _ points: inout [Point]) {
    guard depth <= deepest else { return }
    let chord = c.p3 - c.p0
    let square = chord.dot(chord)
    let d1 = (c.p1 - c.p3).cross(chord).magnitude
    let d2 = (c.p2 - c.p3).cross(chord).magnitude
    if d1 > collinear || d2 > collinear {
      // A control point on the chord doesn't count.
      let d = (d1 > collinear ? d1 : 0) + (d2 > collinear ? d2 : 0)
      if d * d <= tolerance * square {
        points.append(c.p1.interpolated(to: c.p2, at: 0.5))
        return
      }
    } else {
      let (e1, isWithin1) = beyond(c.p1, c.p0, c.p3)
      let (e2, isWithin2) = beyond(c.p2, c.p0, c.p3)
      if square > 0 && isWithin1 && isWithin2 { return }
      if max(e1, e2) < tolerance {
        points.append(e1 > e2 ? c.p1 : c.p2)
        return
      }
    }
    let (first, second) = c.split(at: 0.5)
    halve(first, depth + 1, &points)
    halve(second, depth + 1, &points)
  }

  private static func halve(_ c: QuadCurve, _ depth: Int, _ points: inout [Point]) {
    guard depth <= deepest else { return }
    let chord = c.p2 - c.p0
    let square = chord.dot(chord)
    let d = (c.p1 - c.p2).cross(chord).magnitude
    if d > collinear {
      if d * d <= tolerance * square {
        points.append(
          c.p0.interpolated(to: c.p1, at: 0.5).interpolated(
            to: c.p1.interpolated(to: c.p2, at: 0.5), at: 0.5))
        return
      }
    } else {
      let (e, isWithin) = beyond(c.p1, c.p0, c.p2)
      if square > 0 && isWithin { return }
      if e < tolerance {
        points.append(c.p1)
        return
      }
    }
    let (first, second) = c.split(at: 0.5)
    halve(first, depth + 1, &points)
    halve(second, depth + 1, &points)
  }

  /// The squared distance of a point from a chord that it's in line with, and whether it lies between
  /// its ends.
  private static func beyond(_ p: Point, _ a: Point, _ b: Point) -> (Double, Bool) {
    let chord = b - a
    let square = chord.dot(chord)
    guard square > 0 else {
      let d = p - a
      return (d.dot(d), false)
    }
    let t = (p - a).dot(chord) / square
    let nearest = t <= 0 ? a : (t >= 1 ? b : a + chord * t)
    let d = p - nearest
    return (d.dot(d), t > 0 && t < 1)
  }
}
