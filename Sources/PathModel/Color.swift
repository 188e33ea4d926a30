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
    func digit(_ value: UInt8) -> UInt8 { value < 10 ? 48 + value : 87 + value }
    let digits: [UInt8] = [
      UInt8(ascii: "#"), digit(red >> 4), digit(red & 15), digit(green >> 4), digit(green & 15),
      digit(blue >> 4), digit(blue & 15),
    ]
    return String(decoding: digits, as: UTF8.self)
  }
}
