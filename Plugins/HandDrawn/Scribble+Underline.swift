import PathModel

extension Scribble {
  /// A line below a rectangle, from left to right or back.
  mutating func underline(
    below rect: Rect, gap: Double, isBackward: Bool, into builder: inout PathBuilder
  ) {
    let y = rect.maxY + gap
    risingLine(
      from: Point(rect.minX, y), to: Point(rect.maxX, y), isBackward: isBackward, into: &builder)
  }

  /// A line through the middle of a rectangle and a little beyond it.
  mutating func strikeThrough(
    _ rect: Rect, offset: Double, isBackward: Bool, into builder: inout PathBuilder
  ) {
    let y = rect.midY + offset
    let beyond = min(rect.width, 3 * rect.height) * 1.5 * skew
    risingLine(
      from: Point(rect.minX - beyond, y), to: Point(rect.maxX + beyond, y),
      isBackward: isBackward, into: &builder)
  }
}
