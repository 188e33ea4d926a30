import PathModel

/// The point that a transform is about (CSS Transforms 1, section 6; in SVG percentages are of the
/// viewport).
struct TransformOrigin: Hashable {
  var x: SVGLength
  var y: SVGLength

  /// Reads one or two lengths or sides; `left 10%`, `top`, `center`. A third length is for depth.
  init?(_ bytes: Span<UInt8>) {
    let words = bytes.text().split { $0.isWhitespace }
    guard (1...3).contains(words.count) else { return nil }
    let center = SVGLength(50, .percent)
    var (x, y): (SVGLength?, SVGLength?) = (nil, nil)
    for (i, word) in words.prefix(2).enumerated() {
      switch word {
      case "left" where x == nil: x = SVGLength(0)
      case "right" where x == nil: x = SVGLength(100, .percent)
      case "top" where y == nil: y = SVGLength(0)
      case "bottom" where y == nil: y = SVGLength(100, .percent)
      case "center":
        // It leaves the other axis to the other word.
        if i == 0, words.count > 1, words[1] == "left" || words[1] == "right" {
          y = center
        } else if x == nil {
          x = center
        } else {
          y = y ?? center
        }
      default:
        guard let length = SVGLength(Array(word.utf8).span) else { return nil }
        if x == nil {
          x = length
        } else if y == nil {
          y = length
        } else {
          return nil
        }
      }
    }
    self.x = x ?? center
    self.y = y ?? center
  }

  /// The point in user units.
  func resolved(fontSize: Double, viewport: Viewport) -> Point {
    Point(
      x.resolved(fontSize: fontSize, viewport: viewport, axis: .horizontal),
      y.resolved(fontSize: fontSize, viewport: viewport, axis: .vertical))
  }
}
