public import PathModel

/// Draws paths anew with as few curves as stay within a tolerance, corners kept (P. Schneider, "An
/// algorithm for automatically fitting digitized curves", Graphics Gems, 1990).
///
/// A subpath is parted at its corners: vertices at which it turns by more than an angle, seen from a
/// distance of two tolerances, so that noise makes none. What lies between two corners becomes a
/// line where that is enough, else curves that go on smoothly from one to the next; each is the least
/// squares one with the directions at its ends, and is parted where it strays most until it fits. What needs
/// no fewer curves than it has keeps them.
///
/// Both ends of a subpath stay, and a closed one's start goes on smoothly unless it's a corner.
public struct CurveFitter: Sendable {
  /// A stretch that is still to be fitted: its samples and the directions at its ends.
  private struct Stretch: BitwiseCopyable {
    var first: Int
    var last: Int
    var out: Point
    var into: Point
    var depth: Int
  }

  /// How often a stretch is parted where it strays most before it's parted in the middle: that
  /// bounds the work on lines made to be slow.
  private static let mostDepth = 48

  private let tolerance: Double
  /// The cosine of the turn that makes a corner.
  private let cornerCosine: Double

  /// Points along the subpath.
  private var samples: [Point] = []
  /// The length along them.
  private var lengths: [Double] = []
  /// The widths at them; none when the style says it.
  private var widths: [Double] = []
  /// The curve's parameter that stands for each.
  private var parameters: [Double] = []
  /// The samples that are vertices.
  private var vertices: [Int] = []
  /// The rows in `vertices` where pieces end.
  private var corners: [Int] = []
  private var isCorner: [Bool] = []
  private var stack: [Stretch] = []
  private var fitted: [CubicCurve] = []
  private var fittedEnds: [Int] = []

  /// Makes one; it keeps its memory from path to path.
  /// - Parameters:
  ///   - tolerance: How far what is drawn may stray from the path, in canvas units, above zero.
  ///   - cornerDegrees: By how much a path turns at a corner at least.
  public init(tolerance: Double, cornerDegrees: Double) {
    self.tolerance = tolerance
    cornerCosine = cornerDegrees < 180 ? cosine(degrees: max(0, cornerDegrees)) : -2
  }

  /// Writes a path fitted.
  /// - Parameters:
  ///   - path: The path, its coordinates within ±1e150.
  ///   - builder: Where it goes.
  /// - Complexity: O(*n* log *n*) in the number of points, whatever they are.
  public mutating func write(_ path: PathView, to builder: inout PathBuilder) {
    var subpath = SubpathRanges()
    while subpath.next(in: path) {
      gather(path, subpath)
      let isClosed = path.verbs[subpath.verbs.upperBound - 1] == .close
      findCorners(isClosed: isClosed)
      write(path, subpath, isClosed: isClosed, to: &builder)
    }
  }

  // MARK: Samples

  private mutating func gather(_ path: PathView, _ subpath: SubpathRanges) {
    samples.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    widths.removeAll(keepingCapacity: true)
    vertices.removeAll(keepingCapacity: true)
    var i = subpath.points.lowerBound
    let start = path.points[i]
    var current = start
    let startWidth = path.widths.isEmpty ? nil : path.widths[i]
    var width = startWidth
    samples.append(start)
    lengths.append(0)
    if let width { widths.append(width) }
    vertices.append(0)
    for k in subpath.verbs.dropFirst() {
      let verb = path.verbs[k]
      let last = i + verb.pointCount
      let curve = path.curve(k, from: current, atPoint: i + 1)
      if verb == .close && current == start { break }
      let end = verb == .close ? start : path.points[last]
      let endWidth = verb == .close ? startWidth : (path.widths.isEmpty ? nil : path.widths[last])
      add(curve, from: current, to: end, width, endWidth)
      (current, width, i) = (end, endWidth, last)
      vertices.append(samples.count - 1)
    }
  }

  /// Adds samples of a line or a curve, without its start.
  private mutating func add(
    _ curve: CubicCurve?, from a: Point, to b: Point, _ startWidth: Double?, _ endWidth: Double?
  ) {
    var count = 1.0
    if let curve {
      // Chords that stray by an eighth of the tolerance; halving a step takes three quarters off.
      let stray = curve.chordDeviationBound
      count = max(4, min(64, (stray / (tolerance / 8)).squareRoot().rounded(.up)))
    } else {
      count = max(1, min(4, (a.distance(to: b) / (2 * tolerance)).rounded(.up)))
    }
    var last = a
    for k in 1...Int(count) {
      let t = Double(k) / count
      let p = t == 1 ? b : curve?.point(at: t) ?? a.interpolated(to: b, at: t)
      samples.append(p)
      lengths.append(lengths[lengths.count - 1] + last.distance(to: p))
      if let startWidth, let endWidth { widths.append(startWidth + (endWidth - startWidth) * t) }
      last = p
    }
  }

  // MARK: Corners

  /// Finds the vertices between which curves are fitted: both ends and the corners.
  private mutating func findCorners(isClosed: Bool) {
    corners.removeAll(keepingCapacity: true)
    isCorner.removeAll(keepingCapacity: true)
    let last = vertices.count - 1
    corners.append(0)
    isCorner.append(!isClosed || turn(at: 0, isClosed: isClosed) < cornerCosine)
    // Of corners that lie within one view the sharpest counts.
    var best: (row: Int, turn: Double)?
    var row = 1
    var (before, after) = (0, 0)
    while row < last {
      let i = vertices[row]
      while before + 1 < i && lengths[i] - lengths[before + 1] >= view { before += 1 }
      after = max(after, i)
      while after + 1 < samples.count && lengths[after] - lengths[i] < view { after += 1 }
      let turn = cosineOfTurn(samples[before], samples[i], samples[after])
      // Close to an end nothing is seen from far enough.
      let isFar = lengths[i] >= view && lengths[lengths.count - 1] - lengths[i] >= view
      if isFar && turn < cornerCosine {
        if let found = best, lengths[i] - lengths[vertices[found.row]] < view {
          if turn < found.turn { best = (row, turn) }
        } else {
          if let found = best { corners.append(found.row) }
          best = (row, turn)
        }
      }
      row += 1
    }
    if let found = best { corners.append(found.row) }
    for _ in corners.dropFirst() { isCorner.append(true) }
    if last > 0 {
      corners.append(last)
      isCorner.append(isCorner[0])
    }
  }

  /// From how far directions are seen.
  private var view: Double { 2 * tolerance }

  /// The cosine of the turn at the start of a closed subpath.
  private func turn(at start: Int, isClosed: Bool) -> Double {
    let last = samples.count - 1
    guard last > 1 else { return -1 }
    return cosineOfTurn(
      samples[back(from: last, within: 0)], samples[0], samples[ahead(from: 0, within: last)])
  }

  private func cosineOfTurn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    let (from, to) = (b - a, c - b)
    let size = from.length * to.length
    return size > 0 ? from.dot(to) / size : 1
  }

  /// The sample nearest after one that can be told from it, at most the last.
  private func ahead(from i: Int, within last: Int) -> Int {
    var k = min(i + 1, last)
    while k < last && lengths[k] - lengths[i] < view { k += 1 }
    return k
  }

  private func back(from i: Int, within first: Int) -> Int {
    var k = max(i - 1, first)
    while k > first && lengths[i] - lengths[k] < view { k -= 1 }
    return k
  }

  // MARK: Directions

  /// The direction at the start of a stretch, by the parabola through its first points.
  private func directionAtStart(_ a: Int, _ b: Int) -> Point {
    let i = ahead(from: a, within: b)
    let j = ahead(from: i, within: b)
    return CurveFitter.endDirection(samples[a], samples[i], samples[j])
  }

  private func directionAtEnd(_ a: Int, _ b: Int) -> Point {
    let i = back(from: b, within: a)
    let j = back(from: i, within: a)
    return -CurveFitter.endDirection(samples[b], samples[i], samples[j])
  }

  private static func endDirection(_ p: Point, _ q: Point, _ r: Point) -> Point {
    let (a, b) = (q - p, r - q)
    let (m, n) = (a.length, b.length)
    guard m > 0 else { return b.unit }
    guard n > 0 else { return a * (1 / m) }
    let (u, v) = (a * (1 / m), b * (1 / n))
    // Noise isn't continued, nor what bends much.
    guard u.dot(v) > 0.7 else { return u }
    return (u + (u - v) * (m / (m + n))).unit
  }

  /// The direction at a sample, by the parabola through it and its neighbours on both sides.
  private func direction(before: Point, at p: Point, after: Point) -> Point {
    let (a, b) = (p - before, after - p)
    let (m, n) = (a.length, b.length)
    guard m > 0, n > 0 else { return (a + b).unit }
    let mean = a * (n / m) + b * (m / n)
    return mean.length > 1e-3 * (m + n) ? mean.unit : a.unit
  }

  // MARK: Writing

  private mutating func write(
    _ path: PathView, _ subpath: SubpathRanges, isClosed: Bool, to builder: inout PathBuilder
  ) {
    var cursor = subpath.points.lowerBound
    if let width = widths.first { builder.width = width }
    builder.move(to: samples[0])
    cursor += 1
    var verb = subpath.verbs.lowerBound + 1
    var seam: Point?
    if isClosed && !isCorner[0] {
      let last = samples.count - 1
      seam = direction(
        before: samples[back(from: last, within: 0)], at: samples[0],
        after: samples[ahead(from: 0, within: last)])
    }
    for (piece, (from, to)) in zip(corners, corners.dropFirst()).enumerated() {
      let (a, b) = (vertices[from], vertices[to])
      let count = to - from
      var hasLines = false
      var pointCount = 0
      for k in verb..<(verb + count) {
        hasLines = hasLines || path.verbs[k] == .line || path.verbs[k] == .close
        pointCount += path.verbs[k].pointCount
      }
      let isLast = piece == corners.count - 2
      let closes = isClosed && isLast
      if isStraight(a, b) {
        // A close draws its line by itself.
        if !(closes && path.verbs[verb + count - 1] == .close) {
          if !widths.isEmpty { builder.width = widths[b] }
          builder.line(to: samples[b])
        }
      } else {
        fit(
          a, b, out: isCorner[piece] ? directionAtStart(a, b) : seam ?? directionAtStart(a, b),
          into: isCorner[piece + 1] ? directionAtEnd(a, b) : seam ?? directionAtEnd(a, b))
        if fitted.count < count || (fitted.count == count && hasLines) {
          for (curve, end) in zip(fitted, fittedEnds) {
            if !widths.isEmpty { builder.width = widths[end] }
            builder.cubic(curve.p1, curve.p2, to: curve.p3)
          }
        } else {
          append(path, verbs: verb..<(verb + count), points: cursor, to: &builder)
        }
      }
      verb += count
      cursor += pointCount
    }
    if isClosed { builder.close() }
  }

  /// Whether one line is enough for a stretch.
  private func isStraight(_ a: Int, _ b: Int) -> Bool {
    if samples[a] == samples[b] && lengths[b] > lengths[a] { return false }
    for i in a...b
    where samples[i].distance(toLineFrom: samples[a], to: samples[b]) > tolerance * 0.9 {
      return false
    }
    // Going to and fro on one line isn't a line.
    return lengths[b] - lengths[a] <= samples[a].distance(to: samples[b]) * 1.5 + 4 * tolerance
  }

  /// Adds segments as they are, closes left out.
  private func append(
    _ path: PathView, verbs: Range<Int>, points first: Int, to builder: inout PathBuilder
  ) {
    var i = first
    for k in verbs {
      let verb = path.verbs[k]
      if verb.pointCount > 0 && !path.widths.isEmpty {
        builder.width = path.widths[i + verb.pointCount - 1]
      }
      switch verb {
      case .line: builder.line(to: path.points[i])
      case .quad: builder.quad(path.points[i], to: path.points[i + 1])
      case .cubic: builder.cubic(path.points[i], path.points[i + 1], to: path.points[i + 2])
      case .move, .close: break
      }
      i += verb.pointCount
    }
  }

  // MARK: Fitting

  /// Fits curves to a stretch: `fitted`, and the samples at which each ends.
  private mutating func fit(_ a: Int, _ b: Int, out: Point, into: Point) {
    fitted.removeAll(keepingCapacity: true)
    fittedEnds.removeAll(keepingCapacity: true)
    stack.removeAll(keepingCapacity: true)
    stack.append(Stretch(first: a, last: b, out: out, into: into, depth: 0))
    while let stretch = stack.popLast() {
      var split = stretch.first
      if let curve = fitted(stretch, &split) {
        fitted.append(curve)
        fittedEnds.append(stretch.last)
        continue
      }
      if stretch.depth >= CurveFitter.mostDepth {
        split = stretch.first + (stretch.last - stretch.first) / 2
      }
      split = min(max(split, stretch.first + 1), stretch.last - 1)
      let middle = direction(
        before: samples[back(from: split, within: stretch.first)], at: samples[split],
        after: samples[ahead(from: split, within: stretch.last)])
      stack.append(
        Stretch(
          first: split, last: stretch.last, out: middle, into: stretch.into,
          depth: stretch.depth + 1))
      stack.append(
        Stretch(
          first: stretch.first, last: split, out: stretch.out, into: middle,
          depth: stretch.depth + 1))
    }
  }

  /// The curve that stands for a stretch; nil when there is none, then `split` is where it strays.
  private mutating func fitted(_ stretch: Stretch, _ split: inout Int) -> CubicCurve? {
    let (a, b) = (stretch.first, stretch.last)
    let (p, q) = (samples[a], samples[b])
    let size = lengths[b] - lengths[a]
    if b - a < 2 || !(size > 0) {
      let third = p.distance(to: q) / 3
      let curve = CubicCurve(p, p + stretch.out * third, q - stretch.into * third, q)
      if curve.chordDeviationBound <= tolerance * 0.9 { return curve }
      return CubicCurve(
        p, p.interpolated(to: q, at: 1.0 / 3), q.interpolated(to: p, at: 1.0 / 3), q)
    }
    while parameters.count < samples.count { parameters.append(0) }
    for i in a...b { parameters[i] = (lengths[i] - lengths[a]) / size }
    parameters[b] = 1
    let limit = tolerance * tolerance * 0.81
    for round in 0..<5 {
      let curve = leastSquares(stretch, size)
      let (worst, place) = stray(of: curve, a, b)
      split = place
      if worst <= limit { return curve }
      // What strays far doesn't come near by better parameters.
      if worst > 16 * limit || round == 4 { return nil }
      guard improve(curve, a, b) else { return nil }
    }
    return nil
  }

  /// The curve with given directions at its ends whose points at the parameters are nearest to the
  /// samples, in the sum of squares.
  private func leastSquares(_ stretch: Stretch, _ size: Double) -> CubicCurve {
    let (p, q) = (samples[stretch.first], samples[stretch.last])
    let (u, v) = (stretch.out, -stretch.into)
    var (c00, c01, c11, x0, x1) = (0.0, 0.0, 0.0, 0.0, 0.0)
    let uv = u.dot(v)
    for i in stretch.first...stretch.last {
      let t = parameters[i]
      let s = 1 - t
      let (b1, b2) = (3 * s * s * t, 3 * s * t * t)
      let rest = samples[i] - p * (s * s * s + b1) - q * (t * t * t + b2)
      c00 += b1 * b1
      c01 += b1 * b2 * uv
      c11 += b2 * b2
      x0 += rest.dot(u) * b1
      x1 += rest.dot(v) * b2
    }
    let determinant = c00 * c11 - c01 * c01
    var (first, second) = (0.0, 0.0)
    if determinant > 1e-12 * c00 * c11 {
      first = (x0 * c11 - x1 * c01) / determinant
      second = (c00 * x1 - c01 * x0) / determinant
    }
    // Handles that turn back, or are longer than what is drawn, make loops.
    if !(first > 1e-3 * size) || !(second > 1e-3 * size) || first > size || second > size {
      first = p.distance(to: q) / 3
      second = first
    }
    return CubicCurve(p, p + u * first, q + v * second, q)
  }

  /// How far the curve is from the samples at their parameters, and from the lines between them half
  /// way, squared; and the sample where it's farthest.
  private func stray(of curve: CubicCurve, _ a: Int, _ b: Int) -> (square: Double, place: Int) {
    var (worst, place) = (0.0, a + (b - a) / 2)
    for i in a..<b {
      if i > a {
        let d = curve.point(at: parameters[i]) - samples[i]
        let square = d.dot(d)
        if square > worst { (worst, place) = (square, i) }
      }
      let middle = curve.point(at: (parameters[i] + parameters[i + 1]) / 2)
      let off = middle.distance(toLineFrom: samples[i], to: samples[i + 1])
      if off * off > worst { (worst, place) = (off * off, i) }
    }
    return (worst, place)
  }

  /// Moves the parameters to where the curve is nearest, by a step of Newton's.
  /// - Returns: Whether they are still in order.
  private mutating func improve(_ curve: CubicCurve, _ a: Int, _ b: Int) -> Bool {
    var last = 0.0
    for i in (a + 1)..<b {
      let t = parameters[i]
      let off = curve.point(at: t) - samples[i]
      let first = curve.derivative(at: t)
      let second =
        (curve.p0 - curve.p1 * 2 + curve.p2) * (6 * (1 - t))
        + (curve.p1 - curve.p2 * 2 + curve.p3) * (6 * t)
      let slope = first.dot(first) + off.dot(second)
      let next = slope > 0 ? t - off.dot(first) / slope : t
      guard next > last || samples[i] == samples[i - 1], next < 1 else { return false }
      parameters[i] = max(next, last)
      last = parameters[i]
    }
    return true
  }
}

extension Point {
  /// The direction as a displacement of length one; zero stays zero.
  fileprivate var unit: Point {
    let size = length
    return size > 0 ? self * (1 / size) : .zero
  }
}
