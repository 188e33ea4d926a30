import Geometry
import PathModel

/// Where each segment of a path lies in its run: the part of a stroke between two corners, or ends,
/// that a hand draws in one go.
struct StrokeRuns {
  /// One segment's place.
  struct Place {
    /// How far from the run's start it begins.
    var start: Double
    /// How long it is, about.
    var length: Double
    /// How long the run is.
    var run: Double
    /// Whether the run is a loop without any corner.
    var isLoop = false
    /// Whether the run begins with it.
    var isFirst = false
    /// How far from the subpath's start it begins.
    var along = 0.0
    /// How long the subpath is.
    var whole = 0.0
    /// Whether the subpath is closed.
    var isClosed = false

    /// The place of nothing.
    static let none = Place(start: 0, length: 0, run: 0)
  }

  /// A corner is where the direction turns by more than 35°: its cosine.
  static let cornerCosine = 0.82

  /// The places of the path's segments in order: lines, curves, and what a close draws unless the
  /// subpath is already back.
  private(set) var places: [Place] = []

  private var outgoing: [Point] = []
  private var incoming: [Point] = []

  init() {}

  /// Finds the runs of a path.
  /// - Complexity: Linear in the number of segments; no allocation once the arrays have grown.
  mutating func measure(_ path: PathView) {
    places.removeAll(keepingCapacity: true)
    outgoing.removeAll(keepingCapacity: true)
    incoming.removeAll(keepingCapacity: true)
    var first = 0
    var isClosed = false
    var start = Point.zero
    var current = Point.zero
    path.forEachSegment { segment in
      switch segment {
      case .move(let p):
        finish(from: first, isClosed: isClosed)
        first = places.count
        isClosed = false
        start = p
        current = p
      case .line(let p):
        add(line: current, p)
        current = p
      case .quad(let a, let p):
        add(CubicCurve(QuadCurve(current, a, p)))
        current = p
      case .cubic(let a, let b, let p):
        add(CubicCurve(current, a, b, p))
        current = p
      case .close:
        if current != start { add(line: current, start) }
        isClosed = true
      }
    }
    finish(from: first, isClosed: isClosed)
  }

  private mutating func add(line a: Point, _ b: Point) {
    places.append(Place(start: 0, length: a.distance(to: b), run: 0))
    outgoing.append(b - a)
    incoming.append(b - a)
  }

  private mutating func add(_ c: CubicCurve) {
    places.append(Place(start: 0, length: c.aboutLength, run: 0))
    func first(_ a: Point, _ b: Point, _ c: Point) -> Point {
      a != .zero ? a : (b != .zero ? b : c)
    }
    outgoing.append(first(c.p1 - c.p0, c.p2 - c.p0, c.p3 - c.p0))
    incoming.append(first(c.p3 - c.p2, c.p3 - c.p1, c.p3 - c.p0))
  }

  /// Parts one subpath's segments, which begin at `first`, into runs.
  private mutating func finish(from first: Int, isClosed: Bool) {
    let count = places.count - first
    guard count > 0 else { return }
    var whole = 0.0
    for i in first..<places.count { whole += places[i].length }
    var along = 0.0
    for i in first..<places.count {
      let length = places[i].length
      places[i] = Place(
        start: along, length: length, run: whole, along: along, whole: whole, isClosed: isClosed)
      along += length
    }
    // A run begins at each corner.
    var anchor: Int?
    for i in first..<places.count {
      let before = incoming[i == first ? places.count - 1 : i - 1]
      let after = outgoing[i]
      let size = before.length * after.length
      places[i].isFirst =
        (i == first && !isClosed) || !(size > 0)
        || before.dot(after) < StrokeRuns.cornerCosine * size
      if anchor == nil && places[i].isFirst { anchor = i }
    }
    guard let anchor else {
      // Start and length of the run are the subpath's.
      for i in first..<places.count { places[i].isLoop = true }
      return
    }
    // From a corner once around, or to the end.
    func row(_ step: Int) -> Int {
      let i = anchor + step
      return i < places.count ? i : i - count
    }
    var begin = 0
    while begin < count {
      var end = begin
      var length = 0.0
      repeat {
        let i = row(end)
        places[i].start = length
        length += places[i].length
        end += 1
      } while end < count && !places[row(end)].isFirst
      for step in begin..<end { places[row(step)].run = length }
      begin = end
    }
  }
}

extension CubicCurve {
  /// About the length: the mean of the chord and the way along the control points, the same from
  /// both ends to the last bit.
  var aboutLength: Double { (p0.distance(to: p3) + hullLength) / 2 }

  /// The way along the control points, the same from both ends to the last bit.
  var hullLength: Double { (p0.distance(to: p1) + p2.distance(to: p3)) + p1.distance(to: p2) }
}
