import Geometry
import PathModel
import PluginKit

/// Finds how wide a pen draws along paths, and writes them with those widths.
///
/// What is known of hands: they slow down for bends and corners, begin slowly and leave quickly, and
/// press more the slower they are. So a path is first driven along: at each of many stations the bend
/// and what is near limit the speed, since a hand speeds up and brakes gently. Speed then gives
/// pressure, and pressure width, as in perfect-freehand: the width times 1 + thinning · (2 · pressure − 1).
/// Of the stations only those stay between which the width doesn't change evenly.
struct PenHand {
  /// The pen's width where pressure is middling.
  var width = 1.0
  /// How much pressure changes the width, 0 to 1.
  var thinning = 0.5
  /// Over what length an open stroke begins thin.
  var taperStart = 0.0
  /// Over what length it ends thin.
  var taperEnd = 0.0
  /// The direction of a flat nib's edge, of length one; nil for a round one.
  var chisel: Point?

  /// One segment that draws.
  private struct Part: BitwiseCopyable {
    var curve: CubicCurve
    var verb: Verb
    /// The first of its points in the path.
    var firstPoint: Int
    var length: Double
    /// The first of its stations; the next part's first is its last.
    var firstStation: Int
    var stationCount: Int
  }

  /// A place on the path.
  private struct Station: BitwiseCopyable {
    /// The parameter in its part.
    var t: Double
    /// The length from the subpath's start.
    var place: Double
    var point: Point
    /// At most this fast, 0 to 1; then how fast.
    var speed: Double
    /// How wide a flat nib draws there, as a part of its width.
    var edge: Double
    var width: Double
  }

  private let pageSize: Double
  private var field: NoiseSampler
  private let unevenness: Double
  private var parts: [Part] = []
  private var stations: [Station] = []

  /// The cosine of the turn that is a corner, of 35°.
  private static let cornerCosine = 0.82
  /// How fast a hand begins, as a part of its greatest speed.
  private static let startSpeed = 0.35
  /// Stations a segment at most.
  private static let mostStations = 64.0

  init(pageSize: Double, field: NoiseField, unevenness: Double) {
    self.pageSize = pageSize
    self.field = NoiseSampler(field, wavelength: 1)
    self.unevenness = unevenness
  }

  /// Writes a path with the widths at which it's drawn, up to the subpath at which the drawing has more points than
  /// the limit.
  /// - Complexity: Linear in the number of segments; no allocation once the arrays have grown.
  mutating func draw(_ path: PathView, limit: Int, into builder: inout PathBuilder) {
    var subpath = SubpathRanges()
    while builder.pointCount <= limit && subpath.next(in: path) {
      let isClosed = path.verbs[subpath.verbs.upperBound - 1] == .close
      gather(path, subpath)
      guard !parts.isEmpty else {
        // A dot, or nothing at all.
        builder.width = width
        builder.move(to: path.points[subpath.points.lowerBound])
        if subpath.points.count > 1 {
          builder.line(to: path.points[subpath.points.lowerBound])
        }
        if isClosed { builder.close() }
        continue
      }
      slowDown(isClosed: isClosed)
      press(isClosed: isClosed)
      write(path, subpath, isClosed: isClosed, into: &builder)
    }
  }

  // MARK: Stations

  private mutating func gather(_ path: PathView, _ subpath: SubpathRanges) {
    parts.removeAll(keepingCapacity: true)
    stations.removeAll(keepingCapacity: true)
    var place = 0.0
    let spacing = max(width / 2, 0.005 * pageSize)
    path.forEachStep(in: subpath) { step in
      guard step.verb != .move else { return }
      let bend = path.curve(step)
      let curve = bend ?? CubicCurve(line: step.from, step.end)
      let length = curve.polygonLength
      guard length > 0 else { return }
      var count = (length / spacing).rounded(.up)
      // A bend has some stations however small it is.
      if bend != nil { count = max(count, min(8, 4 * length / width)) }
      count = max(1, min(PenHand.mostStations, count.rounded(.up)))
      add(
        Part(
          curve: curve, verb: step.verb, firstPoint: step.firstPoint, length: length,
          firstStation: stations.count, stationCount: Int(count) + 1), from: place)
      place += length
    }
  }

  /// Adds a segment's stations, both ends included.
  private mutating func add(_ part: Part, from place: Double) {
    let isLine = part.verb == .line || part.verb == .close
    let count = part.stationCount - 1
    for k in 0...count {
      // A nib's edge changes at once at a corner: the width gets there within half of it.
      var t = Double(k) / Double(count)
      if chisel != nil && count >= 3 {
        let near = min(0.5 * width / part.length, 0.2)
        if k == 1 { t = near }
        if k == count - 1 { t = 1 - near }
      }
      let velocity = isLine ? part.curve.p3 - part.curve.p0 : part.curve.derivative(at: t)
      let speed = velocity.length
      var limit = 1.0
      if !isLine && speed > 0 {
        let turning = velocity.cross(part.curve.secondDerivative(at: t)).magnitude
        // Bends as wide as a tenth of the page are no effort.
        let radius = turning > 0 ? speed * speed * speed / turning : .infinity
        limit = radius.isFinite ? (radius / (radius + 0.06 * pageSize)).squareRoot() : 1
      }
      var edge = 1.0
      if let chisel, speed > 0 {
        let (across, along) = (velocity.cross(chisel) / speed, velocity.dot(chisel) / speed)
        let thin = Nib.chiselThickness * along
        edge = (across * across + thin * thin).squareRoot()
      }
      stations.append(
        Station(
          t: t, place: place + part.length * t, point: part.curve.point(at: t),
          speed: max(0.25, limit), edge: edge, width: 0))
    }
    parts.append(part)
  }

  // MARK: Speed

  /// Makes the hand brake before what it's slow at, and speed up behind it.
  private mutating func slowDown(isClosed: Bool) {
    for k in parts.indices where k > 0 || isClosed {
      let before = k > 0 ? k - 1 : parts.count - 1
      let (a, b) = (
        parts[before].curve.tangentAtEnd ?? .zero, parts[k].curve.tangentAtStart ?? .zero
      )
      let cosine = a.dot(b)
      var limit = 1.0
      if cosine < PenHand.cornerCosine { limit = max(0.2, 0.3 + 0.4 * cosine) }
      let last = parts[before].firstStation + parts[before].stationCount - 1
      let first = parts[k].firstStation
      let speed = min(limit, stations[last].speed, stations[first].speed)
      stations[last].speed = speed
      stations[first].speed = speed
      // The two directions of a flat nib at a corner share the point.
      if chisel != nil {
        let edge = (stations[last].edge + stations[first].edge) / 2
        stations[last].edge = edge
        stations[first].edge = edge
      }
    }
    if !isClosed { stations[0].speed = min(stations[0].speed, PenHand.startSpeed) }
    let gain = 1 / max(12 * width, 0.04 * pageSize)
    for _ in 0..<(isClosed ? 2 : 1) {
      for i in 1..<stations.count { limit(i, by: i - 1, gain) }
      if isClosed { limit(0, by: stations.count - 1, gain) }
    }
    for _ in 0..<(isClosed ? 2 : 1) {
      for i in (0..<(stations.count - 1)).reversed() { limit(i, by: i + 1, gain) }
      if isClosed { limit(stations.count - 1, by: 0, gain) }
    }
  }

  /// What gets from one speed to another needs a way: its square grows evenly.
  private mutating func limit(_ i: Int, by j: Int, _ gain: Double) {
    // Both ends of a closed subpath are one place.
    let isSeam = (i - j).magnitude > 1
    let way = isSeam ? 0 : (stations[i].place - stations[j].place).magnitude
    let square = stations[j].speed * stations[j].speed + gain * way
    if stations[i].speed * stations[i].speed > square { stations[i].speed = square.squareRoot() }
  }

  // MARK: Width

  private mutating func press(isClosed: Bool) {
    let total = stations[stations.count - 1].place
    // Short strokes have short tapers, and those don't go down to nothing: a tip that is reached too
    // suddenly looks like a ball.
    let tapers = isClosed ? 0 : taperStart + taperEnd
    let fit = tapers > 0.7 * total ? 0.7 * total / tapers : 1
    let (before, after) = (taperStart * fit, taperEnd * fit)
    let (first, last) = (min(1, before / (4 * width)), min(1, after / (4 * width)))
    field.wavelength = max(0.15 * pageSize, 8 * width)
    for i in stations.indices {
      let station = stations[i]
      let chance = unevenness == 0 ? 0 : field.displacement(at: station.point).x
      let pressure = 0.28 + 0.6 * (1 - station.speed) + 0.5 * unevenness * chance
      var width = width * (1 + thinning * (2 * max(0, min(1, pressure)) - 1)) * station.edge
      if !isClosed {
        width *= 1 - first * (1 - PenHand.taper(station.place, before))
        width *= 1 - last * (1 - PenHand.taper(total - station.place, after))
      }
      stations[i].width = max(0, width)
    }
  }

  /// How much of the width there is at a distance from an end: fast at first, then ever slower.
  private static func taper(_ distance: Double, _ length: Double) -> Double {
    guard distance < length else { return 1 }
    let t = max(0, distance / length)
    return t * (2 - t)
  }

  // MARK: Writing

  private func write(
    _ path: PathView, _ subpath: SubpathRanges, isClosed: Bool, into builder: inout PathBuilder
  ) {
    builder.width = stations[0].width
    builder.move(to: path.points[subpath.points.lowerBound])
    let slack = self.slack
    for part in parts {
      let first = part.firstStation
      let last = first + part.stationCount - 1
      var from = first
      while from < last {
        var to = last
        while to > from + 1 && !isEven(from, to, slack) { to -= 1 }
        write(part, from, to, first, last, path, into: &builder)
        from = to
      }
    }
    if isClosed { builder.close() }
  }

  /// By how much a width may be off for saving a point: by what can't be seen on the page, or beside the
  /// pen's own width.
  private var slack: Double {
    min(0.06 * width, max(0.015 * width, 2e-4 * pageSize), 5e-4 * pageSize)
  }

  /// Whether widths between two stations are about what the two ends make them.
  private func isEven(_ a: Int, _ b: Int, _ slack: Double) -> Bool {
    let (from, to) = (stations[a], stations[b])
    for i in (a + 1)..<b {
      let share = (stations[i].t - from.t) / (to.t - from.t)
      let width = from.width + (to.width - from.width) * share
      if (stations[i].width - width).magnitude > slack { return false }
    }
    return true
  }

  /// Writes a part of a segment, from one of its stations to another.
  private func write(
    _ part: Part, _ a: Int, _ b: Int, _ first: Int, _ last: Int, _ path: PathView,
    into builder: inout PathBuilder
  ) {
    builder.width = stations[b].width
    let isWhole = a == first && b == last
    let end = b == last ? part.curve.p3 : stations[b].point
    switch part.verb {
    case .close:
      // The close itself draws the rest.
      if b != last { builder.line(to: end) }
    case .move, .line: builder.line(to: end)
    case .quad where isWhole: builder.quad(path.points[part.firstPoint], to: end)
    case .cubic where isWhole: builder.cubic(part.curve.p1, part.curve.p2, to: end)
    case .quad, .cubic:
      let piece = part.curve.part(from: stations[a].t, to: stations[b].t)
      builder.cubic(piece.p1, piece.p2, to: end)
    }
  }
}

extension CubicCurve {
  /// The length of the control polygon and of the chord, meant: about the curve's own.
  fileprivate var polygonLength: Double {
    let polygon = p0.distance(to: p1) + p1.distance(to: p2) + p2.distance(to: p3)
    return (polygon + p0.distance(to: p3)) / 2
  }

  /// How the derivative changes at parameter `t`.
  fileprivate func secondDerivative(at t: Double) -> Point {
    (p0 - p1 * 2 + p2) * (6 * (1 - t)) + (p1 - p2 * 2 + p3) * (6 * t)
  }
}
