/// The page: a rectangle in canvas units and its physical size, which map uniformly.
public struct Canvas: Hashable, Sendable {
  /// The visible rectangle in canvas units (an SVG's viewBox); both sides are greater than zero.
  public var box: Rect
  /// The physical width, in an absolute unit, kept as it was written.
  public var width: Length
  /// The physical height, in an absolute unit, kept as it was written.
  public var height: Length

  /// Makes a canvas from a rectangle and the physical size of its sides.
  ///
  /// The size must be in absolute units and map both sides by the same factor (to a relative
  /// tolerance of 1e-6): `Drawing.invariantViolation()` tells when it doesn't.
  public init(box: Rect, width: Length, height: Length) {
    self.box = box
    self.width = width
    self.height = height
  }

  /// Makes a canvas in which one unit is one CSS pixel (1/96 inch).
  public init(box: Rect) {
    self.init(box: box, width: Length(box.width, .px), height: Length(box.height, .px))
  }

  /// Makes a canvas from a rectangle and a scale, its size in CSS pixels.
  public init(box: Rect, pixelsPerUnit: Double) {
    self.init(
      box: box, width: Length(box.width * pixelsPerUnit, .px),
      height: Length(box.height * pixelsPerUnit, .px))
  }

  /// What is wrong with the canvas, in a sentence, or nil.
  public func violation() -> String? {
    guard box.isFinite, box.width > 0, box.height > 0, let w = width.pixels,
      let h = height.pixels, w > 0, h > 0, w.isFinite, h.isFinite
    else { return "the canvas has no size" }
    let (kx, ky) = (w / box.width, h / box.height)
    guard (kx - ky).magnitude <= 1e-6 * max(kx, ky) else {
      return "the canvas maps its sides by different factors, \(kx) and \(ky)"
    }
    return nil
  }

  /// How many CSS pixels (1/96 inch) one canvas unit measures.
  @inlinable public var pixelsPerUnit: Double { (width.pixels ?? box.width) / box.width }
}
