import PathModel
import PluginKit
import SVGFormat
import Testing

/// Gradients and patterns become the drawing's.
@Suite struct SVGPaintServerTests {
  static let two = "<stop stop-color='#000'/><stop offset='1' style='stop-color:#fff'/>"

  /// A box from (10, 20) to (50, 40) that is filled with `#g`, on line 2, and definitions on line 3.
  private func read(
    _ defs: String, fill: String = "url(#g)", _ attributes: String = ""
  ) -> SVGReading {
    let reading = SVGReading(
      body: "<path fill='\(fill)' \(attributes) d='M10 20h40v20h-40z'/>\n\(defs)",
      root: "viewBox='0 0 200 100'")
    #expect(reading.drawing.invariantViolation() == nil)
    return reading
  }

  private func gradient(_ defs: String, _ attributes: String = "") throws -> Gradient {
    let reading = read(defs, attributes)
    #expect(reading.said == [])
    #expect(reading.style.fill == .gradient(GradientID(0)))
    return try #require(reading.drawing.gradients.first)
  }

  // MARK: Gradients

  @Test func linear() throws {
    let plain = try gradient("<linearGradient id='g'>\(Self.two)</linearGradient>")
    #expect(plain.shape == .linear(from: Point(0, 0), to: Point(1, 0)))
    #expect(plain.transform == Affine(a: 40, b: 0, c: 0, d: 20, tx: 10, ty: 20))
    #expect(plain.spread == .pad)
    #expect(plain.id == "g")
    #expect(plain.stops.map(\.offset) == [0, 1])
    #expect(plain.stops.map(\.color.red) == [0, 255])
    let used = try gradient(
      "<linearGradient id='g' gradientUnits='userSpaceOnUse' x1='10%' y1='5' x2='2em' y2='10%'"
        + " spreadMethod='reflect' gradientTransform='translate(3)'>\(Self.two)</linearGradient>",
      "transform='scale(2)'")
    #expect(used.shape == .linear(from: Point(20, 5), to: Point(32, 10)))
    #expect(used.transform == Affine(a: 2, b: 0, c: 0, d: 2, tx: 6, ty: 0))
    #expect(used.spread == .reflect)
    let turned = try gradient(
      "<linearGradient id='g' gradientTransform='translate(.5)'>\(Self.two)</linearGradient>")
    #expect(turned.transform == Affine(a: 40, b: 0, c: 0, d: 20, tx: 30, ty: 20))
  }

  @Test func radial() throws {
    let half = Point(0.5, 0.5)
    #expect(
      try gradient("<radialGradient id='g'>\(Self.two)</radialGradient>").shape
        == .radial(center: half, radius: 0.5, focus: half, focusRadius: 0))
    #expect(
      try gradient(
        "<radialGradient id='g' cx='.2' fy='10%' r='1' fr='.1'>\(Self.two)</radialGradient>"
      )
      .shape
        == .radial(
          center: Point(0.2, 0.5), radius: 1, focus: Point(0.2, 0.1), focusRadius: 0.1))
    #expect(
      try gradient(
        "<radialGradient id='g' gradientUnits='userSpaceOnUse' cx='1' r='50'>\(Self.two)"
          + "</radialGradient>"
      ).shape
        == .radial(center: Point(1, 50), radius: 50, focus: Point(1, 50), focusRadius: 0))
  }

  @Test func stops() throws {
    let gradient = try gradient(
      """
      <g color='lime'><linearGradient id='g' color='red'>
      <stop offset='-1'/><stop offset='50%' stop-color='currentColor' stop-opacity='.5'/>
      <stop offset='.2' stop-color='currentColor' color='blue'/><stop offset='7' stop-color='none'/>
      </linearGradient></g>
      """)
    #expect(gradient.stops.map(\.offset) == [0, 0.5, 0.5, 1])
    #expect(gradient.stops.map(\.isCurrentColor) == [false, true, true, false])
    #expect(
      gradient.stops.map(\.color) == [
        .black, Color(red: 255, green: 0, blue: 0, alpha: 0.5), Color(red: 0, green: 0, blue: 255),
        .black,
      ])
  }

  /// Gradients that come to one colour, or to none.
  @Test func flatGradients() {
    func fill(_ defs: String, fill: String = "url(#g) red") -> Paint {
      let reading = read(defs, fill: fill)
      #expect(reading.said == [])
      #expect(reading.drawing.gradients.isEmpty)
      return reading.style.fill
    }
    let white = Paint.color(Color(red: 255, green: 255, blue: 255))
    let red = Paint.color(Color(red: 255, green: 0, blue: 0))
    #expect(fill("<linearGradient id='g'><stop stop-color='#fff'/></linearGradient>") == white)
    #expect(
      fill("<linearGradient id='g'><stop offset='1' stop-color='currentColor'/></linearGradient>")
        == .currentColor(resolved: .black))
    #expect(fill("<linearGradient id='g'/>") == .none)
    // The last colour where there is no room for the others.
    #expect(fill("<linearGradient id='g' x2='0'>\(Self.two)</linearGradient>") == white)
    #expect(fill("<radialGradient id='g' r='0'>\(Self.two)</radialGradient>") == white)
    #expect(
      fill("<linearGradient id='g' gradientTransform='scale(0)'>\(Self.two)</linearGradient>")
        == .none)
    // A line has no box that anything is relative to.
    let line = SVGReading(
      body: "<path stroke='url(#g) red' fill='none' d='M0 0h9'/>"
        + "<linearGradient id='g'>\(Self.two)</linearGradient>")
    #expect(line.style.stroke == red)
    #expect(line.said == [])
  }

  @Test func gradientsMadeAfterOthers() throws {
    let gradient = try gradient(
      """
      <linearGradient id='g' xlink:href='#h' x1='.1'/>
      <radialGradient id='h' href='#i' cx='.2' spreadMethod='repeat' gradientTransform='scale(2)'/>
      <linearGradient id='i' x1='.9' x2='.8' spreadMethod='reflect'>\(Self.two)</linearGradient>
      """)
    // Geometry comes from gradients of the same kind alone.
    #expect(gradient.shape == .linear(from: Point(0.1, 0), to: Point(0.8, 0)))
    #expect(gradient.spread == .repeat)
    #expect(gradient.transform.a == 80)
    #expect(gradient.stops.count == 2)
  }

  @Test func theSameGradientIsMadeOnce() {
    func count(_ units: String, _ body: String) -> Int {
      SVGReading(
        body: "<linearGradient id='g' gradientUnits='\(units)'>\(Self.two)</linearGradient>"
          + "<g fill='url(#g)' stroke='url(#g)'>\(body)</g>"
      ).drawing.gradients.count
    }
    let body = "<path d='M0 0h9v9'/><path d='M1 1h9v9'/>"
    #expect(count("userSpaceOnUse", body) == 1)
    #expect(count("userSpaceOnUse", body + "<g transform='scale(2)'>\(body)</g>") == 2)
    #expect(count("objectBoundingBox", body + body) == 2)
  }

  // MARK: Patterns

  @Test func patterns() throws {
    let reading = read(
      """
      <pattern id='g' x='5' y='1' width='10' height='8' patternUnits='userSpaceOnUse'
        patternTransform='scale(2)' fill='red'>
      <path id='c' d='M0 0h1'/><g opacity='.5'><path d='M1 1h1'/></g></pattern>
      """, "transform='translate(100)'")
    #expect(reading.said == [])
    let drawing = reading.drawing
    let pattern = try #require(drawing.patterns.first)
    #expect(pattern.tile == Rect(x: 0, y: 0, width: 10, height: 8))
    #expect(pattern.transform == Affine(a: 2, b: 0, c: 0, d: 2, tx: 110, ty: 2))
    #expect(pattern.id == "g")
    #expect(drawing.style(ofPath: 0).fill == .pattern(PatternID(0)))
    #expect(
      drawing.pathTexts == [
        "M110 20 L150 20 L150 40 L110 40 Z", "M110 2 L112 2", "M112 4 L114 4",
      ])
    #expect(drawing.records.map(\.info.group.index) == [0, 1, 2])
    #expect(pattern.content == GroupID(1))
    #expect(drawing.style(ofPath: 1).fill == .color(Color(red: 255, green: 0, blue: 0)))
  }

  @Test func unitsOfPatterns() throws {
    func tile(_ attributes: String) throws -> (Pattern, String) {
      let reading = read("<pattern id='g' \(attributes)><path d='M0 0L1 1'/></pattern>")
      #expect(reading.said == [])
      return (try #require(reading.drawing.patterns.first), reading.paths[1])
    }
    let (box, content) = try tile("x='.5' width='.25' height='50%'")
    #expect(box.tile == Rect(x: 0, y: 0, width: 10, height: 10))
    #expect(box.transform == Affine.translation(x: 30, y: 20))
    #expect(content == "M30 20 L31 21")
    let (_, scaled) = try tile(
      "width='.25' height='.5' patternContentUnits='objectBoundingBox'")
    #expect(scaled == "M10 20 L50 40")
    let (_, fitted) = try tile(
      "width='10' height='20' patternUnits='userSpaceOnUse' viewBox='0 0 2 2'")
    #expect(fitted == "M0 5 L5 10")
  }

  @Test func patternsMadeAfterOthers() throws {
    let reading = read(
      """
      <pattern id='g' href='#h' width='3'/>
      <pattern id='h' width='4' height='5' patternUnits='userSpaceOnUse'><path d='M0 0h1'/></pattern>
      """)
    #expect(reading.drawing.patterns.map(\.tile) == [Rect(x: 0, y: 0, width: 3, height: 5)])
    #expect(reading.paths.count == 2)
  }

  @Test func patternsInPatterns() {
    let reading = read(
      """
      <pattern id='g' width='.1' height='.1'><path fill='url(#h)' d='M0 0h1v1'/></pattern>
      <pattern id='h' width='.1' height='.1'><path fill='url(#g) red' d='M0 0h2v1'/></pattern>
      """)
    #expect(reading.said == ["warning svg.cyclic-reference 3:1"])
    #expect(reading.drawing.patterns.map(\.id) == ["g", "h"])
    #expect(
      reading.drawing.style(ofPath: 2).fill == .color(Color(red: 255, green: 0, blue: 0)))
    // Each place is another one, so that nothing is the same.
    var step = 1
    let bomb = (0..<8).map { i in
      step *= 10
      return "<pattern id='\(i == 0 ? "g" : "p\(i)")' width='1' height='1'>"
        + (0..<10).map { "<path fill='url(#p\(i + 1))' d='M\($0 * step) 0h1v1'/>" }.joined()
        + "</pattern>"
    }
    let bombed = SVGReading(
      body: "<path fill='url(#g)' d='M0 0h1v1'/>" + bomb.joined(), limits: Limits(copies: 10_000))
    #expect(bombed.error?.code == "svg.too-many-copies")
  }

  /// What can't be painted, what is said, and what is painted for it.
  static let faults: [(String, String, [String])] = [
    ("", "url(#g)", ["warning svg.missing-reference 2:1"]),
    ("", "url(#g) red", ["warning svg.missing-reference 2:1"]),
    ("<path id='g'/>", "url(#g) red", ["warning svg.missing-reference 2:1"]),
    ("", "url(o.svg#g) red", ["loss paint 2:1"]),
    ("<meshgradient id='g'/>", "url(#g) red", ["loss paint 2:1"]),
    ("<hatch id='g'/>", "url(#g)", ["loss paint 2:1"]),
    ("<pattern id='g' width='1' height='1'/>", "url(#g) red", []),
    ("<pattern id='g' width='0' height='1'><path/></pattern>", "url(#g) red", []),
    ("<pattern id='g' height='1'><path/></pattern>", "url(#g) red", []),
    (
      "<pattern id='g' width='-1' height='1'><path/></pattern>", "url(#g) red",
      ["warning svg.bad-length 3:24"]
    ),
  ]

  @Test(arguments: faults) func fault(_ defs: String, _ fill: String, _ said: [String]) {
    let reading = read(defs, fill: fill)
    #expect(reading.said == said)
    #expect(
      reading.style.fill
        == (fill.hasSuffix("red") ? .color(Color(red: 255, green: 0, blue: 0)) : .none))
  }

  /// What is wrong with a gradient that is painted all the same.
  static let flaws: [(String, [String])] = [
    ("href='#h'", ["warning svg.missing-reference 3:30"]),
    ("href='#g'", ["warning svg.cyclic-reference 3:30"]),
    ("href='#p'", ["warning svg.missing-reference 3:30"]),
    ("href='o.svg#a'", ["loss paint 3:1"]),
    ("gradientUnits='box'", ["warning svg.bad-value 3:39"]),
    ("spreadMethod='x'", ["warning svg.bad-value 3:38"]),
    ("x1='a'", ["warning svg.bad-length 3:28"]),
    ("gradientTransform='x'", ["warning svg.bad-transform 3:43"]),
  ]

  @Test(arguments: flaws) func flaw(_ attribute: String, _ said: [String]) {
    let reading = read(
      "<linearGradient id='g' \(attribute)>\(Self.two)</linearGradient><pattern id='p'/>")
    #expect(reading.said == said)
    #expect(reading.style.fill == .gradient(GradientID(0)))
  }
}
