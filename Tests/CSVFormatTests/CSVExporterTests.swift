import CSVFormat
import PathModel
import PluginKit
import Testing

@Suite struct CSVExporterTests {
  @Test func writesPathsSubpathsAndGroups() throws {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    let group = drawing.addGroup(Group(attributes: Attributes(id: "g1", label: "a, \"b\"")))
    let named = drawing.addGroup(Group(attributes: Attributes(id: "g2")))
    drawing.appendPath(PathInfo(style: style)) { $0.append(text: "M0 0 L1.5 -2 M3 3 L4 4") }
    drawing.appendPath(PathInfo(group: group, style: style)) {
      $0.append(text: "M0 0 L1 0 L1 1 Z M5 5 L5 5 M6 6 Z")
    }
    drawing.appendPath(PathInfo(group: named, style: style)) { $0.append(text: "M7 7 L7 7 L8 8") }
    let (text, losses) = try write(drawing)
    #expect(
      text == """
        x,y,path,group
        0,0,1,
        1.5,-2,1,

        3,3,1,
        4,4,1,
        0,0,2,"a, ""b\"""
        1,0,2,"a, ""b\"""
        1,1,2,"a, ""b\"""
        0,0,2,"a, ""b\"""

        5,5,2,"a, ""b\"""

        6,6,2,"a, ""b\"""
        7,7,3,g2
        7,7,3,g2
        8,8,3,g2

        """)
    #expect(losses.isEmpty)
    #expect(
      try write(drawing, "columns=points header=false delimiter=space").text.hasPrefix(
        "0 0\n1.5 -2\n\n3 3\n4 4\n\n0 0\n"))
  }

  @Test(arguments: ["comma", "semicolon", "tab", "pipe", "space"])
  func whatIsReadBackIsWrittenAgain(_ delimiter: String) throws {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    var random = SeededGenerator(seed: 3)
    let labels = ["", "plain", " blank ", "a,b;c|d\te f", "\"", "two\nlines\r", "#", "é😀", "1.5"]
    for label in labels {
      let group =
        label.isEmpty
        ? GroupID.root : drawing.addGroup(Group(attributes: Attributes(label: label)))
      for n in 0..<3 {
        drawing.appendPath(PathInfo(group: group, style: style)) { builder in
          for _ in 0...n {
            builder.move(to: Point(random.signed() * 1e3, random.signed() * 1e-9))
            for _ in 0..<n { builder.line(to: Point(random.signed(), random.signed() * 1e20)) }
            if n > 1 { builder.close() }
          }
        }
      }
    }
    for options in ["", " precision=2", " unit=mm precision=3", " flip-y=true"] {
      let once = try write(drawing, "delimiter=\(delimiter)" + options).text
      let back = try read(once)
      #expect(back.error == nil, "\(String(describing: back.error))")
      let twice = try write(
        back.drawing,
        "delimiter=\(delimiter)"
          + options.replacing("unit=mm ", with: "").replacing(" flip-y=true", with: "")
      ).text
      #expect(twice == once)
      // The labels survive, and with exact numbers every point does.
      #expect(Set(back.labels) == Set(labels))
      if options.isEmpty {
        #expect(back.drawing.pathCount == drawing.pathCount)
        #expect(Set(drawing.points).isSubset(of: Set(back.drawing.points)))
      }
    }
  }

  @Test func curvesKeepWithinTheTolerance() throws {
    // A quarter circle of radius 100: no row may be off it, and chords no deeper than the tolerance.
    let k = 100 * 0.5522847498
    let drawing = Drawing(paths: ["M100 0 C100 \(k) \(k) 100 0 100"])
    let (text, losses) = try write(drawing, "tolerance=0.01 columns=points header=false")
    let points = text.split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(points.count > 8 && points.count < 60)
    for (a, b) in zip(points, points.dropFirst()) {
      let middle = Point((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
      #expect(100 - middle.length < 0.01 + 0.03)
    }
    #expect(losses.map(\.kind) == ["curves"])
    let coarse = try write(drawing, "tolerance=5px columns=points header=false").text
    #expect(coarse.split(separator: "\n").count < points.count / 2)
  }

  @Test func unitsAndAxes() throws {
    var drawing = Drawing(paths: ["M10 20 L30 0"])
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 100, height: 50), width: Length(200, .mm),
      height: Length(100, .mm))
    #expect(try write(drawing, "unit=mm precision=6").text == "x,y,path,group\n20,40,1,\n60,0,1,\n")
    #expect(try write(drawing, "flip-y=true").text == "x,y,path,group\n10,-20,1,\n30,0,1,\n")
    #expect(try write(drawing).losses.map(\.kind) == ["size"])
    #expect(try write(drawing, "unit=cm").losses.isEmpty)
    var huge = Drawing(paths: ["M1e308 0 L0 0"])
    huge.canvas = Canvas(box: Rect(x: 0, y: 0, width: 1, height: 1), pixelsPerUnit: 1000)
    #expect(throws: ComponentError.self) { try write(huge, "unit=px") }
  }

  @Test func whatHasNoPlaceIsALoss() throws {
    var drawing = Drawing()
    let red = drawing.styleID(for: Style(stroke: .color(Color(red: 255, green: 0, blue: 0))))
    let outer = drawing.addGroup(Group(attributes: Attributes(label: "outer"), opacity: 0.5))
    let inner = drawing.addGroup(Group(parent: outer, attributes: Attributes(label: "inner")))
    let name = drawing.attributesID(for: Attributes(id: "p"))
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L9 0 L9 9 Z") }
    let clip = drawing.addClip(fromPath: 0)
    drawing.appendPath(
      PathInfo(group: inner, style: red, clip: clip, attributes: name, line: 4)
    ) { $0.append(text: "M0 0 Q1 1 2 2 Q3 3 4 0") }
    drawing.makeWidths()
    let (text, losses) = try write(drawing)
    #expect(text.hasSuffix(",1,inner\n"))
    #expect(
      losses.map { "\($0.kind) \($0.count) \($0.place?.line ?? 0)" } == [
        "style 1 4", "curves 2 4", "clips 1 4", "opacity 1 4", "groups 1 4", "names 1 4",
        "widths 1 0",
      ])
    #expect(losses.allSatisfy { $0.severity == .loss && $0.code.rawValue == "csv.\($0.kind)" })
  }

  @Test func tilesOfPatternsAreNoPaths() throws {
    var drawing = Drawing()
    let style = drawing.styleID(for: .pen)
    let tile = drawing.addGroup(Group())
    drawing.patterns = [Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: tile)]
    drawing.appendPath(PathInfo(group: tile, style: style)) { $0.append(text: "M0 0 L1 1") }
    drawing.appendPath(PathInfo(style: style)) { $0.append(text: "M5 5 L6 6") }
    #expect(try write(drawing).text == "x,y,path,group\n5,5,1,\n6,6,1,\n")
  }

  @Test func anEmptyDrawingIsAHeader() throws {
    #expect(try write(Drawing()).text == "x,y,path,group\n")
  }
}
