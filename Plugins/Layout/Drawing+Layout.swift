import PathModel
import PluginKit

extension Drawing {
  /// A length in canvas units; `%` refers to the canvas, or to `box` when there is none.
  func units(_ length: Length, _ box: Rect?) -> Double {
    length.resolved(canvas: canvas, fallback: box)
  }

  /// Maps everything, or throws when the numbers grow beyond what a drawing can hold.
  ///
  /// The points themselves are checked by the engine after every stage.
  mutating func move(by map: Affine, strokes: StrokeMode) throws(ComponentError) {
    guard map.isFinite, map.determinant.isFinite else { throw .tooLarge }
    transform(by: map, strokes: strokes)
    for style in styles
    where !style.strokeWidth.isFinite || !style.dashOffset.isFinite
      || style.dashes.contains(where: { !$0.isFinite })
    {
      throw .tooLarge
    }
    for gradient in gradients where !gradient.transform.isFinite { throw .tooLarge }
  }

  /// Sets the canvas to a rectangle, one unit measuring what it did before (1 px without a canvas).
  ///
  /// A side that has no length becomes as long as the other, or one unit, since a page must have
  /// both.
  /// - Parameters:
  ///   - box: The rectangle.
  ///   - width: The width as the user wrote it: an absolute one is kept as it is.
  ///   - height: The height as the user wrote it.
  /// - Throws: When a side is beyond what a number can hold, or so far away that it can't be told.
  mutating func setCanvas(_ box: Rect, width: Length? = nil, height: Length? = nil)
    throws(ComponentError)
  {
    var box = box
    if box.width <= 0 { box.maxX = box.minX + (box.height > 0 ? box.height : 1) }
    if box.height <= 0 { box.maxY = box.minY + box.width }
    let scale = canvas?.pixelsPerUnit ?? 1
    func physical(_ written: Length?, _ other: Length?, _ side: Double) -> Length {
      if let written, written.unit.pixels != nil { return written }
      // A side that nobody wrote is told in the unit of the one that was.
      if let unit = other?.unit, let pixels = unit.pixels {
        return Length(side * scale / pixels, unit)
      }
      return Length(side * scale, .px)
    }
    let new = Canvas(
      box: box, width: physical(width, height, box.width),
      height: physical(height, width, box.height))
    // Far away from 0 a small rectangle's sides are lost in the last bits of its corners.
    guard new.violation() == nil else { throw .tooLarge }
    canvas = new
  }
}

extension ComponentError {
  /// The numbers have left the range of what a drawing can hold.
  static var tooLarge: ComponentError {
    ComponentError(
      "layout.out-of-range",
      "the result has coordinates beyond what a number can hold; look for stray points far away")
  }
}
