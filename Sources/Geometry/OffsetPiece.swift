import PathModel

/// A part of a curve with what its offsets are made from.
struct OffsetPiece {
  /// The pen at one place.
  struct Frame: BitwiseCopyable {
    var point: Point
    /// Of length one.
    var direction: Point
    /// How fast the curve runs.
    var pace: Double
    /// How fast its direction turns, clockwise positive.
    var turning: Double
    /// Half of the stroke's width.
    var radius: Double

    /// How fast the offset to one side runs in the curve's direction: backwards, when the bend is tighter
    /// than the pen on that side.
    @inline(__always) func speed(_ sign: Double) -> Double { pace + sign * radius * turning }

    /// The offset to one side.
    @inline(__always) func offset(_ sign: Double) -> Point {
      point + direction.across * (sign * radius)
    }
  }

  let curve: CubicCurve
  let start: Frame
  let middle: Frame
  let end: Frame
  /// By how much the radius grows from the start to the end.
  let growth: Double

  /// Nil when the part is a point.
  init?(_ curve: CubicCurve, from startRadius: Double, to endRadius: Double) {
    guard let out = curve.tangentAtStart, let into = curve.tangentAtEnd else { return nil }
    self.curve = curve
    growth = endRadius - startRadius
    // The derivatives at both ends.
    let third = (curve.p3 - curve.p0 + (curve.p1 - curve.p2) * 3) * 6
    let second0 = (curve.p0 - curve.p1 * 2 + curve.p2) * 6
    let second1 = (curve.p1 - curve.p2 * 2 + curve.p3) * 6
    start = Frame(
      point: curve.p0, direction: out, pace: 3 * curve.p0.distance(to: curve.p1),
      turning: Self.turning(out, 3 * curve.p0.distance(to: curve.p1), second0, third),
      radius: startRadius)
    end = Frame(
      point: curve.p3, direction: into, pace: 3 * curve.p2.distance(to: curve.p3),
      turning: -Self.turning(-into, 3 * curve.p2.distance(to: curve.p3), second1, -third),
      radius: endRadius)
    middle = Self.frame(curve, at: 0.5, startRadius + growth / 2)
    guard start.turning.isFinite, end.turning.isFinite, middle.turning.isFinite else { return nil }
  }

  /// How fast a direction turns; where the curve stands still, in the limit.
  private static func turning(
    _ direction: Point, _ pace: Double, _ second: Point, _ third: Point
  ) -> Double {
    let size = second.length
    if pace > 1e-9 * size { return direction.cross(second) / pace }
    return size > 0 ? direction.cross(third) / (2 * size) : 0
  }

  private static func frame(_ curve: CubicCurve, at t: Double, _ radius: Double) -> Frame {
    let first = curve.derivative(at: t)
    let second =
      (curve.p0 - curve.p1 * 2 + curve.p2) * (6 * (1 - t))
      + (curve.p1 - curve.p2 * 2 + curve.p3) * (6 * t)
    let pace = first.length
    let direction = pace > 0 ? first * (1 / pace) : Point(1, 0)
    return Frame(
      point: curve.point(at: t), direction: direction, pace: pace,
      turning: pace > 0 ? direction.cross(second) / pace : 0, radius: radius)
  }

  func frame(at t: Double) -> Frame { Self.frame(curve, at: t, start.radius + growth * t) }

  /// Whether it turns by less than about a fifth of a circle, and all its control points lead on.
  var isStraightEnough: Bool {
    guard middle.pace > 0, start.direction.dot(middle.direction) > 0.8,
      middle.direction.dot(end.direction) > 0.8
    else { return false }
    let leg = curve.p2 - curve.p1
    return leg.dot(start.direction) >= 0 && leg.dot(end.direction) >= 0
  }

  /// The curve that stands for the offset to one side: with its ends, tangents and speeds there.
  func offset(_ sign: Double) -> CubicCurve {
    let a = curve.p0 + start.direction.across * (sign * start.radius)
    let b = curve.p3 + end.direction.across * (sign * end.radius)
    var out = start.direction * (start.speed(sign) / 3)
    var into = end.direction * (end.speed(sign) / 3)
    if growth != 0 {
      out = out + start.direction.across * (sign * growth / 3)
      into = into + end.direction.across * (sign * growth / 3)
    }
    return CubicCurve(a, a + out, b - into, b)
  }

  /// How far that lies from the offset, found at three places, with a margin.
  func deviation(of offset: CubicCurve, _ sign: Double) -> Double {
    var worst = 0.0
    let size = offset.p0.distance(to: offset.p3)
    for t in [0.25, 0.5, 0.75] {
      let frame = frame(at: t)
      let gap = offset.point(at: t) - frame.offset(sign)
      let beside = gap.cross(frame.direction).magnitude
      // Along the offset it may be off, as long as that doesn't show beside it.
      let along = gap.dot(frame.direction).magnitude
      worst = max(worst, beside, along > 0.1 * size ? along : 0)
    }
    return worst * 1.25
  }
}
