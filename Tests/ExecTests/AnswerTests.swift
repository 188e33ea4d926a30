import PathModel
import PluginKit
import Testing

@testable import Exec

@Suite struct AnswerTests {
  private let line = """
    {"options": {"by": 1}, "drawing": {"strokemill": 1, "canvas": {"box": [0, 0, 10, 10]}, "styles": [{}], \
    "groups": [{}, {"parent": 0, "label": "a"}], "clips": [{"paths": [{"points": [[0, 0], [1, 1]]}]}], \
    "paths": [{"style": 0, "group": 1, "clip": 0, "key": "00000000000000ff", "verbs": "MCZ", \
    "points": [[1, 2], [3.5, 4], [5, 6], [7, 8]], "widths": [1, 2, 3, 4]}]}, "diagnostics": \
    [{"severity": "loss", "code": "a.b", "message": "lost", "kind": "c", "count": 2}], "error": null}
    """

  private func read(_ bytes: [UInt8]) -> Drawing? {
    var context = Context(limits: Limits(points: 1000))
    return try? Answer(bytes.span, &context).drawing
  }

  @Test func aWholeAnswer() throws {
    let drawing = try #require(read(Array(line.utf8)))
    #expect(drawing.pathTexts == ["M1 2 C3.5 4 5 6 7 8 Z"])
    #expect(drawing.records[0].info.key == PathKey(255) && drawing.clips.count == 1)
  }

  /// Whatever comes, it's an error or a drawing that keeps its promise, and never a trap.
  @Test func damagedAnswers() {
    let good = Array(line.utf8)
    var random = SeededGenerator(seed: 11)
    func index(_ count: Int) -> Int { Int(random.next() % UInt64(max(count, 1))) }
    let pieces = ["[", "]", "{", "}", ",", "-1", "4294967295", "1e308", "null", "\"\"", "9"]
    var survivors = 0
    for round in 0..<4000 {
      var bytes = good
      for _ in 0...index(3) {
        let place = index(bytes.count)
        switch round % 4 {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place..<min(place + 1 + index(8), bytes.count))
        case 2: bytes.insert(contentsOf: Array(pieces[index(pieces.count)].utf8), at: place)
        default:
          // A number by another one: what is still JSON gets farthest.
          guard let digit = bytes[place...].firstIndex(where: { 48...57 ~= $0 }) else { continue }
          bytes.replaceSubrange(digit...digit, with: Array(pieces[5 + index(6)].utf8))
        }
        if bytes.isEmpty { bytes = [0] }
      }
      guard let drawing = read(bytes) else { continue }
      survivors += 1
      if let violation = drawing.invariantViolation() {
        Issue.record("\(violation): \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    // Else it isn't the drawing that is tested.
    #expect(survivors > 200)
  }
}
