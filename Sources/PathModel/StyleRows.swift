/// Finds the rows of styles: an index beside a table, which needn't keep up with it at once.
struct StyleRows: Sendable {
  /// Nobody knows it, so nobody can make up styles that meet.
  private static let secret = UInt64.random(in: .min ... .max) | 1

  /// An open hash table of rows, -1 where there is none; at most half full, and its size is a power of two.
  private var slots: [Int32] = []
  /// How many rows have been looked at.
  private var indexed = 0

  /// Looks a style up.
  /// - Parameters:
  ///   - style: The style.
  ///   - styles: The table, of which nothing but the end changed since the last call.
  /// - Returns: The first row of the style; nil when there is none.
  mutating func row(of style: Style, in styles: [Style]) -> Int? {
    if slots.count < 2 * (styles.count + 1) { grow(styles) }
    while indexed < styles.count {
      let slot = slot(of: styles[indexed], styles)
      if slots[slot] < 0 { slots[slot] = Int32(truncatingIfNeeded: indexed) }
      indexed += 1
    }
    let row = slots[slot(of: style, styles)]
    return row < 0 ? nil : Int(row)
  }

  private mutating func grow(_ styles: [Style]) {
    var size = 64
    while size < 4 * (styles.count + 1) { size *= 2 }
    slots = Array(repeating: -1, count: size)
    indexed = 0
  }

  /// Where a style stands, or would.
  private func slot(of style: Style, _ styles: [Style]) -> Int {
    let mask = slots.count - 1
    var slot = StyleRows.hash(style) & mask
    while slots[slot] >= 0, styles[Int(slots[slot])] != style { slot = (slot + 1) & mask }
    return slot
  }

  /// Takes in what tells most styles apart.
  private static func hash(_ style: Style) -> Int {
    var hash = secret
    func take(_ word: UInt64) {
      let product = (hash ^ word).multipliedFullWidth(by: secret)
      hash = product.high ^ product.low
    }
    // Adding zero makes `-0` `0`, to which it's equal.
    func take(_ number: Double) { take((number + 0).bitPattern) }
    func take(_ paint: Paint) {
      switch paint {
      case .none: take(UInt64(1) << 32)
      case .color(let color), .currentColor(let color):
        take(UInt64(color.red) << 16 | UInt64(color.green) << 8 | UInt64(color.blue))
        take(color.alpha)
      case .gradient(let id): take(UInt64(2) << 32 | UInt64(id.index))
      case .pattern(let id): take(UInt64(3) << 32 | UInt64(id.index))
      }
    }
    take(style.fill)
    take(style.stroke)
    take(style.strokeWidth)
    take(style.fillOpacity)
    take(style.strokeOpacity)
    take(style.opacity)
    for dash in style.dashes { take(dash) }
    return Int(truncatingIfNeeded: hash)
  }
}
