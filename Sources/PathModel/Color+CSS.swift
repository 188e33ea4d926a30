extension Color {
  /// Reads `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`.
  public init?(hex text: some StringProtocol) {
    var digits: [UInt8] = []
    var bytes = text.utf8.makeIterator()
    guard bytes.next() == UInt8(ascii: "#") else { return nil }
    while let byte = bytes.next() {
      switch byte {
      case 48...57: digits.append(byte - 48)
      case 65...70: digits.append(byte - 55)
      case 97...102: digits.append(byte - 87)
      default: return nil
      }
      if digits.count > 8 { return nil }
    }
    switch digits.count {
    case 3, 4: digits = digits.flatMap { [$0, $0] }
    case 6, 8: break
    default: return nil
    }
    func part(_ i: Int) -> UInt8 { digits[2 * i] * 16 + digits[2 * i + 1] }
    self.init(
      red: part(0), green: part(1), blue: part(2),
      alpha: digits.count == 8 ? Double(part(3)) / 255 : 1)
  }
}

extension Color {
  /// Reads a colour in CSS's notation.
  public init?(css text: String) { self.init(hex: text) }

  /// The colour in CSS's notation: `#rrggbb`, or `rgba(…)` when it isn't opaque.
  public var css: String {
    alpha == 1 ? hex : "rgba(\(red), \(green), \(blue), \(alpha))"
  }
}
