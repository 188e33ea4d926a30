import Geometry
import PathModel
import PluginKit

extension Scribble {
  /// Where an arrow comes from.
  enum Direction: String, CaseIterable, Sendable, ParameterType {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left
    case right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"

    /// From the middle of a rectangle of two units to its side or corner.
    var place: Point {
      switch self {
      case .topLeft: Point(-1, -1)
      case .top: Point(0, -1)
      case .topRight: Point(1, -1)
      case .left: Point(-1, 0)
      case .right: Point(1, 0)
      case .bottomLeft: Point(-1, 1)
      case .bottom: Point(0, 1)
      case .bottomRight: Point(1, 1)
      }
    }
  }

  /// An arrow that points at a rectangle: a bent shaft, and a head in one stroke over its tip.
  mutating func arrow(
    at rect: Rect, from direction: Direction, length: Double, gap: Double, headSize: Double,
    bendsLeft: Bool, into builder: inout PathBuilder
  ) {
    let place = direction.place
    let outward = place * (1 / place.length)
    let edge = Point(
      rect.midX + place.x * rect.width / 2, rect.midY + place.y * rect.height / 2)
    let aim = edge + outward * gap
    let tip = near(aim.x, aim.y, min(length, 4 * headSize) / 2)
    let end = aim + outward * length
    let tail = near(end.x, end.y, length)
    // The shaft swings out to one side and comes in straight.
    let way = tip - tail
    let swing = Point(-way.y, way.x) * ((bendsLeft ? 1 : -1) * (4 + 40 * error()) * skew)
    let a = tail.interpolated(to: tip, at: 0.35) + swing
    let b = tail.interpolated(to: tip, at: 0.75) + swing * 0.75
    builder.move(to: tail)
    builder.cubic(a, b, to: tip)
    // Both wings lie back from where the shaft points.
    let back = (b - tip) * (1 / max((b - tip).length, 1e-300))
    func wing(_ degrees: Double, _ size: Double) -> Point {
      let (c, s) = (cosine(degrees: degrees), sine(degrees: degrees))
      return tip + Point(back.x * c - back.y * s, back.x * s + back.y * c) * size
    }
    let first = wing(28 + 200 * error(), headSize * (1 + 4 * error()))
    let second = wing(-28 + 200 * error(), headSize * (1 + 4 * error()))
    let top = near(tip.x, tip.y, headSize / 2)
    slackLine(from: first, to: top, bow: 1.5, into: &builder)
    continueSlackLine(from: top, to: second, bow: 1.5, into: &builder)
  }
}
