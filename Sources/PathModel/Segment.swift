/// One segment of a path, decoded from the flat arrays.
@frozen public enum Segment: Hashable, Sendable, BitwiseCopyable {
  /// Lifts the pen and sets it down at a point.
  case move(to: Point)
  /// A straight line to a point.
  case line(to: Point)
  /// A quadratic Bézier curve by its control point and its end.
  case quad(Point, to: Point)
  /// A cubic Bézier curve by its two control points and its end.
  case cubic(Point, Point, to: Point)
  /// A straight line back to the subpath's start, joined to it.
  case close
}
