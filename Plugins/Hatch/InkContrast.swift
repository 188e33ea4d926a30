import PathModel

/// Makes inks that can be seen on their paper: those of pale fills in a stronger colour of the same hue.
///
/// A pale fill is what a pigment comes to when it's thinned with the paper's colour, so it's first taken with less of that:
/// on the line from the paper through the colour, as far as colours go. What still is too pale is turned a little to the next
/// dark hue, as yellow is shaded with orange and not with olive, and then darkened; on dark paper all is done upside down.
struct InkContrast {
  private let paper: [Double]
  /// How much darker or lighter than the paper inks are at least, as a part of the way from black to white.
  private let least: Double
  private let isDark: Bool

  /// How much of its green an ink may lose that has as much red or blue.
  private static let turn = 1.0 / 3

  /// - Parameters:
  ///   - paper: What lines are drawn on.
  ///   - least: How much darker or lighter than that they are at least, 0 to 1.
  init(on paper: Color, least: Double) {
    self.paper = InkContrast.parts(paper)
    self.least = least
    isDark = HatchTone.lightness(paper) < 0.5
  }

  /// An ink for a colour.
  /// - Parameters:
  ///   - color: The colour.
  ///   - opacity: How opaque it's painted, its own opacity aside.
  /// - Returns: The colour itself where it can be seen.
  func ink(for color: Color, opacity: Double) -> Color {
    let opacity = color.alpha * opacity
    let distance = (isDark ? 1 : -1) * (lightness(InkContrast.parts(color)) - lightness(paper))
    // What is on the other side of the paper, white on grey, isn't meant to be dark.
    guard opacity > 0, distance > 0, distance * opacity < least else { return color }
    func turned(_ parts: [Double]) -> [Double] { isDark ? parts.map { 1 - $0 } : parts }
    let (below, over) = (turned(paper), turned(InkContrast.parts(color)))
    let goal = max(0, lightness(below) - least / opacity)
    // How much stronger it can get before one of its parts ends.
    var strength = (lightness(below) - goal) / distance
    for (p, c) in zip(below, over) {
      if c < p { strength = min(strength, p / (p - c)) }
      if c > p { strength = min(strength, (1 - p) / (c - p)) }
    }
    var ink = zip(below, over).map { $0 + ($1 - $0) * max(1, strength) }
    if ink[1] <= max(ink[0], ink[2]) {
      let excess = max(0, lightness(ink) - goal) / HatchTone.luma[1]
      ink[1] -= min(excess, InkContrast.turn * ink[1])
    }
    let reached = lightness(ink)
    if reached > goal { ink = ink.map { $0 * (goal / reached) } }
    return InkContrast.color(turned(ink), alpha: color.alpha)
  }

  private static func parts(_ color: Color) -> [Double] {
    [color.red, color.green, color.blue].map { Double($0) / 255 }
  }

  private func lightness(_ parts: [Double]) -> Double {
    zip(parts, HatchTone.luma).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func color(_ parts: [Double], alpha: Double) -> Color {
    func byte(_ x: Double) -> UInt8 { UInt8((255 * max(0, min(1, x))).rounded()) }
    return Color(red: byte(parts[0]), green: byte(parts[1]), blue: byte(parts[2]), alpha: alpha)
  }
}
