import Geometry
import PathModel
import PluginKit

/// One run of the stage: which paths are hatched, with what ink, and as what parts.
struct Hatching {
  private let stage: Hatch
  private let canvas: Canvas?
  private let fallback: Rect
  private let background: PageBackground?
  /// What lies below all that comes next.
  private var page: Color
  private var inks: [StyleID: HatchInk?] = [:]
  private var names = HatchNames()
  private var hatcher = Hatcher()

  init(_ stage: Hatch, _ drawing: borrowing Drawing) {
    self.stage = stage
    canvas = drawing.canvas
    fallback = drawing.squareForPercent()
    background = stage.background == .draw ? nil : drawing.canvas.map { PageBackground($0.box) }
    page = stage.paper?.color ?? .white
  }

  /// The drawing with its fills hatched.
  mutating func hatched(
    _ drawing: borrowing Drawing, _ context: borrowing Context
  ) throws(ComponentError) -> Drawing {
    var result = Drawing(tablesOf: drawing)
    let tiles = drawing.groupsOfTiles()
    let limit = context.limits.points(after: drawing.points.count)
    for row in 0..<drawing.pathCount {
      let info = drawing.records[row].info
      let isTile = !tiles.isEmpty && tiles[Int(info.group.index)]
      if !isTile, !takesAsPage(drawing[path: row], drawing.style(ofPath: row)),
        let ink = ink(for: info.style, &result)
      {
        hatcher.limit = limit - result.points.count
        try add(drawing[path: row], drawing.style(ofPath: row), ink, to: &result, context)
      } else {
        result.appendPath(info) { builder in builder.append(drawing[path: row]) }
      }
      guard result.points.count <= limit else {
        throw Hatcher.tooMany(info.line)
      }
    }
    return result
  }

  /// Whether a path colours the page and stays; then it's what comes next is drawn on.
  private mutating func takesAsPage(_ path: PathView, _ style: Style) -> Bool {
    guard let background, style.hasVisibleFill, let color = style.fill.color,
      path.points.count <= 16, path.subpathCount == 1, background.covers(path.points)
    else { return false }
    guard stage.background == .skip || HatchTone.isPale(color) else { return false }
    let opacity = color.alpha * style.fillOpacity * style.opacity
    if stage.paper == nil && opacity > 0.5 && color != page {
      page = color
      page.alpha = 1
      inks.removeAll()
    }
    return true
  }

  /// What a style's fill is hatched with; nil when it stays.
  private mutating func ink(for row: StyleID, _ drawing: inout Drawing) -> HatchInk? {
    if let known = inks[row] { return known }
    let ink = makeInk(drawing.styles[Int(row.index)], &drawing)
    inks[row] = .some(ink)
    return ink
  }

  private func makeInk(_ style: Style, _ drawing: inout Drawing) -> HatchInk? {
    guard style.hasVisibleFill else { return nil }
    let colors = HatchTone.colors(style.fill, drawing.gradients)
    // A pattern is a texture already, and what can't be told from the paper stays opaque.
    guard !colors.isEmpty, !colors.allSatisfy({ HatchTone.isSame($0, page) }) else { return nil }
    let count = Double(colors.count)
    let lightness = colors.reduce(0) { $0 + HatchTone.lightness($1) } / count
    let alpha = colors.reduce(0) { $0 + $1.alpha } / count
    let opacity = style.fillOpacity * style.opacity
    let brightness = colors.reduce(0) {
      max($0, HatchTone.brightness($1, on: page, opacity: opacity))
    }
    guard stage.darkerThan == 1 || brightness < stage.darkerThan else { return nil }

    let side = canvas?.box ?? fallback
    // Of a hairline nobody could see a hatch.
    let hasPen = style.hasVisibleStroke && style.strokeWidth >= 0.0025 * side.shorterSide
    let pen = hasPen ? style.strokeWidth : 0.0075 * side.shorterSide
    func units(_ length: Length) -> Double {
      length.resolved(canvas: canvas, strokeWidth: pen, fallback: fallback)
    }
    let manner = HatchPen.Manner(
      style: stage.style, variation: stage.variation, overrun: units(stage.overrun),
      weight: units(stage.weight ?? Length(stage.style == .dots ? 1.2 : 0.6, .sw)),
      dash: units(stage.dash), space: units(stage.dashGap),
      tooth: stage.style == .zigzagLine ? units(stage.zigzagOffset ?? stage.gap) : 0)

    var base = style
    var groupOpacity: Double?
    let hasOutline = style.hasVisibleStroke ? stage.keepOutline : stage.drawOutline
    let paper = stage.paper ?? .color(page)
    if style.opacity < 1 && (hasOutline || paper.isVisible) {
      // What all parts have in common is their group's, or the lower ones would show through.
      groupOpacity = style.opacity
      base.opacity = 1
    }
    var ink = HatchInk(
      // The teeth of a line stand between it and the next.
      gap: (units(stage.gap) + manner.tooth) * HatchTone.gapFactor(lightness, tone: stage.tone),
      inset: units(stage.inset), manner: manner, solid: StyleID(0), paper: nil,
      lines: StyleID(0), outline: nil, groupOpacity: groupOpacity)
    var solid = base
    solid.stroke = .none
    if let color = stage.color { solid.fill = .color(color) }
    ink.solid = drawing.styleID(for: solid)
    var lines = base
    lines.fill = .none
    lines.stroke =
      stage.color.map { .color($0) } ?? self.ink(for: style, page, &drawing.gradients)
    lines.strokeOpacity = style.fillOpacity
    lines.strokeWidth = manner.weight
    (lines.cap, lines.join, lines.miterLimit) = (.round, .round, 4)
    (lines.dashes, lines.dashOffset, lines.strokeFirst) = ([], 0, false)
    (lines.fillOpacity, lines.fillRule) = (1, .nonzero)
    ink.lines = drawing.styleID(for: lines)
    if paper.isVisible {
      // As opaque as the fill was: a veil stays one.
      var below = base
      below.fill = paper
      below.fillOpacity = style.fillOpacity * alpha
      below.stroke = .none
      ink.paper = drawing.styleID(for: below)
    }
    if hasOutline {
      // What has no stroke of its own is drawn with the pen that draws the lines, only wider.
      var outline = style.hasVisibleStroke ? base : lines
      if !style.hasVisibleStroke { outline.strokeWidth = pen }
      outline.fill = .none
      ink.outline = drawing.styleID(for: outline)
    }
    return ink
  }

  /// What a fill's lines are painted with: the fill, or what can be seen on the paper.
  private func ink(for style: Style, _ page: Color, _ gradients: inout [Gradient]) -> Paint {
    guard stage.contrast > 0 else { return style.fill }
    let contrast = InkContrast(on: stage.paper?.color ?? page, least: stage.contrast)
    func ink(_ color: Color) -> Color {
      contrast.ink(for: color, opacity: style.fillOpacity * style.opacity)
    }
    switch style.fill {
    case .none, .pattern: return style.fill
    case .color(let color), .currentColor(let color):
      return ink(color) == color ? style.fill : .color(ink(color))
    case .gradient(let id):
      var gradient = gradients[Int(id.index)]
      for i in gradient.stops.indices {
        let color = gradient.stops[i].color
        guard ink(color) != color else { continue }
        gradient.stops[i].color = ink(color)
        gradient.stops[i].isCurrentColor = false
      }
      guard gradient != gradients[Int(id.index)] else { return style.fill }
      gradients.append(gradient)
      return .gradient(GradientID(UInt32(gradients.count - 1)))
    }
  }

  /// Adds the parts of one path.
  private mutating func add(
    _ path: PathView, _ style: Style, _ ink: HatchInk, to result: inout Drawing,
    _ context: borrowing Context
  ) throws(ComponentError) {
    var info = path.info
    try hatcher.hatch(path, rule: style.fillRule, ink, stage, context)
    guard !hatcher.isEmpty else {
      // Nothing is inside but what stays filled.
      result.appendPath(info) { builder in builder.append(path) }
      return
    }
    if let opacity = ink.groupOpacity {
      info.group = result.addGroup(Group(parent: info.group, opacity: opacity))
    }
    var isLowest = true
    func add(
      _ part: HatchNames.Part, _ row: StyleID, _ names: inout HatchNames,
      _ write: (inout PathBuilder) -> Void
    ) {
      var partInfo = info
      partInfo.style = row
      partInfo.attributes = names.names(
        of: part, isLowest: isLowest, info.attributes, in: &result)
      partInfo.key = HatchNames.key(of: part, isLowest: isLowest, info.key)
      result.appendPath(partInfo, write)
      isLowest = false
    }
    func addOutline(_ names: inout HatchNames) {
      guard let outline = ink.outline else { return }
      add(.outline, outline, &names) { builder in
        // A line that was there stays; one that's drawn now goes where there's an edge.
        if style.hasVisibleStroke || style.fillRule != .nonzero {
          builder.append(path)
        } else {
          Boundary(of: path).write(path, into: &builder)
        }
      }
    }
    if let paper = ink.paper { add(.paper, paper, &names) { $0.append(path) } }
    if style.strokeFirst { addOutline(&names) }
    let lines = hatcher.pen
    if hatcher.hasSolid {
      let solid = hatcher.solid
      add(.solid, ink.solid, &names) { $0.append(path, where: solid) }
    }
    add(.lines, ink.lines, &names) { lines.write(into: &$0) }
    if !style.strokeFirst { addOutline(&names) }
  }
}
