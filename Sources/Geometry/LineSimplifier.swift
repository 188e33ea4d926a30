public import PathModel

/// Leaves out the points of lines that hardly matter (U. Ramer, 1972; D. Douglas and T. Peucker, 1973).
///
/// A stretch of a subpath becomes one straight line when no point of it is farther from that line than
/// the tolerance; else it's parted at its farthest vertex. Curves count by their control points,
/// between which they lie: a curve that no line may stand for stays as it is. Where points have
/// widths, a width that is off by more than two tolerances keeps its point too.
///
/// Both ends of a subpath stay, and a closed one keeps three points of an area if it has them. Lines
/// simplified again with the same tolerance stay as they are.
///
/// What tolerance to choose: half a pixel of the final picture doesn't show; what makes traces calm is
/// the size of their noise.
public struct LineSimplifier: Sendable {
  /// A stretch that is still to be looked at, from one sample to another.
  private struct Stretch: BitwiseCopyable {
    var first: Int
    var last: Int
    var depth: Int
  }

  /// How often a stretch is parted at its farthest vertex before it's parted in the middle: that
  /// bounds the work on lines made to be slow.
  private static let mostDepth = 64

  /// The points of one subpath, control points among them, and the start once more when a close
  /// draws a line.
  private var samples: [Point] = []
  /// The widths at the samples; none when the style says it.
  private var widths: [Double] = []
  private var isVertex: [Bool] = []
  private var stays: [Bool] = []
  /// For each vertex that stays, whether a straight line leads to it.
  private var isStraight: [Bool] = []
  private var stack: [Stretch] = []

  /// Makes one; it keeps its memory from path to path.
  public init() {}

  /// Writes a path simplified.
  /// - Parameters:
  ///   - path: The path, its coordinates within ±1e150.
  ///   - tolerance: The greatest distance of what is left out from the line that stands for it, in
  ///     canvas units, not negative.
  ///   - builder: Where it goes.
  /// - Complexity: O(*n* log *n*) in the number of points, whatever they are.
  public mutating func write(
    _ path: PathView, tolerance: Double, to builder: inout PathBuilder
  ) {
    var subpath = SubpathRanges()
    while subpath.next(in: path) {
      gather(path, subpath)
      mark(tolerance, isClosed: path.verbs[subpath.verbs.upperBound - 1] == .close)
      write(path, subpath, to: &builder)
    }
  }

  private mutating func gather(_ path: PathView, _ subpath: SubpathRanges) {
    samples.removeAll(keepingCapacity: true)
    widths.removeAll(keepingCapacity: true)
    isVertex.removeAll(keepingCapacity: true)
    for i in subpath.points {
      samples.append(path.points[i])
      if !path.widths.isEmpty { widths.append(path.widths[i]) }
    }
    for k in subpath.verbs {
      switch path.verbs[k] {
      case .move, .line: isVertex.append(true)
      case .quad:
        isVertex.append(false)
        isVertex.append(true)
      case .cubic:
        isVertex.append(false)
        isVertex.append(false)
        isVertex.append(true)
      case .close:
        if samples[samples.count - 1] != samples[0] {
          samples.append(samples[0])
          if !widths.isEmpty { widths.append(widths[0]) }
          isVertex.append(true)
        }
      }
    }
  }

  /// Finds what stays.
  private mutating func mark(_ tolerance: Double, isClosed: Bool) {
    let last = samples.count - 1
    stays.removeAll(keepingCapacity: true)
    isStraight.removeAll(keepingCapacity: true)
    for i in samples.indices {
      stays.append(i == 0 || i == last)
      isStraight.append(false)
    }
    guard last > 0 else { return }
    let limit = tolerance * tolerance
    var parts = [0, last]
    if isClosed {
      // An area stays one: its farthest vertex, and the one that spans most with it.
      if let far = farthestVertex(0, last) {
        parts.insert(far, at: 1)
        let sides = [farthestVertex(0, far), farthestVertex(far, last)].compactMap { $0 }
        let widest = sides.max {
          distance(of: $0, far) < distance(of: $1, far)
        }
        if let widest { parts.insert(widest, at: widest < far ? 1 : 2) }
      }
    }
    stack.removeAll(keepingCapacity: true)
    for (a, b) in zip(parts, parts.dropFirst()) {
      stays[b] = true
      stack.append(Stretch(first: a, last: b, depth: 0))
    }
    while let stretch = stack.popLast() {
      let (a, b) = (stretch.first, stretch.last)
      let found = farthest(a, b)
      if found.square <= limit {
        isStraight[b] = true
        continue
      }
      guard var split = found.vertex else { continue }
      if stretch.depth >= LineSimplifier.mostDepth, let middle = middleVertex(a, b) {
        split = middle
      }
      stays[split] = true
      stack.append(Stretch(first: a, last: split, depth: stretch.depth + 1))
      stack.append(Stretch(first: split, last: b, depth: stretch.depth + 1))
    }
  }

  /// How far what lies between two samples is from the line between them, squared, and the vertex
  /// there that is farthest, or an end of the curve that is.
  private func farthest(_ a: Int, _ b: Int) -> (square: Double, vertex: Int?) {
    let (start, chord) = (samples[a], samples[b] - samples[a])
    let size = chord.dot(chord)
    let inverse = size > 0 ? 1 / size : 0
    var worst = -1.0
    var place = a
    var i = a + 1
    while i < b {
      let d = samples[i] - start
      let t = max(0, min(1, d.dot(chord) * inverse))
      let off = d - chord * t
      var square = off.dot(off)
      if !widths.isEmpty && isVertex[i] {
        let w = (widths[i] - (widths[a] + (widths[b] - widths[a]) * t)) / 2
        square = max(square, w * w)
      }
      if square > worst { (worst, place) = (square, i) }
      i += 1
    }
    // A curve is parted from the rest at its end, or at its start.
    var next = place
    while next < b && !isVertex[next] { next += 1 }
    if next < b && next > a { return (worst, next) }
    while place > a && !isVertex[place] { place -= 1 }
    return (worst, place > a ? place : nil)
  }

  /// The vertex between two samples that spans most with them, if any is off the line between them.
  private func farthestVertex(_ a: Int, _ b: Int) -> Int? {
    guard let vertex = farthest(a, b).vertex else { return nil }
    return samples[vertex].distance(toLineFrom: samples[a], to: samples[b]) > 0 ? vertex : nil
  }

  /// How far a sample is from the line between the start and another one.
  private func distance(of i: Int, _ far: Int) -> Double {
    samples[i].distance(toLineFrom: samples[0], to: samples[far])
  }

  private func middleVertex(_ a: Int, _ b: Int) -> Int? {
    let middle = a + (b - a) / 2
    return (middle..<b).first { $0 > a && isVertex[$0] }
      ?? ((a + 1)..<max(middle, a + 1)).last { isVertex[$0] }
  }

  private func write(_ path: PathView, _ subpath: SubpathRanges, to builder: inout PathBuilder) {
    let first = subpath.points.lowerBound
    var i = first
    for k in subpath.verbs {
      let verb = path.verbs[k]
      let end = i + verb.pointCount - 1
      if verb == .close {
        builder.close()
      } else if stays[end - first] {
        if !path.widths.isEmpty { builder.width = path.widths[end] }
        switch verb {
        case .move: builder.move(to: path.points[i])
        case .quad where !isStraight[end - first]:
          builder.quad(path.points[i], to: path.points[end])
        case .cubic where !isStraight[end - first]:
          builder.cubic(path.points[i], path.points[i + 1], to: path.points[end])
        case .line, .quad, .cubic, .close: builder.line(to: path.points[end])
        }
      }
      i = end + 1
    }
  }
}
