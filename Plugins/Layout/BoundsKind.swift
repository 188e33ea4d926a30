import Geometry
import PathModel
import PluginKit

/// Which rectangle stands for a drawing.
enum BoundsKind: String, CaseIterable, ParameterType {
  /// The lines and curves without their thickness.
  case geometry
  /// The lines and curves with the thickness of visible strokes.
  case stroke
  /// What leaves ink: visible strokes and fills alone.
  case ink
  /// The canvas; the geometry when there is none.
  case canvas

  /// What its values mean, for help texts.
  static let help = """
    Which box of the drawing counts: of its lines and curves (geometry), with their thickness \
    (stroke), of what is visible alone (ink), or the canvas.
    """
}

extension Drawing {
  /// The rectangle that stands for the drawing, nil when it is empty.
  func bounds(_ kind: BoundsKind) -> Rect? {
    switch kind {
    case .geometry: return geometryBounds()
    case .ink: return inkBounds()
    case .stroke:
      guard let geometry = geometryBounds() else { return nil }
      return inkBounds().map { $0.union(geometry) } ?? geometry
    case .canvas: return canvas?.box ?? geometryBounds()
    }
  }
}
