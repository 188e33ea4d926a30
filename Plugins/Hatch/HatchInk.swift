import PathModel
import PluginKit

/// What a style's fill is hatched with: sizes in canvas units, and the rows of the styles that its parts get.
struct HatchInk {
  /// The distance between two lines.
  var gap: Double
  /// How far lines stay away from the outline.
  var inset: Double
  /// How the pen draws.
  var manner: HatchPen.Manner
  /// What stays filled.
  var solid: StyleID
  /// The paper below, if any.
  var paper: StyleID?
  /// The lines.
  var lines: StyleID
  /// The outline on top, if the style has a stroke that is kept, or gets one.
  var outline: StyleID?
  /// The opacity that all parts have in common, when it isn't in their styles.
  var groupOpacity: Double?
}

/// Colours, as far as a hatch goes by them.
enum HatchTone {
  /// How much red, green and blue count for how light a colour looks: the luma of Rec. 709.
  static let luma = [0.2126, 0.7152, 0.0722]

  /// How light a colour looks, 0 to 1.
  static func lightness(_ color: Color) -> Double {
    (luma[0] * Double(color.red) + luma[1] * Double(color.green) + luma[2] * Double(color.blue))
      / 255
  }

  /// The largest of a colour's parts as it looks on a page, 0 to 1: only of black and what is nearly black it's small, and
  /// not of a shadow, black as its colour may be.
  /// - Parameters:
  ///   - color: The colour.
  ///   - page: What it's painted on.
  ///   - opacity: How opaque it's painted, its own opacity aside.
  /// - Returns: The largest part.
  static func brightness(_ color: Color, on page: Color, opacity: Double) -> Double {
    let opacity = color.alpha * opacity
    func mixed(_ part: UInt8, _ below: UInt8) -> Double {
      (Double(part) * opacity + Double(below) * (1 - opacity)) / 255
    }
    return max(
      mixed(color.red, page.red), mixed(color.green, page.green), mixed(color.blue, page.blue))
  }

  /// By what a gap is multiplied for a fill of some lightness: 1/2 for black, 1 for the middle, 2 for white.
  static func gapFactor(_ lightness: Double, tone: Double) -> Double {
    1 + tone * (0.5 + lightness * (0.5 + lightness) - 1)
  }

  /// Whether two colours can hardly be told apart.
  static func isSame(_ a: Color, _ b: Color) -> Bool {
    func difference(_ x: UInt8, _ y: UInt8) -> Int { abs(Int(x) - Int(y)) }
    return max(
      difference(a.red, b.red), difference(a.green, b.green), difference(a.blue, b.blue)) <= 20
  }

  /// Whether a colour is a grey, or a tint that a page may have.
  static func isPale(_ color: Color) -> Bool {
    let parts = [Int(color.red), Int(color.green), Int(color.blue)]
    return (parts.max() ?? 0) - (parts.min() ?? 0) <= 32
  }

  /// A paint's colours: one, or those of a gradient's stops.
  static func colors(_ paint: Paint, _ gradients: [Gradient]) -> [Color] {
    switch paint {
    case .none, .pattern: []
    case .color(let color), .currentColor(let color): [color]
    case .gradient(let id): gradients[Int(id.index)].stops.map(\.color)
    }
  }
}
