import PathModel
import Testing

@testable import Hatch

struct InkContrastTests {
  static let paper = Color.white

  func distance(_ ink: Color, _ paper: Color) -> Double {
    abs(HatchTone.lightness(ink) - HatchTone.lightness(paper))
  }

  /// Every colour whose parts are multiples of 51.
  static let colors: [Color] = {
    let parts: [UInt8] = [0, 51, 102, 153, 204, 255]
    var colors: [Color] = []
    for red in parts {
      for green in parts {
        for blue in parts { colors.append(Color(red: red, green: green, blue: blue)) }
      }
    }
    return colors
  }()

  @Test(arguments: [0.1, 0.3, 0.6])
  func inksCanBeSeen(least: Double) {
    for paper in [Color.white, Color(red: 250, green: 245, blue: 230), .black] {
      let contrast = InkContrast(on: paper, least: least)
      for color in InkContrastTests.colors {
        let ink = contrast.ink(for: color, opacity: 1)
        let isOnItsSide = paper == .white || paper == .black
        if isOnItsSide && color != paper { #expect(distance(ink, paper) > least - 0.005) }
        // What could be seen stays, and nothing gets paler.
        if distance(color, paper) >= least { #expect(ink == color) }
        #expect(distance(ink, paper) >= distance(color, paper) - 0.005)
      }
    }
  }

  @Test func inksKeepTheirHue() {
    let contrast = InkContrast(on: .white, least: 0.4)
    // The order of a colour's parts is its hue's sixth.
    func order(_ color: Color) -> [Int] {
      let parts = [color.red, color.green, color.blue]
      return [0, 1, 2].sorted { (parts[$0], $0) < (parts[$1], $1) }
    }
    for color in [
      Color(red: 250, green: 240, blue: 200), Color(red: 220, green: 235, blue: 255),
      Color(red: 255, green: 225, blue: 230), Color(red: 210, green: 245, blue: 215),
    ] {
      let ink = contrast.ink(for: color, opacity: 1)
      #expect(ink != color)
      #expect(order(ink) == order(color))
    }
    // Greys stay grey, and yellow gets no olive: it keeps all of its red.
    let grey = contrast.ink(for: Color(red: 230, green: 230, blue: 230), opacity: 1)
    #expect(abs(Int(grey.red) - Int(grey.blue)) <= 1)
    let yellow = InkContrast(on: .white, least: 0.2).ink(
      for: Color(red: 255, green: 255, blue: 0), opacity: 1)
    #expect(yellow.red == 255 && yellow.green > 170 && yellow.green < 255 && yellow.blue == 0)
  }

  @Test func veilsCountAsWhatIsSeenOfThem() {
    let contrast = InkContrast(on: .white, least: 0.2)
    let red = Color(red: 200, green: 80, blue: 80)
    #expect(contrast.ink(for: red, opacity: 1) == red)
    let thin = contrast.ink(for: red, opacity: 0.3)
    #expect(0.3 * distance(thin, .white) > 0.195)
    #expect(contrast.ink(for: red, opacity: 0) == red)
    // The opacity itself stays.
    let veil = Color(red: 200, green: 80, blue: 80, alpha: 0.25)
    #expect(contrast.ink(for: veil, opacity: 1).alpha == 0.25)
  }

  @Test func whatIsWhiteOnGreyStays() {
    let contrast = InkContrast(on: Color(red: 220, green: 220, blue: 220), least: 0.3)
    #expect(contrast.ink(for: .white, opacity: 1) == .white)
  }
}
