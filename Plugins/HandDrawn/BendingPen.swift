import Geometry
import PathModel
import PluginKit

/// Draws one pass of a path bent by the field.
///
/// The first pass is fitted to the bent curve. Later ones are the first with what they part from it added, so that only
/// that little has to be found anew.
struct BendingPen {
  let bend: Bend
  let pass: Int
  /// Which runs of segments belong together; empty when nothing depends on them.
  private var places: [StrokeRuns.Place] = []
  let envelope: PassEnvelope
  /// Whether what a run begins and ends with stays where it is.
  var keepsEnds = false
  /// Where the noise along this path's strokes lies in the field, nil when it's that of the page.
  private let origin: Point?
  /// How far from the bent curve a piece that stands for it may stray.
  let tolerance: Double
  /// The same for what later passes part from: half of what they part by may be of that too.
  private let laterTolerance: Double
  /// Looks up the field.
  var field: NoiseSampler
  /// Where bows are looked up.
  private let bows: NoiseField
  /// The first pass's pieces.
  var first: FirstPass
  /// Whether a first pass over the same path has left its pieces; a later one finds them itself otherwise.
  private let knowsFirst: Bool
  /// Whether a later pass will ask for this one's pieces.
  private let keepsPieces: Bool
  /// Where the last piece ended, and the field there: the next begins there.
  private var lastPlace = Point(.nan, .nan)
  private var lastSample = BendingPen.stillness
  /// The same of a later pass's own field, and whether its derivatives were asked for.
  var lastOwn = (place: Point(.nan, .nan), sample: BendingPen.stillness, hasRate: false)

  /// A field that moves nothing.
  static let stillness = NoiseField.Sample(value: .zero, dx: .zero, dy: .zero)

  /// - Parameters:
  ///   - bend: How points go.
  ///   - field: Looks up the field.
  ///   - bows: Where bows are looked up.
  ///   - pass: Which pass is drawn.
  ///   - first: The first pass's pieces of the same path, or room for them.
  ///   - knowsFirst: Whether they are those.
  ///   - keepsPieces: Whether a first pass leaves its own.
  ///   - envelope: How far later passes part from the first.
  ///   - origin: Where the noise along this path's strokes lies, nil when it's that of the page.
  init(
    _ bend: Bend, field: consuming NoiseSampler, bows: NoiseField, pass: Int,
    first: consuming FirstPass, knowsFirst: Bool, keepsPieces: Bool, envelope: PassEnvelope,
    origin: Point?
  ) {
    self.bend = bend
    self.field = field
    self.bows = bows
    self.pass = pass
    self.envelope = envelope
    self.origin = origin
    self.first = first
    self.knowsFirst = knowsFirst
    self.keepsPieces = keepsPieces || pass > 0
    tolerance = bend.reach * NoiseModel.tolerance
    laterTolerance = min(tolerance + envelope.largest * bend.reach / 2, 1.5 * tolerance)
  }

  /// Writes all subpaths.
  /// - Parameters:
  ///   - path: What is drawn.
  ///   - runs: The places of its segments in their runs; empty when nothing depends on them.
  ///   - background: Tells which subpaths stay as they are, nil when none does.
  ///   - builder: Where they go.
  mutating func draw(
    _ path: PathView, runs: [StrokeRuns.Place], _ background: PageBackground?,
    into builder: inout PathBuilder
  ) {
    places = runs
    var place = 0
    var subpath = SubpathRanges()
    while subpath.next(in: path) {
      let (verbs, points) = (subpath.verbs, subpath.points)
      if let background, background.covers(path.points.extracting(points)) {
        // Later passes would only repeat it.
        if pass == 0 { builder.append(path, verbs: verbs, points: points) }
        place += path.segmentCount(verbs: verbs, points: points)
      } else {
        draw(path, verbs, firstPoint: points.lowerBound, &place, into: &builder)
      }
    }
  }

  /// Draws one subpath.
  private mutating func draw(
    _ path: PathView, _ verbs: Range<Int>, firstPoint: Int, _ place: inout Int,
    into builder: inout PathBuilder
  ) {
    func width(_ i: Int) -> Double? { path.widths.isEmpty ? nil : path.widths[i] }
    let start = path.points[firstPoint]
    var current = start
    var currentWidth = width(firstPoint)
    if let currentWidth { builder.width = currentWidth }
    let movedStart = moved(start, run(place), at: 0)
    builder.move(to: movedStart)
    var i = firstPoint + 1
    for k in verbs.dropFirst() {
      let verb = path.verbs[k]
      let isClose = verb == .close
      if isClose && current == start {
        builder.close()
        continue
      }
      let last = isClose ? firstPoint : i + verb.pointCount - 1
      let end = path.points[last]
      // What comes back to the start ends there to the last bit.
      let closes =
        isClose || (end == start && k + 1 < verbs.upperBound && path.verbs[k + 1] == .close)
      let goal = closes ? movedStart : nil
      let endWidth = width(last)
      let run = run(place)
      place += 1
      let curve: CubicCurve
      let length: Double
      var (bow, firstBow) = (Point.zero, Point.zero)
      var line: Point?
      switch verb {
      case .quad:
        curve = CubicCurve(QuadCurve(current, path.points[i], end))
        length = places.isEmpty ? curve.aboutLength : run.length
      case .cubic:
        curve = CubicCurve(current, path.points[i], path.points[i + 1], end)
        length = places.isEmpty ? curve.aboutLength : run.length
      case .move, .line, .close:
        length = places.isEmpty ? current.distance(to: end) : run.length
        if length <= NoiseModel.straight * field.wavelength {
          // The close draws this line by itself.
          if isClose {
            builder.close()
          } else {
            if let endWidth { builder.width = endWidth }
            builder.line(to: goal ?? moved(end, run, at: 1))
          }
          (current, currentWidth) = (end, endWidth)
          i += verb.pointCount
          continue
        }
        bow = self.bow(of: current, end, length, pass: pass)
        if pass > 0 && !knowsFirst { firstBow = self.bow(of: current, end, length, pass: 0) }
        line = end - current
        let third = (end - current) * (1.0 / 3)
        curve = CubicCurve(current, current + third, end - third, end)
      }
      let waves = length / field.wavelength
      let count = NoiseModel.pieces(waves)
      let segment = BentSegment(
        curve: curve, line: line, run: run, bow: bow,
        room: bend.room.flatMap { $0.contains(curve) ? $0 : nil }, startWidth: currentWidth,
        endWidth: endWidth)
      if pass > 0 && !knowsFirst { first.removeAll() }
      if pass == 0 || !knowsFirst {
        var bowed = segment
        if pass > 0 { bowed.bow = firstBow }
        add(
          bowed, goal: pass == 0 ? goal : nil, pieces: Int(count),
          mayStray: waves > NoiseModel.surePiece * count
            || (length > NoiseModel.sureLength * bend.reach && bend.isConfined(curve)),
          into: &builder)
      }
      if pass > 0 { part(segment, goal: goal, into: &builder) }
      if isClose { builder.close() }
      (current, currentWidth) = (end, endWidth)
      i += verb.pointCount
    }
  }

  /// Adds a segment as the first pass draws it.
  private mutating func add(
    _ segment: BentSegment, goal: Point?, pieces: Int, mayStray: Bool,
    into builder: inout PathBuilder
  ) {
    let step = 1 / Double(pieces)
    var t = 0.0
    var from = bent(segment, at: 0)
    if keepsPieces { first.begin(stretches: pieces, hasMiddles: mayStray, from) }
    for k in 1...pieces {
      let end = k == pieces ? 1 : Double(k) * step
      let middle = mayStray ? bent(segment, at: t + (end - t) / 2) : nil
      var to = bent(segment, at: end)
      if k == pieces, let goal { to.point = goal }
      if let middle {
        piece(
          segment, t, from, middle, end, to, halvings: NoiseModel.halvings, isKept: keepsPieces,
          into: &builder)
      } else {
        add(fit(t, from, end, to), of: segment, end, isKept: keepsPieces, into: &builder)
      }
      if keepsPieces {
        if let middle { first.append(middle) }
        first.append(to)
      }
      from = to
      t = end
    }
    (lastPlace, lastSample) = (segment.curve.p3, from.sample)
  }

  /// Adds a piece between two parameters, or both halves of it where one cubic strays too far; later passes get the
  /// whole already where it strays by no more than they may.
  private mutating func piece(
    _ segment: BentSegment, _ t: Double, _ from: BentPlace, _ middle: BentPlace, _ end: Double,
    _ to: BentPlace, halvings: Int, isKept: Bool, into builder: inout PathBuilder
  ) {
    var isKept = isKept
    let half = t + (end - t) / 2
    let hermite = fit(t, from, end, to)
    let first = fit(t, from, half, middle)
    let second = fit(half, middle, end, to)
    // The halves know the curve at the quarters well enough: the field isn't asked there.
    var whole = hermite
    let miss = whole.meet(first.middle, middle.point, second.middle, tolerance: tolerance)
    let doubt = miss.before * NoiseModel.halfMiss
    if miss.after + doubt <= tolerance || halvings == 0 {
      return add(whole, of: segment, end, isKept: isKept, into: &builder)
    }
    if isKept && miss.after + doubt <= laterTolerance {
      keep(whole, end)
      if pass > 0 { return }
      isKept = false
    }
    if doubt <= NoiseModel.sureMiss * tolerance {
      add(first, of: segment, half, isKept: isKept, into: &builder)
      return add(second, of: segment, end, isKept: isKept, into: &builder)
    }
    let q1 = bent(segment, at: t + (half - t) / 2)
    let q3 = bent(segment, at: half + (end - half) / 2)
    if miss.after - doubt <= tolerance {
      // It was in doubt only.
      whole = hermite
      if whole.meet(q1.point, middle.point, q3.point, tolerance: tolerance).after <= tolerance {
        return add(whole, of: segment, end, isKept: isKept, into: &builder)
      }
    }
    piece(
      segment, t, from, q1, half, middle, halvings: halvings - 1, isKept: isKept, into: &builder)
    piece(
      segment, half, middle, q3, end, to, halvings: halvings - 1, isKept: isKept, into: &builder)
  }

  @inline(__always)
  private func fit(_ t: Double, _ from: BentPlace, _ end: Double, _ to: BentPlace) -> HermiteFit {
    let third = (end - t) / 3
    return HermiteFit(
      from: from.point, from.velocity * third, to: to.point, to.velocity * third)
  }

  @inline(__always)
  private mutating func add(
    _ fit: HermiteFit, of segment: BentSegment, _ end: Double, isKept: Bool,
    into builder: inout PathBuilder
  ) {
    if isKept { keep(fit, end) }
    if pass == 0 { write(fit, of: segment, end, into: &builder) }
  }

  /// Leaves a piece for later passes.
  @inline(__always)
  private mutating func keep(_ fit: HermiteFit, _ end: Double) {
    first.append(
      FirstPass.Piece(
        curve: CubicCurve(fit.p0, fit.c1, fit.c2, fit.p3), lengthening: fit.lengthening, end: end))
  }

  /// Writes a piece that ends at a parameter.
  @inline(__always)
  func write(
    _ fit: HermiteFit, of segment: BentSegment, _ end: Double, into builder: inout PathBuilder
  ) {
    var fit = fit
    if let room = segment.room { fit.stay(in: room) }
    if let a = segment.startWidth, let b = segment.endWidth { builder.width = a + (b - a) * end }
    builder.cubic(fit.c1, fit.c2, to: fit.p3)
  }

  @inline(__always)
  private func run(_ place: Int) -> StrokeRuns.Place {
    place < places.count ? places[place] : .none
  }

  @inline(__always)
  func own(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard pass > 0 else { return (0, 0) }
    let share = envelope.share(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  @inline(__always)
  func kept(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard keepsEnds else { return (1, 0) }
    let share = envelope.middle(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  /// Where a lone point goes: the start of a subpath, or the end of a line that stays one.
  private mutating func moved(_ p: Point, _ run: StrokeRuns.Place, at t: Double) -> Point {
    let site = site(p, velocity: .zero, run, at: t)
    var common = BendingPen.stillness
    common.value = field.displacement(at: site.place)
    var own = common
    if pass > 0 { own.value = field.displacement(at: site.place, slice: pass) }
    return bend.move(
      site, by: Bend.Samples(common: common, own: own), own: self.own(run, at: t),
      kept: kept(run, at: t)
    ).point
  }

  /// Where the first pass goes at a parameter of a segment.
  private mutating func bent(_ segment: BentSegment, at t: Double) -> BentPlace {
    let site = site(segment, at: t)
    // Looked up once where one segment ends and the next begins.
    let sample = t == 0 && site.place == lastPlace ? lastSample : field.sample(at: site.place)
    let moved = bend.move(
      site, by: Bend.Samples(common: sample, own: sample), kept: kept(segment.run, at: t),
      bow: segment.bow(at: t))
    return BentPlace(point: moved.point, velocity: moved.velocity, sample: sample)
  }

  /// A segment's point at a parameter, and where the field is looked up for it.
  @inline(__always)
  func site(_ segment: BentSegment, at t: Double) -> Bend.Site {
    site(
      segment.point(at: t), velocity: segment.line ?? segment.curve.derivative(at: t), segment.run,
      at: t)
  }

  /// Where the field is looked up for a point: where it lies, or for noise along the stroke on a line of
  /// its own, as far along it as along the stroke. The line of a closed stroke is a circle.
  @inline(__always)
  func site(
    _ p: Point, velocity: Point, _ run: StrokeRuns.Place, at t: Double
  ) -> Bend.Site {
    var site = Bend.Site(p, velocity: velocity)
    guard let origin else { return site }
    let s = run.along + run.length * t
    if run.isClosed && run.whole > 0 {
      let radius = run.whole / (2 * .pi)
      let (c, d) = (cosine(s / radius), sine(s / radius))
      site.place = origin + Point(c, d) * radius
      site.placeVelocity = Point(-d, c) * run.length
    } else {
      site.place = origin + Point(s, 0)
      site.placeVelocity = Point(run.length, 0)
    }
    return site
  }

  /// How a straight line's middle bows, across the line: more for long lines. It's the same from both ends,
  /// and that of a line nearby is another.
  private func bow(of a: Point, _ b: Point, _ length: Double, pass: Int) -> Point {
    let most = min(bend.bow, length * NoiseModel.bowPart)
    // What is less than pieces stray nobody sees.
    guard most > bend.reach * NoiseModel.leastBow else { return .zero }
    let middle = a.interpolated(to: b, at: 0.5)
    let noise = bows.displacement(
      at: middle, wavelength: field.wavelength * NoiseModel.bowWavelength,
      slice: NoiseModel.bowSlice + pass)
    let across = Point(a.y - b.y, b.x - a.x) * (1 / length)
    return across * (noise.dot(across) * most)
  }
}

extension PathView {
  /// How many segments of a subpath draw something.
  func segmentCount(verbs range: Range<Int>, points: Range<Int>) -> Int {
    let isClosed = verbs[range.upperBound - 1] == .close
    let isBack = self.points[points.upperBound - 1] == self.points[points.lowerBound]
    return range.count - 1 - (isClosed && isBack ? 1 : 0)
  }
}
