/// What one segment does with the pen.
@frozen public enum Verb: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
  /// Lifts the pen and sets it down at a point; begins a subpath.
  case move
  /// A straight line to a point.
  case line
  /// A quadratic Bézier curve: one control point and the end.
  case quad
  /// A cubic Bézier curve: two control points and the end.
  case cubic
  /// A straight line back to the subpath's start, joined to it; ends the subpath.
  case close

  /// How many points the verb takes from the point array.
  @inlinable public var pointCount: Int {
    switch self {
    case .close: 0
    case .move, .line: 1
    case .quad: 2
    case .cubic: 3
    }
  }
}
