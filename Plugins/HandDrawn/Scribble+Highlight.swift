import PathModel

extension Scribble {
  /// One stripe of a marker across a rectangle: the `index`th of `count`, to and fro in turn.
  mutating func stripe(
    _ index: Int, of count: Int, over rect: Rect, into builder: inout PathBuilder
  ) {
    let height = rect.height / Double(count)
    let y = rect.minY + height * (Double(index) + 0.5)
    // Its ends are as uneven as the marker is broad, not as the drawing is wide.
    let size = min(rect.width, 4 * max(height, rect.width / 20))
    let tilt = 0.6 * height * error()
    let left = Point(rect.minX - size * (skew / 2 - error()), y + tilt)
    let right = Point(rect.maxX + size * (skew / 2 + error()), y - tilt)
    let isBackward = index % 2 == 1
    slackLine(
      from: isBackward ? right : left, to: isBackward ? left : right, bow: 0.15, into: &builder)
  }
}
