import Geometry
import NumberText
import PathModel
import PluginKit

/// Paints a drawing's paths in order; keeps track of the graphics state, so that only what changes
/// is written.
struct EPSPainter {
  let drawing: Drawing
  let page: EPSPage
  /// The part of the page that can be seen, in points; nil when all can.
  let visible: Rect?
  let colors: EPSColors
  let precision: Int

  /// What PostScript's graphics state holds as far as it was written.
  struct State {
    var color: EPSColor?
    var width: Double?
    var cap: Style.Cap?
    var join: Style.Join?
    var miterLimit: Double?
    var dashes: EPSDashes?
  }

  var state = State()
  /// The clips that are in force, from outside inward, with the state outside of each.
  private var openClips: [(step: EPSClipStep, outside: State)] = []
  /// For each group, its opacity together with that of all groups around it.
  private let opacities: [Double]
  /// What the clip lets through that a path had last.
  private var lastRegion: (clip: ClipID, region: EPSClipRegion)?
  /// For each group, what its own clip and those of all groups around it let through together.
  private let groupRegions: [EPSClipRegion]
  /// The paths of each pattern's tile, by the group that they lie in.
  private let tiles: EPSTiles
  /// What the colours' opacity is multiplied with: inside a pattern, that of what it fills.
  var outerOpacity = 1.0
  /// The patterns whose content is being painted, from the outside inward.
  var openPatterns: [PatternID] = []
  /// How many patterns were painted so far, and how many of them inside of others.
  var patternCount = 0
  /// The tiles that are procedures already.
  var tileNames: [EPSTileKey: String] = [:]
  var innerPatternCount = 0

  init(_ drawing: Drawing, page: EPSPage, visible: Rect?, colors: EPSColors, precision: Int) {
    self.drawing = drawing
    self.page = page
    self.visible = visible
    self.colors = colors
    self.precision = precision
    tiles = EPSTiles(of: drawing)
    var opacities: [Double] = []
    var groupRegions: [EPSClipRegion] = []
    // A parent stands before its children.
    for (row, group) in drawing.groups.enumerated() {
      let parent = Int(group.parent.index)
      // What a tile lies in doesn't count for what's painted with it.
      let isBase = row == 0 || tiles.rows[GroupID(UInt32(row))] != nil
      var region = isBase ? EPSClipRegion.everything : groupRegions[parent]
      if let clip = group.clip { region.cut(to: drawing.region(of: clip)) }
      groupRegions.append(region)
      opacities.append(group.opacity * (isBase ? 1 : opacities[parent]))
    }
    self.opacities = opacities
    self.groupRegions = groupRegions
  }

  mutating func paintAll(to output: inout ByteSink, _ context: inout Context) {
    for row in drawing.records.indices {
      let group = Int(drawing.records[row].info.group.index)
      if tiles.owners.isEmpty || tiles.owners[group] == nil { paint(row, to: &output, &context) }
    }
    closeClips(downTo: 0, to: &output)
  }

  /// Paints the tile of a pattern where it lies, from a state that isn't known.
  mutating func paintTile(
    _ pattern: Pattern, to output: inout ByteSink, _ context: inout Context
  ) {
    let outside = (state, openClips)
    (state, openClips) = (State(), [])
    for row in rows(of: pattern) { paint(row, to: &output, &context) }
    closeClips(downTo: 0, to: &output)
    (state, openClips) = outside
  }

  /// The paths of a pattern's tile.
  func rows(of pattern: Pattern) -> [Int] { tiles.rows[pattern.content] ?? [] }

  // MARK: One path

  private mutating func paint(_ row: Int, to output: inout ByteSink, _ context: inout Context) {
    let info = drawing.records[row].info
    let style = drawing.styles[Int(info.style.index)]
    let opacity = style.opacity * opacities[Int(info.group.index)] * outerOpacity
    let width = strokeWidth(row, style)
    let place = info.line == 0 ? nil : Diagnostic.Place(line: Int(info.line))
    let fill = ink(style.fill, opacity: opacity * style.fillOpacity)
    var stroke: Ink?
    if width > 0 && !EPSDashes(style).paintNothing {
      stroke = ink(style.stroke, opacity: opacity * style.strokeOpacity)
    }
    guard fill != nil || stroke != nil else { return }
    let region = region(of: info)
    guard !region.parts.isEmpty else { return }
    if region.isJoinedWrong {
      context.lose(
        "clip", "eps.clip-union",
        "a clip is made of too many paths that overlap or are cut themselves, which PostScript can't "
          + "join; what is cut away may be wrong", at: place)
    }
    if (fill?.opacity ?? 1) < 1 || (stroke?.opacity ?? 1) < 1 {
      context.lose(
        "opacity", "eps.opacity",
        "PostScript has no transparency: the colour is blended with the paper's, and what lies "
          + "under it doesn't show through", at: place)
    }
    if stroke != nil { reportVaryingWidth(row, place, &context) }
    let paints: [(ink: Ink, isStroke: Bool)] =
      style.strokeFirst
      ? [stroke.map { ($0, true) }, fill.map { ($0, false) }].compactMap { $0 }
      : [fill.map { ($0, false) }, stroke.map { ($0, true) }].compactMap { $0 }
    // PostScript can't join regions, but painting opaquely once in each comes to the same.
    for part in region.parts {
      openClips(part, to: &output)
      if stroke != nil { set(style, width: width, to: &output) }
      paint(row, style, paints, width: width, place, to: &output, &context)
    }
  }

  /// Paints a path in the region that is in force.
  private mutating func paint(
    _ row: Int, _ style: Style, _ paints: [(ink: Ink, isStroke: Bool)], width: Double,
    _ place: Diagnostic.Place?, to output: inout ByteSink, _ context: inout Context
  ) {
    // The first colour goes before the path: a path that is being made isn't interrupted needlessly.
    if case .color(let color) = paints[0].ink.paint { set(color, to: &output) }
    let dots = style.cap == .square && paints.contains { $0.isStroke }
    write(drawing[path: row], squareDots: dots, to: &output)
    for (i, paint) in paints.enumerated() {
      let isLast = i == paints.count - 1
      switch paint.ink.paint {
      case .color(let color):
        set(color, to: &output)
        if !isLast { output.append("q ") }
        output.append(
          paint.isStroke ? "s" : style.fillRule == .evenodd ? "e" : "f" as StaticString)
        output.append(isLast ? "\n" : " Q\n" as StaticString)
      case .gradient(let gradient):
        output.append("q ")
        output.append(
          paint.isStroke ? "S" : style.fillRule == .evenodd ? "E" : "W" as StaticString)
        let reach = paint.isStroke ? width / 2 * max(1.5, style.miterLimit) : 0
        shade(
          gradient, opacity: paint.ink.opacityOfStops, over: area(row, reach: reach), place,
          to: &output, &context)
        output.append(isLast ? "Q n\n" : "Q\n" as StaticString)
      case .pattern(let pattern):
        output.append("q ")
        output.append(
          paint.isStroke ? "S" : style.fillRule == .evenodd ? "E" : "W" as StaticString)
        output.append(UInt8(ascii: "\n"))
        let reach = paint.isStroke ? width / 2 * max(1.5, style.miterLimit) : 0
        fill(
          with: pattern, opacity: paint.ink.opacityOfStops, over: area(row, reach: reach), place,
          to: &output, &context)
        output.append(isLast ? "Q n\n" : "Q\n" as StaticString)
      }
    }
  }

  /// What is painted, ready for PostScript.
  private struct Ink {
    enum Paint {
      case color(EPSColor)
      case gradient(Gradient)
      case pattern(PatternID)
    }
    let paint: Paint
    /// What the opacities of a gradient's stops or of a pattern's paths are multiplied with.
    let opacityOfStops: Double
    /// The least opacity anywhere in it.
    let opacity: Double
  }

  /// What a paint comes to; nil when nothing is seen of it.
  private func ink(_ paint: Paint, opacity: Double) -> Ink? {
    guard opacity > 0 else { return nil }
    func flat(_ color: Color) -> Ink? {
      guard color.alpha > 0 else { return nil }
      return Ink(
        paint: .color(colors.color(color, opacity: opacity)), opacityOfStops: 1,
        opacity: color.alpha * opacity)
    }
    switch paint {
    case .none: return nil
    case .color(let color), .currentColor(let color): return flat(color)
    case .pattern(let id):
      if rows(of: drawing.patterns[Int(id.index)]).isEmpty { return nil }
      // What of it isn't opaque is said where it's painted.
      return Ink(paint: .pattern(id), opacityOfStops: opacity, opacity: 1)
    case .gradient(let id):
      let gradient = drawing.gradients[Int(id.index)]
      guard let last = gradient.stops.last else { return nil }
      // A gradient without extent is its last colour, as SVG has it.
      if gradient.stops.count == 1 || gradient.hasNoExtent { return flat(last.color) }
      let least = gradient.stops.map(\.color.alpha).min() ?? 1
      if gradient.stops.allSatisfy({ $0.color.alpha == 0 }) { return nil }
      return Ink(
        paint: .gradient(gradient), opacityOfStops: opacity, opacity: least * opacity)
    }
  }

  /// The stroke's width in canvas units: the mean where it's given point by point.
  private func strokeWidth(_ row: Int, _ style: Style) -> Double {
    let widths = drawing[path: row].widths
    guard !widths.isEmpty else { return style.strokeWidth }
    var sum = 0.0
    for i in widths.indices { sum += widths[i] - widths[0] }
    return widths[0] + sum / Double(widths.count)
  }

  private func reportVaryingWidth(
    _ row: Int, _ place: Diagnostic.Place?, _ context: inout Context
  ) {
    let widths = drawing[path: row].widths
    for i in widths.indices where widths[i] != widths[0] {
      context.lose(
        "width", "eps.varying-width",
        "a stroke whose width changes along its path is written with its mean width", at: place)
      return
    }
  }

  /// The part of the canvas that a path's paint may cover, as far as it's seen.
  private func area(_ row: Int, reach: Double) -> Rect {
    let bounds = drawing[path: row].geometryBounds() ?? Rect(.zero)
    let area = Rect(
      minX: bounds.minX - reach, minY: bounds.minY - reach, maxX: bounds.maxX + reach,
      maxY: bounds.maxY + reach)
    guard visible != nil else { return area }
    let box = page.canvas.box
    let seen = Rect(
      minX: max(area.minX, box.minX), minY: max(area.minY, box.minY),
      maxX: min(area.maxX, box.maxX), maxY: min(area.maxY, box.maxY))
    return seen.minX <= seen.maxX && seen.minY <= seen.maxY ? seen : Rect(box.origin)
  }

  // MARK: Graphics state

  private mutating func set(_ color: EPSColor, to output: inout ByteSink) {
    guard state.color != color else { return }
    state.color = color
    output.append(color, asGray: color.isGray)
    output.append(color.isGray ? "g\n" : "r\n" as StaticString)
  }

  /// Sets what a stroke needs besides its colour.
  private mutating func set(_ style: Style, width: Double, to output: inout ByteSink) {
    let start = output.count
    if state.width != width {
      state.width = width
      output.append(short: width * page.scale)
      output.append(" w ")
    }
    if state.cap != style.cap {
      state.cap = style.cap
      output.append(style.cap == .butt ? "0 J " : style.cap == .round ? "1 J " : "2 J ")
    }
    if state.join != style.join {
      state.join = style.join
      output.append(style.join == .miter ? "0 j " : style.join == .round ? "1 j " : "2 j ")
    }
    if style.join == .miter && state.miterLimit != style.miterLimit {
      state.miterLimit = style.miterLimit
      output.append(short: style.miterLimit)
      output.append(" M ")
    }
    let dashes = EPSDashes(style)
    if state.dashes != dashes {
      state.dashes = dashes
      output.append(UInt8(ascii: "["))
      for (i, length) in dashes.lengths.enumerated() {
        // A long list is broken, since no line may be longer than 255 bytes.
        if i > 0 { output.append(i % 16 == 0 ? "\n" : " " as StaticString) }
        output.append(short: length * page.scale)
      }
      output.append("] ")
      output.append(short: dashes.offset * page.scale)
      output.append(" d ")
    }
    if output.count > start {
      output.truncate(to: output.count - 1)
      output.append(UInt8(ascii: "\n"))
    }
  }

  // MARK: Clips

  /// What all clips of a path let through.
  private mutating func region(of info: PathInfo) -> EPSClipRegion {
    var region = groupRegions[Int(info.group.index)]
    if info.clip == .none { return region }
    let own: EPSClipRegion
    if let last = lastRegion, last.clip == info.clip {
      own = last.region
    } else {
      own = drawing.region(of: info.clip)
      lastRegion = (info.clip, own)
    }
    region.cut(to: own)
    return region
  }

  /// Makes exactly these clips be in force.
  private mutating func openClips(_ wanted: [EPSClipStep], to output: inout ByteSink) {
    var common = 0
    while common < min(wanted.count, openClips.count), openClips[common].step == wanted[common] {
      common += 1
    }
    closeClips(downTo: common, to: &output)
    for step in wanted[common...] {
      openClips.append((step, state))
      output.append("q\n")
      // Several paths count together: as one path, whose subpaths they are.
      for row in step.paths {
        write(drawing[clipPath: Int(row)], squareDots: false, to: &output)
      }
      let rule = drawing.clipPaths[Int(step.paths.lowerBound)].rule
      output.append(rule == .evenodd ? "E\n" : "W\n" as StaticString)
    }
  }

  private mutating func closeClips(downTo count: Int, to output: inout ByteSink) {
    while openClips.count > count, let last = openClips.popLast() {
      output.append("Q\n")
      state = last.outside
    }
  }
}
