import Geometry
import PathModel
import PluginKit

/// The hand that bends the whole page smoothly: every point moves by a field of its position.
///
/// The first pass is moved by the field alone. So what coincides stays together: borders that two
/// regions share, the edges of an expanded stroke, a clip and what it cuts, in whichever direction and
/// from whichever point they are drawn. Later passes part from the first between corners and gather
/// at them; see `PassEnvelope`.
///
/// Segments stay curves. Each is cut at equal steps of its parameter, as many as its length takes,
/// which is the same from both ends; the field moves the cuts, its derivatives turn the tangents, and
/// a cubic through both (Hermite's) replaces each piece. It strays from the bent curve by a fiftieth of
/// the amplitude as a rule and by a fifth at most; from the field at the cuts not at all.
///
/// A line of length l becomes at most ⌈l / 0.28 wavelengths⌉ cubics a pass, a curve whose control
/// points are l apart in all ⌈l / 0.2 wavelengths⌉, and no segment more than 256.
struct NoiseModel: JitterModel {
  /// A clip moves by the field like the outline that it was made of.
  static let movesClips = true
  /// Into how many pieces one segment is cut at most, however long it is.
  static let mostPieces = 256.0
  /// The length of a line's pieces, in wavelengths.
  static let linePiece = 0.28
  /// The length of a curve's pieces, in wavelengths: a bend of the line adds to that of the field.
  static let curvePiece = 0.2
  /// Up to which length a line stays straight, in wavelengths: it would bow by less than a
  /// hundredth of the amplitude.
  static let straight = 0.05

  /// The least wavelength, in amplitudes: the field's derivatives stay below 1 then as good as
  /// everywhere, so that nothing folds over and small details move as a whole.
  static let leastWavelength = 16.0

  private let field: NoiseField
  private let amplitude: Length
  private let wavelength: Length
  private let roughness: Double
  private let canvas: Canvas?
  private let fallback: Rect
  private let keepsInside: Bool
  private let background: PageBackground?
  private var runs = StrokeRuns()

  init(_ jitter: Jitter, _ drawing: borrowing Drawing, _ context: borrowing Context) {
    field = context.field
    amplitude = jitter.amplitude
    wavelength = jitter.wavelength
    roughness = jitter.roughness
    canvas = drawing.canvas
    fallback = NoiseModel.square(drawing)
    keepsInside = jitter.overflow == .inside
    background = jitter.background == .skip ? drawing.canvas.map { PageBackground($0.box) } : nil
  }

  /// What `%` refers to when there is no canvas: the bounds, a line's by its length.
  private static func square(_ drawing: borrowing Drawing) -> Rect {
    guard drawing.canvas == nil, let bounds = drawing.geometryBounds() else { return Rect(.zero) }
    let side = bounds.shorterSide > 0 ? bounds.shorterSide : max(bounds.width, bounds.height)
    return Rect(x: bounds.minX, y: bounds.minY, width: side, height: side)
  }

  mutating func draw(
    _ path: PathView, style: Style, passes: Range<Int>, into builder: inout PathBuilder,
    _ context: borrowing Context
  ) {
    func units(_ length: Length) -> Double {
      length.resolved(canvas: canvas, strokeWidth: style.strokeWidth, fallback: fallback)
    }
    let reach = units(amplitude) * roughness
    // Nothing moves, or by less than numbers can tell.
    guard reach > 1e-200 else { return builder.append(path) }
    let halfStroke = style.hasVisibleStroke ? style.strokeWidth / 2 : 0
    let bend = Bend(
      field: field, reach: reach,
      wavelength: max(units(wavelength), NoiseModel.leastWavelength * reach),
      room: keepsInside ? canvas?.box.inset(by: halfStroke) : nil)
    if passes.upperBound > 1 { runs.measure(path) }
    for pass in passes {
      BendingPen(bend, pass: pass).draw(
        path, runs: runs, background: style.hasVisibleFill ? background : nil, into: &builder)
    }
  }
}
