import Geometry
import PathModel
import PluginKit

/// The hand that bends the whole page smoothly: every point moves by a field of its position.
///
/// The first pass is moved by the field alone. So what coincides stays together: borders that two
/// regions share, the edges of an expanded stroke, a clip and what it cuts, in whichever direction and
/// from whichever point they are drawn. Later passes part from the first between corners and gather
/// at them; see `PassEnvelope`. The middle of a stroke's long straight line bows besides, by half the
/// stroke's width at most, so that lines side by side don't bend alike and what touches a line still does.
///
/// Segments stay curves. Each is cut at equal steps of its parameter, which are the same from both ends;
/// the field moves the cuts, its derivatives turn the tangents, and a cubic through both (Hermite's)
/// replaces each piece. A piece whose middle strays from the bent curve by more than a tenth of the
/// amplitude is halved, and so again.
///
/// A segment of length l becomes at most 4 · ⌈l / 0.47 wavelengths⌉ cubics a pass, and no more than 1,024.
///
/// No point goes farther than the amplitude · roughness · the pass's factor; beside that the middles of
/// lines as said, and the ends of passes that are opened by `PenLifts`.
///
/// With `isAlongStroke` the field is looked up along each stroke instead, on a line of its own in the plane of
/// the noise: then each path errs by itself, and only its own corners stay joined.
struct NoiseModel: JitterModel {
  /// A clip moves by the field like the outline that it was made of.
  var movesClips: Bool { !isAlongStroke }
  /// Into how many pieces one segment is cut at most, however long it is, before they are halved.
  static let mostPieces = 256.0
  /// How often a piece is halved at most.
  static let halvings = 2
  /// The length of pieces before they are halved, in wavelengths.
  static let piece = 0.47
  /// Up to which length a piece needn't be looked at, in wavelengths.
  static let surePiece = 0.3
  /// How far pieces stray in their middle, as a part of the reach.
  static let tolerance = 0.1
  /// Up to which length a line stays straight, in wavelengths: it would bow by less than a
  /// hundredth of the amplitude.
  static let straight = 0.03
  /// How far a line bows at most, as a part of its length.
  static let bowPart = 0.008
  /// How far a line bows at most, as a part of the reach.
  static let mostBow = 0.5
  /// How far apart lines are that bow differently, in wavelengths.
  static let bowWavelength = 0.1
  /// The first slice of the field that bows are taken from.
  static let bowSlice = 1 << 20

  /// The least wavelength, in amplitudes: the field's derivatives stay below 1 then, so that nothing
  /// folds over and small details move as a whole.
  static let leastWavelength = 14.0

  private let field: NoiseField
  private let amplitude: Length
  private let wavelength: Length
  private let roughness: Double
  private let bowing: Double
  private let passes: Passes
  private let keepsEnds: Bool
  private let isAlongStroke: Bool
  private let canvas: Canvas?
  private let fallback: Rect
  private let keepsInside: Bool
  private let background: PageBackground?
  private let lifts: PenLifts?
  private var runs = StrokeRuns()
  private var liftedRuns = StrokeRuns()

  init(
    _ jitter: Jitter, _ drawing: borrowing Drawing, _ context: borrowing Context,
    isAlongStroke: Bool
  ) {
    field = context.field
    amplitude = jitter.amplitude
    wavelength = jitter.wavelength
    roughness = jitter.roughness
    bowing = jitter.bowing
    passes = jitter.repeats
    keepsEnds = jitter.keepEnds
    self.isAlongStroke = isAlongStroke
    canvas = drawing.canvas
    fallback = NoiseModel.square(drawing)
    keepsInside = jitter.overflow == .inside
    background = jitter.background == .skip ? drawing.canvas.map { PageBackground($0.box) } : nil
    let overshoot = jitter.corners == .overshoot ? jitter.overshoot : nil
    lifts = jitter.keepEnds ? nil : PenLifts(overshoot: overshoot)
  }

  /// What `%` refers to when there is no canvas: the bounds, a line's by its length.
  private static func square(_ drawing: borrowing Drawing) -> Rect {
    guard drawing.canvas == nil, let bounds = drawing.geometryBounds() else { return Rect(.zero) }
    let side = bounds.shorterSide > 0 ? bounds.shorterSide : max(bounds.width, bounds.height)
    return Rect(x: bounds.minX, y: bounds.minY, width: side, height: side)
  }

  func partsFill(from style: Style) -> Bool {
    lifts.map { $0.overshoot != nil && style.dashes.isEmpty } ?? false
  }

  mutating func pen(_ style: Style, for path: PathView) -> Style {
    guard style.cap == .butt, let lifts, style.dashes.isEmpty, path.widths.isEmpty, path.isClosed
    else { return style }
    runs.measure(path)
    guard lifts.opens(runs.places) else { return style }
    var pen = style
    pen.cap = .round
    return pen
  }

  mutating func draw(
    _ path: PathView, style: Style, part: PathPart, passes range: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context
  ) {
    func units(_ length: Length) -> Double {
      length.resolved(canvas: canvas, strokeWidth: style.strokeWidth, fallback: fallback)
    }
    let full = units(amplitude) * roughness
    // Nothing moves, or by less than numbers can tell.
    guard full > 1e-200 else { return builder.append(path) }
    let hasStroke = style.hasVisibleStroke
    let room = keepsInside ? canvas?.box.inset(by: hasStroke ? style.strokeWidth / 2 : 0) : nil
    let wavelength = max(
      units(wavelength) * max(0.6, 1.15 - 0.15 * roughness), NoiseModel.leastWavelength * full)
    let background = style.hasVisibleFill ? background : nil
    // What is seen of a fill follows its stroke.
    let liftsPen = part == .stroke && style.dashes.isEmpty && path.widths.isEmpty
    let needsRuns = range.upperBound > 1 || keepsEnds || isAlongStroke || (liftsPen && lifts != nil)
    if needsRuns { runs.measure(path) }
    let origin = isAlongStroke ? NoiseModel.origin(of: path.info.key, wavelength) : nil
    var cuts: [BendingPen.Cut] = []
    for pass in range {
      let reach = full * passes.amplitude(of: pass)
      guard reach > 1e-200 else {
        builder.append(path)
        continue
      }
      let bend = Bend(
        field: field, reach: reach, wavelength: wavelength, room: room,
        bow: hasStroke ? bowing * min(style.strokeWidth / 2, NoiseModel.mostBow * reach) : 0)
      if liftsPen, let lifts, lifts.matter(to: runs.places) {
        let pen = PenLifts.Pen(
          width: style.strokeWidth, reach: reach, wavelength: wavelength,
          overshoot: lifts.overshoot.map { units($0) } ?? 0, room: room)
        let lifted = lifts.lifted(
          path, runs.places, pen, background,
          context.generator(forPath: path.info.key, pass: pass))
        liftedRuns.measure(lifted[path: 0])
        var hand = BendingPen(
          bend, pass: pass, runs: liftedRuns.places, keepsEnds: false, origin: origin)
        hand.draw(lifted[path: 0], background: background, into: &builder)
      } else {
        var hand = BendingPen(
          bend, pass: pass, runs: needsRuns ? runs.places : [], keepsEnds: keepsEnds,
          origin: origin)
        // Cuts lie where they lay in the first pass.
        if range.count > 1 { swap(&hand.cuts, &cuts) }
        hand.draw(path, background: background, into: &builder)
        swap(&hand.cuts, &cuts)
      }
    }
  }

  /// Where in the plane of the noise the line of a path lies: far from those of others.
  private static func origin(of key: PathKey, _ wavelength: Double) -> Point {
    var generator = SeededGenerator(seed: key.value)
    return Point(generator.signed(), generator.signed()) * (1e6 * wavelength)
  }
}
