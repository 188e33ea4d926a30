/// A style's row in its drawing.
@frozen public struct StyleID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.styles`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
}

/// Which points a path encloses.
public enum FillRule: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
  /// Those around which the path winds a number of times that isn't zero.
  case nonzero
  /// Those around which the path winds an odd number of times.
  case evenodd
}

/// How a path is painted: complete, nothing is inherited.
public struct Style: Hashable, Sendable {
  /// The shape of a stroke's ends.
  public enum Cap: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Cut off at the end point.
    case butt
    /// A half circle around the end point.
    case round
    /// Half a stroke width beyond the end point.
    case square
  }

  /// The shape of a stroke's corners.
  public enum Join: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Edges go on to their meeting point, up to the miter limit; beyond it beveled.
    case miter
    /// A circle around the corner.
    case round
    /// Cut off straight.
    case bevel
  }

  /// What a change of scale does to the stroke width and the dashes.
  public enum StrokeScaling: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// They grow with the drawing.
    case scale
    /// They stay: the pen of formats that know no style, and non-scaling strokes.
    case fixed
  }

  /// What the inside is painted with.
  public var fill: Paint
  /// The fill's opacity, 0 to 1, beside that of its paint.
  public var fillOpacity: Double
  /// What counts as inside.
  public var fillRule: FillRule
  /// What the outline is painted with.
  public var stroke: Paint
  /// The stroke's opacity, 0 to 1, beside that of its paint.
  public var strokeOpacity: Double
  /// The stroke's width in canvas units, not negative.
  public var strokeWidth: Double
  /// The shape of ends.
  public var cap: Cap
  /// The shape of corners.
  public var join: Join
  /// The longest miter in stroke widths, at least 1.
  public var miterLimit: Double
  /// The lengths of dashes and gaps in turn, in canvas units, none negative; empty for a solid
  /// stroke, never all zero.
  public var dashes: [Double]
  /// Where in the dashes a stroke starts, in canvas units.
  public var dashOffset: Double
  /// The opacity of fill and stroke together, 0 to 1.
  public var opacity: Double
  /// Whether the stroke is painted before the fill.
  public var strokeFirst: Bool
  /// What a change of scale does to the stroke.
  public var strokeScaling: StrokeScaling

  /// Makes a style; the defaults paint nothing.
  public init(
    fill: Paint = .none, fillOpacity: Double = 1, fillRule: FillRule = .nonzero,
    stroke: Paint = .none, strokeOpacity: Double = 1, strokeWidth: Double = 1, cap: Cap = .butt,
    join: Join = .miter, miterLimit: Double = 4, dashes: [Double] = [], dashOffset: Double = 0,
    opacity: Double = 1, strokeFirst: Bool = false, strokeScaling: StrokeScaling = .scale
  ) {
    self.fill = fill
    self.fillOpacity = fillOpacity
    self.fillRule = fillRule
    self.stroke = stroke
    self.strokeOpacity = strokeOpacity
    self.strokeWidth = strokeWidth
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dashes = dashes
    self.dashOffset = dashOffset
    self.opacity = opacity
    self.strokeFirst = strokeFirst
    self.strokeScaling = strokeScaling
  }

  /// The pen of formats that know no style: black, one unit wide, round, and no scaling changes it.
  public static let pen = Style(
    stroke: .color(.black), strokeWidth: 1, cap: .round, join: .round, strokeScaling: .fixed)

  /// Takes in what tells most styles apart. (What is left out would cost more than it parts: an
  /// enumeration of texts is hashed by its text.)
  public func hash(into hasher: inout Hasher) {
    hasher.combine(fill)
    hasher.combine(stroke)
    hasher.combine(strokeWidth)
    hasher.combine(fillOpacity * 4 + strokeOpacity * 2 + opacity)
    hasher.combine(dashes.first)
  }

  /// Whether the stroke leaves ink.
  @inlinable public var hasVisibleStroke: Bool {
    stroke.isVisible && strokeWidth > 0 && strokeOpacity > 0 && opacity > 0
  }

  /// Whether the fill leaves ink.
  @inlinable public var hasVisibleFill: Bool {
    fill.isVisible && fillOpacity > 0 && opacity > 0
  }
}
