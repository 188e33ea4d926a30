import Geometry
import PluginKit

/// What a stroke is drawn with.
enum Nib: String, CaseIterable, Sendable, ParameterType {
  /// A ball or a felt tip: pressure changes the width a little.
  case round
  /// A flat edge that is held at an angle: the direction decides on the width.
  case chisel
  /// A brush: pressure changes the width much, and both ends are thin.
  case brush

  /// How much pressure changes the width, unless it's told.
  var thinning: Double {
    switch self {
    case .round: 0.5
    case .chisel: 0.15
    case .brush: 0.9
    }
  }

  /// Over how many widths it grows thin at a start, unless it's told.
  var taperStart: Double { self == .brush ? 5 : 0 }

  /// Over how many widths it grows thin at an end, unless it's told.
  var taperEnd: Double { self == .brush ? 9 : 0 }

  /// How thick a flat nib is, as a part of its width.
  static let chiselThickness = 0.22
}
