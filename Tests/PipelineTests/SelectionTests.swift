import PathModel
import Pipeline
import PluginKit
import Testing

@Suite struct SelectionTests {
  /// Six paths in layers "walls" (with a nested group "inner" and a nested layer "deep") and "#doors".
  private func drawing() -> Drawing {
    var drawing = Drawing()
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 100, height: 200), width: Length(100, .mm),
      height: Length(200, .mm))
    let walls = drawing.addGroup(
      Group(attributes: Attributes(id: "g1", classes: ["solid"], label: "walls")))
    let inner = drawing.addGroup(Group(parent: walls, attributes: Attributes(id: "inner")))
    let deep = drawing.addGroup(
      Group(parent: inner, attributes: Attributes(label: "deep"), isLayer: true))
    let doors = drawing.addGroup(Group(attributes: Attributes(id: "doors")))
    var words = Text()
    words.spans = [Text.Span()]
    drawing.groups[Int(doors.index)].text = words
    let red = Color(red: 255, green: 0, blue: 0, alpha: 0.5)
    func add(_ text: String, _ group: GroupID, _ style: Style, _ names: Attributes = Attributes()) {
      let info = PathInfo(
        group: group, style: drawing.styleID(for: style),
        attributes: drawing.attributesID(for: names))
      drawing.appendPath(info) { $0.append(text: text) }
    }
    add("M0 0 L10 0", walls, .pen)
    add(
      "M0 0 L4 0 L4 4 L0 4 Z", inner, Style(fill: .color(red)),
      Attributes(id: "square-1", classes: ["a", "b"]))
    add("M0 0 L0 30", deep, Style(stroke: .currentColor(resolved: .black), strokeWidth: 2))
    add("M0 0 L1 0 L1 1 Z M5 5 L6 5", doors, .pen, Attributes(id: "mixed"))
    drawing.appendPath(PathInfo(style: drawing.styleID(for: .pen))) { $0.append(text: "M9 9 L9 9") }
    return drawing
  }

  @Test(
    arguments: [
      ("{}", [0, 1, 2, 3, 4]),
      ("{\"layer\": \"walls\"}", [0, 1, 2]), ("{\"layer\": \"g1\"}", [0, 1, 2]),
      ("{\"layer\": \"inner\"}", []), ("{\"layer\": \"deep\"}", [2]),
      ("{\"layer\": [\"deep\", \"doors\"]}", [2, 3]), ("{\"layer\": \"*\"}", [0, 1, 2, 3]),
      ("{\"layer\": \"w*l*\"}", [0, 1, 2]), ("{\"layer\": \"w*lx\"}", []),
      ("{\"layer\": \"walls*s\"}", []), ("{\"layer\": \"*o*o*\"}", [3]),
      ("{\"id\": \"inner\"}", [1, 2]), ("{\"id\": \"square-*\"}", [1]), ("{\"id\": \"walls\"}", []),
      ("{\"class\": \"b\"}", [1]), ("{\"class\": \"solid\"}", [0, 1, 2]),
      ("{\"stroke\": \"#000\"}", [0, 3, 4]), ("{\"stroke\": \"none\"}", [1]),
      ("{\"stroke\": \"currentColor\"}", [2]), ("{\"stroke\": \"*\"}", [0, 2, 3, 4]),
      ("{\"fill\": \"#f00\"}", [1]), ("{\"fill\": \"gradient\"}", []),
      ("{\"stroke-width\": \">0\"}", [0, 2, 3, 4]), ("{\"stroke-width\": \"<=0\"}", [1]),
      ("{\"closed\": true}", [1]), ("{\"closed\": false}", [0, 2, 3, 4]),
      ("{\"text\": true}", [3]), ("{\"text\": false}", [0, 1, 2, 4]),
      ("{\"length\": \"<10\"}", [3, 4]), ("{\"length\": \"<= 10mm\"}", [0, 3, 4]),
      ("{\"length\": \">1cm\"}", [1, 2]), ("{\"length\": \">=16\"}", [1, 2]),
      ("{\"length\": \">=30%\"}", [2]), ("{\"length\": \"<15sw\"}", [0, 3, 4]),
      ("{\"length\": {\"min\": 10, \"max\": \"1.6cm\"}}", [0, 1]),
      ("{\"area\": \">0\"}", [1, 3]), ("{\"area\": \">=16mm2\"}", [1]),
      ("{\"area\": \"<0.16cm²\"}", [0, 2, 3, 4]), ("{\"area\": {\"min\": \"1mm2\"}}", [1]),
      ("{\"not\": {\"layer\": \"walls\"}}", [3, 4]),
      ("{\"not\": {\"layer\": \"walls\", \"closed\": false}}", [1, 3, 4]),
      ("{\"any\": [{\"closed\": true}, {\"id\": \"mixed\"}]}", [1, 3]),
      ("{\"layer\": \"walls\", \"stroke\": \"*\", \"x-why\": 1}", [0, 2]),
    ] as [(String, [Int])])
  func matches(_ select: String, _ rows: [Int]) throws {
    let plan = try makePlan(stages: ["{\"shift\": {}, \"select\": \(select)}"])
    let selection = try #require(plan.steps[0].selection)
    let drawing = drawing()
    let found = selection.matches(in: drawing)
    #expect(found.count == drawing.pathCount)
    #expect(found.indices.filter { found[$0] } == rows, "\(select)")
  }

  @Test func lengthsOfCurvesAreTheirOwn() throws {
    var drawing = Drawing(paths: ["M0 0 C0 1 0 2 0 3", "M0 0 Q0 0 0 0"])
    drawing.canvas = nil
    let plan = try makePlan(stages: ["{\"shift\": {}, \"select\": {\"length\": \"<=3.0001\"}}"])
    #expect(plan.steps[0].selection?.matches(in: drawing) == [true, true])
  }
}
