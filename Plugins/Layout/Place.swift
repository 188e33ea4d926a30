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
struct Pivot: Hashable, ParameterType {
  /// The place; nil for the origin.
  private let place: Place?

  /// The middle of the box.
  static let center = Pivot(place: .center)

  private static let origin = "origin"

  static var parameterKind: ParameterInfo.Kind {
    .choice([origin] + Place.allCases.map(\.rawValue))
  }

  private init(place: Place?) { self.place = place }

  init?(parameterValue: ParameterValue) {
    guard case .text(let word) = parameterValue else { return nil }
    place = Place(rawValue: word)
    if place == nil && word != Pivot.origin { return nil }
  }

  var parameterValue: ParameterValue { .text(place?.rawValue ?? Pivot.origin) }

  /// Where it lies, given the drawing's box.
  func point(in rect: Rect) -> Point { place?.point(in: rect) ?? .zero }
}
