import PathModel
import PluginKit
import Testing

@testable import Hatch

@Suite struct IslandsTests {
  static func islands(_ boxes: [Rect]) -> [[Int]] {
    var islands = Islands()
    islands.part(boxes.map { Outline.Subpath(place: 0, edges: 0..<1, box: $0, pageBox: $0) })
    return islands.ranges.map { islands.rows[$0].sorted() }
  }

  @Test func whatLiesInsideBelongsTogether() {
    let boxes = [
      Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 20, y: 0, width: 10, height: 10),
      Rect(x: 2, y: 2, width: 3, height: 3), Rect(x: 0, y: 20, width: 40, height: 10),
      Rect(x: 21, y: 9, width: 3, height: 3),
    ]
    #expect(IslandsTests.islands(boxes) == [[0, 2], [1, 4], [3]])
  }

  @Test func boxesOfTwoIslandsNeverMeet() {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<50 {
      let boxes = (0..<40).map { _ in
        Rect(
          x: random.uniform(0, 100), y: random.uniform(0, 100), width: random.uniform(1, 12),
          height: random.uniform(1, 12))
      }
      let islands = IslandsTests.islands(boxes)
      #expect(islands.flatMap { $0 }.sorted() == Array(0..<40))
      for (i, a) in islands.enumerated() {
        for b in islands[(i + 1)...] {
          for p in a {
            for q in b {
              let (r, s) = (boxes[p], boxes[q])
              let isApart =
                r.maxX < s.minX || s.maxX < r.minX || r.maxY < s.minY || s.maxY < r.minY
              #expect(isApart)
            }
          }
        }
      }
    }
  }
}
