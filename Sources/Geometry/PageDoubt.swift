public import PathModel

/// Why a page won't show what its drawing holds; exporters that make pages warn of it.
public enum PageDoubt: Hashable, Sendable {
  /// There are no paths.
  case empty
  /// The page is no larger than a pixel.
  case tinyPage
  /// The drawing has no page of its own, and its lines are so wide beside it that they cover it: the
  /// longer side of its geometry in pixels.
  case covered(longestSide: Double)

  /// The stable code for a diagnostic.
  public var code: String {
    switch self {
    case .empty: "export.empty"
    case .tinyPage, .covered: "export.tiny"
    }
  }

  /// What a person is told.
  public var message: String {
    switch self {
    case .empty: "the drawing has no paths: the file that is written shows nothing"
    case .tinyPage:
      "the page is no larger than one pixel (1/96 inch) and won't be seen; give it a size, "
        + PageDoubt.advice
    case .covered(let side):
      "the drawing is only \(PageDoubt.short(side)) px in size, so its lines cover it; give it a "
        + "size, " + PageDoubt.advice
    }
  }

  private static let advice = "for example with -s aspect-fit:width=800px"

  /// A number with two digits that count.
  private static func short(_ value: Double) -> String {
    var scale = 1.0
    while value * scale < 10 && scale < 1e15 { scale *= 10 }
    let rounded = (value * scale).rounded() / scale
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension Drawing {
  /// Why the page that exporters make of this drawing won't show what it holds, or nil.
  /// - Parameter page: `exportCanvas()`.
  /// - Returns: What to warn of.
  /// - Complexity: Linear in the number of points when there is no canvas.
  public func pageDoubt(on page: Canvas) -> PageDoubt? {
    if isEmpty { return .empty }
    if canvas == nil, let box = geometryBounds() {
      // Lines cover it when even the thinnest is a tenth of it; a dot is meant to be one.
      let side = max(box.width, box.height)
      let pen = records.compactMap { record -> Double? in
        let style = styles[Int(record.info.style.index)]
        return style.hasVisibleStroke ? style.strokeWidth : nil
      }.min()
      if let pen, side > 0, side < 10 * pen, side < 10 { return .covered(longestSide: side) }
    }
    guard let width = page.width.pixels, let height = page.height.pixels else { return nil }
    // A dot without a page gets one of a unit, which is as large as a dot is.
    let side = max(width, height)
    return side < 1 || (side == 1 && canvas != nil) ? .tinyPage : nil
  }
}
