import Geometry
import PathModel
import PluginKit

/// The hand that steps aside by itself at each point: end points by up to a part of a box's sides,
/// control points by half of that.
///
/// Each coordinate draws its own number, uniform from −offset to offset. The point where a closed
/// subpath ends shares the draw of its start. Each pass is turned on by one angle about the box's
/// centre. No end point goes farther than √(w² + h²) · offset · roughness from where the turn alone
/// takes it.
struct OffsetModel: JitterModel {
  /// Each path errs by itself, so a clip that erred too would cut what it shouldn't.
  var movesClips: Bool { false }

  private let offset: Double
  private let turn: Double
  private let canvas: Rect?
  private let page: Rect?
  private let passes: Passes

  init(_ jitter: Jitter, _ drawing: borrowing Drawing) {
    offset = jitter.offset * jitter.roughness
    turn = jitter.turn.degrees
    // Without a canvas the page is what is drawn on it.
    canvas = jitter.box == .canvas ? drawing.canvas?.box ?? drawing.geometryBounds() : nil
    page = jitter.overflow == .inside ? drawing.canvas?.box : nil
    passes = jitter.repeats
  }

  func draw(
    _ path: PathView, style: Style, part: PathPart, passes range: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context
  ) {
    guard let box = canvas ?? path.geometryBounds() else { return }
    let room = page?.inset(by: style.hasVisibleStroke ? style.strokeWidth / 2 : 0)
    for pass in range {
      let map =
        pass == 0 || turn == 0
        ? Affine.identity : Affine.rotation(degrees: Double(pass) * turn, about: box.center)
      var hand = Hand(
        generator: context.generator(forPath: path.info.key, pass: pass),
        reach: Point(box.width, box.height) * (offset * passes.amplitude(of: pass)), map: map,
        room: room)
      OffsetModel.draw(path, by: &hand, into: &builder)
    }
  }

  private static func draw(
    _ path: PathView, by hand: inout Hand, into builder: inout PathBuilder
  ) {
    var movedStart = Point.zero
    path.forEachStep { step in
      if let width = path.width(step) { builder.width = width }
      let i = step.firstPoint
      func end() -> Point {
        let next = step.row + 1
        let isBack =
          step.end == step.start && next < path.verbs.count && path.verbs[next] == .close
        return isBack ? movedStart : hand.move(step.end)
      }
      switch step.verb {
      case .move:
        movedStart = hand.move(step.end)
        builder.move(to: movedStart)
      case .line: builder.line(to: end())
      case .quad:
        let a = hand.move(path.points[i], part: 0.5)
        builder.quad(a, to: end())
      case .cubic:
        let a = hand.move(path.points[i], part: 0.5)
        let b = hand.move(path.points[i + 1], part: 0.5)
        builder.cubic(a, b, to: end())
      case .close: builder.close()
      }
    }
  }

  /// Where points go in one pass.
  private struct Hand {
    var generator: SeededGenerator
    /// How far end points go at most, each way.
    let reach: Point
    /// The pass's turn.
    let map: Affine
    /// What points that lie in it don't leave, so neither does the curve within their hull.
    let room: Rect?

    mutating func move(_ p: Point, part: Double = 1) -> Point {
      let d = Point(reach.x * part * generator.signed(), reach.y * part * generator.signed())
      let q = map.apply(p + d)
      guard let room, room.contains(p) else { return q }
      return Point(
        max(room.minX, min(room.maxX, q.x)), max(room.minY, min(room.maxY, q.y)))
    }
  }
}
