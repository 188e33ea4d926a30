import PathModel
import PluginKit

/// One of the nine places of a rectangle: its corners, the middles of its sides, its centre.
enum Place: String, CaseIterable, ParameterType {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// How far from the left edge it lies, 0 to 1.
  var x: Double {
    switch self {
    case .topLeft, .left, .bottomLeft: 0
    case .top, .center, .bottom: 0.5
    case .topRight, .right, .bottomRight: 1
    }
  }

  /// How far from the upper edge it lies, 0 to 1.
  var y: Double {
    switch self {
    case .topLeft, .top, .topRight: 0
    case .left, .center, .right: 0.5
    case .bottomLeft, .bottom, .bottomRight: 1
    }
  }

  /// Where it lies in a rectangle.
  func point(in rect: Rect) -> Point {
    Point(rect.minX + rect.width * x, rect.minY + rect.height * y)
  }
}

/// What a scaling or a rotation leaves in its place: the origin, or a place of the drawing's box.
enum Pivot: String, CaseIterable, ParameterType {
  case origin
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case center
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"

  /// Where it lies, given the drawing's box.
  func point(in rect: Rect) -> Point { Place(rawValue: rawValue)?.point(in: rect) ?? .zero }
}
