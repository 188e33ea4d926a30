import Geometry
import PathModel

/// A vertex of a shape: where a marker may stand, and which way the shape runs there.
struct MarkerVertex: BitwiseCopyable, Equatable {
  var point: Point
  /// Of length one; along the x axis where the shape doesn't run anywhere.
  var direction: Point
}

extension PathView {
  /// The vertices of a shape in its own coordinates, with their directions (SVG 2, section 9.6.1: path
  /// directionality).
  ///
  /// A segment runs in the direction of its tangents. One without length runs as the one before it
  /// in its subpath, else as the one after it. Between two segments, and where a closed subpath
  /// begins and ends, it's the bisector.
  /// - Parameters:
  ///   - joints: The rows of points that end no segment of the source in ascending order: where an arc's
  ///     curves meet, and where a subpath begins without a moveto.
  ///   - isCompleted: Whether closing completes the last segment instead of adding one without length, as
  ///     in SVG's circles and rounded rectangles.
  /// - Returns: The vertices in order.
  func markerVertices(joints: [Int] = [], isCompleted: Bool = false) -> [MarkerVertex] {
    var reader = MarkerVertexReader(joints: joints)
    var i = 0
    for k in verbs.indices {
      switch verbs[k] {
      case .move:
        reader.endSubpath(isClosed: false)
        reader.begin(at: points[i], isVertex: !reader.isJoint(i))
      case .line:
        let d = points[i] - reader.current
        let length = d.length
        let tangent = length > 0 && length.isFinite ? d * (1 / length) : nil
        reader.add(to: points[i], tangent, tangent, isVertex: true)
      case .quad:
        let curve = CubicCurve(QuadCurve(reader.current, points[i], points[i + 1]))
        reader.add(to: points[i + 1], curve.tangentAtStart, curve.tangentAtEnd, isVertex: true)
      case .cubic:
        let curve = CubicCurve(reader.current, points[i], points[i + 1], points[i + 2])
        reader.add(
          to: curve.p3, curve.tangentAtStart, curve.tangentAtEnd,
          isVertex: !reader.isJoint(i + 2))
      case .close:
        let d = reader.start - reader.current
        let length = d.length
        let tangent = length > 0 && length.isFinite ? d * (1 / length) : nil
        if tangent != nil || !isCompleted {
          reader.add(to: reader.start, tangent, tangent, isVertex: true)
        }
        reader.endSubpath(isClosed: true)
      }
      i += verbs[k].pointCount
    }
    reader.endSubpath(isClosed: false)
    return reader.vertices
  }
}

/// Collects vertices, a subpath at a time.
private struct MarkerVertexReader {
  /// A segment of the source.
  struct Piece {
    var end: Point
    /// The directions in which it leaves and arrives; nil when it has no length.
    var out: Point?
    var into: Point?
  }

  let joints: [Int]
  var nextJoint = 0
  var vertices: [MarkerVertex] = []
  var start = Point.zero
  var current = Point.zero
  private var startIsVertex = true
  private var pieces: [Piece] = []
  /// Whether the last piece goes on with the next curve.
  private var isUnfinished = false
  /// Whether the last vertex closes its subpath.
  private var isClosed = false

  init(joints: [Int]) { self.joints = joints }

  mutating func isJoint(_ row: Int) -> Bool {
    guard nextJoint < joints.count, joints[nextJoint] == row else { return false }
    nextJoint += 1
    return true
  }

  mutating func begin(at p: Point, isVertex: Bool) {
    // Where a closed subpath ends in the middle of a path, renderers draw no marker.
    if isClosed && isVertex { vertices.removeLast() }
    isClosed = false
    start = p
    current = p
    startIsVertex = isVertex
  }

  mutating func add(to end: Point, _ out: Point?, _ into: Point?, isVertex: Bool) {
    if isUnfinished, let last = pieces.indices.last {
      pieces[last].end = end
      pieces[last].out = pieces[last].out ?? out
      pieces[last].into = into ?? pieces[last].into
    } else {
      pieces.append(Piece(end: end, out: out, into: into))
    }
    isUnfinished = !isVertex
    current = end
  }

  mutating func endSubpath(isClosed: Bool) {
    guard !pieces.isEmpty else { return }
    var direction = pieces.lazy.compactMap(\.out).first ?? Point(1, 0)
    for i in pieces.indices {
      pieces[i].out = pieces[i].out ?? direction
      direction = pieces[i].into ?? direction
      pieces[i].into = direction
    }
    let first = pieces[0].out ?? direction
    let ends = isClosed ? Self.bisector(direction, first) : nil
    if startIsVertex { vertices.append(MarkerVertex(point: start, direction: ends ?? first)) }
    for i in pieces.indices {
      let into = pieces[i].into ?? direction
      var at = ends ?? into
      if i + 1 < pieces.count { at = Self.bisector(into, pieces[i + 1].out ?? into) }
      vertices.append(MarkerVertex(point: pieces[i].end, direction: at))
    }
    pieces.removeAll(keepingCapacity: true)
    isUnfinished = false
    self.isClosed = isClosed
    // What goes on after a closepath without a moveto begins here.
    current = start
  }

  /// The direction half way between two, the shorter way around.
  private static func bisector(_ a: Point, _ b: Point) -> Point {
    let sum = a + b
    let length = sum.length
    if length > 1e-9 { return sum * (1 / length) }
    // Opposite ones: their angles from the x axis, 0 to 2π, have this mean.
    let isInFirstHalf = a.y > 0 || a.y == 0 && a.x > 0
    return isInFirstHalf ? Point(-a.y, a.x) : Point(a.y, -a.x)
  }
}
