import Geometry
import PathModel
import Testing

@Suite struct InkBoundsTests {
  func ink(_ path: String, _ change: (inout Style) -> Void = { _ in }) -> Rect? {
    var style = Style(stroke: .color(.black), strokeWidth: 2)
    change(&style)
    return Drawing(paths: [path], style: style).inkBounds()
  }

  func isClose(_ a: Rect?, _ b: Rect) -> Bool {
    guard let a else { return false }
    return [a.minX - b.minX, a.minY - b.minY, a.maxX - b.maxX, a.maxY - b.maxY]
      .allSatisfy { $0.magnitude < 1e-9 }
  }

  @Test func caps() {
    let line = "M0 0 L10 0"
    #expect(ink(line) == Rect(minX: 0, minY: -1, maxX: 10, maxY: 1))
    #expect(ink(line) { $0.cap = .round } == Rect(minX: -1, minY: -1, maxX: 11, maxY: 1))
    #expect(ink(line) { $0.cap = .square } == Rect(minX: -1, minY: -1, maxX: 11, maxY: 1))
    // A slanted square cap reaches farther than its half width.
    let r = 2.0.squareRoot()
    #expect(
      isClose(
        ink("M0 0 L10 10") { $0.cap = .square },
        Rect(minX: -r, minY: -r, maxX: 10 + r, maxY: 10 + r)))
    #expect(isClose(ink("M0 0 L3 4"), Rect(minX: -0.8, minY: -0.6, maxX: 3.8, maxY: 4.6)))
  }

  @Test func joins() {
    let corner = "M0 10 L0 0 L10 0"
    #expect(ink(corner) == Rect(minX: -1, minY: -1, maxX: 10, maxY: 10))
    #expect(ink(corner) { $0.join = .bevel } == Rect(minX: -1, minY: -1, maxX: 10, maxY: 10))
    // A spike whose miter is longer than the limit is beveled, else it reaches far.
    let spike = "M0 0 L10 1 L0 2"
    let slope = 0.1
    let reach = (1 + slope * slope).squareRoot() / slope
    #expect(
      isClose(
        ink(spike) { $0.miterLimit = 20 },
        Rect(
          minX: ink(spike)?.minX ?? 0, minY: ink(spike)?.minY ?? 0, maxX: 10 + reach,
          maxY: ink(spike)?.maxY ?? 0)))
    #expect((ink(spike)?.maxX ?? 99) < 10.2)
    #expect(ink(spike) { $0.join = .round }?.maxX == 11)
    // A closed path has a join at its start and no caps.
    let square = "M0 0 L10 0 L10 10 L0 10 Z"
    for join in Style.Join.allCases where join != .bevel {
      #expect(
        ink(square) {
          $0.join = join
          $0.cap = .square
        } == Rect(minX: -1, minY: -1, maxX: 11, maxY: 11))
    }
    #expect(
      isClose(
        ink("M5 0 L10 5 L5 10 L0 5 Z"),
        Rect(
          minX: -2.0.squareRoot(), minY: -2.0.squareRoot(), maxX: 10 + 2.0.squareRoot(),
          maxY: 10 + 2.0.squareRoot())))
  }

  @Test func curves() {
    var drawing = Drawing()
    let style = drawing.styleID(for: Style(stroke: .color(.black), strokeWidth: 2))
    drawing.appendPath(PathInfo(style: style)) { $0.ellipse(center: .zero, rx: 10, ry: 5) }
    #expect(drawing.inkBounds() == Rect(minX: -11, minY: -6, maxX: 11, maxY: 6))
    #expect(ink("M0 0 Q5 10 10 0")?.maxY == 6)
  }

  @Test func dots() {
    for dot in ["M5 5 L5 5", "M5 5 Z", "M5 5 C5 5 5 5 5 5"] {
      #expect(ink(dot) == nil)
      #expect(ink(dot) { $0.cap = .round } == Rect(minX: 4, minY: 4, maxX: 6, maxY: 6))
      #expect(ink(dot) { $0.cap = .square } == Rect(minX: 4, minY: 4, maxX: 6, maxY: 6))
    }
    #expect(ink("M5 5") { $0.cap = .round } == nil)
  }

  @Test func whatIsNotSeenDoesNotCount() {
    #expect(ink("M0 0 L10 0") { $0.stroke = .none } == nil)
    #expect(ink("M0 0 L10 0") { $0.strokeWidth = 0 } == nil)
    #expect(ink("M0 0 L10 0") { $0.strokeOpacity = 0 } == nil)
    #expect(ink("M0 0 L10 0") { $0.opacity = 0 } == nil)
    #expect(
      ink("M0 0 L10 0 L10 9") {
        $0.stroke = .none
        $0.fill = .color(.black)
      } == Rect(minX: 0, minY: 0, maxX: 10, maxY: 9))
    #expect(Drawing().inkBounds() == nil)
  }

  @Test func widthsOfPoints() {
    var drawing = Drawing(
      paths: ["M0 0 L10 0 L20 0"], style: Style(stroke: .color(.black), strokeWidth: 2))
    drawing.makeWidths()
    drawing.withMutableWidths { $0[2] = 8 }
    #expect(drawing.inkBounds() == Rect(minX: 0, minY: -4, maxX: 20, maxY: 4))
  }

  /// Every point of a densely dotted stroke lies inside, and the edges are reached.
  @Test func roundStrokesAgainstDots() throws {
    let path = "M0 0 C30 40 -20 40 10 0 L14 -3 L9 -6 Q0 -20 -4 -2"
    let style = Style(stroke: .color(.black), strokeWidth: 3, cap: .round, join: .round)
    let drawing = Drawing(paths: [path], style: style)
    let flat = Drawing(tablesOf: drawing)
    var lines = flat
    lines.appendPath(drawing.records[0].info) { builder in
      builder.appendFlattened(drawing[path: 0], tolerance: 1e-5)
    }
    var dots = Rect(Point(0, 0))
    for p in lines.points {
      dots = dots.union(Rect(minX: p.x - 1.5, minY: p.y - 1.5, maxX: p.x + 1.5, maxY: p.y + 1.5))
    }
    let rect = try #require(drawing.inkBounds())
    for (a, b) in [
      (rect.minX, dots.minX), (rect.minY, dots.minY), (rect.maxX, dots.maxX),
      (rect.maxY, dots.maxY),
    ] { #expect((a - b).magnitude < 1e-3, "\(rect) \(dots)") }
  }
}
