/// An sRGB colour with an opacity.
@frozen public struct Color: Hashable, Sendable, BitwiseCopyable {
  /// The red part, 0 to 255.
  public var red: UInt8
  /// The green part, 0 to 255.
  public var green: UInt8
  /// The blue part, 0 to 255.
  public var blue: UInt8
  /// The opacity, 0 (clear) to 1 (opaque).
  public var alpha: Double

  /// Makes a colour from its parts.
  @inlinable public init(red: UInt8, green: UInt8, blue: UInt8, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  @inlinable public static var black: Color { Color(red: 0, green: 0, blue: 0) }
  /// Opaque white.
  @inlinable public static var white: Color { Color(red: 255, green: 255, blue: 255) }

  /// The colour as `#rrggbb`, without its opacity.
  public var hex: String {
    var text = "#"
    for part in [red, green, blue] {
      let digits = String(part, radix: 16)
      text += digits.utf8.count == 1 ? "0" + digits : digits
    }
    return text
  }
}
