public import PathModel

extension Affine {
  /// A rotation about a point by an angle in degrees, clockwise since y grows downward; exact for
  /// multiples of a right angle.
  public static func rotation(degrees: Double, about center: Point = .zero) -> Affine {
    let c = cosine(degrees: degrees)
    let s = sine(degrees: degrees)
    return Affine(
      a: c, b: s, c: -s, d: c, tx: center.x - c * center.x + s * center.y,
      ty: center.y - s * center.x - c * center.y)
  }

  /// This map done about `center` instead of the origin: `center` itself stays where the map's
  /// shift alone would put it.
  public func about(_ center: Point) -> Affine {
    Affine.translation(x: -center.x, y: -center.y).then(self)
      .then(.translation(x: center.x, y: center.y))
  }
}
