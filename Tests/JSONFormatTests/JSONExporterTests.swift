import JSONFormat
import PathModel
import PluginKit
import TestSupport
import Testing

@Suite struct JSONExporterTests {
  /// A drawing that uses everything.
  static func full(widths: Bool) -> Drawing {
    var drawing = Drawing()
    drawing.canvas = Canvas(
      box: Rect(minX: -0.1, minY: 0.2, maxX: 99.9, maxY: 50.2), width: Length(100, .mm),
      height: Length(50, .mm))
    drawing.document = DocumentInfo(
      attributes: Attributes(
        id: "root", classes: ["a", "b"], label: "L", title: "T\n\"quoted\"", description: "D €",
        more: [NamedValue("role", "img"), NamedValue("data-x", "1"), NamedValue("data-x", "2")]),
      color: Color(red: 1, green: 2, blue: 3, alpha: 0.1))
    drawing.gradients = [
      Gradient(
        .linear(from: Point(0.1, 0), to: Point(1.0 / 3, -0.0)),
        transform: Affine(a: 1, b: 0.5, c: -0.25, d: 2, tx: 1e-9, ty: 7), spread: .reflect,
        stops: [
          Gradient.Stop(offset: 0, color: .black),
          Gradient.Stop(
            offset: 0.7, color: Color(red: 9, green: 8, blue: 7, alpha: 0.3), isCurrentColor: true),
        ], id: "g"),
      Gradient(
        .radial(center: Point(1, 2), radius: 3, focus: Point(1.5, 2), focusRadius: 0.25),
        stops: [Gradient.Stop(offset: 1, color: .white)]),
    ]
    let first = drawing.clipPaths.count
    drawing.appendClipPath(rule: .evenodd) { $0.append(text: "M0 0 L9 0 L9 9 Z") }
    let clip = drawing.addClip(fromPath: first, id: "c")
    let second = drawing.clipPaths.count
    drawing.appendClipPath(rule: .nonzero, clip: clip) { $0.append(text: "M0 0 Q1 1 2 0") }
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L1 1") }
    let inner = drawing.addClip(fromPath: second, parent: clip)
    let group = drawing.addGroup(
      Group(
        attributes: Attributes(id: "g1", label: "Layer"), opacity: 0.1, clip: inner, isLayer: true))
    let child = drawing.addGroup(Group(parent: group))
    let tile = drawing.addGroup(Group())
    drawing.patterns = [
      Pattern(
        tile: Rect(minX: 0, minY: 0, maxX: 2.5, maxY: 3), transform: .scale(x: 2, y: 2),
        content: tile, id: "p")
    ]
    let styles: [Style] = [
      .pen,
      Style(
        fill: .gradient(GradientID(1)), fillOpacity: 0.1, fillRule: .evenodd,
        stroke: .currentColor(resolved: Color(red: 255, green: 0, blue: 16, alpha: 0.5)),
        strokeOpacity: 0.2, strokeWidth: 1.0 / 3, cap: .square, join: .bevel, miterLimit: 10.5,
        dashes: [1, 0.1], dashOffset: -0.3, opacity: 0.7, strokeFirst: true, strokeScaling: .scale),
      Style(
        fill: .pattern(PatternID(0)), stroke: .color(Color(red: 1, green: 1, blue: 1, alpha: 0.25))),
    ]
    let rows = styles.map { drawing.styleID(for: $0) }
    let names = drawing.attributesID(for: Attributes(id: "p1", more: [NamedValue("aria-x", "é")]))
    drawing.appendPath(PathInfo(style: rows[0], line: 3)) { $0.append(text: "M0 0 L1 1 L2 0") }
    drawing.appendPath(PathInfo(style: rows[0])) { $0.append(text: "M0 0 L1 1 L2 0") }
    drawing.appendPath(PathInfo(group: group, style: rows[1], clip: clip, attributes: names)) {
      $0.move(to: Point(0.1, -0.0))
      $0.cubic(Point(1e-300, 1e300), Point(0.30000000000000004, 1), to: Point(-1.5, 2))
      $0.close()
      $0.move(to: Point(5, 5))
    }
    drawing.appendPath(PathInfo(group: child, style: rows[2])) { $0.append(text: "M7 7") }
    drawing.appendPath(PathInfo(group: tile, style: rows[2])) { $0.append(text: "M7 7 Q8 8 9 9") }
    drawing.assignKeys()
    if widths {
      drawing.makeWidths()
      drawing.withMutableWidths { all in
        for index in all.indices { all[index] += Double(index) / 7 }
      }
    }
    return drawing
  }

  @Test(arguments: [false, true])
  func readsBackEverything(widths: Bool) throws {
    let drawing = Self.full(widths: widths)
    #expect(drawing.invariantViolation() == nil)
    let text = try write(drawing)
    let (copy, diagnostics) = try read(Array(text.utf8))
    #expect(diagnostics.isEmpty)
    #expect(copy.invariantViolation() == nil)
    #expect(copy.canvas == drawing.canvas)
    #expect(copy.document == drawing.document)
    #expect(copy.styles == drawing.styles)
    #expect(copy.groups == drawing.groups)
    #expect(copy.gradients == drawing.gradients)
    #expect(copy.patterns == drawing.patterns)
    #expect(copy.clips == drawing.clips)
    #expect(copy.pathTexts == drawing.pathTexts)
    #expect(copy.hasWidths == drawing.hasWidths)
    for index in 0..<drawing.pathCount {
      #expect(copy.attributes(ofPath: index) == drawing.attributes(ofPath: index))
      var info = copy.records[index].info
      info.attributes = drawing.records[index].info.attributes
      #expect(info == drawing.records[index].info)
      let (one, other) = (drawing[path: index], copy[path: index])
      for place in one.points.indices {
        #expect(one.points[place].x.bitPattern == other.points[place].x.bitPattern)
        #expect(one.points[place].y.bitPattern == other.points[place].y.bitPattern)
      }
      for place in one.widths.indices {
        #expect(one.widths[place].bitPattern == other.widths[place].bitPattern)
      }
    }
    for index in drawing.clipPaths.indices {
      #expect(copy[clipPath: index].text == drawing[clipPath: index].text)
      #expect(copy.clipPaths[index].rule == drawing.clipPaths[index].rule)
      #expect(copy.clipPaths[index].clip == drawing.clipPaths[index].clip)
    }
    #expect(try write(copy) == text)
  }

  @Test func writesALineAPath() throws {
    let drawing = Drawing(paths: ["M0 0 L1 0.5", "M0 0 Q1 1 2 0 Z"])
    let keys = drawing.records.map { record in
      let digits = String(record.info.key.value, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
    #expect(
      try write(drawing) == """
        {
          "strokemill": 1,
          "styles": [
            {"stroke": "#000000", "cap": "round", "join": "round", "strokeScaling": "fixed"}
          ],
          "paths": [
            {"style":0,"key":"\(keys[0])","points":[[0,0],[1,0.5]]},
            {"style":0,"key":"\(keys[1])","verbs":"MQZ","points":[[0,0],[1,1],[2,0]]}
          ]
        }

        """)
  }

  @Test func writesAnEmptyDrawing() throws {
    let text = try write(Drawing())
    #expect(text == "{\n  \"strokemill\": 1,\n  \"paths\": []\n}\n")
    #expect(try read(text).isEmpty)
  }

  @Test func readsTablesInAnyOrder() throws {
    let drawing = try read(
      #"""
      {"paths": [{"points": [[0,0],[1,1]], "style": 1, "group": 1, "clip": 0}],
       "clips": [{"paths": [{"points": [[0,0],[9,0],[9,9]], "verbs": "MLLZ"}]}],
       "groups": [{}, {"label": "x"}],
       "styles": [{}, {"stroke": "#f00", "strokeWidth": 2}], "strokemill": 1}
      """#)
    #expect(drawing.style(ofPath: 0).strokeWidth == 2)
    #expect(drawing.groups[1].attributes.label == "x")
    #expect(drawing[clipPath: 0].text == "M0 0 L9 0 L9 9 Z")
  }

  @Test func fillsInWidths() throws {
    let drawing = try read(
      #"""
      {"styles": [{"strokeWidth": 3}], "paths": [
        {"points": [[0,0],[1,1]], "style": 0},
        {"points": [[0,0],[1,1]], "style": 0, "widths": [1, 2]},
        {"points": [[5,5]], "style": 0, "widths": [4]},
        {"points": [[0,0],[1,1]], "style": 0}]}
      """#)
    #expect(drawing.widths == [3, 3, 1, 2, 4, 4, 3, 3])
  }

  /// Cut anywhere, the text must be refused with a place.
  @Test func refusesEveryCut() throws {
    let text = Array(try write(Self.full(widths: true)).utf8)
    for end in 0..<text.count - 2 {
      do throws(ComponentError) {
        _ = try read(Array(text[..<end]))
        Issue.record("cut at \(end) was accepted")
      } catch {
        #expect(error.diagnostic.place != nil)
      }
    }
  }

  /// Whatever byte is changed (of every seventh, for speed), the drawing keeps its promise or is refused.
  @Test func survivesEveryChange() throws {
    let text = Array(try write(Self.full(widths: false)).utf8)
    for place in stride(from: 0, to: text.count, by: 7) {
      for byte in Array("09-.e\"[]{},:xMZ".utf8) {
        var changed = text
        changed[place] = byte
        if let drawing = try? read(changed).drawing {
          #expect(drawing.invariantViolation() == nil)
        }
      }
    }
  }
}
