import CFontLibraries
import PathModel

/// A font that was opened: what it measures, and its outlines.
///
/// All lengths are in the font's units, of which `unitsPerEm` make the font's size; y grows upward.
/// It's never closed and never changes, so that any thread may use it.
@safe public final class FontFace: Sendable {
  /// The family that it belongs to.
  public let family: String
  /// How many units make the font's size.
  public let unitsPerEm: Double
  /// How far letters reach above the baseline.
  public let ascender: Double
  /// How far letters reach below the baseline; below zero.
  public let descender: Double
  /// How high a small letter is.
  public let xHeight: Double
  /// The line under a text.
  public let underline: Rule
  /// The line through a text.
  public let strikeout: Rule
  /// Whether it has small capitals of its own.
  public let hasSmallCapitals: Bool
  /// By how much x grows with y, where the font has no leaning letters of its own.
  public let skew: Double
  /// Whether it's less bold than what was asked for, and has to be made so.
  public let lacksWeight: Bool
  /// Tells fonts apart, in the order in which they were opened: never to be written anywhere.
  let number: Int
  nonisolated(unsafe) let face: OpaquePointer

  /// A line along a text.
  public struct Rule: Hashable, Sendable {
    /// Where its upper edge lies.
    public let top: Double
    /// How thick it is.
    public let thickness: Double
  }

  init?(_ facts: strokemill_font_facts, number: Int) {
    guard let file = unsafe facts.file, let name = unsafe facts.family,
      let face = unsafe strokemill_face_open(file, facts.index, facts.variations)
    else { return nil }
    var metrics = strokemill_face_metrics()
    unsafe strokemill_face_metrics(face, &metrics)
    guard metrics.units_per_em > 0 else { return nil }
    unsafe self.face = face
    self.number = number
    unsafe family = String(cString: name)
    unsafe skew = facts.skew.magnitude <= 2 ? facts.skew : 0
    unsafe lacksWeight = facts.lacks_weight
    unitsPerEm = Double(metrics.units_per_em)
    ascender = Double(metrics.ascender)
    descender = Double(metrics.descender)
    xHeight = Double(metrics.x_height)
    // Fonts say where the upper edge is.
    underline = Rule(
      top: Double(metrics.underline_offset), thickness: Double(metrics.underline_size))
    strikeout = Rule(
      top: Double(metrics.strikeout_offset), thickness: Double(metrics.strikeout_size))
    hasSmallCapitals = metrics.has_small_capitals
  }

  /// A glyph's outline.
  func outline(ofGlyph glyph: UInt32) -> GlyphOutline {
    let result = GlyphOutline.Builder()
    withExtendedLifetime(result) {
      var sink = unsafe strokemill_outline_sink(
        context: Unmanaged.passUnretained(result).toOpaque(),
        move: { context, x, y in
          unsafe GlyphOutline.Builder.from(context)?.add(.move, (x, y))
        },
        line: { context, x, y in
          unsafe GlyphOutline.Builder.from(context)?.add(.line, (x, y))
        },
        quad: { context, cx, cy, x, y in
          unsafe GlyphOutline.Builder.from(context)?.add(.quad, (cx, cy), (x, y))
        },
        cubic: { context, ax, ay, bx, by, x, y in
          unsafe GlyphOutline.Builder.from(context)?.add(.cubic, (ax, ay), (bx, by), (x, y))
        },
        close: { context in unsafe GlyphOutline.Builder.from(context)?.close() })
      unsafe strokemill_face_draw(face, glyph, &sink)
    }
    return GlyphOutline(verbs: result.verbs, points: result.points)
  }
}
