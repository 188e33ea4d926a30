/// What a fill or a stroke is painted with.
@frozen public enum Paint: Hashable, Sendable, BitwiseCopyable {
  /// Nothing is painted.
  case none
  /// One colour.
  case color(Color)
  /// The surrounding document's colour (`currentColor`), with what it was at import. It stays a
  /// paint of its own, since icon sets live by it.
  case currentColor(resolved: Color)
  /// A gradient of the drawing's table.
  case gradient(GradientID)
  /// A pattern of the drawing's table.
  case pattern(PatternID)

  /// Whether anything is painted.
  @inlinable public var isVisible: Bool { self != .none }

  /// The flat colour, where there is one.
  @inlinable public var color: Color? {
    switch self {
    case .color(let c), .currentColor(let c): c
    case .none, .gradient, .pattern: nil
    }
  }
}
