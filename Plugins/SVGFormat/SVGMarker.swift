import Geometry
import PathModel

/// A `marker` element as one shape uses it.
struct SVGMarker {
  /// Which way it's turned.
  enum Orientation: Equatable {
    /// Along the shape; at the start, when asked for, the other way.
    case auto(isReversedAtStart: Bool)
    /// By an angle in degrees.
    case angle(Double)

    /// Reads `auto`, `auto-start-reverse` or an angle; nil when it's neither.
    init?(_ bytes: Span<UInt8>) {
      let bytes = bytes.trimmed
      if bytes.equals("auto") {
        self = .auto(isReversedAtStart: false)
        return
      }
      if bytes.equals("auto-start-reverse") {
        self = .auto(isReversedAtStart: true)
        return
      }
      var scanner = ValueScanner(bytes)
      guard let value = scanner.number() else { return nil }
      switch scanner.isAtEnd ? "deg" : scanner.word().lowercased() {
      case "deg": self = .angle(value)
      case "grad": self = .angle(value * 0.9)
      case "rad": self = .angle(value * 180 / .pi)
      case "turn": self = .angle(value * 360)
      default: return nil
      }
      guard scanner.isAtEnd else { return nil }
    }
  }

  var element: SVGElementID
  var computed: SVGComputed
  /// Maps its content's user space to coordinates in which the vertex is the origin and the x axis runs
  /// along the direction that the marker is turned to.
  var map: Affine
  /// What percentages in its content are of.
  var viewport: Viewport
  /// What its content is cut to, in the content's user space; nil when that may overflow.
  var cut: Rect?
  var orientation: Orientation
  /// Whether its content reaches beyond `cut`, once one was drawn.
  var needsCut: Bool?

  /// Maps its content's user space to the shape's.
  func map(at vertex: MarkerVertex, isStart: Bool) -> Affine {
    let turn: Affine
    switch orientation {
    case .angle(let degrees): turn = .rotation(degrees: degrees)
    case .auto(let isReversedAtStart):
      let d = isStart && isReversedAtStart ? -vertex.direction : vertex.direction
      turn = Affine(a: d.x, b: d.y, c: -d.y, d: d.x, tx: 0, ty: 0)
    }
    return map.then(turn).then(.translation(x: vertex.point.x, y: vertex.point.y))
  }
}

/// A shape whose markers the walk draws.
final class MarkedShape {
  let vertices: [MarkerVertex]
  private var markers: SVGReader.Markers
  /// The paints of the shape, for its markers.
  let context: PaintContext
  /// What of the shape is painted after its markers.
  let rest: OwnShape?

  /// The vertex whose marker comes next.
  private var position = 0
  /// Which marker the walk is in.
  private var current = Role.start

  init(
    vertices: [MarkerVertex], _ markers: SVGReader.Markers, context: PaintContext, rest: OwnShape?
  ) {
    self.vertices = vertices
    self.markers = markers
    self.context = context
    self.rest = rest
  }

  /// Which of a shape's markers stands at a vertex.
  enum Role { case start, middle, end }

  /// The next vertex that has a marker.
  func next() -> (role: Role, vertex: MarkerVertex)? {
    while position < vertices.count {
      let i = position
      position += 1
      if i == 0 {
        if markers.start != nil { return found(.start, i) }
      } else if i + 1 == vertices.count {
        if markers.end != nil { return found(.end, i) }
      } else if markers.middle != nil {
        return found(.middle, i)
      } else {
        // Only the last one is left.
        position = vertices.count - 1
      }
    }
    return nil
  }

  private func found(_ role: Role, _ i: Int) -> (role: Role, vertex: MarkerVertex) {
    current = role
    return (role, vertices[i])
  }

  /// The walk leaves a marker that could be cut off.
  func didDrawMarker(isCut: Bool) { self[current]?.needsCut = isCut }

  subscript(role: Role) -> SVGMarker? {
    get {
      switch role {
      case .start: markers.start
      case .middle: markers.middle
      case .end: markers.end
      }
    }
    set {
      switch role {
      case .start: markers.start = newValue
      case .middle: markers.middle = newValue
      case .end: markers.end = newValue
      }
    }
  }
}
