import PathModel
import Testing

@Suite struct ReenteredGroupsTests {
  /// A drawing with the group 1, the group 2 inside of it, and a path in each of the given groups.
  func drawing(_ groups: [UInt32]) -> Drawing {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    let outer = drawing.addGroup(Group(attributes: Attributes(id: "outer")))
    _ = drawing.addGroup(Group(parent: outer, attributes: Attributes(id: "inner")))
    for group in groups {
      drawing.appendPath(PathInfo(group: GroupID(group), style: style)) {
        $0.append(text: "M0 0 L1 1")
      }
    }
    return drawing
  }

  @Test func whatIsInOrderStays() {
    var drawing = drawing([0, 1, 2, 1, 0])
    #expect(drawing.invariantViolation() == nil)
    drawing.splitReenteredGroups()
    #expect(drawing.groups.count == 3)
  }

  @Test func aGroupThatIsComeBackToIsCopied() {
    var drawing = drawing([1, 0, 1])
    #expect(drawing.invariantViolation() != nil)
    drawing.splitReenteredGroups()
    #expect(drawing.invariantViolation() == nil)
    #expect(drawing.records.map(\.info.group.index) == [1, 0, 3])
    #expect(drawing.groups[3].attributes.id == nil)
  }

  /// The inner group is new, but the outer one was left: both lie in the outer one's copy.
  @Test func aGroupInsideOfOneThatWasLeft() {
    var drawing = drawing([1, 0, 2, 1, 0, 2])
    drawing.splitReenteredGroups()
    #expect(drawing.invariantViolation() == nil)
    let inner = drawing.records[2].info.group
    #expect(drawing.groups[Int(inner.index)].parent == drawing.records[3].info.group)
    #expect(drawing.groups[Int(inner.index)].attributes.id == "inner")
    #expect(drawing.groups.filter { $0.attributes.id == "inner" }.count == 1)
    #expect(drawing.groups.filter { $0.attributes.id == "outer" }.count == 1)
  }

  @Test func everyOrder() {
    for number in 0..<729 {
      var rest = number
      var groups: [UInt32] = []
      for _ in 0..<6 {
        groups.append(UInt32(rest % 3))
        rest /= 3
      }
      var drawing = drawing(groups)
      drawing.splitReenteredGroups()
      #expect(drawing.invariantViolation() == nil, "\(groups)")
      #expect(drawing.pathCount == 6)
    }
  }
}
