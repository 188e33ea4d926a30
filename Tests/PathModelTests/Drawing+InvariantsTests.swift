import PathModel
import Testing

/// Every sentence of `invariantViolation()` is provoked by a drawing that is broken in that one way.
@Suite struct DrawingInvariantsTests {
  /// A drawing with some of everything that keeps the promise.
  private static func sound() -> Drawing {
    var drawing = Drawing()
    let group = drawing.addGroup(Group(opacity: 0.5))
    drawing.gradients = [
      Gradient(
        .linear(from: .zero, to: Point(1, 0)),
        stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
    ]
    drawing.patterns = [Pattern(tile: Rect(x: 0, y: 0, width: 1, height: 1), content: group)]
    drawing.appendClipPath(rule: .nonzero) { $0.append(text: "M0 0 L4 0 L4 4 Z") }
    let clip = drawing.addClip(fromPath: 0)
    let style = drawing.styleID(
      for: Style(
        fill: .gradient(GradientID(0)), stroke: .pattern(PatternID(0)), dashes: [1, 0]))
    let names = drawing.attributesID(for: Attributes(id: "a"))
    drawing.appendPath(PathInfo(group: group, style: style, clip: clip, attributes: names)) {
      $0.append(text: "M0 0 L1 0 Q1 1 2 2 C3 3 4 4 5 5 Z M6 6 L6 6")
    }
    drawing.canvas = Canvas(
      box: Rect(x: 0, y: 0, width: 200, height: 100), width: Length(100, .mm),
      height: Length(5, .cm))
    return drawing
  }

  @Test func aSoundDrawingHasNone() {
    var drawing = Self.sound()
    #expect(drawing.invariantViolation() == nil)
    drawing.makeWidths()
    #expect(drawing.invariantViolation() == nil)
    #expect(Drawing().invariantViolation() == nil)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    var sentence: String
    var cause: @Sendable (inout Drawing) -> Void
    init(_ sentence: String, _ cause: @escaping @Sendable (inout Drawing) -> Void) {
      self.sentence = sentence
      self.cause = cause
    }
    var testDescription: String { sentence }
  }

  private static func info(
    _ drawing: inout Drawing, _ change: (inout PathInfo) -> Void
  ) {
    var info = drawing.records[0].info
    change(&info)
    drawing.setInfo(info, ofPath: 0)
  }

  private static func append(_ drawing: inout Drawing, _ text: String) {
    drawing.appendPath(drawing.records[0].info) { $0.append(text: text) }
  }

  /// The drawing's arrays with other records.
  private static func rebuild(
    _ drawing: inout Drawing, widths: [Double] = [], attributes: [Attributes]? = nil,
    clipPath: ClipPath? = nil, _ change: (PathRecord) -> PathRecord = { $0 }
  ) {
    var rebuilt = Drawing(
      verbs: drawing.verbs, points: drawing.points, widths: widths,
      records: drawing.records.map(change), clipPaths: clipPath.map { [$0] } ?? drawing.clipPaths,
      styles: drawing.styles, attributes: attributes ?? drawing.attributes)
    rebuilt.groups = drawing.groups
    rebuilt.gradients = drawing.gradients
    rebuilt.patterns = drawing.patterns
    rebuilt.clips = drawing.clips
    rebuilt.canvas = drawing.canvas
    drawing = rebuilt
  }

  private static func record(
    _ r: PathRecord, verb: UInt32? = nil, verbs: UInt32? = nil, points: UInt32? = nil
  ) -> PathRecord {
    PathRecord(
      firstVerb: verb ?? r.firstVerb, verbCount: verbs ?? r.verbCount, firstPoint: r.firstPoint,
      pointCount: points ?? r.pointCount, info: r.info)
  }

  private static func radial(_ r: Double) -> Gradient.Shape {
    .radial(center: .zero, radius: r, focus: .zero, focusRadius: 0)
  }

  static let tableFaults: [Fault] = [
    Fault("row 0 of the attributes isn't empty") {
      rebuild(&$0, attributes: [Attributes(id: "x"), Attributes()])
    },
    Fault("row 0 of the attributes isn't empty") { rebuild(&$0, attributes: []) },
    Fault("row 0 of the groups isn't the root") { $0.groups = [] },
    Fault("row 0 of the groups isn't the root") { $0.groups[0].parent = GroupID(1) },
    Fault("group 1 stands before its parent 1") { $0.groups[1].parent = GroupID(1) },
    Fault("group 1 stands before its parent 99") { $0.groups[1].parent = GroupID(99) },
    Fault("group 1 has opacity 1.5") { $0.groups[1].opacity = 1.5 },
    Fault("group 1 has opacity nan") { $0.groups[1].opacity = .nan },
    Fault("group 1 has no such clip") { $0.groups[1].clip = ClipID(1) },
    Fault("clip 0 has no such paths") { $0.clips[0].pathCount = 2 },
    Fault("clip 0 has no such paths") { $0.clips[0].firstPath = .max },
    Fault("clip 0 stands before its parent") { $0.clips[0].parent = ClipID(0) },
    Fault("clip 0 stands before a clip it needs") { drawing in
      let p = drawing.clipPaths[0]
      rebuild(
        &drawing,
        clipPath: ClipPath(
          firstVerb: p.firstVerb, verbCount: p.verbCount, firstPoint: p.firstPoint,
          pointCount: p.pointCount, rule: p.rule, clip: ClipID(0)))
    },
    Fault("gradient 0 has no stops") { $0.gradients[0].stops = [] },
    Fault("gradient 0 isn't finite") { $0.gradients[0].transform.tx = .infinity },
    Fault("gradient 0 has a stop at 0.0 after one at 1.0") { $0.gradients[0].stops.swapAt(0, 1) },
    Fault("gradient 0 has a stop at 2.0 after one at 0.0") { $0.gradients[0].stops[1].offset = 2 },
    Fault("gradient 0 has a colour with opacity 2.0") { $0.gradients[0].stops[0].color.alpha = 2 },
    Fault("gradient 0 isn't finite") {
      $0.gradients[0].shape = .linear(from: Point(.nan, 0), to: .zero)
    },
    Fault("gradient 0 has an impossible circle") { $0.gradients[0].shape = radial(-1) },
    Fault("gradient 0 has an impossible circle") { $0.gradients[0].shape = radial(.infinity) },
    Fault("pattern 0 has an empty tile") { $0.patterns[0].tile.maxX = 0 },
    Fault("pattern 0 has an empty tile") { $0.patterns[0].tile.maxX = .infinity },
    Fault("pattern 0 isn't finite") { $0.patterns[0].transform.a = .nan },
    Fault("pattern 0 has no such group") { $0.patterns[0].content = GroupID(2) },
    Fault("the canvas has no size") { $0.canvas?.box.maxX = 0 },
    Fault("the canvas has no size") { $0.canvas?.width = Length(0, .mm) },
    Fault("the canvas has no size") { $0.canvas?.width = Length(50, .percent) },
    Fault("the canvas has no size") { $0.canvas?.height = Length(.infinity, .px) },
    Fault("the canvas maps its sides by different factors") {
      $0.canvas?.width = Length(101, .mm)
    },
  ]

  static let styleFaults: [Fault] = [
    Fault("style 0 has opacity 2.0") { $0.mapStyles { $0.opacity = 2 } },
    Fault("style 0 has opacity -1.0") { $0.mapStyles { $0.fillOpacity = -1 } },
    Fault("style 0 has opacity nan") { $0.mapStyles { $0.strokeOpacity = .nan } },
    Fault("style 0 has stroke width -1.0") { $0.mapStyles { $0.strokeWidth = -1 } },
    Fault("style 0 has stroke width inf") { $0.mapStyles { $0.strokeWidth = .infinity } },
    Fault("style 0 has miter limit 0.5") { $0.mapStyles { $0.miterLimit = 0.5 } },
    Fault("style 0 has a negative dash") { $0.mapStyles { $0.dashes = [1, -1] } },
    Fault("style 0 has only empty dashes") { $0.mapStyles { $0.dashes = [0, 0] } },
    Fault("style 0 has dash offset nan") { $0.mapStyles { $0.dashOffset = .nan } },
    Fault("style 0 has a colour with opacity 3.0") {
      $0.mapStyles { $0.fill = .currentColor(resolved: Color(red: 0, green: 0, blue: 0, alpha: 3)) }
    },
    Fault("style 0 has no such gradient") { $0.gradients = [] },
    Fault("style 0 has no such pattern") { $0.patterns = [] },
  ]

  static let pathFaults: [Fault] = [
    Fault("1 widths stand beside 12 points") { rebuild(&$0, widths: [1]) },
    Fault("point 5 is (nan, 0.0)") { drawing in
      drawing.withMutablePoints { $0[5] = Point(.nan, 0) }
    },
    Fault("a width isn't a finite number") {
      rebuild(&$0, widths: [Double](repeating: .infinity, count: 12))
    },
    Fault("a width is negative") { rebuild(&$0, widths: [Double](repeating: -1, count: 12)) },
    Fault("path 0 is empty") { rebuild(&$0) { record($0, verbs: 0) } },
    Fault("path 0 lies outside the arrays") { rebuild(&$0) { record($0, verb: 5) } },
    Fault("path 0 lies outside the arrays") { rebuild(&$0) { record($0, points: .max) } },
    Fault("path 0 has 8 points where its verbs take 9") { rebuild(&$0) { record($0, points: 8) } },
    Fault("path 1 goes on with a line where only a move may stand") { append(&$0, "L1 1") },
    Fault("path 1 goes on with a line where only a move may stand") {
      append(&$0, "M0 0 Z L1 1")
    },
    Fault("path 1 goes on with a close where only a move may stand") { append(&$0, "M0 0 Z Z") },
    Fault("path 0 has no such group") { info(&$0) { $0.group = GroupID(2) } },
    Fault("path 0 has no such style") { info(&$0) { $0.style = StyleID(1) } },
    Fault("path 0 has no such attributes") { info(&$0) { $0.attributes = AttributesID(2) } },
    Fault("path 0 has no such clip") { info(&$0) { $0.clip = ClipID(1) } },
    Fault("clip path 0 goes on with a line where only a move may stand") { drawing in
      let p = drawing.clipPaths[0]
      rebuild(
        &drawing,
        clipPath: ClipPath(
          firstVerb: p.firstVerb + 1, verbCount: 2, firstPoint: p.firstPoint + 1, pointCount: 2,
          rule: .nonzero))
    },
    Fault("path 2 comes back to group 1") { drawing in
      drawing.appendPath(PathInfo()) { $0.append(text: "M0 0 L1 1") }
      append(&drawing, "M0 0 L1 1")
    },
  ]

  @Test(arguments: tableFaults + styleFaults + pathFaults)
  func eachFaultIsFound(_ fault: Fault) {
    var drawing = Self.sound()
    fault.cause(&drawing)
    let found = drawing.invariantViolation()
    #expect(found?.hasPrefix(fault.sentence) == true, "\(found ?? "nothing was found")")
  }

  @Test func finiteOrNot() {
    var drawing = Self.sound()
    #expect(drawing.isFinite)
    drawing.withMutablePoints { $0[$0.count - 1].y = -.infinity }
    #expect(!drawing.isFinite)
  }
}
