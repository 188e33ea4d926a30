public import PathModel

extension Drawing {
  /// The page that exporters write: the drawing's canvas, else the inked rectangle at one CSS pixel
  /// a unit.
  ///
  /// The inked rectangle is rounded outward, to a power of ten that is at most a hundred-thousandth
  /// of its shorter side, so that its numbers are short. A side without extent is as long as the
  /// other one; without any ink the geometry counts, and without that a page of one unit stands
  /// for nothing.
  /// - Complexity: Linear in the number of points when there is no canvas.
  public func exportCanvas() -> Canvas {
    if let canvas { return canvas }
    guard var box = inkBounds() ?? geometryBounds(), box.width.isFinite, box.height.isFinite else {
      return Canvas(box: Rect(x: 0, y: 0, width: 1, height: 1))
    }
    let longest = max(box.width, box.height)
    let side = longest > 0 ? longest : 1
    if !(box.width > 0) {
      box = Rect(x: box.midX - side / 2, y: box.minY, width: side, height: box.height)
    }
    if !(box.height > 0) {
      box = Rect(x: box.minX, y: box.midY - side / 2, width: box.width, height: side)
    }
    return Canvas(box: box.roundedOutward())
  }
}

extension Rect {
  fileprivate func roundedOutward() -> Rect {
    var scale = 1.0
    while scale < 1e8 && shorterSide * scale < 1e5 { scale *= 10 }
    // What a sum left in the last bits isn't worth a step.
    let slack = 1e-6
    func down(_ value: Double) -> Double { (value * scale + slack).rounded(.down) / scale }
    func up(_ value: Double) -> Double { (value * scale - slack).rounded(.up) / scale }
    let rounded = Rect(minX: down(minX), minY: down(minY), maxX: up(maxX), maxY: up(maxY))
    return rounded.width > 0 && rounded.height > 0 && rounded.isFinite ? rounded : self
  }
}
