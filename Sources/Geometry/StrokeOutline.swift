public import PathModel

/// What a stroke covers, as the outline of an area: a path to be filled by the nonzero rule.
///
/// The area is what a line of the stroke's width sweeps that stands across the path and moves along it, with
/// caps at open ends and joins at corners (SVG 2, section 13.5.7). No point of it is farther than the tolerance
/// from the exact one's edge. Where the path's points have widths, the line's length changes from the width
/// at a segment's start to that at its end, evenly with the curve's parameter.
///
/// Each side of the path is offset by cubic curves that have the tangents and speeds of the true offset at
/// their ends; they are halved until they fit. All parts of the outline turn the same way around
/// what they cover, so that overlapping never takes anything away. For that, where a bend is tighter
/// than the pen, so that the inner side would run backwards, the outline keeps to the path itself, and
/// what the inner half sweeps is added as slices.
public struct StrokeOutline: Sendable {
  /// The shape of corners.
  public enum Join: Sendable, Hashable {
    /// Edges go on to their meeting point up to the miter limit; beyond it beveled.
    case miter
    /// Edges go on to their meeting point; beyond the miter limit it's cut off there.
    case miterClip
    /// A circle around the corner.
    case round
    /// Cut off straight.
    case bevel
  }

  /// Why there is no outline.
  public enum Fault: Error {
    /// It would take more points than allowed: the dashes are too many, or the tolerance is too fine.
    case tooManyPoints
    /// It lies too far out, or is too wide, to be measured: coordinates stay below 1e150.
    case tooLarge
  }

  /// The stroke's width, above zero; what the path's points say goes before it.
  public var width: Double
  /// The shape of ends.
  public var cap: Style.Cap
  /// The shape of corners.
  public var join: Join
  /// The longest miter in widths, at least 1.
  public var miterLimit: Double
  /// The lengths of dashes and gaps in turn, none negative; empty for a solid stroke.
  public var dashes: [Double]
  /// Where in the dashes each subpath starts.
  public var dashOffset: Double
  /// The greatest distance from the exact outline, in the path's units, above zero. It is never finer than
  /// 1e-6 of the width.
  public var tolerance: Double
  /// How many points a path's outline may have.
  public var pointLimit: Int

  /// Makes the outline of a style's stroke.
  ///
  /// What tolerance to choose: a hundredth of a pixel of the final picture is invisible at any enlargement that
  /// people use; the number of points grows with the fourth root of size over tolerance.
  /// - Parameters:
  ///   - style: Whose stroke.
  ///   - tolerance: The greatest distance from the exact outline, in the path's units, above zero.
  ///   - pointLimit: How many points a path's outline may have.
  public init(_ style: Style, tolerance: Double, pointLimit: Int = 10_000_000) {
    width = style.strokeWidth
    cap = style.cap
    join =
      switch style.join {
      case .miter: .miter
      case .round: .round
      case .bevel: .bevel
      }
    miterLimit = style.miterLimit
    dashes = style.dashes
    dashOffset = style.dashOffset
    self.tolerance = tolerance
    self.pointLimit = pointLimit
  }

  /// Writes the outline of a path's stroke as closed subpaths, to be filled by the nonzero rule.
  /// - Parameters:
  ///   - path: The path, with or without widths at its points.
  ///   - builder: Where the outline is written to.
  /// - Throws: That it takes too many points; some may then be written.
  /// - Complexity: Linear in the number of points that are written and read.
  public func write(
    _ path: PathView, to builder: inout PathBuilder
  ) throws(Fault) {
    var widest = path.widths.isEmpty ? width : 0
    for i in path.widths.indices { widest = max(widest, path.widths[i]) }
    guard widest > 0, widest.isFinite else { return }
    let pen = StrokePen(self, widest: widest)
    let cutter = DashCutter(dashes: dashes, offset: dashOffset, tolerance: pen.tolerance)
    var budget = pointLimit
    /// Draws a subpath: its segments without those of no length.
    func draw(
      _ segments: [StrokeSegment], at start: Point, _ radius: Double, isClosed: Bool,
      hasSegments: Bool, _ builder: inout PathBuilder
    ) throws(Fault) {
      guard !segments.isEmpty else {
        // Nothing but a point: a dot, where caps have an extent.
        if hasSegments, cutter == nil || cutter?.startsOn == true {
          budget -= pen.dot(at: start, along: Point(1, 0), radius, to: &builder)
        }
        return
      }
      guard let cutter else {
        try pen.draw(segments, isClosed: isClosed, &budget, to: &builder)
        return
      }
      try cutter.cut(segments, isClosed: isClosed, limit: budget / 8) { (piece) throws(Fault) in
        switch piece {
        case .dash(let dash): try pen.draw(dash, isClosed: false, &budget, to: &builder)
        case .ring(let dash): try pen.draw(dash, isClosed: true, &budget, to: &builder)
        case .dot(let at, let direction, let radius):
          budget -= pen.dot(at: at, along: direction, radius, to: &builder)
          if budget < 0 { throw .tooManyPoints }
        }
      }
    }

    var segments: [StrokeSegment] = []
    var start = Point.zero
    var startRadius = 0.0
    var current = Point.zero
    var radius = 0.0
    var hasSegments = false
    /// Adds a segment unless it has no length; then its end's width doesn't count.
    func add(_ segment: StrokeSegment?, to endRadius: Double) {
      guard var segment else { return }
      segment.startRadius = radius
      segment.endRadius = endRadius
      segments.append(segment)
      radius = endRadius
    }
    var i = 0
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      let last = i + verb.pointCount - 1
      let newRadius =
        verb == .close ? startRadius : (path.widths.isEmpty ? width : path.widths[last]) / 2
      switch verb {
      case .move:
        try draw(
          segments, at: start, startRadius, isClosed: false, hasSegments: hasSegments, &builder)
        segments.removeAll(keepingCapacity: true)
        hasSegments = false
        start = path.points[i]
        startRadius = newRadius
        current = start
        radius = startRadius
      case .line:
        hasSegments = true
        add(StrokeSegment(from: current, to: path.points[i]), to: newRadius)
        current = path.points[i]
      case .quad, .cubic:
        guard let curve = path.curve(k, from: current, atPoint: i) else { break }
        hasSegments = true
        add(StrokeSegment(curve), to: newRadius)
        current = curve.p3
      case .close:
        add(StrokeSegment(from: current, to: start), to: newRadius)
        // It ends as wide as it starts.
        if !segments.isEmpty { segments[segments.count - 1].endRadius = startRadius }
        try draw(
          segments, at: start, startRadius, isClosed: true, hasSegments: true, &builder)
        segments.removeAll(keepingCapacity: true)
        hasSegments = false
        current = start
      }
      i += verb.pointCount
    }
    try draw(
      segments, at: start, startRadius, isClosed: false, hasSegments: hasSegments, &builder)
  }
}

/// A line or a curve of some length, with its directions at both ends.
struct StrokeSegment: BitwiseCopyable {
  var curve: CubicCurve
  var isLine: Bool
  /// Of length one.
  var out: Point
  var into: Point
  /// Half of the stroke's width where it starts.
  var startRadius = 0.0
  /// Half of the stroke's width where it ends.
  var endRadius = 0.0

  init?(from a: Point, to b: Point) {
    let d = b - a
    let length = d.length
    guard length > 0, length.isFinite else { return nil }
    self.init(line: a, b, along: d * (1 / length))
  }

  private init(line a: Point, _ b: Point, along direction: Point) {
    curve = CubicCurve(a, a, b, b)
    isLine = true
    out = direction
    into = direction
  }

  init?(_ curve: CubicCurve) {
    guard let out = curve.tangentAtStart, let into = curve.tangentAtEnd else { return nil }
    self.curve = curve
    self.out = out
    self.into = into
    // A curve that runs straight on is a line.
    let d = curve.p3 - curve.p0
    let size = d.length
    let (a, b) = ((curve.p1 - curve.p0).dot(d), (curve.p2 - curve.p0).dot(d))
    isLine =
      size > 0 && (curve.p1 - curve.p0).cross(d).magnitude <= 1e-12 * size * size
      && (curve.p2 - curve.p0).cross(d).magnitude <= 1e-12 * size * size
      && a >= 0 && b >= 0 && a <= size * size && b <= size * size
    if isLine {
      self.out = d * (1 / size)
      self.into = self.out
    }
  }

  /// Whether no leg of a curve's control polygon, and so no part of it, turns far away from its ends.
  var isAlmostStraight: Bool {
    for leg in [curve.p1 - curve.p0, curve.p2 - curve.p1, curve.p3 - curve.p2] {
      let reach = 0.95 * leg.length
      if leg.dot(out) < reach || leg.dot(into) < reach { return false }
    }
    return true
  }

  /// Whether both edges of a line's stroke are parallel to it.
  var isBand: Bool { isLine && startRadius == endRadius }

  var start: Point { curve.p0 }
  var end: Point { curve.p3 }
  /// The distance between its ends.
  var chord: Double { curve.p0.distance(to: curve.p3) }

  /// The part of a line between two lengths along it, or of a curve between two parameters; nil when it
  /// has no length.
  func part(from a: Double, to b: Double) -> StrokeSegment? {
    guard b > a else { return nil }
    var part: StrokeSegment?
    if isLine {
      let (p, q) = (start + out * a, start + out * b)
      part = p == q ? nil : StrokeSegment(line: p, q, along: out)
    } else {
      part = StrokeSegment(curve.part(from: a, to: b))
    }
    part?.startRadius = radius(at: a)
    part?.endRadius = radius(at: b)
    return part
  }

  /// Half of the stroke's width at a length along a line, or at a curve's parameter.
  func radius(at place: Double) -> Double {
    if startRadius == endRadius { return startRadius }
    let t = isLine ? min(1, place / chord) : place
    return startRadius + (endRadius - startRadius) * t
  }
}
