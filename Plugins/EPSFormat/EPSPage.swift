import PathModel

/// The page in points: the lower left corner is (0, 0) and y grows upward.
struct EPSPage {
  let canvas: Canvas
  /// How many points a canvas unit measures.
  let scale: Double
  /// The width in points.
  let width: Double
  /// The height in points.
  let height: Double

  init(_ canvas: Canvas) {
    self.canvas = canvas
    func points(_ length: Length, _ side: Double) -> Double {
      length.unit == .pt ? length.value : (length.pixels ?? side) * 0.75
    }
    width = points(canvas.width, canvas.box.width)
    height = points(canvas.height, canvas.box.height)
    scale = width / canvas.box.width
  }

  /// Where a point of the canvas lies on the page.
  @inline(__always)
  func map(_ p: Point) -> Point {
    Point(x: (p.x - canvas.box.minX) * scale, y: (canvas.box.maxY - p.y) * scale)
  }

  func map(_ rect: Rect) -> Rect {
    var mapped = Rect(map(rect.origin))
    mapped.formUnion(map(Point(rect.maxX, rect.maxY)))
    return mapped
  }

  /// The same as a matrix.
  var matrix: Affine {
    Affine(
      a: scale, b: 0, c: 0, d: -scale, tx: -canvas.box.minX * scale, ty: canvas.box.maxY * scale)
  }
}
