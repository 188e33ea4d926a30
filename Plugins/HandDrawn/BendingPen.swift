import Geometry
import PathModel
import PluginKit

/// Draws one pass of a path bent by the field.
struct BendingPen {
  private let bend: Bend
  private let pass: Int
  /// Which runs of segments belong together; empty when nothing depends on them.
  private var places: [StrokeRuns.Place] = []
  private let envelope: PassEnvelope
  /// Whether what a run begins and ends with stays where it is.
  var keepsEnds = false
  /// Where the noise along this path's strokes lies in the field, nil when it's that of the page.
  private let origin: Point?
  /// How far from the bent curve a piece that stands for it may stray.
  private let tolerance: Double
  /// Looks up the field.
  private(set) var field: NoiseSampler
  /// Where bows are looked up.
  private let bows: NoiseField
  /// The first pass's field at the places that it was looked up at, in order: the first pass fills it, later ones over
  /// the same path look there. Those where pieces are halved, which differ, are left out.
  var known: [NoiseField.Sample] = []
  private var next = 0
  /// Where the last piece ended, and the field there: the next begins there.
  private var lastPlace = Point(.nan, .nan)
  private var lastSamples: Bend.Samples

  init(
    _ bend: Bend, field: consuming NoiseSampler, bows: NoiseField, pass: Int,
    envelope: PassEnvelope, origin: Point?
  ) {
    self.bend = bend
    self.field = field
    self.bows = bows
    self.pass = pass
    self.envelope = envelope
    self.origin = origin
    tolerance = bend.reach * NoiseModel.tolerance
    let nothing = NoiseField.Sample(value: .zero, dx: .zero, dy: .zero)
    lastSamples = Bend.Samples(common: nothing, own: nothing)
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
      var bow = Point.zero
      var line: Point?
      switch verb {
      case .quad:
        curve = CubicCurve(QuadCurve(current, path.points[i], end))
        length = curve.aboutLength
      case .cubic:
        curve = CubicCurve(current, path.points[i], path.points[i + 1], end)
        length = curve.aboutLength
      case .move, .line, .close:
        length = current.distance(to: end)
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
        bow = self.bow(of: current, end, length)
        line = end - current
        let third = (end - current) * (1.0 / 3)
        curve = CubicCurve(current, current + third, end - third, end)
      }
      let waves = length / field.wavelength
      let pieces = NoiseModel.pieces(waves)
      add(
        Bent(
          curve: curve, line: line, run: run, bow: bow,
          room: bend.room.flatMap { $0.contains(curve) ? $0 : nil }, startWidth: currentWidth,
          endWidth: endWidth),
        goal: goal, pieces: Int(pieces),
        mayStray: waves > NoiseModel.surePiece * pieces, into: &builder)
      if isClose { builder.close() }
      (current, currentWidth) = (end, endWidth)
      i += verb.pointCount
    }
  }

  /// A segment that's being bent.
  private struct Bent {
    var curve: CubicCurve
    /// Its derivative everywhere, if it's straight.
    var line: Point?
    var run: StrokeRuns.Place
    /// Where the middle goes beside what the field does.
    var bow: Point
    /// What its pieces have to stay in, if it lies there.
    var room: Rect?
    /// The stroke's width where it starts, if points have one.
    var startWidth: Double?
    /// The stroke's width where it ends, if points have one.
    var endWidth: Double?
  }

  private typealias Moved = (point: Point, velocity: Point)

  private mutating func add(
    _ segment: Bent, goal: Point?, pieces: Int, mayStray: Bool, into builder: inout PathBuilder
  ) {
    let step = 1 / Double(pieces)
    var t = 0.0
    var from = bent(segment, at: 0)
    for k in 1...pieces {
      let end = k == pieces ? 1 : Double(k) * step
      let middle = mayStray ? bent(segment, at: t + (end - t) / 2) : from
      let to = bent(segment, at: end, goal: k == pieces ? goal : nil)
      if mayStray {
        piece(segment, t, from, middle, end, to, halvings: NoiseModel.halvings, into: &builder)
      } else {
        write(fit(t, from, end, to), of: segment, end, into: &builder)
      }
      from = to
      t = end
    }
  }

  /// Adds a piece between two parameters, or both halves of it where one cubic strays too far.
  private mutating func piece(
    _ segment: Bent, _ t: Double, _ from: Moved, _ middle: Moved, _ end: Double,
    _ to: Moved, halvings: Int, into builder: inout PathBuilder
  ) {
    let half = t + (end - t) / 2
    var whole = fit(t, from, end, to)
    let first = fit(t, from, half, middle)
    let second = fit(half, middle, end, to)
    // The halves know the curve at the quarters well enough: the field isn't asked there.
    let miss = whole.meet(first.middle, middle.point, second.middle, tolerance: tolerance)
    let doubt = miss.before * NoiseModel.halfMiss
    if miss.after + doubt <= tolerance || halvings == 0 {
      write(whole, of: segment, end, into: &builder)
    } else if doubt <= NoiseModel.sureMiss * tolerance {
      write(first, of: segment, half, into: &builder)
      write(second, of: segment, end, into: &builder)
    } else {
      let q1 = bent(segment, at: t + (half - t) / 2, isKnown: false)
      piece(segment, t, from, q1, half, middle, halvings: halvings - 1, into: &builder)
      let q3 = bent(segment, at: half + (end - half) / 2, isKnown: false)
      piece(segment, half, middle, q3, end, to, halvings: halvings - 1, into: &builder)
    }
  }

  @inline(__always)
  private func fit(_ t: Double, _ from: Moved, _ end: Double, _ to: Moved) -> HermiteFit {
    let third = (end - t) / 3
    return HermiteFit(
      from: from.point, from.velocity * third, to: to.point, to.velocity * third)
  }

  @inline(__always)
  private func write(
    _ fit: HermiteFit, of segment: Bent, _ end: Double, into builder: inout PathBuilder
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
  private func own(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard pass > 0 else { return (0, 0) }
    let share = envelope.share(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  @inline(__always)
  private func kept(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard keepsEnds else { return (1, 0) }
    let share = envelope.middle(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  /// The field at a place, looked up once where one piece ends and the next begins.
  @inline(__always)
  private mutating func samples(at place: Point, isKnown: Bool) -> Bend.Samples {
    if isKnown && place == lastPlace { return lastSamples }
    let common = common(at: place, isKnown: isKnown)
    let own = pass > 0 ? field.sample(at: place, slice: pass) : common
    let samples = Bend.Samples(common: common, own: own)
    if isKnown { (lastPlace, lastSamples) = (place, samples) }
    return samples
  }

  /// The first pass's field at a place.
  @inline(__always)
  private mutating func common(at place: Point, isKnown: Bool) -> NoiseField.Sample {
    guard isKnown else { return field.sample(at: place) }
    if next < known.count {
      next += 1
      return known[next - 1]
    }
    let sample = field.sample(at: place)
    if pass == 0 {
      known.append(sample)
      next += 1
    }
    return sample
  }

  private mutating func moved(_ p: Point, _ run: StrokeRuns.Place, at t: Double) -> Point {
    let site = site(p, velocity: .zero, run, at: t)
    return bend.move(
      site, by: samples(at: site.place, isKnown: true), own: own(run, at: t), kept: kept(run, at: t)
    ).point
  }

  @inline(__always)
  private mutating func bent(
    _ segment: Bent, at t: Double, goal: Point? = nil, isKnown: Bool = true
  ) -> Moved {
    let curve = segment.curve
    let run = segment.run
    let p = t == 0 ? curve.p0 : (t == 1 ? curve.p3 : curve.point(at: t))
    let velocity = segment.line ?? curve.derivative(at: t)
    let site = site(p, velocity: velocity, run, at: t)
    var moved = bend.move(
      site, by: samples(at: site.place, isKnown: isKnown), own: own(run, at: t),
      kept: kept(run, at: t),
      bow: (segment.bow * (4 * t * (1 - t)), segment.bow * (4 - 8 * t)))
    if let goal { moved.point = goal }
    return moved
  }

  /// Where the field is looked up for a point: where it lies, or for noise along the stroke on a line of
  /// its own, as far along it as along the stroke. The line of a closed stroke is a circle.
  @inline(__always)
  private func site(
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
  private func bow(of a: Point, _ b: Point, _ length: Double) -> Point {
    let most = min(bend.bow, length * NoiseModel.bowPart)
    // What nobody sees isn't worth a curve.
    guard most > bend.reach * 0.02 else { return .zero }
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
