import TestSupport
import Testing

/// The comparison must be able to fail: each damage is one that a converter could do.
@Suite struct PictureCompareTests {
  private static let black: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 255)
  private static let white: (UInt8, UInt8, UInt8, UInt8) = (255, 255, 255, 255)

  /// A big dark square, with a thin line beside it.
  private func scene(line: Bool = true, dx: Int = 0, gray: UInt8 = 0) -> Picture {
    var picture = Picture(width: 200, height: 200, fill: Self.white)
    picture.fill(
      columns: (20 + dx)..<(150 + dx), rows: 20..<180, with: (gray, gray, gray, 255))
    if line { picture.fill(columns: (170 + dx)..<(171 + dx), rows: 20..<60, with: Self.black) }
    return picture
  }

  private func score(_ a: Picture, _ b: Picture) -> Double {
    PictureComparison(a, b, paper: .white).score
  }

  @Test func equalPicturesScoreZero() {
    #expect(score(scene(), scene()) == 0)
  }

  @Test func aSlightChangeOfToneIsForgiven() {
    #expect(score(scene(), scene(gray: 40)) == 0)
  }

  @Test func aShiftOfOnePixelIsForgivenAndOfTwoIsNot() {
    #expect(score(scene(), scene(dx: 1)) == 0)
    #expect(score(scene(), scene(dx: 2)) > PictureComparison.threshold)
  }

  @Test func aMissingThinLineCounts() {
    #expect(score(scene(), scene(line: false)) > PictureComparison.threshold)
    #expect(score(scene(line: false), scene()) > PictureComparison.threshold)
  }

  @Test func anotherColorCounts() {
    #expect(score(scene(), scene(gray: 120)) > PictureComparison.threshold)
  }

  @Test func aBlankPictureIsKnownAsSuch() {
    let blank = Picture(width: 50, height: 50, fill: Self.white)
    let comparison = PictureComparison(blank, blank, paper: .white)
    #expect(comparison.score == 0)
    #expect(comparison.isBlank)
    #expect(!PictureComparison(scene(), scene(), paper: .white).isBlank)
  }
}
