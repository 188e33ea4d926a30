import Geometry
import PathModel
import PluginKit

/// How the field moves the points of a path.
struct Bend {
  /// No point moves farther than this by the field; above 0.
  let reach: Double
  /// Where points stay that lie in it: the canvas without a margin for the stroke.
  let room: Rect?
  /// How far the middle of a long line bows at most, beside what the field does to it.
  let bow: Double
  /// Where points are so far from the room's edges that those change nothing.
  private let calm: Rect?

  init(reach: Double, room: Rect?, bow: Double = 0) {
    (self.reach, self.room, self.bow) = (reach, room, bow)
    let margin = 2 * (reach + bow)
    calm = room.flatMap { $0.shorterSide > 2 * margin ? $0.inset(by: margin) : nil }
  }

  /// Whether the room's edges may change how a curve bends.
  @inline(__always)
  func isConfined(_ curve: CubicCurve) -> Bool {
    room != nil && !(calm?.contains(curve) ?? false)
  }

  /// A point of a line that moves with its parameter, and where the field is looked up for it.
  struct Site {
    /// The point.
    var point: Point
    /// How it moves with the curve's parameter.
    var velocity: Point
    /// Where the field is looked up.
    var place: Point
    /// How that moves with the curve's parameter.
    var placeVelocity: Point

    /// A point that's moved by the field where it lies.
    @inline(__always)
    init(_ point: Point, velocity: Point) {
      self.point = point
      self.velocity = velocity
      place = point
      placeVelocity = velocity
    }
  }

  /// A number and how it changes with the curve's parameter.
  typealias Share = (value: Double, rate: Double)

  /// The field's values that a pass needs at a place.
  struct Samples {
    /// That of the first pass, which all passes share.
    var common: NoiseField.Sample
    /// The pass's own; the same in the first pass.
    var own: NoiseField.Sample
  }

  /// Where a point goes, and what becomes of its velocity along a curve.
  /// - Parameters:
  ///   - site: The point.
  ///   - samples: The field there.
  ///   - own: How much of the displacement is the pass's own.
  ///   - kept: How much of the displacement takes place.
  ///   - bow: A displacement beside that of the field, and its rate.
  /// - Returns: Both as the hand has them.
  @inline(__always)
  func move(
    _ site: Site, by samples: Samples, own: Share = (0, 0), kept: Share = (1, 0),
    bow: (Point, Point) = (.zero, .zero)
  ) -> (point: Point, velocity: Point) {
    let (common, other) = (samples.common, samples.own)
    let v = site.placeVelocity
    var d = common.value
    var rate = common.dx * v.x + common.dy * v.y
    if own.value != 0 || own.rate != 0 {
      let difference = other.value - d
      let otherRate = other.dx * v.x + other.dy * v.y
      rate = rate + (otherRate - rate) * own.value + difference * own.rate
      d = d + difference * own.value
    }
    d = d * reach + bow.0
    rate = rate * reach + bow.1
    // Far from all edges nothing changes: the usual case.
    if let room, !(calm?.contains(site.point) ?? false) {
      let (p, velocity) = (site.point, site.velocity)
      (d.x, rate.x) = confined(
        d.x, rate.x, p.x - room.minX, room.maxX - p.x, velocity: velocity.x)
      (d.y, rate.y) = confined(
        d.y, rate.y, p.y - room.minY, room.maxY - p.y, velocity: velocity.y)
    }
    // After the room, which moves what lies at its edges inward: what is kept stays there too.
    if kept.value != 1 || kept.rate != 0 {
      rate = rate * kept.value + d * kept.rate
      d = d * kept.value
    }
    return (site.point + d, site.velocity + rate)
  }

  /// How far the field and the bow move a point together at most.
  @inline(__always)
  private var most: Double { reach + bow }

  /// One component of a displacement, kept from running out of the room.
  ///
  /// A displacement of −most…most is mapped to −back…ahead, where those are the most itself as far
  /// as the room's edges are twice that away, and shrink to nothing at the edges. So a line along the
  /// edge of the page moves inward as a whole instead of being flattened against it.
  @inline(__always)
  private func confined(
    _ d: Double, _ rate: Double, _ roomBack: Double, _ roomAhead: Double, velocity: Double
  ) -> (Double, Double) {
    let (back, backSlope) = limit(roomBack)
    let (ahead, aheadSlope) = limit(roomAhead)
    if back == most && ahead == most { return (d, rate) }
    let gain = (ahead + back) / (2 * most)
    // The room ahead shrinks as the point goes ahead.
    let gainRate = (backSlope - aheadSlope) * velocity / (2 * most)
    let shiftRate = -(aheadSlope + backSlope) * velocity / 2
    return (d * gain + (ahead - back) / 2, rate * gain + d * gainRate + shiftRate)
  }

  /// How far a point may go that has so much room: never more than that; and its slope.
  @inline(__always)
  private func limit(_ room: Double) -> (Double, Double) {
    guard room > 0 else { return (0, 0) }
    let u = room / (2 * most)
    return u < 1 ? (most * u * (2 - u), 1 - u) : (most, 0)
  }
}
