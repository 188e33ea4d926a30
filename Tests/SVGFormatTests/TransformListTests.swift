import PathModel
import Testing

@testable import SVGFormat

/// Transform lists: where they take the points (1, 0) and (0, 1), and where they go wrong.
@Suite struct TransformListTests {
  static let spellings: [(String, [Double])] = [
    ("", [1, 0, 0, 1, 0, 0]),
    ("none", [1, 0, 0, 1, 0, 0]),
    ("matrix(1 2 3 4 5 6)", [1, 2, 3, 4, 5, 6]),
    ("matrix(1,2,3,4,5,6)", [1, 2, 3, 4, 5, 6]),
    ("matrix(1-2.5.5-4,5e0-6)", [1, -2.5, 0.5, -4, 5, -6]),
    (" translate ( 3 ) ", [1, 0, 0, 1, 3, 0]),
    ("translate(3,4)", [1, 0, 0, 1, 3, 4]),
    ("translate(3px 4px)", [1, 0, 0, 1, 3, 4]),
    ("scale(2)", [2, 0, 0, 2, 0, 0]),
    ("scale(2 -3)", [2, 0, 0, -3, 0, 0]),
    ("rotate(90)", [0, 1, -1, 0, 0, 0]),
    ("rotate(90deg)", [0, 1, -1, 0, 0, 0]),
    ("rotate(.25turn)", [0, 1, -1, 0, 0, 0]),
    ("rotate(90 10 20)", [0, 1, -1, 0, 30, 10]),
    ("rotate(180,10,20)", [-1, 0, 0, -1, 20, 40]),
    ("skewX(45)", [1, 0, 1, 1, 0, 0]),
    ("skewY(45)", [1, 1, 0, 1, 0, 0]),
    ("translate(10,20)scale(2)", [2, 0, 0, 2, 10, 20]),
    ("scale(2),translate(10,20)", [2, 0, 0, 2, 20, 40]),
    ("translate(1 1)\n\ttranslate(2 2) , translate(3 3)", [1, 0, 0, 1, 6, 6]),
    ("scale(0)", [0, 0, 0, 0, 0, 0]),
  ]

  @Test(arguments: spellings) func spelling(_ text: String, _ expected: [Double]) throws {
    let map = try Affine.read(transformList: Array(text.utf8).span).get()
    let found = [map.a, map.b, map.c, map.d, map.tx, map.ty]
    for (a, b) in zip(found, expected) { #expect((a - b).magnitude < 1e-12, "\(found)") }
  }

  static let faults: [(String, Int, String)] = [
    ("translate", 0, "expected a transform function, found 'translate'"),
    ("Translate(1)", 0, "expected a transform function, found 'Translate(1)'"),
    ("foo(1)", 0, "expected a transform function, found 'foo(1)'"),
    ("scale(2) 7", 9, "expected a transform function, found '7'"),
    ("translate()", 0, "translate() takes 1 or 2 numbers, not 0"),
    ("matrix(1 2 3 4 5)", 0, "matrix() takes 6 numbers, not 5"),
    ("rotate(1 2)", 0, "rotate() takes 1 or 3 numbers, not 2"),
    ("translate(1 2 3)", 14, "expected a number or ')', found '3)'"),
    ("translate(1,2", 13, "expected a number or ')', found the end"),
    ("translate(1,)", 12, "expected a number, found ')'"),
    ("translate(1e999)", 10, "the number '1e999)' is too large"),
    ("translate(1em)", 11, "expected a number or ')', found 'em)'"),
    ("scale(1e200) scale(1e200)", 13, "the transform grows without bound"),
    ("skewX(90)", 0, "the transform grows without bound"),
  ]

  @Test(arguments: faults) func fault(_ text: String, _ offset: Int, _ message: String) {
    guard case .failure(let error) = Affine.read(transformList: Array(text.utf8).span) else {
      Issue.record("'\(text)' is read")
      return
    }
    #expect(error.fault == ValueFault(offset: offset, message: message))
  }
}
