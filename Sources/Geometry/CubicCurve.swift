public import PathModel

/// A cubic Bézier curve by its four control points.
@frozen public struct CubicCurve: Hashable, Sendable, BitwiseCopyable {
  /// Where it starts.
  public var p0: Point
  /// The first control point.
  public var p1: Point
  /// The second control point.
  public var p2: Point
  /// Where it ends.
  public var p3: Point

  /// Makes a curve from its control points.
  @inlinable public init(_ p0: Point, _ p1: Point, _ p2: Point, _ p3: Point) {
    self.p0 = p0
    self.p1 = p1
    self.p2 = p2
    self.p3 = p3
  }

  /// Makes the cubic curve that is the same as a quadratic one.
  @inlinable public init(_ quad: QuadCurve) {
    self.init(
      quad.p0, quad.p0.interpolated(to: quad.p1, at: 2.0 / 3),
      quad.p2.interpolated(to: quad.p1, at: 2.0 / 3), quad.p2)
  }

  /// The point at parameter `t`, 0 to 1, by de Casteljau's algorithm: never outside the control
  /// points' hull but for rounding.
  @inlinable public func point(at t: Double) -> Point {
    let m = p1.interpolated(to: p2, at: t)
    let a = p0.interpolated(to: p1, at: t).interpolated(to: m, at: t)
    let b = m.interpolated(to: p2.interpolated(to: p3, at: t), at: t)
    return a.interpolated(to: b, at: t)
  }

  /// The derivative at parameter `t`: along the curve, as long as the speed.
  @inlinable public func derivative(at t: Double) -> Point {
    let s = 1 - t
    return (p1 - p0) * (3 * s * s) + (p2 - p1) * (6 * s * t) + (p3 - p2) * (3 * t * t)
  }
}
