import PathModel
import PluginKit

/// How the field moves the points of a path.
struct Bend {
  /// The field.
  let field: NoiseField
  /// No point moves farther than this; above 0.
  let reach: Double
  /// The field's wavelength.
  let wavelength: Double
  /// Where points stay that lie in it: the canvas without a margin for the stroke.
  let room: Rect?

  /// Where a point goes, and what becomes of its velocity along a curve.
  /// - Parameters:
  ///   - p: The point.
  ///   - velocity: How it moves with the curve's parameter.
  ///   - pass: Which pass.
  ///   - share: How much of the displacement is the pass's own: a number and its rate.
  /// - Returns: Both as the hand has them.
  @inline(__always)
  func move(
    _ p: Point, velocity: Point, pass: Int, share: (value: Double, rate: Double)
  ) -> (point: Point, velocity: Point) {
    let common = field.sample(at: p, wavelength: wavelength)
    var d = common.value
    var rate = common.dx * velocity.x + common.dy * velocity.y
    if pass > 0 {
      let own = field.sample(at: p, wavelength: wavelength, slice: pass)
      let difference = own.value - d
      let ownRate = own.dx * velocity.x + own.dy * velocity.y
      rate = rate + (ownRate - rate) * share.value + difference * share.rate
      d = d + difference * share.value
    }
    d = d * reach
    rate = rate * reach
    if let room {
      (d.x, rate.x) = confined(
        d.x, rate.x, p.x - room.minX, room.maxX - p.x, velocity: velocity.x)
      (d.y, rate.y) = confined(
        d.y, rate.y, p.y - room.minY, room.maxY - p.y, velocity: velocity.y)
    }
    return (p + d, velocity + rate)
  }

  /// One component of a displacement, kept from running out of the room.
  ///
  /// A displacement of −reach…reach is mapped to −back…ahead, where those are the reach itself as far
  /// as the room's edges are two reaches away, and shrink to nothing at the edges. So a line along the
  /// edge of the page moves inward as a whole instead of being flattened against it.
  @inline(__always)
  private func confined(
    _ d: Double, _ rate: Double, _ roomBack: Double, _ roomAhead: Double, velocity: Double
  ) -> (Double, Double) {
    let (back, backSlope) = limit(roomBack)
    let (ahead, aheadSlope) = limit(roomAhead)
    // Far from both edges nothing changes: the usual case.
    if back == reach && ahead == reach { return (d, rate) }
    let gain = (ahead + back) / (2 * reach)
    // The room ahead shrinks as the point goes ahead.
    let gainRate = (backSlope - aheadSlope) * velocity / (2 * reach)
    let shiftRate = -(aheadSlope + backSlope) * velocity / 2
    return (d * gain + (ahead - back) / 2, rate * gain + d * gainRate + shiftRate)
  }

  /// How far a point may go that has so much room: never more than that; and its slope.
  @inline(__always)
  private func limit(_ room: Double) -> (Double, Double) {
    guard room > 0 else { return (0, 0) }
    let u = room / (2 * reach)
    return u < 1 ? (reach * u * (2 - u), 1 - u) : (reach, 0)
  }
}
