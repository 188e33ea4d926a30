extension Text {
  /// An element of a text: what is the same for all characters right inside it.
  public struct Span: Hashable, Sendable {
    /// The row of the element around it, nil for the first.
    public var parent: Int?
    /// The families of the font, the most wanted first; none where nothing is said.
    public var families: [String] = []
    /// The font's size.
    public var size = 16.0
    /// How bold it is, 1 to 1000; 400 is normal, 700 bold.
    public var weight = 400.0
    /// Whether letters lean.
    public var slant = Slant.upright
    /// How wide they are, in percent of normal.
    public var width = 100.0
    /// The language, such as `en`.
    public var language = "en"
    /// What is turned on and off in the font, in order.
    public var features: [Feature] = []
    /// Whether small letters become small capitals.
    public var hasSmallCapitals = false
    /// What is added behind each letter.
    public var letterSpacing = 0.0
    /// What is added behind each blank.
    public var wordSpacing = 0.0
    /// Which part of a chunk that begins in it lies where the chunk is put.
    public var anchor = Anchor.start
    /// Whether it runs from right to left.
    public var isRightToLeft = false
    /// How it lies in what runs the other way.
    public var bidi = Bidi.normal
    /// Which of its lines stands at the height that is said; inherited.
    public var dominantBaseline = Baseline.alphabetic
    /// The same for this element alone.
    public var alignmentBaseline: Baseline?
    /// How far its text stands above that of the first element.
    public var rise = 0.0
    /// The lines along its text that the elements around it don't ask for.
    public var lines: Lines = []
    /// Whether its glyphs take their place and aren't drawn.
    public var isHidden = false

    /// Makes an element.
    public init(parent: Int? = nil) { self.parent = parent }

    /// The line that counts.
    public var baseline: Baseline { alignmentBaseline ?? dominantBaseline }
  }

  /// Whether letters lean.
  public enum Slant: String, CaseIterable, Hashable, Sendable {
    /// They stand upright.
    case upright
    /// They lean, in forms of their own.
    case italic
    /// They lean.
    case oblique
  }

  /// Which part of a chunk lies where it's put.
  public enum Anchor: String, CaseIterable, Hashable, Sendable {
    /// Where it begins.
    case start
    /// Its middle.
    case middle
    /// Where it ends.
    case end
  }

  /// A line of a font (SVG 2, section 11.10.2).
  public enum Baseline: String, CaseIterable, Hashable, Sendable {
    /// Where letters stand.
    case alphabetic
    /// The lower edge of ideographs.
    case ideographic
    /// Half the height of a small letter.
    case middle
    /// The middle between the upper and the lower edge.
    case central
    /// Where mathematical signs have their axis.
    case mathematical
    /// Where letters of some Indic scripts hang.
    case hanging
    /// The upper edge.
    case top = "text-before-edge"
    /// The lower edge.
    case bottom = "text-after-edge"
  }

  /// How a part lies in what runs the other way (`unicode-bidi`).
  public enum Bidi: String, CaseIterable, Hashable, Sendable {
    /// As its letters say.
    case normal
    /// Within it its own direction counts.
    case embed
    /// Each of its letters runs in its direction.
    case override = "bidi-override"
    /// Apart from what is around it.
    case isolate
  }

  /// Lines along a text.
  public struct Lines: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8
    /// Makes a set of bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Under it.
    public static let under = Lines(rawValue: 1)
    /// Over it.
    public static let over = Lines(rawValue: 2)
    /// Through it.
    public static let through = Lines(rawValue: 4)
  }

  /// A feature of fonts that is turned on or off, such as `smcp` for small capitals.
  public struct Feature: Hashable, Sendable {
    /// Its four letters.
    public var tag: UInt32
    /// 0 for off, 1 for on, or which of several.
    public var value: UInt32

    /// Makes one from four letters of ASCII; nil when they aren't.
    public init?(_ letters: String, _ value: UInt32 = 1) {
      guard letters.utf8.count == 4, letters.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else {
        return nil
      }
      tag = letters.utf8.reduce(0) { $0 << 8 | UInt32($1) }
      self.value = value
    }

    /// Its four letters as text.
    public var letters: String {
      let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
