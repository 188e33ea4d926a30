import Geometry
import PathModel
import Testing

struct WindingIndexTests {
  @Test(arguments: [
    "M10 10 L90 10 L90 90 L10 90 Z M30 30 L30 70 L70 70 L70 30 Z",
    "M10 10 L90 10 L50 90", "M20 50 C20 0 80 0 80 50 S20 100 20 50 Z M50 20 L80 80 L20 80 L50 20",
    "M5 5 Q95 5 50 95 Z M0 50 L100 50", "M50 50",
  ])
  func countsLikeThePathItself(text: String) {
    // Often enough that there are several bands.
    let drawing = Drawing(paths: [[String](repeating: text, count: 6).joined(separator: " ")])
    let index = WindingIndex(drawing[path: 0])
    var inside = 0
    for i in 0..<40 {
      for k in 0..<40 {
        let p = Point(Double(i) * 2.71 - 3, Double(k) * 2.73 - 3)
        let number = drawing[path: 0].windingNumber(around: p)
        #expect(index.number(around: p) == number)
        if number != 0 { inside += 1 }
      }
    }
    #expect(inside > 100 || text == "M50 50")
  }
}
