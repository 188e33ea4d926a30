import NumberText
import PathModel

/// A length as SVG and CSS write it.
struct SVGLength: Hashable {
  enum Unit: String {
    case number = ""
    case px, mm, cm, `in`, pt, pc, q
    case em, ex, rem, ch
    case vw, vh, vmin, vmax
    case percent = "%"

    /// The unit of a name in upper or lower case; compared with the bytes as they are, the most frequent
    /// first.
    init?(keyword: Span<UInt8>) {
      if keyword.isKeyword("px") {
        self = .px
      } else if keyword.isKeyword("pt") {
        self = .pt
      } else if keyword.isKeyword("mm") {
        self = .mm
      } else if keyword.isKeyword("em") {
        self = .em
      } else {
        self.init(rawValue: keyword.keyword)
      }
    }
  }

  /// What a percentage is of.
  enum Axis { case horizontal, vertical, diagonal }

  var value: Double
  var unit: Unit

  init(_ value: Double, _ unit: Unit = .number) {
    self.value = value
    self.unit = unit
  }

  /// Reads a length and nothing else; units in upper or lower case.
  init?(_ bytes: Span<UInt8>) {
    var scanner = ValueScanner(bytes.trimmed)
    guard let value = scanner.number() else {
      guard let length = SVGLength(calc: bytes.trimmed) else { return nil }
      self = length
      return
    }
    self.value = value
    if scanner.isAtEnd {
      unit = .number
    } else if scanner.take(UInt8(ascii: "%")) {
      unit = .percent
    } else {
      let start = scanner.position
      scanner.skipWord()
      guard let unit = Unit(keyword: scanner.bytes.extracting(start..<scanner.position)) else {
        return nil
      }
      self.unit = unit
    }
    guard scanner.isAtEnd else { return nil }
  }

  /// The length in user units.
  func resolved(fontSize: Double, viewport: Viewport, axis: Axis) -> Double {
    switch unit {
    case .number, .px: value
    case .mm: value * (96 / 25.4)
    case .cm: value * (96 / 2.54)
    case .in: value * 96
    case .pt: value * (96.0 / 72)
    case .pc: value * 16
    case .q: value * (96 / 101.6)
    case .em: value * fontSize
    // Without a font the x-height, and the width of 0, count as half the font's size (CSS Values
    // and Units 3, section 5.1.1).
    case .ex, .ch: value * fontSize / 2
    case .rem: value * viewport.rootFontSize
    case .percent: value / 100 * viewport.extent(axis)
    case .vw: value / 100 * viewport.width
    case .vh: value / 100 * viewport.height
    case .vmin: value / 100 * min(viewport.width, viewport.height)
    case .vmax: value / 100 * max(viewport.width, viewport.height)
    }
  }

  /// The length in an absolute unit, kept as it was written where the drawing has the unit; nil
  /// when it depends on a surrounding that a file doesn't have.
  var absolute: Length? {
    switch unit {
    case .number, .px: Length(value, .px)
    case .mm: Length(value, .mm)
    case .cm: Length(value, .cm)
    case .in: Length(value, .in)
    case .pt: Length(value, .pt)
    case .pc: Length(value, .pc)
    case .q: Length(value / 4, .mm)
    case .em, .rem: Length(value * 16, .px)
    case .ex, .ch: Length(value * 8, .px)
    case .percent, .vw, .vh, .vmin, .vmax: nil
    }
  }
}

/// What relative lengths are relative to, beside the element's own font: in user units.
struct Viewport: Hashable {
  /// What percentages are of.
  var width: Double
  var height: Double
  /// The size of the root's font, which `rem` counts in.
  var rootFontSize = 16.0

  func extent(_ axis: SVGLength.Axis) -> Double {
    switch axis {
    case .horizontal: width
    case .vertical: height
    // SVG 2, section 8.9.
    case .diagonal: ((width * width + height * height) / 2).squareRoot()
    }
  }
}
