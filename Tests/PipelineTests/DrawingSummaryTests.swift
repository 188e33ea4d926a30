import PathModel
import Pipeline
import Testing

@Suite struct DrawingSummaryTests {
  private func drawing() -> Drawing {
    var drawing = Drawing()
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 200, height: 100), width: Length(100, .mm),
      height: Length(50, .mm))
    drawing.document.attributes.title = "A plan"
    let walls = drawing.addGroup(Group(attributes: Attributes(label: "walls")))
    let inner = drawing.addGroup(Group(parent: walls))
    let pen = drawing.styleID(for: .pen)
    let red = drawing.styleID(
      for: Style(
        fill: .color(Color(red: 255, green: 0, blue: 0)), stroke: .color(.black), strokeWidth: 3))
    for (text, group, style) in [
      ("M10 10 L20 10 Q30 10 30 20", walls, pen), ("M50 50 L60 50 L60 60 Z M1 1 L2 2", inner, red),
      ("M50 50 L60 50 L60 60 Z", inner, red),
    ] {
      drawing.appendPath(PathInfo(group: group, style: style)) { $0.append(text: text) }
    }
    return drawing
  }

  @Test func lines() {
    #expect(
      DrawingSummary(of: drawing()).lines == [
        "title     A plan",
        "paths     3 (4 subpaths, 1 closed)",
        "points    12 in 4 moves, 6 lines, 1 quads, 2 closes",
        "canvas    100mm × 50mm, units 0 0 200 100",
        "geometry  1 1 to 60 60, 59 × 59",
        "ink       " + inkText,
        "strokes   #000000 (3)",
        "widths    1 to 3",
        "fills     #ff0000 (2), none (1)",
        "groups    walls: 3 paths",
        "            (no name): 2 paths",
      ])
  }

  private var inkText: String {
    let ink = DrawingSummary(of: drawing()).inkBounds
    #expect(ink.map { $0.minX < 1 && $0.maxX > 61 } == true)
    func text(_ value: Double) -> String {
      let rounded = (value * 1000).rounded() / 1000
      return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
    return ink.map {
      "\(text($0.minX)) \(text($0.minY)) to \(text($0.maxX)) \(text($0.maxY)), "
        + "\(text($0.width)) × \(text($0.height))"
    } ?? ""
  }

  @Test func json() {
    let text = DrawingSummary(of: drawing()).json
    for part in [
      "\"title\": \"A plan\"", "\"paths\": 3", "\"closed-paths\": 1", "\"subpaths\": 4",
      "\"segments\": {\"moves\": 4, \"lines\": 6, \"quads\": 1, \"cubics\": 0, \"closes\": 2}",
      "\"box\": {\"x\": 0, \"y\": 0, \"width\": 200, \"height\": 100}", "\"width\": \"100mm\"",
      "\"geometry-bounds\": {\"x\": 1, \"y\": 1, \"width\": 59, \"height\": 59}",
      "\"stroke-widths\": [1, 3]", "{\"paint\": \"#ff0000\", \"paths\": 2}",
      "{\"name\": \"walls\", \"depth\": 0, \"paths\": 3}",
      "{\"name\": \"\", \"depth\": 1, \"paths\": 2}",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func anEmptyDrawing() {
    let summary = DrawingSummary(of: Drawing())
    #expect(
      summary.lines == [
        "paths     0 (0 subpaths, 0 closed)", "points    0",
        "canvas    none (one unit is 1/96 inch)",
        "geometry  none", "ink       none", "strokes   none", "fills     none",
      ])
    #expect(summary.json.contains("\"canvas\": null"))
  }

  @Test func throughTheWorker() throws {
    let outcome = run(try makePlan(), "M0 0 L1 1", targets: [], wantsSummary: true)
    #expect(outcome.summary?.paths == 1)
    #expect(run(try makePlan(), "M0 0 L1 1").summary == nil)
  }
}
