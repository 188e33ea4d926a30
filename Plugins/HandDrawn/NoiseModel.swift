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
/// the field moves the cuts, its derivatives turn the tangents, and a cubic through both replaces each piece; see
/// `HermiteFit`. A piece that lies beside the bent curve by more than about a seventh of the amplitude is halved, and so
/// again. The field is asked in its middle alone: halves in Hermite's form tell where the curve is at its quarters.
///
/// A segment of length l becomes at most 8 · ⌈l / 0.94 wavelengths⌉ cubics a pass, and no more than 1,024.
///
/// Later passes part from the first by two or three widths of the pen at most; further apart they would be two lines.
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
  static let mostPieces = 128.0
  /// How often a piece is halved at most.
  static let halvings = 3
  /// The length of pieces before they are halved, in wavelengths.
  static let piece = 0.94
  /// Up to which length a piece needn't be looked at, in wavelengths.
  static let surePiece = 0.3
  /// The same at the page's edges, which turn lines within twice the reach, in reaches.
  static let sureLength = 2.0
  /// How far pieces stray, as a part of the reach.
  static let tolerance = 0.15
  /// How far the halves of a piece in Hermite's form stray, as a part of how far the piece does: a sixteenth where it's
  /// short beside the waves, twice that as it is.
  static let halfMiss = 0.125
  /// How far halves may stray to be left as they are, in tolerances.
  static let sureMiss = 0.15
  /// Up to which length a line stays straight, in wavelengths: it would bow by less than a
  /// hundredth of the amplitude.
  static let straight = 0.03
  /// How far passes may part, in widths of the pen: the usual distance of two unrelated displacements is
  /// then half of that.
  static let parting = 2.5
  /// How far a line bows at most, as a part of its length.
  static let bowPart = 0.008
  /// How far a line bows at most, as a part of the reach.
  static let mostBow = 0.5
  /// How far a line can bow at least, or it's left out, as a part of the reach: a third of what pieces stray.
  static let leastBow = 0.05
  /// How far apart lines are that bow differently, in wavelengths.
  static let bowWavelength = 0.1
  /// The first slice of the field that bows are taken from.
  static let bowSlice = 1 << 20

  /// The least wavelength, in amplitudes: the field's derivatives stay below 1 then, so that nothing
  /// folds over and small details move as a whole.
  static let leastWavelength = 14.0

  private let field: NoiseField
  /// What looks the field up; it remembers what it saw.
  private var sampler: NoiseSampler?
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
  /// Kept between paths, so that it needn't grow anew.
  private var first: FirstPass?
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
    fallback = drawing.squareForPercent()
    keepsInside = jitter.overflow == .inside
    background = jitter.background == .skip ? drawing.canvas.map { PageBackground($0.box) } : nil
    let overshoot = jitter.corners == .overshoot ? jitter.overshoot : nil
    lifts =
      jitter.keepEnds ? nil : PenLifts(overshoot: overshoot, variation: jitter.overshootVariation)
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

  /// A length in canvas units.
  private func units(_ length: Length, _ style: Style) -> Double {
    length.resolved(canvas: canvas, strokeWidth: style.strokeWidth, fallback: fallback)
  }

  /// How far points move at most, and the wavelength.
  private func scale(_ style: Style) -> (reach: Double, wavelength: Double) {
    let reach = units(amplitude, style) * roughness
    let factor = max(0.6, 1.15 - 0.15 * roughness)
    let wavelength = max(
      units(wavelength, style) * factor, NoiseModel.leastWavelength * reach)
    return (reach, wavelength)
  }

  /// Into how many pieces a segment is cut before they are halved.
  @inline(__always)
  static func pieces(_ waves: Double) -> Double {
    max(1, min(mostPieces, (waves / piece).rounded(.up)))
  }

  func pointCount(of path: PathView, style: Style, passes: Int) -> Double {
    let wavelength = scale(style).wavelength
    guard wavelength > 0 else { return Double(path.points.count) }
    var count = Double(path.subpathCount)
    func add(_ length: Double, isLine: Bool) {
      let waves = length / wavelength
      count += isLine && waves <= NoiseModel.straight ? 1 : 3 * NoiseModel.pieces(waves)
    }
    path.forEachDrawnSegment { from, segment, _ in
      switch segment {
      case .line(let p): add(from.distance(to: p), isLine: true)
      // At least the chord.
      case .quad(_, let p), .cubic(_, _, let p): add(from.distance(to: p), isLine: false)
      case .move, .close: break
      }
    }
    return Double(passes) * count
  }

  mutating func draw(
    _ path: PathView, style: Style, part: PathPart, passes range: Range<Int>,
    into builder: inout PathBuilder, _ context: borrowing Context
  ) {
    let (full, wavelength) = scale(style)
    // Nothing moves, or by less than numbers can tell.
    guard full > 1e-200 else { return builder.append(path) }
    let hasStroke = style.hasVisibleStroke
    let room = keepsInside ? canvas?.box.inset(by: hasStroke ? style.strokeWidth / 2 : 0) : nil
    let background = style.hasVisibleFill ? background : nil
    // What is seen of a fill follows its stroke.
    let liftsPen = part == .stroke && style.dashes.isEmpty && path.widths.isEmpty
    let needsRuns = range.upperBound > 1 || keepsEnds || isAlongStroke || (liftsPen && lifts != nil)
    if needsRuns { runs.measure(path) }
    let origin = isAlongStroke ? NoiseModel.origin(of: path.info.key, wavelength) : nil
    let envelope = PassEnvelope(
      wavelength: wavelength,
      part: min(1, NoiseModel.parting * style.strokeWidth * roughness / full))
    var sampler = self.sampler.take() ?? NoiseSampler(field, wavelength: wavelength)
    sampler.wavelength = wavelength
    var first = self.first.take() ?? FirstPass()
    var knownReach: Double?
    for pass in range {
      let reach = full * passes.amplitude(of: pass)
      guard reach > 1e-200 else {
        builder.append(path)
        continue
      }
      let bend = Bend(
        // What a piece strays by stays within the amplitude too.
        reach: reach / (1 + NoiseModel.tolerance), room: room,
        bow: hasStroke ? bowing * min(style.strokeWidth / 2, NoiseModel.mostBow * reach) : 0)
      var lifted: Drawing?
      if liftsPen, let lifts, lifts.matter(to: runs.places) {
        let pen = PenLifts.Pen(
          width: style.strokeWidth, reach: reach, wavelength: wavelength,
          overshoot: lifts.overshoot.map { units($0, style) } ?? 0, room: room)
        lifted = lifts.lifted(
          path, runs.places, pen, background,
          context.generator(forPath: path.info.key, pass: pass))
      }
      // Later passes begin with what the first of the same lines has found.
      let isKnown = lifted == nil && knownReach == reach
      if isKnown { first.rewind() } else { first.removeAll() }
      var hand = BendingPen(
        bend, field: sampler, bows: field, pass: pass, first: first, knowsFirst: isKnown,
        keepsPieces: lifted == nil && pass + 1 < range.upperBound, envelope: envelope,
        origin: origin)
      first = FirstPass()
      if let lifted {
        liftedRuns.measure(lifted[path: 0])
        hand.draw(lifted[path: 0], runs: liftedRuns.places, background, into: &builder)
      } else {
        hand.keepsEnds = keepsEnds
        hand.draw(path, runs: needsRuns ? runs.places : [], background, into: &builder)
        if pass == 0 { knownReach = reach }
      }
      swap(&first, &hand.first)
      sampler = hand.field
    }
    self.first = first
    self.sampler = sampler
  }

  /// Where in the plane of the noise the line of a path lies: far from those of others.
  private static func origin(of key: PathKey, _ wavelength: Double) -> Point {
    var generator = SeededGenerator(seed: key.value)
    return Point(generator.signed(), generator.signed()) * (1e6 * wavelength)
  }
}
