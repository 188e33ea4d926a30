/// A length as a person writes it: a number and a unit.
public struct Length: Hashable, Sendable, BitwiseCopyable {
  /// What one unit of a length measures.
  public enum Unit: String, Hashable, Sendable, CaseIterable, BitwiseCopyable {
    /// Canvas units: the drawing's own coordinates; written as a bare number.
    case canvas = ""
    /// 1/96 inch.
    case px
    /// Millimetres.
    case mm
    /// Centimetres.
    case cm
    /// Inches.
    case `in`
    /// 1/72 inch.
    case pt
    /// 1/6 inch.
    case pc
    /// Widths of the stroke in question.
    case sw
    /// Hundredths of the canvas's shorter side.
    case percent = "%"

    /// How many CSS pixels (1/96 inch) the unit measures, or nil when that depends on a drawing.
    @inlinable public var pixels: Double? {
      switch self {
      case .px: 1
      case .mm: 96 / 25.4
      case .cm: 96 / 2.54
      case .in: 96
      case .pt: 96.0 / 72
      case .pc: 16
      case .canvas, .sw, .percent: nil
      }
    }
  }

  /// How many units.
  public var value: Double
  /// The unit.
  public var unit: Unit

  /// Makes a length; without a unit it is in canvas units.
  @inlinable public init(_ value: Double, _ unit: Unit = .canvas) {
    self.value = value
    self.unit = unit
  }

  /// The length in CSS pixels (1/96 inch), or nil when that depends on a drawing.
  @inlinable public var pixels: Double? { unit.pixels.map { value * $0 } }

  /// The length in canvas units.
  ///
  /// Physical units go through the canvas's mapping; without a canvas one unit is 1/96 inch.
  /// A percentage is of the canvas's shorter side, and of `fallback`'s when there is no canvas.
  /// - Parameters:
  ///   - canvas: The drawing's canvas.
  ///   - strokeWidth: The stroke width that `sw` counts in, in canvas units.
  ///   - fallback: The rectangle that `%` refers to when there is no canvas, usually the bounds.
  /// - Returns: The length.
  @inlinable public func resolved(
    canvas: Canvas?, strokeWidth: Double = 1, fallback: Rect? = nil
  ) -> Double {
    switch unit {
    case .canvas: return value
    case .sw: return value * strokeWidth
    case .percent: return value / 100 * (canvas?.box ?? fallback ?? Rect(.zero)).shorterSide
    case .px, .mm, .cm, .in, .pt, .pc:
      return value * (unit.pixels ?? 1) / (canvas?.pixelsPerUnit ?? 1)
    }
  }
}
