import PathModel
import PluginKit

extension Scribble {
  /// Two strokes from corner to corner of a rectangle, both downward.
  mutating func crossedOff(_ rect: Rect, into builder: inout PathBuilder) {
    let size = rect.shorterExtent
    for isMirrored in [false, true] {
      let (left, right) = isMirrored ? (rect.maxX, rect.minX) : (rect.minX, rect.maxX)
      // The second stroke leaves its end with more swing.
      let from = near(left, rect.minY, 2 * size)
      var to = near(right, rect.maxY, 2 * size)
      to = to + (to - from) * (skew * generator.unit())
      slackLine(from: from, to: to, bow: 0.9, into: &builder)
    }
  }
}
