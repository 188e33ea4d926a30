/// A location, or a displacement, in canvas units; x grows to the right and y downward.
@frozen public struct Point: Hashable, Sendable, BitwiseCopyable {
  /// The horizontal coordinate.
  public var x: Double
  /// The vertical coordinate, growing downward.
  public var y: Double

  /// Makes a point from its coordinates.
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Makes a point from its coordinates, unlabelled for brevity.
  @inlinable public init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

  /// The origin.
  @inlinable public static var zero: Point { Point(x: 0, y: 0) }

  /// Whether both coordinates are finite numbers.
  @inlinable public var isFinite: Bool { x.isFinite && y.isFinite }

  /// The distance from the origin.
  @inlinable public var length: Double { (x * x + y * y).squareRoot() }

  /// The distance to another point.
  @inlinable public func distance(to other: Point) -> Double { (other - self).length }

  /// The point at parameter `t` on the line to `other`: this point at 0, the other at 1.
  @inlinable public func interpolated(to other: Point, at t: Double) -> Point {
    Point(x: x + (other.x - x) * t, y: y + (other.y - y) * t)
  }

  /// The sum of two displacements.
  @inlinable public static func + (a: Point, b: Point) -> Point {
    Point(x: a.x + b.x, y: a.y + b.y)
  }

  /// The displacement from `b` to `a`.
  @inlinable public static func - (a: Point, b: Point) -> Point {
    Point(x: a.x - b.x, y: a.y - b.y)
  }

  /// A displacement scaled by a factor.
  @inlinable public static func * (a: Point, k: Double) -> Point { Point(x: a.x * k, y: a.y * k) }

  /// The opposite displacement.
  @inlinable public static prefix func - (a: Point) -> Point { Point(x: -a.x, y: -a.y) }

  /// The scalar product of two displacements.
  @inlinable public func dot(_ other: Point) -> Double { x * other.x + y * other.y }

  /// The z component of the vector product of two displacements.
  @inlinable public func cross(_ other: Point) -> Double { x * other.y - y * other.x }
}
