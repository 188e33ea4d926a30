import Geometry
import PathModel

/// Draws one pass of a path bent by the field.
struct BendingPen {
  private let bend: Bend
  private let pass: Int
  private let envelope: PassEnvelope

  init(_ bend: Bend, pass: Int) {
    self.bend = bend
    self.pass = pass
    envelope = PassEnvelope(wavelength: bend.wavelength)
  }

  /// Writes all subpaths.
  /// - Parameters:
  ///   - path: What is drawn.
  ///   - runs: Its runs; they matter to later passes alone.
  ///   - background: Tells which subpaths stay as they are, nil when none does.
  ///   - builder: Where they go.
  func draw(
    _ path: PathView, runs: StrokeRuns, background: PageBackground?,
    into builder: inout PathBuilder
  ) {
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
        draw(path, verbs, firstPoint: point, runs, &place, into: &builder)
      }
      (verb, point) = (verbEnd, pointEnd)
    }
  }

  /// Draws one subpath.
  private func draw(
    _ path: PathView, _ verbs: Range<Int>, firstPoint: Int, _ runs: StrokeRuns,
    _ place: inout Int, into builder: inout PathBuilder
  ) {
    func width(_ i: Int) -> Double? { path.widths.isEmpty ? nil : path.widths[i] }
    let start = path.points[firstPoint]
    var current = start
    var currentWidth = width(firstPoint)
    if let currentWidth { builder.width = currentWidth }
    let movedStart = moved(start, run(runs, place), at: 0)
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
      let ends = Ends(goal: goal, startWidth: currentWidth, endWidth: endWidth)
      let run = run(runs, place)
      place += 1
      switch verb {
      case .quad:
        add(CubicCurve(QuadCurve(current, path.points[i], end)), run, ends, into: &builder)
      case .cubic:
        add(
          CubicCurve(current, path.points[i], path.points[i + 1], end), run, ends, into: &builder)
      case .move, .line, .close:
        let length = current.distance(to: end)
        if length <= NoiseModel.straight * bend.wavelength {
          // The close draws this line by itself.
          if !isClose {
            if let endWidth { builder.width = endWidth }
            builder.line(to: goal ?? moved(end, run, at: 1))
          }
        } else {
          let third = (end - current) * (1.0 / 3)
          add(
            CubicCurve(current, current + third, end - third, end), run, ends,
            pieces: length / (NoiseModel.linePiece * bend.wavelength), into: &builder)
        }
      }
      if isClose { builder.close() }
      current = end
      currentWidth = endWidth
      i += verb.pointCount
    }
  }

  /// What is known of a segment's ends beside its curve.
  private struct Ends {
    /// Where it ends, when that was settled before.
    var goal: Point?
    /// The stroke's width where it starts, if points have one.
    var startWidth: Double?
    /// The stroke's width where it ends, if points have one.
    var endWidth: Double?
  }

  private func add(
    _ curve: CubicCurve, _ run: StrokeRuns.Place, _ ends: Ends,
    into builder: inout PathBuilder
  ) {
    add(
      curve, run, ends,
      pieces: curve.hullLength / (NoiseModel.curvePiece * bend.wavelength), into: &builder)
  }

  private func add(
    _ curve: CubicCurve, _ run: StrokeRuns.Place, _ ends: Ends,
    pieces: Double, into builder: inout PathBuilder
  ) {
    let count = Int(max(1, min(NoiseModel.mostPieces, pieces.rounded(.up))))
    let step = 1 / Double(count)
    let third = step / 3
    var (from, speed) = bent(curve, run, at: 0)
    for k in 1...count {
      let t = Double(k) * step
      let (to, nextSpeed) = bent(curve, run, at: k == count ? 1 : t)
      let end = k == count ? (ends.goal ?? to) : to
      if let a = ends.startWidth, let b = ends.endWidth { builder.width = a + (b - a) * t }
      builder.cubic(from + speed * third, end - nextSpeed * third, to: end)
      (from, speed) = (end, nextSpeed)
    }
  }

  private func run(_ runs: StrokeRuns, _ place: Int) -> StrokeRuns.Place {
    pass > 0 && place < runs.places.count ? runs.places[place] : .none
  }

  private func share(_ run: StrokeRuns.Place, at t: Double) -> (value: Double, rate: Double) {
    guard pass > 0 else { return (0, 0) }
    let share = envelope.share(at: run.start + run.length * t, of: run)
    return (share.value, share.rate * run.length)
  }

  private func moved(_ p: Point, _ run: StrokeRuns.Place, at t: Double) -> Point {
    bend.move(p, velocity: .zero, pass: pass, share: share(run, at: t)).point
  }

  private func bent(
    _ curve: CubicCurve, _ run: StrokeRuns.Place, at t: Double
  ) -> (point: Point, velocity: Point) {
    let p = t == 0 ? curve.p0 : (t == 1 ? curve.p3 : curve.point(at: t))
    return bend.move(p, velocity: curve.derivative(at: t), pass: pass, share: share(run, at: t))
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
