import Geometry
import PathModel
import PluginKit

/// The hand of matplotlib's sketch filter, which its xkcd style is drawn with.
///
/// Curves become lines and lines steps of one canvas unit; each step's end moves across its step by a
/// sine whose phase goes on by random strides. Every path's numbers start anew from the seed as it was
/// given (0 there), so equal paths come out equal; a closed path's end doesn't meet its start. No
/// point moves farther than `scale`, but for that a corner counts as the end of the step before.
struct XkcdModel: JitterModel {
  /// Each path errs by itself, so a clip that erred too would cut what it shouldn't.
  var movesClips: Bool { false }

  private let scale: Double
  /// The phase's factor: a full turn in `length` · `randomness`.
  private let turn: Double
  /// The logarithm of the greatest stride.
  private let stride: Double
  private let passes: Passes

  init(_ jitter: Jitter, _ drawing: borrowing Drawing) {
    func units(_ length: Length) -> Double {
      length.resolved(canvas: drawing.canvas, fallback: drawing.geometryBounds())
    }
    scale = units(jitter.scale) * jitter.roughness
    turn = 2 * .pi / (units(jitter.length) * jitter.randomness)
    stride = 2 * logarithm(jitter.randomness)
    passes = jitter.repeats
  }

  /// One point each unit of length.
  func pointCount(of path: PathView, style: Style, passes: Int) -> Double {
    var length = 0.0
    path.forEachDrawnSegment { from, segment, _ in
      switch segment {
      case .line(let p): length += from.distance(to: p)
      case .quad(let a, let p): length += from.distance(to: a) + a.distance(to: p)
      case .cubic(let a, let b, let p):
        length += from.distance(to: a) + a.distance(to: b) + b.distance(to: p)
      case .move, .close: break
      }
    }
    return Double(passes) * length
  }

  mutating func draw(
    _ path: PathView, style: Style, part: PathPart, passes range: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context
  ) {
    var pen = XkcdPen(seed: UInt32(truncatingIfNeeded: context.literalSeed), turn, stride)
    for pass in 0..<range.upperBound {
      pen.scale = scale * passes.amplitude(of: pass)
      // Later passes go on with the numbers of earlier ones, drawn here or elsewhere.
      pen.draw(path, isVisible: range.contains(pass), into: &builder)
    }
  }
}

/// What draws one path.
private struct XkcdPen {
  var scale = 0.0
  private var state: UInt32
  private let turn: Double
  private let stride: Double
  private var phase = 0.0
  private var last = Point.zero
  /// How many corners the subpath has so far.
  private var corners = 0
  private var isVisible = true
  private var flat: [Point] = []

  init(seed: UInt32, _ turn: Double, _ stride: Double) {
    state = seed
    self.turn = turn
    self.stride = stride
  }

  mutating func draw(_ path: PathView, isVisible: Bool, into builder: inout PathBuilder) {
    self.isVisible = isVisible
    path.forEachStep { step in
      if let width = path.width(step) { builder.width = width }
      let i = step.firstPoint
      switch step.verb {
      case .move:
        (phase, last, corners) = (0, step.end, 1)
        if isVisible { builder.move(to: step.end) }
      case .line: steps(from: step.from, to: step.end, into: &builder)
      case .quad, .cubic:
        flat.removeAll(keepingCapacity: true)
        if step.verb == .quad {
          XkcdFlattening.add(QuadCurve(step.from, path.points[i], step.end), to: &flat)
        } else {
          XkcdFlattening.add(
            CubicCurve(step.from, path.points[i], path.points[i + 1], step.end), to: &flat)
        }
        var current = step.from
        for p in flat {
          steps(from: current, to: p, into: &builder)
          current = p
        }
      case .close:
        // There two corners don't make a figure, and the mark for its end takes a number too.
        if corners > 2 { steps(from: step.from, to: step.end, into: &builder) }
        advance()
        last = step.end
        if isVisible { builder.close() }
      }
    }
  }

  /// Goes along a line in steps of one unit, the last one up to two.
  private mutating func steps(from a: Point, to b: Point, into builder: inout PathBuilder) {
    corners += 1
    let way = b - a
    let step = 1 / max(way.length, 1e-30)
    var t = step
    while t < 1 - step {
      put(a + way * t, into: &builder)
      t += step
    }
    put(a + way, into: &builder)
  }

  @inline(__always)
  private mutating func advance() {
    state = state &* 214_013 &+ 2_531_011
    phase += exponential(Double(state) * 0x1p-32 * stride)
  }

  @inline(__always)
  private mutating func put(_ p: Point, into builder: inout PathBuilder) {
    advance()
    let way = p - last
    last = p
    guard isVisible else { return }
    let length = way.length
    guard length > 0 else { return builder.line(to: p) }
    let k = scale * sine(phase * turn) / length
    builder.line(to: Point(p.x - k * way.y, p.y + k * way.x))
  }
}
