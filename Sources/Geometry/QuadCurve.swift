public import PathModel

/// A quadratic Bézier curve by its three control points.
@frozen public struct QuadCurve: Hashable, Sendable, BitwiseCopyable {
  /// Where it starts.
  public var p0: Point
  /// The control point.
  public var p1: Point
  /// Where it ends.
  public var p2: Point

  /// Makes a curve from its control points.
  @inlinable public init(_ p0: Point, _ p1: Point, _ p2: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
  }

  /// The point at parameter `t`, 0 to 1, by de Casteljau's algorithm.
  @inlinable public func point(at t: Double) -> Point {
    p0.interpolated(to: p1, at: t).interpolated(to: p1.interpolated(to: p2, at: t), at: t)
  }

  /// The derivative at parameter `t`: along the curve, as long as the speed.
  @inlinable public func derivative(at t: Double) -> Point {
    (p1 - p0) * (2 * (1 - t)) + (p2 - p1) * (2 * t)
  }
}
