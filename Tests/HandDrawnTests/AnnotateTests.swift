import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct AnnotateTests {
  static func annotate(_ change: (inout Annotate) -> Void) -> Annotate {
    var stage = Annotate()
    change(&stage)
    return stage
  }

  @Test func aCircleWithoutErrors() throws {
    let exact = AnnotateTests.annotate {
      $0.skew = 0
      $0.passes = 1
    }
    let square = Drawing(paths: ["M0 0 L1 0 L1 1 L0 1 Z"])
    #expect(
      try applied(exact, to: square).pathTexts[1]
        == "M0 0.5 Q0 0 0.5 0 Q1 0 1 0.5 Q1 1 0.5 1 Q0 1 0 0.5 Z")
    // Elsewhere it's that, stretched from the top left.
    let other = Drawing(paths: ["M10 20 L50 20 L50 40 L10 40 Z"])
    #expect(
      try applied(exact, to: other).pathTexts[1]
        == "M10 30 Q10 20 30 20 Q50 20 50 30 Q50 40 30 40 Q10 40 10 30 Z")
  }

  @Test func passesTurnInTheSquareBeforeTheStretch() throws {
    let stage = AnnotateTests.annotate {
      $0.skew = 0
      $0.passes = 2
      $0.turn = Angle(degrees: 90)
    }
    let result = try applied(stage, to: Drawing(paths: ["M0 0 L40 0 L40 20 Z"]))
    #expect(
      result.pathTexts[1]
        == "M0 10 Q0 0 20 0 Q40 0 40 10 Q40 20 20 20 Q0 20 0 10 Z "
        + "M20 0 Q40 0 40 10 Q40 20 20 20 Q0 20 0 10 Q0 0 20 0 Z")
  }

  @Test func errorsAreBoundedAndEveryPassCloses() throws {
    let stage = AnnotateTests.annotate { $0.turn = Angle(degrees: 0) }
    let exact = [
      Point(0, 0.5), Point(0, 0), Point(0.5, 0), Point(1, 0), Point(1, 0.5), Point(1, 1),
      Point(0.5, 1), Point(0, 1), Point(0, 0.5),
    ]
    var most = 0.0
    for seed in 0..<30 {
      let result = try applied(
        stage, to: Drawing(paths: ["M0 0 L200 0 L200 100 L0 100 Z"]), seed: UInt64(seed))
      #expect(subpathCount(result, 1) == 5)
      #expect(isClosed(result, 1))
      for pass in 0..<5 {
        let points = (0..<9).map { result.points[4 + pass * 9 + $0] }
        #expect(points[0] == points[8])
        for (i, p) in points.enumerated() {
          let part = i % 2 == 0 ? 0.04 : 0.02
          let d = Point(p.x / 200 - exact[i].x, p.y / 100 - exact[i].y)
          #expect(abs(d.x) <= part + 1e-12 && abs(d.y) <= part + 1e-12)
          most = max(most, abs(d.x), abs(d.y))
        }
      }
    }
    #expect(most > 0.035)
  }

  @Test(arguments: Annotate.Mark.allCases.filter { $0 != .highlight })
  func theMarkLiesOnTopAndLeavesTheRestAlone(type: Annotate.Mark) throws {
    var drawing = Drawing(paths: ["M10 10 L90 10 L90 60 Z", "M20 20 L30 30"], canvas: page)
    let layer = drawing.addGroup(Group())
    drawing.appendPath(PathInfo(group: layer, style: StyleID(0))) { $0.append(text: "M1 1 L2 2") }
    let result = try applied(AnnotateTests.annotate { $0.type = type }, to: drawing)
    #expect(result.pathCount == 4)
    for row in 0..<3 { #expect(result.records[row] == drawing.records[row]) }
    let info = result.records[3].info
    #expect(info.group == .root)
    #expect(info.origin == PathInfo.new)
    #expect(result.attributes(ofPath: 3) == Attributes(classes: ["annotation"]))
    #expect(result.canvas == page)
    let style = result.style(ofPath: 3)
    #expect(style.fill == .none)
    #expect(style.stroke == .color(Color(red: 128, green: 128, blue: 128)))
    #expect((style.strokeWidth - 0.007 * page.box.shorterSide).magnitude < 1e-9)
    #expect(result.invariantViolation() == nil)
    // Twice is two marks that differ in place or errors, and in key.
    var twice = result
    var context = Context(seed: 1, stage: "annotate", ordinal: 1)
    try AnnotateTests.annotate { $0.type = type }.apply(to: &twice, &context)
    #expect(twice.records[4].info.key != info.key)
    // The same drawing gets the same mark, another one another.
    let again = try applied(AnnotateTests.annotate { $0.type = type }, to: drawing)
    #expect(again.pathTexts.last == result.pathTexts.last)
    var edited = drawing
    edited.appendPath(PathInfo(style: StyleID(0), key: PathKey(7))) {
      $0.append(text: "M50 30 L51 31")
    }
    let other = try applied(AnnotateTests.annotate { $0.type = type }, to: edited)
    #expect(other.pathTexts.last != result.pathTexts.last)
  }

  @Test func paddingAndPassesAndPenAreAsTold() throws {
    let drawing = Drawing(paths: ["M100 100 L200 100 L200 200 L100 200 Z"], canvas: page)
    let stage = AnnotateTests.annotate {
      $0.type = .box
      $0.skew = 0
      $0.passes = 1
      $0.padding = Length(10, .percent)
      $0.stroke = .color(.black)
      $0.strokeWidth = Length(1, .percent)
    }
    let result = try applied(stage, to: drawing)
    let corners = sampled(result, 1, steps: 1)[0]
    #expect(
      corners == [
        Point(70, 70), Point(230, 70), Point(230, 230), Point(70, 230), Point(70, 70),
      ])
    #expect(result.style(ofPath: 1).strokeWidth == 3)
    #expect(result.style(ofPath: 1).stroke == .color(.black))
  }

  @Test func underlinesLieBelow() throws {
    let drawing = Drawing(paths: ["M100 100 L200 100 L200 200 L100 200 Z"], canvas: page)
    for seed in 0..<20 {
      let stage = AnnotateTests.annotate {
        $0.type = .underline
        $0.strokeWidth = Length(4)
      }
      let result = try applied(stage, to: drawing, seed: UInt64(seed))
      let lists = sampled(result, 1)
      #expect(lists.count == 2)
      for list in lists {
        for p in list { #expect(p.y > 200 && p.y < 220 && p.x > 90 && p.x < 210) }
      }
      // To and fro.
      #expect(lists[0][0].x < 150 && lists[1][0].x > 150)
    }
  }

  /// A box of 100 by 50 whose corner is at (100, 100), drawn around by `change`'s mark.
  static func marked(
    seed: UInt64, _ change: (inout Annotate) -> Void
  ) throws -> (lists: [[Point]], style: Style) {
    let drawing = Drawing(paths: ["M100 100 L200 100 L200 150 L100 150 Z"], canvas: page)
    let result = try applied(annotate(change), to: drawing, seed: seed)
    #expect(result.pathCount == 2)
    let row = result.records.firstIndex {
      $0.info.origin == PathInfo.new && $0.info.attributes != .none
    }
    return (sampled(result, row ?? 0), result.style(ofPath: row ?? 0))
  }

  @Test func strikesGoThroughTheMiddle() throws {
    for seed in 0..<20 {
      let (lists, _) = try AnnotateTests.marked(seed: UInt64(seed)) { $0.type = .strikeThrough }
      #expect(lists.count == 2)
      for list in lists {
        for p in list { #expect(p.y > 110 && p.y < 140) }
        let ends = [list[0].x, list[list.count - 1].x].sorted()
        #expect(ends[0] < 105 && ends[1] > 195)
        // No hand draws a straight line.
        #expect(distance(list, to: [list[0], list[list.count - 1]]) > 0)
      }
    }
  }

  @Test func linesRise() throws {
    for type in [Annotate.Mark.underline, .strikeThrough] {
      var rise = 0.0
      for seed in 0..<40 {
        for list in try AnnotateTests.marked(seed: UInt64(seed), { $0.type = type }).lists {
          let (a, b) = (list[0], list[list.count - 1])
          rise += a.x < b.x ? a.y - b.y : b.y - a.y
        }
      }
      #expect(rise / 80 > 0.5 && rise / 80 < 3)
    }
  }

  @Test func crossesGoFromCornerToCorner() throws {
    for seed in 0..<20 {
      let (lists, _) = try AnnotateTests.marked(seed: UInt64(seed)) { $0.type = .crossedOff }
      #expect(lists.count == 2)
      for (list, (x, end)) in zip(lists, [(100.0, 200.0), (200, 100)]) {
        #expect(list[0].distance(to: Point(x, 100)) < 8)
        #expect(list[list.count - 1].distance(to: Point(end, 150)) < 14)
      }
    }
  }

  @Test func stripesCoverWhatTheyMark() throws {
    for seed in 0..<10 {
      for stripes in [nil, 1, 3] {
        let (lists, style) = try AnnotateTests.marked(seed: UInt64(seed)) {
          $0.type = .highlight
          $0.passes = stripes
        }
        #expect(lists.count == stripes ?? 2)
        guard case .color(let color) = style.stroke else { continue }
        #expect(color.alpha < 1 && style.cap == .butt)
        // Every place of the box is under a stripe, but for the ends.
        for y in stride(from: 104.0, through: 146, by: 2) {
          for x in stride(from: 112.0, through: 188, by: 4) {
            let covers = lists.contains { list in
              list.contains {
                abs($0.x - x) < 3 && abs($0.y - y) <= style.strokeWidth / 2
              }
            }
            #expect(covers, "\(x) \(y)")
          }
        }
      }
    }
    // It lies below what it marks, unless it's told.
    let drawing = Drawing(paths: ["M10 10 L90 10 L90 60 Z"], canvas: page)
    let below = try applied(AnnotateTests.annotate { $0.type = .highlight }, to: drawing)
    #expect(below.pathTexts[1] == drawing.pathTexts[0])
    let above = try applied(
      AnnotateTests.annotate {
        $0.type = .highlight
        $0.order = .over
      }, to: drawing)
    #expect(above.pathTexts[0] == drawing.pathTexts[0])
    #expect(above.pathTexts[1] == below.pathTexts[0])
  }

  @Test func bracketsStandAtTheirSides() throws {
    for seed in 0..<10 {
      let (both, _) = try AnnotateTests.marked(seed: UInt64(seed)) { $0.type = .bracket }
      #expect(both.count == 2)
      for p in both[0] { #expect(p.x < 125 && p.y > 95 && p.y < 155) }
      for p in both[1] { #expect(p.x > 175) }
      // The hooks look to the inside.
      #expect(both[0][0].x > both[0][both[0].count / 2].x + 2)
      #expect(both[1][0].x < both[1][both[1].count / 2].x - 2)
      let (top, _) = try AnnotateTests.marked(seed: UInt64(seed)) {
        $0.type = .bracket
        $0.sides = [.top]
      }
      #expect(top.count == 1)
      for p in top[0] { #expect(p.y < 125) }
    }
    #expect(throws: OptionProblems.self) {
      try Annotate.configured([Option("sides", .list([]))])
    }
  }

  @Test(arguments: Scribble.Direction.allCases)
  func arrowsPointAtTheirSide(from: Scribble.Direction) throws {
    for seed in 0..<10 {
      let (lists, style) = try AnnotateTests.marked(seed: UInt64(seed)) {
        $0.type = .arrow
        $0.from = from
        $0.length = Length(60)
      }
      // A shaft and a head.
      #expect(lists.count == 2)
      let (tail, tip) = (lists[0][0], lists[0][lists[0].count - 1])
      let aim = Point(150 + 50 * from.place.x, 125 + 25 * from.place.y)
      #expect(tip.distance(to: aim) < 2 * style.strokeWidth + 4)
      #expect(abs(tail.distance(to: tip) - 60) < 10)
      #expect((tail - aim).dot(from.place) > 0)
      // The head reaches the tip and lies back from it on both sides.
      #expect(lists[1].map { $0.distance(to: tip) }.min() ?? 9 < 2)
      for end in [lists[1][0], lists[1][lists[1].count - 1]] {
        #expect(end.distance(to: tip) > 4 && end.distance(to: tip) < 40)
        #expect((end - tip).dot(tail - tip) > 0)
      }
    }
  }

  @Test func eachPathGetsItsOwn() throws {
    let drawing = Drawing(
      paths: ["M10 10 L90 10 L90 60 Z", "M100 20 L130 80", "M20 20 L70 30"], canvas: page)
    var stage = Annotate()
    stage.around = .each
    let all = try applied(stage, to: drawing)
    #expect(all.pathCount == 6)
    #expect(Array(all.pathTexts[0..<3]) == drawing.pathTexts)
    // What becomes of one path is nothing to the others.
    var edited = Drawing(paths: ["M10 10 L90 10 L90 60 Z", "M1 1 L2 9"], canvas: page)
    edited.assignKeys()
    var again = drawing
    again.assignKeys()
    #expect(
      try applied(stage, to: edited).pathTexts[2] == applied(stage, to: again).pathTexts[3])
  }

  @Test(arguments: Annotate.Mark.allCases)
  func degenerateDrawings(type: Annotate.Mark) throws {
    let stage = AnnotateTests.annotate { $0.type = type }
    #expect(try applied(stage, to: Drawing()).isEmpty)
    // What can't be seen can't be marked.
    #expect(try applied(stage, to: Drawing(paths: ["M0 0 L9 9"], style: Style())).pathCount == 1)
    for text in ["M5 5", "M0 5 L90 5", "M5 0 L5 90", "M0 0 L1e-300 1e-300"] {
      let result = try applied(stage, to: Drawing(paths: [text]))
      #expect(result.pathCount == 2)
      #expect(result.invariantViolation() == nil)
    }
    #expect(throws: ComponentError.self) {
      try applied(stage, to: Drawing(paths: ["M1e308 1e308 L-1e308 -1e308"]))
    }
  }
}
