import PathModel
import Testing

@testable import HandDrawn

struct StrokeRunsTests {
  /// Each segment's start, length and run, and whether it's in a loop.
  static func places(_ text: String) -> [[Double]] {
    var runs = StrokeRuns()
    runs.measure(Drawing(paths: [text])[path: 0])
    return runs.places.map { [$0.start, $0.length, $0.run, $0.isLoop ? 1 : 0] }
  }

  @Test func cornersAndEndsPartRuns() {
    // Straight on, a corner, and a slight turn.
    #expect(
      StrokeRunsTests.places("M0 0 L3 0 L10 0 L10 4 L11 8") == [
        [0, 3, 10, 0], [3, 7, 10, 0], [0, 4, 4 + 17.0.squareRoot(), 0],
        [4, 17.0.squareRoot(), 4 + 17.0.squareRoot(), 0],
      ])
  }

  @Test func aRunGoesOnOverTheStartOfAClosedPath() {
    #expect(
      StrokeRunsTests.places("M5 0 L10 0 L10 10 L0 10 L0 0 Z") == [
        [5, 5, 10, 0], [0, 10, 10, 0], [0, 10, 10, 0], [0, 10, 10, 0], [0, 5, 10, 0],
      ])
    // Left open it ends there.
    #expect(StrokeRunsTests.places("M5 0 L10 0 L10 10 L5 0")[0] == [0, 5, 5, 0])
  }

  @Test func aRoundPathIsALoop() {
    let places = StrokeRunsTests.places("M0 0 C4 -2 8 2 8 6 C8 12 -4 2 0 0 Z")
    #expect(places.count == 2)
    for place in places {
      #expect(place[2] == places[0][1] + places[1][1])
      #expect(place[3] == 1)
    }
  }

  @Test func subpathsAreApart() {
    #expect(
      StrokeRunsTests.places("M0 0 L3 0 M3 0 L7 0 L7 0 Z M1 1") == [
        [0, 3, 3, 0], [0, 4, 4, 0], [0, 0, 0, 0], [0, 4, 4, 0],
      ])
  }
}
