import CFontLibraries
public import PathModel

/// A glyph where shaping puts it, in its font's units, y upward.
public struct ShapedGlyph: BitwiseCopyable, Sendable {
  /// Its number in the font.
  public var glyph: UInt32
  /// The first character that it stands for, counted from the start of the run.
  public var cluster: Int
  /// How far the next glyph is: to the right, or down in a run of upright letters.
  public var advance: Double
  /// How far it's drawn from where it stands.
  public var xOffset: Double
  /// The same upward.
  public var yOffset: Double
}

/// A feature of fonts that is turned on or off.
public typealias FontFeature = Text.Feature

/// Shapes runs of text and keeps what came out: labels repeat.
///
/// For one thread. What it keeps is bounded.
@safe public final class TextShaper {
  /// A text of one font, one direction and one script.
  public struct Run: Hashable {
    /// The characters.
    public var characters: [UInt32]
    /// The font.
    public var face: FontFace
    /// Whether it runs from right to left.
    public var isRightToLeft: Bool
    /// Whether its letters stand upright below each other.
    public var isUpright: Bool
    /// The script, as four bytes of ISO 15924.
    public var script: UInt32
    /// The language.
    public var language: String
    /// The features that aren't as the font has them.
    public var features: [FontFeature]

    /// Makes a run.
    public init(
      characters: [UInt32], face: FontFace, isRightToLeft: Bool, isUpright: Bool = false,
      script: UInt32, language: String, features: [FontFeature]
    ) {
      self.characters = characters
      self.face = face
      self.isRightToLeft = isRightToLeft
      self.isUpright = isUpright
      self.script = script
      self.language = language
      self.features = features
    }

    /// Takes in what tells most runs apart, the characters all at once.
    public func hash(into hasher: inout Hasher) {
      unsafe characters.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
      hasher.combine(face)
    }
  }

  /// The outlines of one font's glyphs, by the numbers of these: nil where one wasn't asked for yet.
  private final class FaceOutlines {
    let face: FontFace
    var glyphs: [GlyphOutline?] = []

    init(_ face: FontFace) { self.face = face }
  }

  /// A font has no more glyphs (OpenType counts them in 16 bits), so that a list has no more rows.
  private static let mostGlyphs = 1 << 16

  private let shaper: OpaquePointer
  private var runs: [Run: [ShapedGlyph]] = [:]
  private var outlines: [FontFace: FaceOutlines] = [:]
  /// Those of the font that was asked last: the next letter is mostly of the same.
  private var lastOutlines: FaceOutlines?
  private var keptGlyphs = 0
  private var keptPoints = 0

  /// Makes a shaper; nil without memory or without the libraries.
  public init?() {
    guard FontLibrary.missingLibrary == nil, let shaper = unsafe strokemill_shaper_new() else {
      return nil
    }
    unsafe self.shaper = shaper
  }

  deinit { unsafe strokemill_shaper_free(shaper) }

  /// Whether it keeps no more than a few megabytes.
  var isSmall: Bool { keptGlyphs <= 50_000 && keptPoints <= 100_000 }

  /// The glyphs of a run, in the order in which they stand from left to right, or from top to bottom.
  public func glyphs(of run: Run) -> [ShapedGlyph] {
    if let known = runs[run] { return known }
    let glyphs = shape(run)
    if keptGlyphs > 1_000_000 {
      runs.removeAll()
      keptGlyphs = 0
    }
    keptGlyphs += glyphs.count + 8
    runs[run] = glyphs
    return glyphs
  }

  private func shape(_ run: Run) -> [ShapedGlyph] {
    let features = run.features.map { strokemill_feature(tag: $0.tag, value: $0.value) }
    let count = unsafe run.characters.withUnsafeBufferPointer { characters in
      unsafe features.withUnsafeBufferPointer { features in
        unsafe run.language.withCString { language in
          var wanted = unsafe strokemill_text_run(
            characters: characters.baseAddress, count: characters.count,
            is_right_to_left: run.isRightToLeft,
            is_upright: run.isUpright, script: run.script,
            language: language, features: features.baseAddress, feature_count: features.count)
          return unsafe strokemill_shape(shaper, run.face.face, &wanted)
        }
      }
    }
    var glyphs: [ShapedGlyph] = []
    glyphs.reserveCapacity(count)
    for row in 0..<count {
      let glyph = unsafe strokemill_shaped_glyph(shaper, row)
      glyphs.append(
        ShapedGlyph(
          glyph: glyph.glyph, cluster: min(Int(glyph.cluster), run.characters.count - 1),
          advance: Double(glyph.advance), xOffset: Double(glyph.x_offset),
          yOffset: Double(glyph.y_offset)))
    }
    return glyphs
  }

  /// A glyph's outline.
  public func outline(ofGlyph glyph: UInt32, in face: FontFace) -> GlyphOutline {
    let known = outlines(of: face)
    let row = Int(glyph)
    if row < known.glyphs.count, let outline = known.glyphs[row] { return outline }
    let outline = face.outline(ofGlyph: glyph)
    guard row < TextShaper.mostGlyphs else { return outline }
    if keptPoints > 4_000_000 {
      outlines.removeAll()
      lastOutlines = nil
      keptPoints = 0
    }
    let kept = outlines(of: face)
    let newRows = max(row + 1 - kept.glyphs.count, 0)
    kept.glyphs.append(contentsOf: repeatElement(nil, count: newRows))
    keptPoints += outline.points.count + 8 + newRows / 2
    kept.glyphs[row] = outline
    return outline
  }

  private func outlines(of face: FontFace) -> FaceOutlines {
    if let last = lastOutlines, last.face === face { return last }
    let own = outlines[face] ?? FaceOutlines(face)
    outlines[face] = own
    lastOutlines = own
    return own
  }
}

extension FontFace: Hashable {
  /// Whether they are one and the same.
  public static func == (a: FontFace, b: FontFace) -> Bool { a === b }
  /// By its number.
  public func hash(into hasher: inout Hasher) { hasher.combine(number) }
}
