import PathModel
import PluginKit

/// A drawing with a bit of everything that both SVG and EPS can show, different for each seed.
func randomDrawing(seed: UInt64) -> Drawing {
  var random = SeededGenerator(seed: seed)
  var drawing = Drawing()
  let canvas = Canvas(
    box: Rect(x: random.signed() * 50, y: random.signed() * 50, width: 200, height: 150),
    pixelsPerUnit: random.uniform(0.2, 3))
  drawing.canvas = canvas
  func point() -> Point {
    Point(
      random.uniform(canvas.box.minX - 20, canvas.box.maxX + 20),
      random.uniform(canvas.box.minY - 10, canvas.box.maxY + 10))
  }
  func color() -> Color {
    Color(
      red: UInt8(random.next() & 255), green: UInt8(random.next() & 255),
      blue: UInt8(random.next() & 255))
  }
  func pick<Value>(_ values: [Value]) -> Value {
    values[Int(random.next() % UInt64(values.count))]
  }
  // Not repeated ones: rsvg-convert smooths the jump from one period to the next.
  for spread in [Gradient.Spread.pad, .reflect] {
    let stops = (0...3).map { Gradient.Stop(offset: Double($0) / 3, color: color()) }
    let map = Affine(
      a: random.uniform(0.5, 1.5), b: random.signed() * 0.3, c: random.signed() * 0.3,
      d: random.uniform(0.5, 1.5), tx: 0, ty: 0)
    let center = canvas.box.center
    drawing.gradients += [
      Gradient(
        .linear(from: center, to: center + Point(random.uniform(15, 90), random.signed() * 40)),
        transform: map, spread: spread, stops: stops),
      Gradient(
        .radial(
          center: center, radius: random.uniform(20, 90),
          focus: center + Point(random.signed() * 12, random.signed() * 12), focusRadius: 0),
        transform: map, spread: spread, stops: stops),
    ]
  }
  drawing.appendClipPath(rule: pick(FillRule.allCases)) { builder in
    builder.move(to: point())
    for _ in 0..<4 { builder.line(to: point()) }
    builder.quad(point(), to: point())
    builder.close()
  }
  let clip = drawing.addClip(fromPath: 0)
  let groups = [GroupID.root, drawing.addGroup(Group(clip: clip)), drawing.addGroup(Group())]
  for group in groups {
    for _ in 0..<4 {
      var style = Style(
        fillRule: pick(FillRule.allCases), strokeWidth: random.uniform(0.5, 12),
        cap: pick(Style.Cap.allCases), join: pick(Style.Join.allCases),
        miterLimit: random.uniform(1, 12), strokeFirst: pick([true, false]))
      style.fill = pick([
        .none, .color(color()), .gradient(GradientID(UInt32(random.next() % 4))),
      ])
      style.stroke = pick([
        .none, .color(color()), .color(color()), .gradient(GradientID(UInt32(random.next() % 4))),
      ])
      if pick([true, false]) {
        style.dashes = [random.uniform(3, 30), random.uniform(3, 30), random.uniform(3, 30)]
        style.dashOffset = random.signed() * 30
      }
      let id = drawing.styleID(for: style)
      drawing.appendPath(PathInfo(group: group, style: id)) { builder in
        for _ in 0...(random.next() % 2) {
          builder.move(to: point())
          for _ in 0..<(1 + random.next() % 4) {
            switch random.next() % 3 {
            case 0: builder.line(to: point())
            case 1: builder.quad(point(), to: point())
            default: builder.cubic(point(), point(), to: point())
            }
          }
          if pick([true, false]) { builder.close() }
        }
      }
    }
  }
  return drawing
}

/// Shapes, strokes, a gradient that fades out and groups, most of them not opaque, over each other.
func randomGlass(seed: UInt64) -> Drawing {
  var random = SeededGenerator(seed: seed &+ 1000)
  var drawing = Drawing()
  drawing.canvas = Canvas(box: Rect(x: 0, y: 0, width: 200, height: 150))
  func color(_ alpha: Double) -> Color {
    var color = Color(
      red: UInt8(random.next() & 255), green: UInt8(random.next() & 255),
      blue: UInt8(random.next() & 255))
    color.alpha = alpha
    return color
  }
  func alpha() -> Double { [1, 1, 0.8, 0.5, 0.3][Int(random.next() % 5)] }
  drawing.gradients = [
    Gradient(
      .linear(from: Point(20, 20), to: Point(180, 120)),
      stops: [
        Gradient.Stop(offset: 0.1, color: color(0.9)),
        Gradient.Stop(offset: 0.5, color: color(0.4)),
        Gradient.Stop(offset: 0.9, color: color(0)),
      ])
  ]
  let outer = drawing.addGroup(Group(opacity: 0.7))
  let inner = drawing.addGroup(Group(parent: outer, opacity: 0.6))
  let last = drawing.addGroup(Group(opacity: 0.5))
  for group in [GroupID.root, outer, inner, last] {
    for n in 0..<2 {
      var style = Style(
        fill: .color(color(alpha())), fillOpacity: alpha(), strokeOpacity: alpha(),
        strokeWidth: random.uniform(2, 14), opacity: alpha(), strokeFirst: random.next() & 1 == 0)
      if random.next() % 3 == 0 { style.stroke = .color(color(alpha())) }
      // One gradient lies over flat colours alone.
      if group == .root && n == 1 {
        style.fill = .gradient(GradientID(0))
        style.stroke = .none
      }
      let center = Point(random.uniform(50, 150), random.uniform(40, 110))
      let size = Point(random.uniform(15, 60), random.uniform(15, 50))
      drawing.appendPath(PathInfo(group: group, style: drawing.styleID(for: style))) { builder in
        if random.next() & 1 == 0 {
          builder.move(to: center - size)
          builder.line(to: Point(center.x + size.x, center.y - size.y))
          builder.line(to: center + size)
          builder.line(to: Point(center.x - size.x, center.y + size.y))
        } else {
          builder.move(to: Point(center.x - size.x, center.y))
          builder.cubic(
            Point(center.x - size.x, center.y - size.y),
            Point(center.x + size.x, center.y - size.y),
            to: Point(center.x + size.x, center.y))
          builder.quad(
            Point(center.x, center.y + 2 * size.y), to: Point(center.x - size.x, center.y))
        }
        builder.close()
      }
    }
  }
  drawing.assignKeys()
  return drawing
}
