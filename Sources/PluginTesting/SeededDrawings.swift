public import PathModel
import PluginKit

/// Drawings of all kinds that a component must cope with, made from a seed.
///
/// They have every verb, open, closed and compound paths, dots, lines without extent one way,
/// repeated points, groups in groups, clips, gradients, patterns, widths point by point, names,
/// and canvases at odd places or none at all. All keep the promise on PathModel's page.
public struct SeededDrawings: Sendable {
  private var random: SeededGenerator

  /// Starts a series; the same seed gives the same drawings on every machine.
  public init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// The special cases, each by itself and by name: what most often is forgotten.
  public static let special: [(name: String, drawing: Drawing)] = {
    let page = Canvas(
      box: Rect(x: -5, y: 10, width: 200, height: 100), width: Length(100, .mm),
      height: Length(50, .mm))
    var cases: [(String, Drawing)] = [
      ("an empty drawing", Drawing(paths: [])),
      ("an empty drawing with a canvas", Drawing(paths: [], canvas: page)),
      ("a lone move", Drawing(paths: ["M3 4"])),
      ("a dot", Drawing(paths: ["M3 4 L3 4"], canvas: page)),
      ("a closed dot", Drawing(paths: ["M3 4 Z"])),
      ("a curve of no length", Drawing(paths: ["M3 4 C3 4 3 4 3 4"])),
      ("a horizontal line", Drawing(paths: ["M3 4 L30 4"])),
      ("a vertical line", Drawing(paths: ["M3 4 L3 40"], canvas: page)),
      ("a line there and back", Drawing(paths: ["M0 0 L10 10 L0 0 Z"])),
      ("a compound path", Drawing(paths: ["M0 0 L9 0 L9 9 Z M2 2 Q2 4 4 4 L4 2 Z M7 7"])),
      ("twins", Drawing(paths: ["M0 0 L10 5", "M0 0 L10 5", "M0 0 L10 5"])),
      ("stray moves", Drawing(paths: ["M50 50 M0 0 L1 1 M90 90 M80 80 L0 1"], canvas: page)),
      ("nothing visible", Drawing(paths: ["M0 0 L9 9"], style: Style(), canvas: page)),
    ]
    var filled = Drawing(
      paths: ["M0 0 L9 0 L9 9 Z"], style: Style(fill: .currentColor(resolved: .black)))
    filled.document = DocumentInfo(
      attributes: Attributes(title: "Ünïcode & <markup> \"quoted\""), color: .black)
    cases.append(("a fill in the document's colour", filled))
    var widths = Drawing(paths: ["M0 0 L9 0 Q9 9 0 9 Z"], canvas: page)
    widths.makeWidths()
    widths.withMutableWidths { span in
      for i in span.indices { span[i] = Double(i) }
    }
    cases.append(("a width at each point", widths))
    cases.append(("a text", word))
    return cases
  }()

  /// Two letters that know their word.
  private static var word: Drawing {
    var drawing = Drawing(paths: ["M0 0 L9 9"])
    var text = Text()
    text.characters = [0x6C, 0x20AC]
    text.spanOf = [0, 1]
    var span = Text.Span()
    span.families = ["DejaVu Sans"]
    span.features = [Text.Feature("liga", 0), Text.Feature("ss 1", 3)].compactMap { $0 }
    var inner = span
    inner.parent = 0
    inner.slant = .italic
    inner.rise = 2.5
    inner.lines = .under
    text.spans = [span, inner]
    text.positions = [Text.Position(), Text.Position()]
    text.positions[0].x = 0.1
    text.positions[1].rotation = -7
    text.fittings = [Text.Fitting(range: 0..<2, length: 30, stretches: true)]
    text.alongs = [Text.Along(range: 1..<2, span: 1, path: "M0.1 0 L1e-7 9", start: 0.3)]
    text.transform = Affine(a: 1, b: 0.5, c: 0, d: 2, tx: 1, ty: 0)
    text.parts = [Text.Part(span: 0), Text.Part(span: 1, lines: .under)]
    let group = drawing.addGroup(Group(attributes: Attributes(label: "l\u{20AC}")))
    for x in [0.0, 20] {
      drawing.appendPath(PathInfo(group: group)) { builder in
        builder.append(text: "M\(x) 0 Q\(x + 3) -9 \(x + 7) 2 L\(x + 4) 8 Z")
      }
    }
    text.outline = drawing.outline(ofPaths: 1..<3)
    drawing.groups[1].text = text
    drawing.assignKeys()
    return drawing
  }

  /// Makes the next drawing.
  public mutating func next() -> Drawing {
    var drawing = Drawing()
    drawing.canvas = canvas()
    if chance(0.3) {
      drawing.document = DocumentInfo(
        attributes: Attributes(
          id: "root", classes: ["drawing"], title: "A title",
          more: [NamedValue("role", "img"), NamedValue("data-number", "7")]),
        color: chance(0.5) ? color() : nil)
    }
    for _ in 0..<count(upTo: 2) { addGradient(to: &drawing) }
    for _ in 0..<count(upTo: 2) { addClip(to: &drawing) }
    if chance(0.15) { addPattern(to: &drawing) }
    let styles = (0...count(upTo: 3)).map { _ in style(for: &drawing) }

    // A walk through a tree that never comes back to what it has left.
    var group = GroupID.root
    for number in 0..<count(upTo: 9) {
      if chance(0.3) {
        var parent = group
        while parent != .root && chance(0.4) { parent = drawing.groups[Int(parent.index)].parent }
        group = drawing.addGroup(self.group(in: parent, number, drawing))
      } else if group != .root && chance(0.15) {
        group = drawing.groups[Int(group.index)].parent
      }
      var info = PathInfo(
        group: group, style: drawing.styleID(for: pick(styles)), line: UInt32(number + 1))
      if !drawing.clips.isEmpty && chance(0.2) { info.clip = clip(of: drawing) }
      if chance(0.3) {
        info.attributes = drawing.attributesID(
          for: Attributes(
            id: chance(0.5) ? "path-\(number)" : nil, classes: chance(0.5) ? ["a", "b"] : [],
            label: chance(0.3) ? "Label \(number)" : nil, title: chance(0.3) ? "Title" : nil))
      }
      drawing.appendPath(info) { path(into: &$0) }
    }
    if chance(0.25) && !drawing.points.isEmpty {
      drawing.makeWidths()
      drawing.withMutableWidths { widths in
        for i in widths.indices where random.unit() < 0.7 { widths[i] = random.unit() * 5 }
      }
    }
    drawing.assignKeys()
    return drawing
  }

  /// Makes the next drawing with its coordinates near what numbers can hold, large or small.
  public mutating func nextExtreme() -> Drawing {
    var drawing = next()
    let scale = pick([1e300, 1e-300, 1e154, 1e-160, 1e17])
    drawing.withMutablePoints { points in
      for i in points.indices {
        // Some of the coordinates stay ordinary, so that sizes are mixed too.
        if random.unit() < 0.8 { points[i].x *= scale }
        if random.unit() < 0.8 { points[i].y *= scale }
      }
    }
    return drawing
  }

  // The parts of a drawing.

  private mutating func chance(_ p: Double) -> Bool { random.unit() < p }

  private mutating func count(upTo most: Int) -> Int { Int(random.next() % UInt64(most + 1)) }

  private mutating func pick<T>(_ choices: [T]) -> T { choices[count(upTo: choices.count - 1)] }

  private mutating func number() -> Double {
    let x = random.uniform(-50, 150)
    // Whole and half numbers make points coincide and lines axis-parallel.
    return chance(0.5) ? (x / 5).rounded() * 2.5 : x
  }

  private mutating func point() -> Point { Point(number(), number()) }

  private mutating func canvas() -> Canvas? {
    switch count(upTo: 4) {
    case 0, 1: return nil
    case 2: return Canvas(box: Rect(x: 0, y: 0, width: 100, height: 100))
    case 3:
      return Canvas(
        box: Rect(x: -20, y: 30, width: 210, height: 297), width: Length(210, .mm),
        height: Length(297, .mm))
    default:
      return Canvas(
        box: Rect(x: 0, y: 0, width: random.uniform(0.1, 500), height: random.uniform(0.1, 500)),
        pixelsPerUnit: random.uniform(0.01, 10))
    }
  }

  private mutating func color() -> Color {
    Color(
      red: UInt8(count(upTo: 255)), green: UInt8(count(upTo: 255)), blue: UInt8(count(upTo: 255)),
      alpha: chance(0.8) ? 1 : random.unit())
  }

  private mutating func paint(of drawing: Drawing) -> Paint {
    switch count(upTo: 7) {
    case 0, 1: return .none
    case 2: return .currentColor(resolved: color())
    case 3 where !drawing.gradients.isEmpty:
      return .gradient(GradientID(UInt32(count(upTo: drawing.gradients.count - 1))))
    case 4 where !drawing.patterns.isEmpty:
      return .pattern(PatternID(UInt32(count(upTo: drawing.patterns.count - 1))))
    default: return .color(color())
    }
  }

  private mutating func style(for drawing: inout Drawing) -> Style {
    if chance(0.2) { return .pen }
    return Style(
      fill: paint(of: drawing), fillOpacity: chance(0.8) ? 1 : random.unit(),
      fillRule: pick(FillRule.allCases), stroke: paint(of: drawing),
      strokeOpacity: chance(0.8) ? 1 : random.unit(),
      strokeWidth: chance(0.1) ? 0 : random.unit() * 8, cap: pick(Style.Cap.allCases),
      join: pick(Style.Join.allCases), miterLimit: chance(0.5) ? 4 : random.uniform(1, 20),
      dashes: chance(0.2) ? [random.uniform(0.5, 9), random.unit() * 5] : [],
      dashOffset: chance(0.2) ? random.signed() * 9 : 0, opacity: chance(0.8) ? 1 : random.unit(),
      strokeFirst: chance(0.1), strokeScaling: pick(Style.StrokeScaling.allCases))
  }

  private mutating func group(in parent: GroupID, _ number: Int, _ drawing: Drawing) -> Group {
    Group(
      parent: parent,
      attributes: Attributes(
        id: chance(0.3) ? "group-\(number)" : nil, label: chance(0.5) ? "Layer \(number)" : nil),
      opacity: chance(0.8) ? 1 : random.unit(),
      clip: !drawing.clips.isEmpty && chance(0.2) ? clip(of: drawing) : nil,
      isLayer: parent == .root && chance(0.5))
  }

  private mutating func clip(of drawing: Drawing) -> ClipID {
    ClipID(UInt32(count(upTo: drawing.clips.count - 1)))
  }

  private mutating func addClip(to drawing: inout Drawing) {
    let first = drawing.clipPaths.count
    let known = drawing.clips.count
    for _ in 0..<count(upTo: 2) {
      drawing.appendClipPath(rule: pick(FillRule.allCases)) { path(into: &$0) }
    }
    let parent = known > 0 && chance(0.3) ? ClipID(UInt32(known - 1)) : nil
    _ = drawing.addClip(fromPath: first, parent: parent, id: chance(0.5) ? "clip-\(known)" : nil)
  }

  private mutating func addGradient(to drawing: inout Drawing) {
    let stops = [0, random.unit(), 1].sorted().map {
      Gradient.Stop(offset: $0, color: color(), isCurrentColor: chance(0.1))
    }
    let shape: Gradient.Shape =
      chance(0.5)
      ? .linear(from: point(), to: point())
      : .radial(center: point(), radius: random.unit() * 50, focus: point(), focusRadius: 0)
    drawing.gradients.append(
      Gradient(
        shape, transform: chance(0.5) ? .identity : .scale(x: random.unit() + 0.1, y: 2),
        spread: pick(Gradient.Spread.allCases), stops: stops))
  }

  private mutating func addPattern(to drawing: inout Drawing) {
    let content = drawing.addGroup(Group(attributes: Attributes(label: "tile")))
    let style = drawing.styleID(for: Style(fill: .color(color())))
    drawing.appendPath(PathInfo(group: content, style: style)) { path(into: &$0) }
    drawing.patterns.append(
      Pattern(tile: Rect(x: 0, y: 0, width: 10, height: 5), content: content))
  }

  private mutating func path(into builder: inout PathBuilder) {
    for _ in 0...(chance(0.7) ? 0 : count(upTo: 3)) { subpath(into: &builder) }
  }

  private mutating func subpath(into builder: inout PathBuilder) {
    let start = point()
    builder.move(to: start)
    switch count(upTo: 9) {
    case 0: return
    case 1: builder.line(to: start)
    case 2: builder.line(to: Point(number(), start.y))
    case 3: builder.line(to: Point(start.x, number()))
    case 4: builder.cubic(start, start, to: start)
    default:
      var last = start
      for _ in 0...count(upTo: 6) {
        // Now and then a segment of no length.
        let end = chance(0.1) ? last : point()
        switch count(upTo: 3) {
        case 0, 1: builder.line(to: end)
        case 2: builder.quad(chance(0.2) ? last : point(), to: end)
        default: builder.cubic(chance(0.2) ? last : point(), point(), to: end)
        }
        last = end
      }
    }
    if chance(0.4) { builder.close() }
  }
}
