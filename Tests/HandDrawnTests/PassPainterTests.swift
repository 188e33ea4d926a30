import PathModel
import PluginKit
import Testing

@testable import HandDrawn

struct PassPainterTests {
  static func drawing(_ style: Style) -> Drawing {
    var drawing = Drawing()
    drawing.canvas = page
    let layer = drawing.addGroup(Group())
    let names = drawing.attributesID(
      for: Attributes(id: "wall", classes: ["outer"], title: "Wall"))
    let row = drawing.styleID(for: style)
    drawing.appendPath(PathInfo(group: layer, style: row, attributes: names, line: 7)) {
      $0.append(text: "M100 100 L300 100 L300 200 Z")
    }
    drawing.assignKeys()
    return drawing
  }

  let both = Style(fill: .color(.black), stroke: .color(.black), strokeWidth: 3)

  @Test func passesOfAStrokeAreOnePath() throws {
    var style = both
    style.fill = .none
    style.strokeOpacity = 0.5
    let drawing = PassPainterTests.drawing(style)
    let result = try applied(jitter { $0.passes = 3 }, to: drawing)
    #expect(result.pathCount == 1)
    #expect(subpathCount(result, 0) == 3)
    #expect(result.records[0].info == drawing.records[0].info)
  }

  @Test func aFillIsDrawnOnce() throws {
    let drawing = PassPainterTests.drawing(both)
    let result = try applied(jitter { $0.passes = 3 }, to: drawing)
    #expect(result.pathCount == 2)
    let (fill, stroke) = (result.records[0].info, result.records[1].info)
    #expect(result.style(ofPath: 0).stroke == .none)
    #expect(result.style(ofPath: 0).fill == both.fill)
    #expect(result.style(ofPath: 1).fill == .none)
    #expect(result.style(ofPath: 1).stroke == both.stroke)
    #expect(subpathCount(result, 0) == 1)
    #expect(subpathCount(result, 1) == 3)
    // The fill goes where the first pass of the stroke goes.
    #expect(result.pathTexts[1].hasPrefix(result.pathTexts[0]))
    // The fill keeps the names that may stand only once; both keep the place.
    #expect(fill.key == drawing.records[0].info.key)
    #expect(stroke.key == PassPainter.strokeKey(of: fill.key))
    #expect(stroke.key != fill.key)
    #expect(result.attributes(ofPath: 0).id == "wall")
    #expect(result.attributes(ofPath: 1) == Attributes(classes: ["outer"]))
    #expect(stroke.group == fill.group)
    #expect(stroke.line == 7)
    #expect(stroke.origin == fill.origin)
    #expect(result.invariantViolation() == nil)
  }

  @Test func onePassLeavesAPathWhole() throws {
    let result = try applied(jitter { $0.passes = 1 }, to: PassPainterTests.drawing(both))
    #expect(result.pathCount == 1)
    #expect(result.style(ofPath: 0) == both)
  }

  @Test func dashesAreDrawnOnce() throws {
    var style = both
    style.dashes = [4, 2]
    let result = try applied(jitter { $0.passes = 3 }, to: PassPainterTests.drawing(style))
    #expect(result.pathCount == 1)
    #expect(subpathCount(result, 0) == 1)
  }

  @Test func commonOpacityStaysCommon() throws {
    var style = both
    style.opacity = 0.4
    let result = try applied(jitter(), to: PassPainterTests.drawing(style))
    #expect(result.pathCount == 2)
    let group = result.records[0].info.group
    #expect(result.records[1].info.group == group)
    #expect(result.groups[Int(group.index)].opacity == 0.4)
    #expect(result.groups[Int(group.index)].parent == GroupID(1))
    #expect(result.style(ofPath: 0).opacity == 1)
    #expect(result.style(ofPath: 1).opacity == 1)
    #expect(result.invariantViolation() == nil)
  }

  @Test func aStrokeBelowItsFillStaysBelow() throws {
    var style = both
    style.strokeFirst = true
    let result = try applied(jitter(), to: PassPainterTests.drawing(style))
    #expect(result.style(ofPath: 0).fill == .none)
    #expect(result.style(ofPath: 1).stroke == .none)
    #expect(result.attributes(ofPath: 1).id == "wall")
  }

  @Test func aSubsetGoesBackToItsPlace() throws {
    var drawing = PassPainterTests.drawing(both)
    drawing.appendPath(PathInfo(group: GroupID(1), style: StyleID(0))) {
      $0.append(text: "M0 0 L9 9")
    }
    let chosen = [true, false]
    let result = drawing.replacing(
      where: chosen, with: try applied(jitter(), to: drawing.subset(where: chosen)))
    #expect(result.pathCount == 3)
    #expect(result.pathTexts[2] == "M0 0 L9 9")
    #expect(result.invariantViolation() == nil)
  }

  @Test func passesOfOtherOpacityArePathsOfTheirOwn() throws {
    var style = both
    style.strokeOpacity = 0.8
    let drawing = PassPainterTests.drawing(style)
    let result = try applied(jitter { $0.passOpacity = [1, 0.5] }, to: drawing)
    #expect(result.pathCount == 3)
    #expect((0..<3).map { result.style(ofPath: $0).strokeOpacity } == [0.8, 0.8, 0.4])
    #expect(Set((0..<3).map { result.records[$0].info.key }).count == 3)
    #expect(result.attributes(ofPath: 2).id == nil)
    #expect(result.invariantViolation() == nil)
    // All passes fainter alike are still one path.
    style.fill = .none
    let faint = try applied(
      jitter { $0.passOpacity = [0.5] }, to: PassPainterTests.drawing(style))
    #expect(faint.pathCount == 1)
    #expect(faint.style(ofPath: 0).strokeOpacity == 0.4)
  }
}
