import PathModel
import PluginKit

/// The lines that one island is ruled with, before they are cut to it.
///
/// Each line is shifted and tilted a little by itself, and several in a row as a hand drifts, never so far that one meets
/// its neighbour within the island. The shifts don't add up, so that the density stays even.
struct Ruling {
  /// One line: `y = level + slope · x`.
  struct Line: BitwiseCopyable {
    var level: Double
    var slope: Double

    /// How far a point lies beyond the line.
    @inline(__always)
    func height(of p: Point) -> Double { p.y - (level + slope * p.x) }

    /// The line's point at a place along it.
    @inline(__always)
    func point(at x: Double) -> Point { Point(x, level + slope * x) }
  }

  /// The lines, in order.
  private(set) var lines: [Line] = []
  /// The distance between two lines.
  private(set) var gap = 1.0
  /// Where the island begins along the lines.
  private(set) var left = 0.0
  private var first = 0.0
  private var reach = 0.0

  /// How many lines a box gets at a gap, as a number that may be too large for an array.
  static func count(in box: Rect, gap: Double) -> Double { box.height / gap }

  /// Rules an island.
  /// - Parameters:
  ///   - box: The island's bounds, exact in y.
  ///   - wanted: The distance between two lines.
  ///   - least: How many lines there are at least, for which they may lie closer.
  ///   - variation: How unevenly they lie, 0 to 1.
  ///   - drift: How far several in a row wander, 0 to 1.
  ///   - generator: Where chance comes from.
  mutating func rule(
    _ box: Rect, gap wanted: Double, least: Int, variation: Double, drift: Double,
    _ generator: inout SeededGenerator
  ) {
    lines.removeAll(keepingCapacity: true)
    left = box.minX
    let count: Int
    let phase = generator.unit()
    if Ruling.count(in: box, gap: wanted) < Double(least) + 1 && least > 0 {
      gap = box.height / Double(least)
      first = box.minY + gap / 2
      count = least
    } else {
      gap = wanted
      first = box.minY + gap * phase
      count = Int(max(0, ((box.maxY - first) / gap).rounded(.up)))
    }
    // Two neighbours then stay a tenth of the gap apart even when both err as far as they can.
    let error = 0.45 * gap * variation
    // Of what that leaves between them, wandering takes nine tenths at most.
    let wandering = 0.9 * drift * (gap - 2 * error) / Wander.change
    reach = error + wandering
    let width = box.width
    var wander = drift > 0 ? (Wander(&generator), Wander(&generator)) : nil
    for k in 0..<count {
      let middle = first + Double(k) * gap
      guard reach > 0, width > 0 else {
        lines.append(Line(level: middle, slope: 0))
        continue
      }
      let shift = generator.signed() * 0.5
      let tilt = generator.signed() * 0.5
      let drifted = (wander?.0.next(&generator) ?? 0) * 0.5 * wandering
      let turned = (wander?.1.next(&generator) ?? 0) * 0.5 * wandering
      let slope = 2 * tilt * error / width + 2 * turned / width
      let level = middle + (shift - tilt) * error + (drifted - turned)
      lines.append(Line(level: level - slope * left, slope: slope))
    }
  }

  /// The lines that may meet what lies between two heights.
  @inline(__always)
  func lines(from low: Double, to high: Double) -> Range<Int> {
    // A millionth of a gap against rounding: which lines are asked mustn't decide what is inside.
    let from = ((low - reach - first) / gap - 1e-6).rounded(.up)
    let to = ((high + reach - first) / gap + 1e-6).rounded(.down)
    let begin = max(0, min(from, Double(lines.count)))
    let end = max(begin - 1, min(to, Double(lines.count - 1)))
    return Int(begin)..<(Int(end) + 1)
  }

  /// The strips between two lines each that may hold something between two heights; strip k lies
  /// between lines k and k + 1.
  func strips(from low: Double, to high: Double) -> Range<Int> {
    let range = lines(from: low - gap, to: high)
    return range.lowerBound..<max(range.lowerBound, min(range.upperBound, lines.count - 1))
  }

  /// The strip that a height lies in, if any.
  func strip(at y: Double) -> Int? {
    let place = ((y - first) / gap).rounded(.down)
    return place >= 0 && place < Double(lines.count - 1) ? Int(place) : nil
  }
}
