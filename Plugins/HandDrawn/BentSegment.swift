import Geometry
import PathModel

/// A segment that's being bent.
struct BentSegment {
  var curve: CubicCurve
  /// Its derivative everywhere, if it's straight.
  var line: Point?
  var run: StrokeRuns.Place
  /// Where the middle goes beside what the field does.
  var bow: Point
  /// What its pieces have to stay in, if it lies there.
  var room: Rect?
  /// The stroke's width where it starts, if points have one.
  var startWidth: Double?
  /// The stroke's width where it ends, if points have one.
  var endWidth: Double?

  /// Its point at a parameter, the ends exact.
  @inline(__always)
  func point(at t: Double) -> Point {
    t == 0 ? curve.p0 : (t == 1 ? curve.p3 : (line.map { curve.p0 + $0 * t } ?? curve.point(at: t)))
  }

  /// How far it bows at a parameter, and the rate of that.
  @inline(__always)
  func bow(at t: Double) -> (Point, Point) { (bow * (4 * t * (1 - t)), bow * (4 - 8 * t)) }
}
