import PathModel
import PluginKit

extension Scribble {
  /// A side of a rectangle.
  enum Side: String, CaseIterable, Sendable, ParameterType {
    case left
    case right
    case top
    case bottom
  }

  /// A square bracket along one side of a rectangle, its hooks turned to the inside, in one stroke.
  mutating func bracket(_ side: Side, of rect: Rect, into builder: inout PathBuilder) {
    let isUpright = side == .left || side == .right
    let (length, depth) =
      isUpright ? (rect.height, rect.width) : (rect.width, rect.height)
    let hook = max(0.1 * length, min(0.2 * length, 0.15 * depth))
    // Along the side, and to the inside of the rectangle.
    func place(_ along: Double, _ inward: Double) -> Point {
      switch side {
      case .left: Point(rect.minX + inward, rect.minY + along)
      case .right: Point(rect.maxX - inward, rect.minY + along)
      case .top: Point(rect.minX + along, rect.minY + inward)
      case .bottom: Point(rect.minX + along, rect.maxY - inward)
      }
    }
    func shaky(_ along: Double, _ inward: Double) -> Point {
      let p = place(along, inward)
      return near(p.x, p.y, hook * 1.5)
    }
    // The pen rounds corners a little.
    let round = 0.35 * hook
    let start = shaky(0, hook * (1 + 4 * error()))
    let down = shaky(round * (1 + generator.unit()), 0)
    let low = shaky(length - round * (1 + generator.unit()), 0)
    // It goes smoothly from the hook into the line, and back.
    let way = low - down
    let along = way * (0.5 * hook / max(way.length, 1e-300))
    builder.move(to: start)
    builder.cubic(shaky(0, hook * 0.45), down - along, to: down)
    continueSlackLine(from: down, to: low, bow: 0.35, into: &builder)
    builder.cubic(
      low + along, shaky(length, hook * 0.45), to: shaky(length, hook * (1 + 4 * error())))
  }
}
