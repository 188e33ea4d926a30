import Geometry
import PathModel
import Testing

@testable import SVGFormat

extension PathBuilder {
  fileprivate mutating func append(
    pathData text: String, arcs: ArcPieces = .quarters
  ) -> ValueFault? {
    var joints: [Int]?
    return append(pathData: Array(text.utf8).span, joints: &joints, arcs: arcs)
  }
}

/// Path data and point lists: one spelling a line, with the path in the textual form.
@Suite struct PathDataTests {
  private func read(_ data: String) -> (paths: [String], fault: ValueFault?) {
    var drawing = Drawing()
    var fault: ValueFault?
    let style = drawing.styleID(for: Style())
    drawing.appendPath(PathInfo(style: style)) { builder in
      fault = builder.append(pathData: data)
    }
    return (drawing.pathTexts, fault)
  }

  private func readPoints(_ list: String, isClosed: Bool) -> (paths: [String], fault: ValueFault?) {
    var drawing = Drawing()
    var fault: ValueFault?
    let style = drawing.styleID(for: Style())
    drawing.appendPath(PathInfo(style: style)) { builder in
      fault = builder.append(pointList: Array(list.utf8).span, isClosed: isClosed)
    }
    return (drawing.pathTexts, fault)
  }

  @Test func arcsAreMadeOfThirdsToo() {
    var drawing = Drawing()
    let style = drawing.styleID(for: Style())
    for data in ["M0 0A50 50 0 0 1 100 0", "M0 0A50 50 0 1 0 50 50", "M0 0A0 50 0 1 0 50 50"] {
      drawing.appendPath(PathInfo(style: style)) { builder in
        #expect(builder.append(pathData: data, arcs: .thirds) == nil)
      }
    }
    // Half a turn is a third and a sixth, three quarters are two thirds and a twelfth.
    #expect(drawing[path: 0].verbs.count == 3 && drawing[path: 1].verbs.count == 4)
    let joint = drawing[path: 0].points[3]
    #expect((joint.x - 75).magnitude < 1e-9 && (joint.y + 25 * 3.0.squareRoot()).magnitude < 1e-9)
    // Counter-clockwise around (0, 50), from its top.
    let second = drawing[path: 1].points[6]
    #expect((second.x - 25 * 3.0.squareRoot()).magnitude < 1e-9 && (second.y - 75).magnitude < 1e-9)
    #expect(drawing.pathTexts[2] == "M0 0 C0 0 50 50 50 50")
  }

  static let spellings: [(String, String)] = [
    ("M1 2L3 4", "M1 2 L3 4"),
    ("  M 1 , 2 \n L\t3\r\n4  ", "M1 2 L3 4"),
    ("M1 2 3 4 5 6", "M1 2 L3 4 L5 6"),
    ("m1 2 3 4 5 6", "M1 2 L4 6 L9 12"),
    ("M.5.5-.5-.5", "M0.5 0.5 L-0.5 -0.5"),
    ("M1e2-1E-1L+3,+4", "M100 -0.1 L3 4"),
    ("M1.e1 1 L5. .5", "M10 1 L5 0.5"),
    ("M1e3-2 L1e-400 0", "M1000 -2 L0 0"),
    ("M0 0l1 2-3-4", "M0 0 L1 2 L-2 -2"),
    ("M1 1H5h5 1V7v1-2", "M1 1 L5 1 L10 1 L11 1 L11 7 L11 8 L11 6"),
    ("M0 0C1 2 3 4 5 6", "M0 0 C1 2 3 4 5 6"),
    ("M1 1c1 2 3 4 5 6 1 1 1 1 1 1", "M1 1 C2 3 4 5 6 7 C7 8 7 8 7 8"),
    ("M0 0C0 1 2 3 4 4S5 5 6 6", "M0 0 C0 1 2 3 4 4 C6 5 5 5 6 6"),
    ("M0 0S5 5 6 6", "M0 0 C0 0 5 5 6 6"),
    ("M1 1s5 5 6 6", "M1 1 C1 1 6 6 7 7"),
    ("M0 0Q1 1 2 2S5 5 6 6", "M0 0 Q1 1 2 2 C2 2 5 5 6 6"),
    ("M0 0Q1 2 3 4T5 6t1 1", "M0 0 Q1 2 3 4 Q5 6 5 6 Q5 6 6 7"),
    ("M0 0T5 6", "M0 0 Q0 0 5 6"),
    ("M0 0C1 1 2 2 3 3T5 6", "M0 0 C1 1 2 2 3 3 Q3 3 5 6"),
    ("M1 1q1 2 3 4", "M1 1 Q2 3 4 5"),
    ("M1 2L3 4ZL5 6", "M1 2 L3 4 Z M1 2 L5 6"),
    ("M1 2L3 4zm1 1l1 1", "M1 2 L3 4 Z M2 3 L3 4"),
    ("M1 2L3 4Zz Z", "M1 2 L3 4 Z"),
    ("M1 2M3 4L5 6M7 8", "M3 4 L5 6"),
    ("M1 2Z", "M1 2 Z"),
    ("M1 2ZZh3", "M1 2 Z M1 2 L4 2"),
    ("M1 2L1 2", "M1 2 L1 2"),
    ("M1 2h0", "M1 2 L1 2"),
    ("M1 2L3 4M5 6l1 1z", "M1 2 L3 4 M5 6 L6 7 Z"),
    ("M1 1a0 5 0 0 1 3 3", "M1 1 L4 4"),
    ("M1 1A5 5 0 0 1 1 1L2 2", "M1 1 L2 2"),
    ("", ""), ("   ", ""), ("M1 2", ""), ("M1 2 M3 4", ""),
  ]

  @Test(arguments: spellings) func spelling(_ data: String, _ expected: String) {
    let (paths, fault) = read(data)
    #expect(paths == (expected.isEmpty ? [] : [expected]))
    #expect(fault == nil)
  }

  /// What can't be read, what is kept, and where the fault lies.
  static let faults: [(String, String, Int, String)] = [
    ("L1 2", "", 0, "expected a moveto (M or m) first, found 'L1'"),
    ("1 2", "", 0, "expected a moveto (M or m) first, found '1'"),
    ("M1", "", 2, "expected a number, found the end"),
    ("M1 2L3", "", 6, "expected a number, found the end"),
    ("M1 2L3 4 5", "M1 2 L3 4", 10, "expected a number, found the end"),
    ("M1 2L3 4 foo L5 6", "M1 2 L3 4", 9, "expected a command or a number, found 'foo'"),
    ("M1 2L3 4,L5 6", "M1 2 L3 4", 8, "expected a number after the comma, found 'L5'"),
    ("M1 2L3,,4", "", 7, "expected a number, found ',4'"),
    ("M1 2 L3 NaN", "", 8, "expected a number, found 'NaN'"),
    ("M1 2 L3 1e400", "", 8, "the number '1e400' is too large"),
    ("M1 2L3 4Z5", "M1 2 L3 4 Z", 9, "expected a command or a number, found '5'"),
    ("M0 0A1 1 0 2 1 5 5", "", 11, "expected an arc flag (0 or 1), found '2'"),
    ("M0 0L1 1A1 1 0 0 7 5 5", "M0 0 L1 1", 17, "expected an arc flag (0 or 1), found '7'"),
    ("M0 0L1 1 $", "M0 0 L1 1", 9, "expected a command or a number, found '$'"),
  ]

  @Test(arguments: faults)
  func fault(_ data: String, _ kept: String, _ offset: Int, _ message: String) {
    let (paths, fault) = read(data)
    #expect(paths == (kept.isEmpty ? [] : [kept]))
    #expect(fault == ValueFault(offset: offset, message: message))
  }

  @Test func arcFlagsNeedNoSeparators() {
    #expect(read("M0 0a1 1 0 0110 10").paths == read("M0 0 a 1,1 0 0,1 10,10").paths)
    #expect(read("M0 0a1 1 0 1010 10").paths == read("M0 0A1 1 0 1 0 10 10").paths)
    #expect(read("M0 0a1 1 0 11.5.5").paths == read("M0 0a1 1 0 1 1 .5 .5").paths)
  }

  @Test func arcsEndWhereTheySay() throws {
    // Relative, and repeated without a letter.
    let text = try #require(read("M10 20a5 5 30 1 1 7 8 2 2 0 0 1 -3-4").paths.first)
    #expect(text.hasPrefix("M10 20 C"))
    #expect(text.contains(" 17 28 C"))
    #expect(text.hasSuffix(" 14 24"))
  }

  @Test func aMillionClosepathsAreOne() {
    #expect(read("M1 1L2 2" + String(repeating: "z", count: 100_000)).paths == ["M1 1 L2 2 Z"])
  }

  @Test func pointLists() {
    #expect(readPoints("0,0 10,0 10,10", isClosed: true).paths == ["M0 0 L10 0 L10 10 Z"])
    #expect(readPoints("\n0 0\t10 0 ", isClosed: false).paths == ["M0 0 L10 0"])
    #expect(readPoints("0-5.5.5", isClosed: false).fault?.offset == 5)
    #expect(readPoints("0-5.5.5-1", isClosed: false).paths == ["M0 -5.5 L0.5 -1"])
    #expect(readPoints("1 2", isClosed: false).paths == [])
    #expect(readPoints("1 2", isClosed: true).paths == ["M1 2 Z"])
    #expect(readPoints("", isClosed: true).paths == [])
  }

  @Test func faultyPointLists() {
    let odd = readPoints("1 2 3 4 5", isClosed: false)
    #expect(odd.paths == ["M1 2 L3 4"])
    #expect(odd.fault == ValueFault(offset: 8, message: "the last point has no y coordinate"))
    let junk = readPoints("1 2 3 4 x 5 6", isClosed: true)
    #expect(junk.paths == ["M1 2 L3 4 Z"])
    #expect(junk.fault == ValueFault(offset: 8, message: "expected a number, found 'x'"))
    #expect(readPoints("1 2 3 4,", isClosed: true).fault?.offset == 7)
    #expect(readPoints("1 2,,3 4", isClosed: true).fault?.offset == 4)
  }
}
