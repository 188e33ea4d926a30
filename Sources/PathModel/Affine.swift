/// An affine map of the plane: x' = a·x + c·y + tx, y' = b·x + d·y + ty (the order of SVG's
/// `matrix(a b c d tx ty)`).
@frozen public struct Affine: Hashable, Sendable, BitwiseCopyable {
  /// The coefficient of x in x'.
  public var a: Double
  /// The coefficient of x in y'.
  public var b: Double
  /// The coefficient of y in x'.
  public var c: Double
  /// The coefficient of y in y'.
  public var d: Double
  /// The horizontal shift.
  public var tx: Double
  /// The vertical shift.
  public var ty: Double

  /// Makes a map from its six coefficients.
  @inlinable public init(
    a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double
  ) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// The map that moves nothing.
  @inlinable public static var identity: Affine {
    Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)
  }

  /// A shift.
  @inlinable public static func translation(x: Double, y: Double) -> Affine {
    Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
  }

  /// A scaling about the origin.
  @inlinable public static func scale(x: Double, y: Double) -> Affine {
    Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
  }

  /// The map that scales and shifts rectangle `from` onto rectangle `to`, each axis by itself.
  ///
  /// An axis on which `from` has no extent is only shifted, so nothing is divided by zero.
  @inlinable public static func mapping(_ from: Rect, onto to: Rect) -> Affine {
    let sx = from.width > 0 ? to.width / from.width : 1
    let sy = from.height > 0 ? to.height / from.height : 1
    return Affine(
      a: sx, b: 0, c: 0, d: sy, tx: to.minX - from.minX * sx, ty: to.minY - from.minY * sy)
  }

  /// The image of a point.
  @inlinable public func apply(_ p: Point) -> Point {
    Point(x: a * p.x + c * p.y + tx, y: b * p.x + d * p.y + ty)
  }

  /// The image of a displacement: the shift is left out.
  @inlinable public func applyLinear(_ p: Point) -> Point {
    Point(x: a * p.x + c * p.y, y: b * p.x + d * p.y)
  }

  /// The map that does this one first and `next` after it.
  @inlinable public func then(_ next: Affine) -> Affine {
    Affine(
      a: next.a * a + next.c * b, b: next.b * a + next.d * b,
      c: next.a * c + next.c * d, d: next.b * c + next.d * d,
      tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
  }

  /// How areas grow, negative when the map mirrors.
  @inlinable public var determinant: Double { a * d - b * c }

  /// The mean factor by which lengths grow: √|determinant|, exact for similarities.
  @inlinable public var meanScale: Double { determinant.magnitude.squareRoot() }

  /// Whether lengths grow alike in all directions, to a relative tolerance of 1e-9.
  @inlinable public var isSimilarity: Bool {
    let u = a * a + b * b
    let v = c * c + d * d
    let w = a * c + b * d
    let size = max(u, v)
    return (u - v).magnitude <= 2e-9 * size && w.magnitude <= 2e-9 * size
  }

  /// Whether all six coefficients are finite numbers.
  @inlinable public var isFinite: Bool {
    a.isFinite && b.isFinite && c.isFinite && d.isFinite && tx.isFinite && ty.isFinite
  }

  /// The inverse map, or nil when the map flattens the plane.
  @inlinable public var inverted: Affine? {
    let k = determinant
    guard k != 0, k.isFinite else { return nil }
    let r = Affine(
      a: d / k, b: -b / k, c: -c / k, d: a / k,
      tx: (c * ty - d * tx) / k, ty: (b * tx - a * ty) / k)
    return r.isFinite ? r : nil
  }
}
