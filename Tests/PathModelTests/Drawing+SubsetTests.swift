import PathModel
import Testing

@Suite struct DrawingSubsetTests {
  /// Runs what a stage would do on the selected paths of a drawing.
  private func changing(
    _ drawing: Drawing, _ selected: [Int], _ stage: (inout Drawing) -> Void
  ) -> Drawing {
    let isSelected = drawing.records.indices.map { selected.contains($0) }
    var subset = drawing.subset(where: isSelected)
    #expect(subset.pathCount == selected.count)
    #expect(subset.invariantViolation() == nil)
    stage(&subset)
    let result = drawing.replacing(where: isSelected, with: subset)
    #expect(result.invariantViolation() == nil)
    #expect(result.records.allSatisfy { $0.info.origin == PathInfo.new })
    return result
  }

  private let four = Drawing(paths: ["M0 0 L1 0", "M0 1 L1 1", "M0 2 L1 2", "M0 3 L1 3"])

  @Test func aSubsetKnowsWhereItsPathsCameFrom() {
    let subset = four.subset(where: [false, true, false, true])
    #expect(subset.pathTexts == ["M0 1 L1 1", "M0 3 L1 3"])
    #expect(subset.records.map(\.info.origin) == [1, 3])
    #expect(subset.records.map(\.info.key) == [1, 3].map { four.records[$0].info.key })
  }

  @Test func nothingDoneChangesNothing() {
    let result = changing(four, [0, 2]) { _ in }
    #expect(result.pathTexts == four.pathTexts)
    #expect(result.records == four.records)
    #expect(result.styles == four.styles && result.groups == four.groups)
  }

  @Test func pathsReturnToTheirPlaces() {
    let result = changing(four, [1, 2]) { subset in
      // Turned around, one doubled, one new without an origin.
      let (a, b) = (subset.records[0].info, subset.records[1].info)
      var rebuilt = Drawing(tablesOf: subset)
      rebuilt.appendPath(b) { $0.append(text: "M2 2 L9 9") }
      rebuilt.appendPath(PathInfo()) { $0.append(text: "M7 7 L7 7") }
      rebuilt.appendPath(a) { $0.append(text: "M1 1 L9 9") }
      rebuilt.appendPath(a) { $0.append(text: "M1 1 L8 8") }
      subset = rebuilt
    }
    #expect(
      result.pathTexts == [
        "M0 0 L1 0", "M1 1 L9 9", "M1 1 L8 8", "M2 2 L9 9", "M7 7 L7 7", "M0 3 L1 3",
      ])
  }

  @Test func removedPathsStayRemoved() {
    let result = changing(four, [0, 3]) { $0 = Drawing(tablesOf: $0) }
    #expect(result.pathTexts == ["M0 1 L1 1", "M0 2 L1 2"])
  }

  @Test func whatIsAddedToNothingLiesOnTop() {
    let result = changing(four, []) { subset in
      subset.appendPath(PathInfo()) { $0.append(text: "M7 7 L7 7") }
    }
    #expect(result.pathTexts.last == "M7 7 L7 7" && result.pathCount == 5)
    let empty = Drawing(paths: [])
    var added = empty.subset(where: [])
    added.appendPath(PathInfo(style: added.styleID(for: .pen))) { $0.append(text: "M7 7 L7 7") }
    #expect(empty.replacing(where: [], with: added).pathTexts == ["M7 7 L7 7"])
  }

  @Test func changedStylesLeaveTheOthersAlone() {
    let result = changing(four, [1]) { $0.mapStyles { $0.strokeWidth = 9 } }
    #expect((0..<4).map { result.style(ofPath: $0).strokeWidth } == [1, 9, 1, 1])
  }

  @Test func theCanvasStays() {
    var drawing = four
    drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 5, height: 5))
    let result = changing(drawing, [1]) { $0.canvas = nil }
    #expect(result.canvas == drawing.canvas)
  }

  @Test func namesAndGroupsAreAdded() {
    let result = changing(four, [1]) { subset in
      var info = subset.records[0].info
      info.group = subset.addGroup(Group(attributes: Attributes(label: "new")))
      info.attributes = subset.attributesID(for: Attributes(id: "p"))
      subset.setInfo(info, ofPath: 0)
    }
    #expect(result.attributes(ofPath: 1).id == "p" && result.attributes(ofPath: 0).isEmpty)
    #expect(result.groups[Int(result.records[1].info.group.index)].attributes.label == "new")
    #expect(result.records[0].info.group == .root)
  }

  @Test func gradientsThatMoveAreTheirOwn() {
    var drawing = Drawing()
    drawing.gradients = [
      Gradient(.linear(from: .zero, to: Point(1, 0)), stops: [.init(offset: 0, color: .black)])
    ]
    let style = drawing.styleID(for: Style(fill: .gradient(GradientID(0))))
    for _ in 0..<2 {
      drawing.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L1 0 L1 1 Z") }
    }
    let map = Affine.translation(x: 5, y: 5)
    let result = changing(drawing, [1]) { $0.transform(by: map, strokes: .scale) }
    #expect(result.pathTexts == ["M0 0 L1 0 L1 1 Z", "M5 5 L6 5 L6 6 Z"])
    #expect(result.gradients.map(\.transform) == [.identity, map])
    #expect(result.style(ofPath: 0).fill == .gradient(GradientID(0)))
    #expect(result.style(ofPath: 1).fill == .gradient(GradientID(1)))
  }

  @Test func patternsThatMoveAreTheirOwn() {
    var drawing = Drawing()
    let tile = drawing.addGroup(Group())
    drawing.patterns = [Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: tile)]
    let style = drawing.styleID(for: Style(fill: .pattern(PatternID(0))))
    for _ in 0..<2 {
      drawing.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L1 0 L1 1 Z") }
    }
    let result = changing(drawing, [0]) { $0.transform(by: .scale(x: 2, y: 2), strokes: .scale) }
    #expect(result.style(ofPath: 0).fill == .pattern(PatternID(1)))
    #expect(result.style(ofPath: 1).fill == .pattern(PatternID(0)))
    #expect(result.patterns.map(\.content) == [tile, tile])
  }

  @Test func clipsMoveWithTheirPathsAlone() {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L4 0 L4 4 Z") }
    let outer = drawing.addClip(fromPath: 0)
    drawing.appendClipPath(rule: .evenodd, clip: outer) { $0.append(text: "M1 1 L2 1 L2 2 Z") }
    let inner = drawing.addClip(fromPath: 1, parent: outer, id: "c")
    for _ in 0..<2 {
      drawing.appendPath(PathInfo(style: style, clip: inner)) { $0.append(text: "M0 0 L1 1") }
    }
    let result = changing(drawing, [1]) {
      $0.transform(by: .translation(x: 10, y: 0), strokes: .keep)
    }
    #expect(result.records[0].info.clip == inner)
    let moved = Int(result.records[1].info.clip.index)
    #expect(moved == 3 && result.clips.count == 4)
    let first = Int(result.clips[moved].firstPath)
    #expect(result[clipPath: first].text == "M11 1 L12 1 L12 2 Z")
    #expect(result.clipPaths[first].clip == ClipID(2) && result.clipPaths[first].rule == .evenodd)
    #expect(result.clips[moved].parent == ClipID(2))
    #expect(result[clipPath: Int(result.clips[2].firstPath)].text == "M10 0 L14 0 L14 4 Z")
    #expect(result[clipPath: 0].text == "M0 0 L4 0 L4 4 Z")
  }

  /// A clip of no paths is equal wherever it lies, but its parent may have moved.
  @Test func aClipFollowsItsParent() {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L4 0 L4 4 Z") }
    let outer = drawing.addClip(fromPath: 0)
    let empty = drawing.addClip(fromPath: 1, parent: outer)
    drawing.appendPath(PathInfo(style: style, clip: empty)) { $0.append(text: "M0 0 L1 1") }
    let result = changing(drawing, [0]) {
      $0.transform(by: .translation(x: 10, y: 0), strokes: .keep)
    }
    #expect(result.clips[Int(result.records[0].info.clip.index)].parent == ClipID(2))
  }

  @Test func widthsOnOneSideBecomeWidthsOnBoth() {
    var clipped = four
    clipped.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L4 0 L4 4 Z") }
    _ = clipped.addClip(fromPath: 0)
    for drawing in [four, clipped] {
      let result = changing(drawing, [1]) { subset in
        subset.makeWidths()
        subset.withMutableWidths { widths in
          for i in widths.indices { widths[i] = 6 }
        }
      }
      func widths(_ row: Int) -> [Double] {
        result.records[row].pointRange.map { result.widths[$0] }
      }
      #expect(widths(0) == [1, 1] && widths(1) == [6, 6] && widths(3) == [1, 1])
      var without = result
      without.removeWidths()
      let back = changing(result, [1]) { $0.removeWidths() }
      #expect(back.records[1].pointRange.map { back.widths[$0] } == [1, 1])
    }
  }

  @Test func groupsThatAreEnteredAgainSplit() {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    let outer = drawing.addGroup(Group(attributes: Attributes(id: "outer", label: "o")))
    let inner = drawing.addGroup(Group(parent: outer, attributes: Attributes(id: "inner")))
    let late = drawing.addGroup(Group(parent: outer, attributes: Attributes(id: "late")))
    for group in [outer, inner, GroupID.root, inner, outer, late, .root, late] {
      drawing.appendPath(PathInfo(group: group, style: style)) { $0.append(text: "M0 0 L1 1") }
    }
    #expect(drawing.invariantViolation() != nil)
    drawing.splitReenteredGroups()
    #expect(drawing.invariantViolation() == nil)
    func names(_ row: Int) -> [String] {
      var names: [String] = []
      var group = drawing.records[row].info.group
      while group != .root {
        let node = drawing.groups[Int(group.index)]
        names.append(node.attributes.id ?? node.attributes.label ?? "-")
        group = node.parent
      }
      return names
    }
    // An id names one group only: the copy of a group goes without, one that is new here keeps it.
    #expect(
      (0..<8).map(names) == [
        ["outer"], ["inner", "outer"], [], ["-", "o"], ["o"], ["late", "o"], [], ["-", "o"],
      ])
    let used = drawing.groups.compactMap(\.attributes.id)
    #expect(Set(used).count == used.count)
  }
}
