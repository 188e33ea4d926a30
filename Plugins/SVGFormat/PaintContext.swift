import PathModel

/// The paints that `context-fill` and `context-stroke` mean: those of the shape that has the markers, or of
/// the `use` (SVG 2, section 13.2).
struct PaintContext {
  enum Source {
    /// As it's in the drawing.
    case drawn(Paint)
    /// As it's said, with what `currentColor` is there; never one of a context itself.
    case said(SVGPaint, color: Color)
  }

  var fill: Source
  var stroke: Source
}

extension SVGReader {
  /// The context that a `use` makes for what it repeats.
  func context(ofUse computed: SVGComputed, in outer: PaintContext?) -> PaintContext {
    func source(_ paint: SVGPaint) -> PaintContext.Source {
      switch paint {
      case .contextFill: outer?.fill ?? .drawn(.none)
      case .contextStroke: outer?.stroke ?? .drawn(.none)
      default: .said(paint, color: computed.properties.color)
      }
    }
    return PaintContext(
      fill: source(computed.properties.fill), stroke: source(computed.properties.stroke))
  }
}
