import Geometry
public import PluginKit

/// What arcs of path data become.
public enum SVGArcs: String, ParameterType, CaseIterable, Hashable, Sendable {
  /// Curves of a quarter turn at most, true to 2.8e-4 of the radius.
  case quarters
  /// Curves of a third of a turn, as rough.js takes them; for the model that draws as it does.
  case thirds

  var pieces: ArcPieces {
    switch self {
    case .quarters: .quarters
    case .thirds: .thirds
    }
  }
}
