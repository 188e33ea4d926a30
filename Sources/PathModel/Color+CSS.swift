extension Color {
  /// Reads a colour in CSS's notation: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, `rgb()`, `rgba()`,
  /// `hsl()`, `hsla()`, a name or `transparent`, in upper or lower case, with white space around.
  ///
  /// The functions take commas or, as newer sheets write it, spaces and a slash before the
  /// opacity. Values out of range are clamped. (CSS Color Module Level 3, sections 3.1 and 4.)
  public init?(css text: String) { self.init(css: Array(text.utf8).span) }

  /// Reads a colour in CSS's notation from UTF-8 bytes.
  public init?(css bytes: Span<UInt8>) {
    var scanner = CSSColorScanner(bytes)
    guard let color = scanner.color() else { return nil }
    self = color
  }

  /// Reads `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`.
  public init?(hex text: some StringProtocol) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: "#") else { return nil }
    self.init(css: bytes.span)
  }

  /// The colour in CSS's notation: `#rrggbb`, or `rgba(…)` when it isn't opaque.
  public var css: String {
    alpha == 1 ? hex : "rgba(\(red), \(green), \(blue), \(alpha))"
  }
}

/// Walks through the bytes of one colour.
private struct CSSColorScanner: ~Escapable {
  let bytes: Span<UInt8>
  var position = 0
  var end: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>) {
    self.bytes = bytes
    end = bytes.count
    while end > 0, isSpace(bytes[end - 1]) { end -= 1 }
    skipSpace()
  }

  func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  @_lifetime(self: copy self)
  mutating func skipSpace() {
    while position < end, isSpace(bytes[position]) { position += 1 }
  }

  /// Moves behind a byte if it's next.
  @_lifetime(self: copy self)
  mutating func take(_ byte: UInt8) -> Bool {
    guard position < end, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  @_lifetime(self: copy self)
  mutating func color() -> Color? {
    guard position < end else { return nil }
    if take(UInt8(ascii: "#")) { return hexColor() }
    // The longest name is lightgoldenrodyellow.
    let start = position
    while position < end, position - start < 24, isLetter(bytes[position]) { position += 1 }
    var letters: [UInt8] = []
    letters.reserveCapacity(position - start)
    for i in start..<position { letters.append(bytes[i] | 0x20) }
    let name = String(decoding: letters, as: UTF8.self)
    if position == end {
      if name == "transparent" { return Color(red: 0, green: 0, blue: 0, alpha: 0) }
      guard let value = cssColorNames[name] else { return nil }
      return Color(
        red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    }
    guard take(UInt8(ascii: "(")) else { return nil }
    switch name {
    case "rgb", "rgba": return rgb()
    case "hsl", "hsla": return hsl()
    default: return nil
    }
  }

  @_lifetime(self: copy self)
  private mutating func hexColor() -> Color? {
    let count = end - position
    guard count == 3 || count == 4 || count == 6 || count == 8 else { return nil }
    var digits: UInt32 = 0
    while position < end {
      let byte = bytes[position]
      let digit: UInt8
      switch byte {
      case 48...57: digit = byte - 48
      case 65...70: digit = byte - 55
      case 97...102: digit = byte - 87
      default: return nil
      }
      digits = digits << 4 | UInt32(digit)
      // A short form's digit stands for two.
      if count <= 4 { digits = digits << 4 | UInt32(digit) }
      position += 1
    }
    var alpha = 1.0
    if count == 4 || count == 8 {
      alpha = Double(digits & 255) / 255
      digits >>= 8
    }
    return Color(
      red: UInt8(digits >> 16 & 255), green: UInt8(digits >> 8 & 255), blue: UInt8(digits & 255),
      alpha: alpha)
  }

  /// A number and what is glued to it.
  private struct Component {
    enum Unit { case number, percent, degrees, radians, gradians, turns }
    var value: Double
    var unit: Unit
  }

  @_lifetime(self: copy self)
  private mutating func component() -> Component? {
    skipSpace()
    let start = position
    if position < end, bytes[position] == UInt8(ascii: "+") || bytes[position] == UInt8(ascii: "-")
    {
      position += 1
    }
    var digits = 0
    var hasPoint = false
    while position < end {
      let byte = bytes[position]
      if byte >= 48 && byte <= 57 {
        digits += 1
      } else if byte == UInt8(ascii: "."), !hasPoint, position + 1 < end,
        bytes[position + 1] >= 48, bytes[position + 1] <= 57
      {
        hasPoint = true
      } else {
        break
      }
      position += 1
    }
    guard digits > 0 else { return nil }
    if position + 1 < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
      var last = position + 1
      if bytes[last] == UInt8(ascii: "+") || bytes[last] == UInt8(ascii: "-") { last += 1 }
      let first = last
      while last < end, bytes[last] >= 48, bytes[last] <= 57 { last += 1 }
      if last > first { position = last }
    }
    guard let value = number(start..<position), value.isFinite else { return nil }
    if take(UInt8(ascii: "%")) { return Component(value: value, unit: .percent) }
    var unit = ""
    while position < end, unit.utf8.count < 5 {
      let letter = bytes[position] | 0x20
      guard letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") else { break }
      unit.unicodeScalars.append(Unicode.Scalar(letter))
      position += 1
    }
    switch unit {
    case "": return Component(value: value, unit: .number)
    case "deg": return Component(value: value, unit: .degrees)
    case "rad": return Component(value: value, unit: .radians)
    case "grad": return Component(value: value, unit: .gradians)
    case "turn": return Component(value: value, unit: .turns)
    default: return nil
    }
  }

  /// The number of digits, a point and an exponent.
  private func number(_ range: Range<Int>) -> Double? {
    // Whole numbers of few digits are nearly all.
    if range.count <= 4 {
      var value = 0
      var isWhole = true
      for i in range {
        isWhole = isWhole && bytes[i] &- 48 < 10
        value = value * 10 + Int(bytes[i] & 15)
      }
      if isWhole { return Double(value) }
    }
    var text = ""
    for i in range { text.unicodeScalars.append(Unicode.Scalar(bytes[i])) }
    return Double(text)
  }

  /// Three components and perhaps an opacity, up to the closing parenthesis.
  @_lifetime(self: copy self)
  private mutating func arguments() -> (Component, Component, Component, Double, commas: Bool)? {
    guard let first = component() else { return nil }
    skipSpace()
    let commas = take(UInt8(ascii: ","))
    guard let second = component() else { return nil }
    skipSpace()
    guard take(UInt8(ascii: ",")) == commas, let third = component() else { return nil }
    skipSpace()
    var alpha = 1.0
    if take(commas ? UInt8(ascii: ",") : UInt8(ascii: "/")) {
      guard let value = component() else { return nil }
      switch value.unit {
      case .number: alpha = value.value
      case .percent: alpha = value.value / 100
      default: return nil
      }
      skipSpace()
    }
    guard take(UInt8(ascii: ")")), position == end else { return nil }
    return (first, second, third, min(max(alpha, 0), 1), commas)
  }

  @_lifetime(self: copy self)
  private mutating func rgb() -> Color? {
    guard let (r, g, b, alpha, commas) = arguments() else { return nil }
    func part(_ c: Component) -> UInt8? {
      switch c.unit {
      case .number: byte(c.value / 255)
      case .percent: byte(c.value / 100)
      default: nil
      }
    }
    // With commas all three are numbers or all three percentages.
    if commas, r.unit != g.unit || g.unit != b.unit { return nil }
    guard let red = part(r), let green = part(g), let blue = part(b) else { return nil }
    return Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  @_lifetime(self: copy self)
  private mutating func hsl() -> Color? {
    guard let (h, s, l, alpha, commas) = arguments() else { return nil }
    var turns: Double
    switch h.unit {
    case .number, .degrees: turns = h.value / 360
    case .radians: turns = h.value / (2 * .pi)
    case .gradians: turns = h.value / 400
    case .turns: turns = h.value
    case .percent: return nil
    }
    turns -= turns.rounded(.down)
    func portion(_ c: Component) -> Double? {
      guard c.unit == .percent || (c.unit == .number && !commas) else { return nil }
      return min(max(c.value / 100, 0), 1)
    }
    guard let saturation = portion(s), let lightness = portion(l) else { return nil }
    // CSS Color Module Level 3, section 4.2.4.
    let m2 =
      lightness <= 0.5
      ? lightness * (saturation + 1) : lightness + saturation - lightness * saturation
    let m1 = lightness * 2 - m2
    func part(_ shift: Double) -> UInt8 {
      var hue = turns + shift
      hue -= hue.rounded(.down)
      if hue * 6 < 1 { return byte(m1 + (m2 - m1) * hue * 6) }
      if hue * 2 < 1 { return byte(m2) }
      if hue * 3 < 2 { return byte(m1 + (m2 - m1) * (2.0 / 3 - hue) * 6) }
      return byte(m1)
    }
    return Color(red: part(1.0 / 3), green: part(0), blue: part(-1.0 / 3), alpha: alpha)
  }

  /// The nearest of 256 steps, a half going up.
  private func byte(_ portion: Double) -> UInt8 {
    UInt8(min(max((portion * 255 + 0.5).rounded(.down), 0), 255))
  }
}

/// CSS's colour names (CSS Color Module Level 3, section 4.3, and `rebeccapurple`).
private let cssColorNames: [String: UInt32] = [
  "aliceblue": 0xF0F8FF, "antiquewhite": 0xFAEBD7, "aqua": 0x00FFFF, "aquamarine": 0x7FFFD4,
  "azure": 0xF0FFFF, "beige": 0xF5F5DC, "bisque": 0xFFE4C4, "black": 0x000000,
  "blanchedalmond": 0xFFEBCD, "blue": 0x0000FF, "blueviolet": 0x8A2BE2, "brown": 0xA52A2A,
  "burlywood": 0xDEB887, "cadetblue": 0x5F9EA0, "chartreuse": 0x7FFF00, "chocolate": 0xD2691E,
  "coral": 0xFF7F50, "cornflowerblue": 0x6495ED, "cornsilk": 0xFFF8DC, "crimson": 0xDC143C,
  "cyan": 0x00FFFF, "darkblue": 0x00008B, "darkcyan": 0x008B8B, "darkgoldenrod": 0xB8860B,
  "darkgray": 0xA9A9A9, "darkgreen": 0x006400, "darkgrey": 0xA9A9A9, "darkkhaki": 0xBDB76B,
  "darkmagenta": 0x8B008B, "darkolivegreen": 0x556B2F, "darkorange": 0xFF8C00,
  "darkorchid": 0x9932CC, "darkred": 0x8B0000, "darksalmon": 0xE9967A, "darkseagreen": 0x8FBC8F,
  "darkslateblue": 0x483D8B, "darkslategray": 0x2F4F4F, "darkslategrey": 0x2F4F4F,
  "darkturquoise": 0x00CED1, "darkviolet": 0x9400D3, "deeppink": 0xFF1493,
  "deepskyblue": 0x00BFFF, "dimgray": 0x696969, "dimgrey": 0x696969, "dodgerblue": 0x1E90FF,
  "firebrick": 0xB22222, "floralwhite": 0xFFFAF0, "forestgreen": 0x228B22, "fuchsia": 0xFF00FF,
  "gainsboro": 0xDCDCDC, "ghostwhite": 0xF8F8FF, "gold": 0xFFD700, "goldenrod": 0xDAA520,
  "gray": 0x808080, "green": 0x008000, "greenyellow": 0xADFF2F, "grey": 0x808080,
  "honeydew": 0xF0FFF0, "hotpink": 0xFF69B4, "indianred": 0xCD5C5C, "indigo": 0x4B0082,
  "ivory": 0xFFFFF0, "khaki": 0xF0E68C, "lavender": 0xE6E6FA, "lavenderblush": 0xFFF0F5,
  "lawngreen": 0x7CFC00, "lemonchiffon": 0xFFFACD, "lightblue": 0xADD8E6, "lightcoral": 0xF08080,
  "lightcyan": 0xE0FFFF, "lightgoldenrodyellow": 0xFAFAD2, "lightgray": 0xD3D3D3,
  "lightgreen": 0x90EE90, "lightgrey": 0xD3D3D3, "lightpink": 0xFFB6C1, "lightsalmon": 0xFFA07A,
  "lightseagreen": 0x20B2AA, "lightskyblue": 0x87CEFA, "lightslategray": 0x778899,
  "lightslategrey": 0x778899, "lightsteelblue": 0xB0C4DE, "lightyellow": 0xFFFFE0,
  "lime": 0x00FF00, "limegreen": 0x32CD32, "linen": 0xFAF0E6, "magenta": 0xFF00FF,
  "maroon": 0x800000, "mediumaquamarine": 0x66CDAA, "mediumblue": 0x0000CD,
  "mediumorchid": 0xBA55D3, "mediumpurple": 0x9370DB, "mediumseagreen": 0x3CB371,
  "mediumslateblue": 0x7B68EE, "mediumspringgreen": 0x00FA9A, "mediumturquoise": 0x48D1CC,
  "mediumvioletred": 0xC71585, "midnightblue": 0x191970, "mintcream": 0xF5FFFA,
  "mistyrose": 0xFFE4E1, "moccasin": 0xFFE4B5, "navajowhite": 0xFFDEAD, "navy": 0x000080,
  "oldlace": 0xFDF5E6, "olive": 0x808000, "olivedrab": 0x6B8E23, "orange": 0xFFA500,
  "orangered": 0xFF4500, "orchid": 0xDA70D6, "palegoldenrod": 0xEEE8AA, "palegreen": 0x98FB98,
  "paleturquoise": 0xAFEEEE, "palevioletred": 0xDB7093, "papayawhip": 0xFFEFD5,
  "peachpuff": 0xFFDAB9, "peru": 0xCD853F, "pink": 0xFFC0CB, "plum": 0xDDA0DD,
  "powderblue": 0xB0E0E6, "purple": 0x800080, "rebeccapurple": 0x663399, "red": 0xFF0000,
  "rosybrown": 0xBC8F8F, "royalblue": 0x4169E1, "saddlebrown": 0x8B4513, "salmon": 0xFA8072,
  "sandybrown": 0xF4A460, "seagreen": 0x2E8B57, "seashell": 0xFFF5EE, "sienna": 0xA0522D,
  "silver": 0xC0C0C0, "skyblue": 0x87CEEB, "slateblue": 0x6A5ACD, "slategray": 0x708090,
  "slategrey": 0x708090, "snow": 0xFFFAFA, "springgreen": 0x00FF7F, "steelblue": 0x4682B4,
  "tan": 0xD2B48C, "teal": 0x008080, "thistle": 0xD8BFD8, "tomato": 0xFF6347,
  "turquoise": 0x40E0D0, "violet": 0xEE82EE, "wheat": 0xF5DEB3, "white": 0xFFFFFF,
  "whitesmoke": 0xF5F5F5, "yellow": 0xFFFF00, "yellowgreen": 0x9ACD32,
]
