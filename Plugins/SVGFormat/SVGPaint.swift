import PathModel

/// A `fill` or `stroke` as it is inherited: before `currentColor` has become a colour.
enum SVGPaint: Hashable {
  case none
  case color(Color)
  case currentColor
  /// The fill or the stroke of what a marker or a `use` is for.
  case contextFill, contextStroke
  /// A reference to a gradient or a pattern, and what is painted if it isn't there.
  case server(id: String, fallback: SVGPaintFallback)

  /// Whether it's a gradient or a pattern.
  var isServer: Bool {
    if case .server = self { return true }
    return false
  }

  /// Reads a paint (SVG 2, section 13.2).
  init?(_ bytes: Span<UInt8>) {
    let bytes = bytes.trimmed
    if let (id, end) = readReference(bytes) {
      let rest = bytes.extracting(end..<bytes.count).trimmed
      guard !rest.isEmpty else {
        self = .server(id: id, fallback: .nothing)
        return
      }
      guard let paint = SVGPaint(rest) else { return nil }
      switch paint {
      case .none, .contextFill, .contextStroke: self = .server(id: id, fallback: .none)
      case .color(let color): self = .server(id: id, fallback: .color(color))
      case .currentColor: self = .server(id: id, fallback: .currentColor)
      case .server: return nil
      }
      return
    }
    if bytes.isKeyword("none") {
      self = .none
    } else if let color = Color(css: bytes) {
      self = .color(color)
    } else if bytes.isKeyword("currentcolor") {
      self = .currentColor
    } else if bytes.isKeyword("context-fill") {
      self = .contextFill
    } else if bytes.isKeyword("context-stroke") {
      self = .contextStroke
    } else {
      // An ICC colour after it makes a colour none that viewers know.
      return nil
    }
  }
}

extension SVGPaint {
  /// Whether it depends on what a marker or a `use` is for.
  var isOfContext: Bool { self == .contextFill || self == .contextStroke }
}

/// What is painted when a gradient or a pattern isn't there.
enum SVGPaintFallback: Hashable {
  /// Nothing was said.
  case nothing
  case none
  case color(Color)
  case currentColor
}

/// Reads `url(#id)`, with or without quotes: the id, empty when it isn't one of this file, and
/// where the reference ends. Nil when it isn't a reference.
func readReference(_ bytes: Span<UInt8>) -> (id: String, end: Int)? {
  guard bytes.count > 4, bytes[0] | 0x20 == UInt8(ascii: "u"),
    bytes[1] | 0x20 == UInt8(ascii: "r"), bytes[2] | 0x20 == UInt8(ascii: "l"),
    bytes[3] == UInt8(ascii: "(")
  else { return nil }
  var end = 4
  while end < bytes.count, isSpace(bytes[end]) { end += 1 }
  let quote = end < bytes.count ? bytes[end] : 0
  let isQuoted = quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'")
  if isQuoted { end += 1 }
  let start = end
  while end < bytes.count, bytes[end] != (isQuoted ? quote : UInt8(ascii: ")")) { end += 1 }
  let target = bytes.extracting(start..<end).trimmed
  if isQuoted { end += 1 }
  while end < bytes.count, bytes[end] != UInt8(ascii: ")") { end += 1 }
  guard end < bytes.count else { return nil }
  guard target.count > 1, target[0] == UInt8(ascii: "#") else { return ("", end + 1) }
  return (target.extracting(1..<target.count).text(), end + 1)
}
