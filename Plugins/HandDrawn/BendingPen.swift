import Geometry
import PathModel
import PluginKit

/// Draws one pass of a path bent by the field.
struct BendingPen {
  private let bend: Bend
  private let pass: Int
  /// Which runs of segments belong together; empty when nothing depends on them.
  private let places: [StrokeRuns.Place]
  private let envelope: PassEnvelope
  /// Whether what a run begins and ends with stays where it is.
  private let keepsEnds: Bool
  /// Where the noise along this path's strokes lies in the field, nil when it's that of the page.
  private let origin: Point?
  /// How far from the bent curve a piece that stands for it may stray.
  private let tolerance: Double
  /// The first pass's field wherever segments are cut, in order: the first pass fills it, later ones
  /// over the same path look there.
  var cuts: [Cut] = []
  private var cut = 0
  /// Where the last cut was, and the field there: the next piece begins there.
  private var lastPlace = Point(.nan, .nan)
  private var lastSamples: Bend.Samples

  init(
    _ bend: Bend, pass: Int, runs: [StrokeRuns.Place], keepsEnds: Bool, origin: Point?
  ) {
    self.bend = bend
    self.pass = pass
    places = runs
    self.keepsEnds = keepsEnds
    self.origin = origin
    envelope = PassEnvelope(wavelength: bend.wavelength)
    tolerance = bend.reach * NoiseModel.tolerance
    let nothing = NoiseField.Sample(value: .zero, dx: .zero, dy: .zero)
    lastSamples = Bend.Samples(common: nothing, own: nothing)
  }

  /// Where a segment is cut.
  struct Cut {
    /// Where the field is looked up.
    var place: Point
    /// The first pass's field there.
    var common: NoiseField.Sample
  }

  /// Writes all subpaths.
  /// - Parameters:
  ///   - path: What is drawn.
  ///   - background: Tells which subpaths stay as they are, nil when none does.
  ///   - builder: Where they go.
  mutating func draw(_ path: PathView, background: PageBackground?, into builder: inout PathBuilder)
  {
    var verb = 0
    var point = 0
    var place = 0
    while verb < path.verbs.count {
      var verbEnd = verb + 1
      var pointEnd = point + 1
      while verbEnd < path.verbs.count && path.verbs[verbEnd] != .move {
        pointEnd += path.verbs[verbEnd].pointCount
        verbEnd += 1
      }
      let (verbs, points) = (verb..<verbEnd, point..<pointEnd)
      if let background, background.covers(path.points.extracting(points)) {
        // Later passes would only repeat it.
        if pass == 0 { builder.append(path, verbs: verbs, points: points) }
        place += path.segmentCount(verbs: verbs, points: points)
      } else {
        draw(path, verbs, firstPoint: point, &place, into: &builder)
      }
      (verb, point) = (verbEnd, pointEnd)
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
      switch verb {
      case .quad:
        curve = CubicCurve(QuadCurve(current, path.points[i], end))
        length = curve.aboutLength
      case .cubic:
        curve = CubicCurve(current, path.points[i], path.points[i + 1], end)
        length = curve.aboutLength
      case .move, .line, .close:
        length = current.distance(to: end)
        if length <= NoiseModel.straight * bend.wavelength {
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
        let third = (end - current) * (1.0 / 3)
        curve = CubicCurve(current, current + third, end - third, end)
      }
      let waves = length / bend.wavelength
      let pieces = max(1, min(NoiseModel.mostPieces, (waves / NoiseModel.piece).rounded(.up)))
      add(
        Bent(curve: curve, run: run, bow: bow, startWidth: currentWidth, endWidth: endWidth),
        goal: goal, pieces: Int(pieces),
        halvings: waves > NoiseModel.surePiece * pieces ? NoiseModel.halvings : 0, into: &builder)
      if isClose { builder.close() }
      (current, currentWidth) = (end, endWidth)
      i += verb.pointCount
    }
  }

  /// A segment that's being bent.
  private struct Bent {
    var curve: CubicCurve
    var run: StrokeRuns.Place
    /// Where the middle goes beside what the field does.
    var bow: Point
    /// The stroke's width where it starts, if points have one.
    var startWidth: Double?
    /// The stroke's width where it ends, if points have one.
    var endWidth: Double?
  }

  private typealias Moved = (point: Point, velocity: Point)

  private mutating func add(
    _ segment: Bent, goal: Point?, pieces: Int, halvings: Int, into builder: inout PathBuilder
  ) {
    let step = 1 / Double(pieces)
    var t = 0.0
    var from = bent(segment, at: 0)
    for k in 1...pieces {
      let end = k == pieces ? 1 : Double(k) * step
      var to = bent(segment, at: end)
      if k == pieces, let goal { to.point = goal }
      piece(segment, t, from, end, to, halvings: halvings, into: &builder)
      (t, from) = (end, to)
    }
  }

  /// Adds a piece between two parameters, or both halves of it where one cubic strays too far.
  private mutating func piece(
    _ segment: Bent, _ t: Double, _ from: Moved, _ end: Double, _ to: Moved, halvings: Int,
    into builder: inout PathBuilder
  ) {
    let step = end - t
    if halvings > 0 {
      let half = t + step / 2
      let middle = bent(segment, at: half, isCut: false)
      let cubic = (from.point + to.point) * 0.5 + (from.velocity - to.velocity) * (step / 8)
      let miss = middle.point - cubic
      if miss.dot(miss) > tolerance * tolerance {
        piece(segment, t, from, half, middle, halvings: halvings - 1, into: &builder)
        piece(segment, half, middle, end, to, halvings: halvings - 1, into: &builder)
        return
      }
    }
    if let a = segment.startWidth, let b = segment.endWidth { builder.width = a + (b - a) * end }
    let third = step / 3
    builder.cubic(from.point + from.velocity * third, to.point - to.velocity * third, to: to.point)
  }

  private func run(_ place: Int) -> StrokeRuns.Place {
    place < places.count ? places[place] : .none
  }

  private func own(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard pass > 0 else { return (0, 0) }
    let share = envelope.share(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  private func kept(_ run: StrokeRuns.Place, at t: Double) -> Bend.Share {
    guard keepsEnds else { return (1, 0) }
    let share = envelope.middle(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  /// The field at a place, looked up once where segments are cut.
  @inline(__always)
  private mutating func samples(at place: Point, isCut: Bool) -> Bend.Samples {
    guard isCut else { return bend.samples(at: place, pass: pass) }
    if place != lastPlace {
      if cut < cuts.count && cuts[cut].place == place {
        let own = bend.field.sample(at: place, wavelength: bend.wavelength, slice: pass)
        lastSamples = Bend.Samples(common: cuts[cut].common, own: own)
      } else {
        lastSamples = bend.samples(at: place, pass: pass)
        if pass == 0 { cuts.append(Cut(place: place, common: lastSamples.common)) }
      }
      cut += 1
      lastPlace = place
    }
    return lastSamples
  }

  private mutating func moved(_ p: Point, _ run: StrokeRuns.Place, at t: Double) -> Point {
    let site = site(p, velocity: .zero, run, at: t)
    return bend.move(
      site, by: samples(at: site.place, isCut: true), own: own(run, at: t), kept: kept(run, at: t)
    ).point
  }

  @inline(__always)
  private mutating func bent(_ segment: Bent, at t: Double, isCut: Bool = true) -> Moved {
    let curve = segment.curve
    let run = segment.run
    let p = t == 0 ? curve.p0 : (t == 1 ? curve.p3 : curve.point(at: t))
    let site = site(p, velocity: curve.derivative(at: t), run, at: t)
    return bend.move(
      site, by: samples(at: site.place, isCut: isCut), own: own(run, at: t),
      kept: kept(run, at: t),
      bow: (segment.bow * (4 * t * (1 - t)), segment.bow * (4 - 8 * t)))
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
    let noise = bend.field.displacement(
      at: middle, wavelength: bend.wavelength * NoiseModel.bowWavelength,
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

extension PathBuilder {
  /// Adds a part of a path as it is.
  mutating func append(_ path: PathView, verbs: Range<Int>, points: Range<Int>) {
    var i = points.lowerBound
    for k in verbs {
      let verb = path.verbs[k]
      if verb.pointCount > 0 && !path.widths.isEmpty {
        width = path.widths[i + verb.pointCount - 1]
      }
      switch verb {
      case .move: move(to: path.points[i])
      case .line: line(to: path.points[i])
      case .quad: quad(path.points[i], to: path.points[i + 1])
      case .cubic: cubic(path.points[i], path.points[i + 1], to: path.points[i + 2])
      case .close: close()
      }
      i += verb.pointCount
    }
  }
}
