import PathModel
import StyleSheets

/// The properties of an element that say how text in it is set.
struct SVGTextProperties: Equatable {
  // Inherited.
  /// The families of the font, the most wanted first; empty where nothing is said.
  var families: [String] = []
  var weight = 400.0
  var slant = Text.Slant.upright
  /// In percent.
  var width = 100.0
  var hasSmallCapitals = false
  /// What `font-variant` and its like turn on and off, and after it what `font-feature-settings` do.
  var variants: [Text.Feature] = []
  var settings: [Text.Feature] = []
  var kerns = true
  var letterSpacing = SVGLength(0)
  var wordSpacing = SVGLength(0)
  var anchor = Text.Anchor.start
  var isRightToLeft = false
  var dominantBaseline = Text.Baseline.alphabetic
  /// The lines of the element and of those around it.
  var decorations: Text.Lines = []
  /// Whether some are in a colour or a style of their own, as CSS lets them be.
  var hasStyledLines = false
  var keepsSpace = false
  var isVertical = false
  var language = "en"

  // Not inherited.
  var alignmentBaseline: Text.Baseline?
  var baselineShift = BaselineShift.none
  var bidi = Text.Bidi.normal

  enum BaselineShift: Equatable {
    case none, sub, `super`
    /// Upward; percent are of the font's size.
    case length(SVGLength)
  }

  /// What a child starts with.
  var inherited: SVGTextProperties {
    var child = self
    child.alignmentBaseline = nil
    child.baselineShift = .none
    child.bidi = .normal
    return child
  }

  mutating func resolve(fontSize: Double) {
    func absolute(_ length: SVGLength) -> SVGLength {
      switch length.unit {
      case .em: SVGLength(length.value * fontSize)
      case .ex, .ch: SVGLength(length.value * fontSize / 2)
      case .percent: SVGLength(length.value / 100 * fontSize)
      default: length
      }
    }
    letterSpacing = absolute(letterSpacing)
    wordSpacing = absolute(wordSpacing)
  }

  /// Sets a property from its value.
  /// - Returns: What was expected, when the value is none that it takes; it then stays as it was.
  mutating func set(
    _ name: SVGAttributeName, to bytes: Span<UInt8>, parent: SVGTextProperties
  ) -> String? {
    switch name {
    case .fontFamily:
      let list = SVGTextProperties.families(bytes.text())
      guard !list.isEmpty else { return "names of fonts" }
      families = list
    case .fontWeight:
      switch bytes.keyword {
      case "normal": weight = 400
      case "bold": weight = 700
      // CSS Fonts 4, section 2.2.1.
      case "bolder":
        weight = parent.weight < 350 ? 400 : parent.weight < 550 ? 700 : max(900, parent.weight)
      case "lighter":
        weight =
          parent.weight < 100
          ? parent.weight : parent.weight < 550 ? 100 : parent.weight < 750 ? 400 : 700
      default:
        guard let value = SVGLength(bytes), value.unit == .number, (1...1000).contains(value.value)
        else { return "normal, bold, bolder, lighter or a number from 1 to 1000" }
        weight = value.value
      }
    case .fontStyle:
      let word = bytes.keyword
      switch word {
      case "normal": slant = .upright
      case "italic": slant = .italic
      default:
        guard word.hasPrefix("oblique") else { return "normal, italic or oblique" }
        slant = .oblique
      }
    case .fontStretch:
      if let percent = SVGTextProperties.widths[bytes.keyword] {
        width = percent
      } else if let value = SVGLength(bytes), value.unit == .percent,
        (1...1000).contains(value.value)
      {
        width = value.value
      } else {
        return "normal, condensed, expanded or a percentage"
      }
    case .fontVariant, .fontVariantCaps, .fontVariantLigatures, .fontVariantNumeric,
      .fontVariantPosition:
      return setVariants(name, bytes.keyword)
    case .fontFeatureSettings:
      guard let list = SVGTextProperties.features(bytes.text()) else {
        return "features such as \"smcp\" 1"
      }
      settings = list
    case .fontKerning: kerns = !bytes.isKeyword("none")
    case .letterSpacing: return setSpacing(\.letterSpacing, bytes)
    case .wordSpacing: return setSpacing(\.wordSpacing, bytes)
    case .textAnchor:
      guard let value = Text.Anchor(rawValue: bytes.keyword) else { return "start, middle or end" }
      anchor = value
    case .direction:
      switch bytes.keyword {
      case "ltr": isRightToLeft = false
      case "rtl": isRightToLeft = true
      default: return "ltr or rtl"
      }
    case .unicodeBidi:
      switch bytes.keyword {
      case "normal": bidi = .normal
      case "embed": bidi = .embed
      case "bidi-override", "isolate-override": bidi = .override
      case "isolate", "plaintext": bidi = .isolate
      default: return "normal, embed or bidi-override"
      }
    case .dominantBaseline:
      guard let value = Text.Baseline(word: bytes.keyword) else { return "the name of a baseline" }
      dominantBaseline = value
    case .alignmentBaseline:
      let word = bytes.keyword
      guard let value = Text.Baseline(word: word) else { return "the name of a baseline" }
      alignmentBaseline = word == "auto" || word == "baseline" ? nil : value
    case .baselineShift:
      switch bytes.keyword {
      case "baseline": baselineShift = .none
      case "sub": baselineShift = .sub
      case "super": baselineShift = .super
      default:
        guard let length = SVGLength(bytes) else { return "baseline, sub, super or a length" }
        baselineShift = .length(length)
      }
    case .textDecoration, .textDecorationLine:
      // What is said last counts; the lines of elements around it can't be taken away.
      (decorations, hasStyledLines) = (parent.decorations, parent.hasStyledLines)
      for word in bytes.keyword.split(separator: " ") {
        switch word {
        case "underline": decorations.insert(.under)
        case "overline": decorations.insert(.over)
        case "line-through": decorations.insert(.through)
        case "none", "solid", "auto", "from-font", "currentcolor", "blink", "initial": break
        default: hasStyledLines = true
        }
      }
    case .whiteSpace:
      switch bytes.keyword {
      case "pre", "pre-wrap", "break-spaces": keepsSpace = true
      case "normal", "nowrap", "pre-line": keepsSpace = false
      default: return "normal or pre"
      }
    case .xmlSpace: keepsSpace = bytes.equals("preserve")
    case .writingMode:
      switch bytes.keyword {
      case "horizontal-tb", "lr", "lr-tb", "rl", "rl-tb": isVertical = false
      case "vertical-rl", "vertical-lr", "tb", "tb-rl", "sideways-rl", "sideways-lr":
        isVertical = true
      default: return "horizontal-tb"
      }
    case .xmlLanguage:
      let text = bytes.text()
      if !text.isEmpty, text.utf8.count <= 40,
        text.utf8.allSatisfy({ $0 == 0x2D || $0 &- 0x30 < 10 || ($0 | 0x20) &- 0x61 < 26 })
      {
        language = text
      }
    default: break
    }
    return nil
  }

  mutating func copy(_ name: SVGAttributeName, from other: SVGTextProperties) {
    switch name {
    case .fontFamily: families = other.families
    case .fontWeight: weight = other.weight
    case .fontStyle: slant = other.slant
    case .fontStretch: width = other.width
    case .fontVariant, .fontVariantCaps, .fontVariantLigatures, .fontVariantNumeric,
      .fontVariantPosition:
      hasSmallCapitals = other.hasSmallCapitals
      variants = other.variants
    case .fontFeatureSettings: settings = other.settings
    case .fontKerning: kerns = other.kerns
    case .letterSpacing: letterSpacing = other.letterSpacing
    case .wordSpacing: wordSpacing = other.wordSpacing
    case .textAnchor: anchor = other.anchor
    case .direction: isRightToLeft = other.isRightToLeft
    case .unicodeBidi: bidi = other.bidi
    case .dominantBaseline: dominantBaseline = other.dominantBaseline
    case .alignmentBaseline: alignmentBaseline = other.alignmentBaseline
    case .baselineShift: baselineShift = other.baselineShift
    case .textDecoration, .textDecorationLine:
      decorations = other.decorations
      hasStyledLines = other.hasStyledLines
    case .whiteSpace, .xmlSpace: keepsSpace = other.keepsSpace
    case .writingMode: isVertical = other.isVertical
    case .xmlLanguage: language = other.language
    default: break
    }
  }

  private mutating func setSpacing(
    _ property: WritableKeyPath<SVGTextProperties, SVGLength>, _ bytes: Span<UInt8>
  ) -> String? {
    if bytes.isKeyword("normal") {
      self[keyPath: property] = SVGLength(0)
      return nil
    }
    guard let length = SVGLength(bytes) else { return "normal or a length" }
    self[keyPath: property] = length
    return nil
  }

  /// The words of `font-stretch`, in percent.
  static let widths: [String: Double] = [
    "ultra-condensed": 50, "extra-condensed": 62.5, "condensed": 75, "semi-condensed": 87.5,
    "normal": 100, "semi-expanded": 112.5, "expanded": 125, "extra-expanded": 150,
    "ultra-expanded": 200,
  ]

  /// What each word of `font-variant` and its longhands means (CSS Fonts 4, section 6).
  private static let variantFeatures: [String: [(String, UInt32)]] = [
    "small-caps": [], "all-small-caps": [("c2sc", 1)], "petite-caps": [("pcap", 1)],
    "unicase": [("unic", 1)], "titling-caps": [("titl", 1)],
    "common-ligatures": [("liga", 1), ("clig", 1)],
    "no-common-ligatures": [("liga", 0), ("clig", 0)],
    "discretionary-ligatures": [("dlig", 1)], "no-discretionary-ligatures": [("dlig", 0)],
    "historical-ligatures": [("hlig", 1)], "no-historical-ligatures": [("hlig", 0)],
    "contextual": [("calt", 1)], "no-contextual": [("calt", 0)],
    "lining-nums": [("lnum", 1)], "oldstyle-nums": [("onum", 1)],
    "proportional-nums": [("pnum", 1)], "tabular-nums": [("tnum", 1)],
    "diagonal-fractions": [("frac", 1)], "stacked-fractions": [("afrc", 1)],
    "ordinal": [("ordn", 1)], "slashed-zero": [("zero", 1)],
    "sub": [("subs", 1)], "super": [("sups", 1)],
  ]

  /// The features that a longhand of `font-variant` says all of; all features for `font-variant`.
  private static func isSaid(_ feature: Text.Feature, by name: SVGAttributeName) -> Bool {
    switch name {
    case .fontVariantCaps: ["c2sc", "pcap", "unic", "titl"].contains(feature.letters)
    case .fontVariantLigatures:
      ["liga", "clig", "dlig", "hlig", "calt"].contains(feature.letters)
    case .fontVariantPosition: ["subs", "sups"].contains(feature.letters)
    case .fontVariantNumeric:
      ["lnum", "onum", "pnum", "tnum", "frac", "afrc", "ordn", "zero"].contains(feature.letters)
    default: true
    }
  }

  private mutating func resetVariants(_ name: SVGAttributeName) {
    variants.removeAll { SVGTextProperties.isSaid($0, by: name) }
    if name == .fontVariant || name == .fontVariantCaps { hasSmallCapitals = false }
  }

  private mutating func setVariants(_ name: SVGAttributeName, _ words: String) -> String? {
    if words == "normal" {
      resetVariants(name)
      return nil
    }
    if words == "none" {
      resetVariants(name)
      variants += ["liga", "clig", "dlig", "hlig", "calt"].compactMap { Text.Feature($0, 0) }
      return nil
    }
    var features: [Text.Feature] = []
    var isSmall = false
    for word in words.split(separator: " ") {
      guard let meaning = SVGTextProperties.variantFeatures[String(word)] else {
        return "normal, small-caps or another variant"
      }
      if word.hasSuffix("small-caps") { isSmall = true }
      features += meaning.compactMap { Text.Feature($0.0, $0.1) }
    }
    resetVariants(name)
    variants += features
    if isSmall { hasSmallCapitals = true }
    return nil
  }

  /// The features of `"smcp" 1, "liga" off`; nil when that isn't how it reads.
  private static func features(_ text: String) -> [Text.Feature]? {
    if text == "normal" { return [] }
    var result: [Text.Feature] = []
    for part in text.split(separator: ",") {
      let words = part.split { $0 == " " || $0 == "\"" || $0 == "'" || $0 == "\t" || $0 == "\n" }
      guard let tag = words.first, words.count <= 2 else { return nil }
      let value: UInt32? =
        switch words.count < 2 ? "on" : String(words[1]) {
        case "on": 1
        case "off": 0
        case let number: UInt32(number)
        }
      guard let value, let feature = Text.Feature(String(tag), value) else { return nil }
      result.append(feature)
    }
    return result
  }

  /// No document asks for more families in one place.
  private static let familyLimit = 24

  /// The names in a list of families, with quotes or without. All that means something is ASCII, so it's read byte by
  /// byte.
  static func families(_ text: String) -> [String] {
    var result: [String] = []
    var name: [UInt8] = []
    var quote: UInt8?
    var wasQuoted = false
    var isEscaped = false
    func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    func add() {
      if !wasQuoted, let last = name.last, isBlank(last) { name.removeLast() }
      if !name.isEmpty, name.count <= 200, result.count < familyLimit {
        result.append(String(decoding: name, as: UTF8.self))
      }
      name.removeAll(keepingCapacity: true)
      wasQuoted = false
    }
    for byte in text.utf8 {
      if isEscaped {
        name.append(byte)
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if let open = quote {
        if byte == open { quote = nil } else { name.append(byte) }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        (quote, wasQuoted) = (byte, true)
        name.removeAll(keepingCapacity: true)
      } else if byte == UInt8(ascii: ",") {
        add()
      } else if !wasQuoted {
        // Words with one blank between them.
        if !isBlank(byte) {
          name.append(byte)
        } else if let last = name.last, !isBlank(last) {
          name.append(0x20)
        }
      }
    }
    add()
    return result
  }
}

extension Text.Baseline {
  fileprivate init?(word: String) {
    switch word {
    case "auto", "baseline", "use-script", "no-change", "reset-size": self = .alphabetic
    case "text-before-edge", "before-edge", "text-top": self = .top
    case "text-after-edge", "after-edge", "text-bottom": self = .bottom
    default:
      guard let value = Text.Baseline(rawValue: word) else { return nil }
      self = value
    }
  }
}

/// The properties of text, shared by all elements that say nothing of them: most.
struct SharedTextProperties {
  private final class Box: Sendable {
    let value: SVGTextProperties
    init(_ value: SVGTextProperties) { self.value = value }
  }

  private static let initial = Box(SVGTextProperties())
  private var box = SharedTextProperties.initial

  var value: SVGTextProperties { box.value }

  /// Whether nothing was ever said.
  var isInitial: Bool { box === SharedTextProperties.initial }

  mutating func change(_ body: (inout SVGTextProperties) -> Void) {
    var value = box.value
    body(&value)
    if value != box.value { box = Box(value) }
  }
}
