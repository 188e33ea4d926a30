import Geometry
import PathModel
import PluginKit

/// One pass of a mark, drawn by a pen that errs.
struct Scribble {
  /// How far the pen errs at most, as a part of a mark's sides.
  let skew: Double
  /// What it errs by.
  var generator: SeededGenerator

  /// A number between −skew and skew.
  mutating func error() -> Double { skew * generator.signed() }

  /// A point that errs in each direction by at most so much of the skew.
  mutating func near(_ x: Double, _ y: Double, _ size: Double) -> Point {
    Point(x + size * error(), y + size * error())
  }

  /// A circle of four quadratic curves through the middles of the sides, with the corners as control
  /// points: end points err by the skew, control points by half of it, and it ends where it starts.
  ///
  /// A turned circle only looks right in a square, so it's drawn there and then stretched to the
  /// rectangle from the top left. The pen isn't stretched.
  mutating func circle(in rect: Rect, turn: Double, into builder: inout PathBuilder) {
    let map = Affine.rotation(degrees: turn, about: Point(0.5, 0.5))
      .then(
        Affine(a: rect.width, b: 0, c: 0, d: rect.height, tx: rect.minX, ty: rect.minY))
    let start = map.apply(near(0, 0.5, 1))
    builder.move(to: start)
    let top = map.apply(near(0.5, 0, 1))
    builder.quad(map.apply(near(0, 0, 0.5)), to: top)
    let right = map.apply(near(1, 0.5, 1))
    builder.quad(map.apply(near(1, 0, 0.5)), to: right)
    let bottom = map.apply(near(0.5, 1, 1))
    builder.quad(map.apply(near(1, 1, 0.5)), to: bottom)
    builder.quad(map.apply(near(0, 1, 0.5)), to: start)
    builder.close()
  }

  /// A rectangle in one line from one of its corners around and a little past it.
  mutating func box(around rect: Rect, startCorner: Int, into builder: inout PathBuilder) {
    let size = rect.shorterExtent
    let corners = [
      Point(rect.minX, rect.minY), Point(rect.maxX, rect.minY), Point(rect.maxX, rect.maxY),
      Point(rect.minX, rect.maxY),
    ]
    func corner(_ i: Int) -> Point { corners[((startCorner + i) % 4 + 4) % 4] }
    var last = near(corner(0).x, corner(0).y, size)
    builder.move(to: last)
    for i in 1...4 {
      var target = corner(i)
      if i == 4 {
        // The pen doesn't stop dead where it began.
        let way = corner(4) - corner(3)
        if way.length > 0 { target = target + way * (skew * size / way.length) }
      }
      let next = near(target.x, target.y, size)
      let middle = last.interpolated(to: next, at: 0.4 + 0.2 * generator.unit())
      builder.quad(near(middle.x, middle.y, size / 2), to: next)
      last = next
    }
  }

  /// A line from one point to another in one slack bow, as a hand draws it: never quite straight,
  /// since the pen turns about the wrist.
  mutating func slackLine(
    from a: Point, to b: Point, bow size: Double = 0.5, into builder: inout PathBuilder
  ) {
    builder.move(to: a)
    continueSlackLine(from: a, to: b, bow: size, into: &builder)
  }

  /// Goes on from `a`, where the pen is, as `slackLine` does.
  mutating func continueSlackLine(
    from a: Point, to b: Point, bow size: Double = 0.5, into builder: inout PathBuilder
  ) {
    let across = Point(a.y - b.y, b.x - a.x)
    let bow = size * error()
    let late = bow / 2 + size / 4 * error()
    builder.cubic(
      a.interpolated(to: b, at: 0.3) + across * bow,
      a.interpolated(to: b, at: 0.7) + across * late, to: b)
  }

  /// A line that rises a little from left to right, drawn from there or back.
  mutating func risingLine(
    from left: Point, to right: Point, isBackward: Bool, into builder: inout PathBuilder
  ) {
    let width = right.x - left.x
    let rise = width * skew * (0.15 + 0.25 * generator.unit())
    let a = Point(left.x + width * error(), left.y + width * error() / 4 + rise / 2)
    let b = Point(right.x + width * error(), right.y + width * error() / 4 - rise / 2)
    slackLine(from: isBackward ? b : a, to: isBackward ? a : b, into: &builder)
  }
}
