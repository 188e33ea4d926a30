/// A gradient's row in its drawing.
@frozen public struct GradientID: Hashable, Sendable, BitwiseCopyable {
  /// The row in `Drawing.gradients`.
  public var index: UInt32
  /// Names a row.
  @inlinable public init(_ index: UInt32) { self.index = index }
}

/// A smooth passage between colours, as a value in canvas units.
public struct Gradient: Hashable, Sendable {
  /// Along what the colours run.
  public enum Shape: Hashable, Sendable, BitwiseCopyable {
    /// Along a line.
    case linear(from: Point, to: Point)
    /// From a focal circle to an outer circle.
    case radial(center: Point, radius: Double, focus: Point, focusRadius: Double)
  }

  /// What is painted beyond the ends.
  public enum Spread: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// The end's colour goes on.
    case pad
    /// The gradient runs back and forth.
    case reflect
    /// The gradient starts over.
    case `repeat`
  }

  /// A colour at a place along the gradient.
  public struct Stop: Hashable, Sendable, BitwiseCopyable {
    /// The place, 0 to 1; not less than the stop's before it.
    public var offset: Double
    /// The colour there.
    public var color: Color
    /// Whether the colour is the document's `currentColor`.
    public var isCurrentColor: Bool

    /// Makes a stop.
    public init(offset: Double, color: Color, isCurrentColor: Bool = false) {
      self.offset = offset
      self.color = color
      self.isCurrentColor = isCurrentColor
    }
  }

  /// The shape, before `transform`.
  public var shape: Shape
  /// Maps the shape's coordinates to canvas units.
  public var transform: Affine
  /// What is painted beyond the ends.
  public var spread: Spread
  /// The colours in order; at least one.
  public var stops: [Stop]
  /// The name it had in its file.
  public var id: String?

  /// Makes a gradient.
  public init(
    _ shape: Shape, transform: Affine = .identity, spread: Spread = .pad, stops: [Stop],
    id: String? = nil
  ) {
    self.shape = shape
    self.transform = transform
    self.spread = spread
    self.stops = stops
    self.id = id
  }
}
