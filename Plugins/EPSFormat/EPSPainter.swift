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
  /// What the clips let through that were met so far.
  private var regions = EPSClipRegions()
  /// How many points all clip paths before each have, and all of them.
  private let pointsOfClips: [Int]
  /// What transparency has used of its limits.
  private var layeredPoints = 0
  private var layeredLooks = 0
  /// How many passages of gradients were written.
  var shadedPieces = 0
  /// How many tiles of patterns are painted.
  var tileCount = 0
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
    var pointsOfClips = [0]
    for path in drawing.clipPaths {
      pointsOfClips.append(pointsOfClips[pointsOfClips.count - 1] + Int(path.pointCount))
    }
    self.pointsOfClips = pointsOfClips
    var opacities: [Double] = []
    var groupRegions: [EPSClipRegion] = []
    // A parent stands before its children.
    for (row, group) in drawing.groups.enumerated() {
      let parent = Int(group.parent.index)
      // What a tile lies in doesn't count for what's painted with it.
      let isBase = row == 0 || tiles.rows[GroupID(UInt32(row))] != nil
      var region = isBase ? EPSClipRegion.everything : groupRegions[parent]
      if let clip = group.clip { region.cut(to: regions.region(of: clip, in: drawing)) }
      groupRegions.append(region)
      opacities.append(group.opacity * (isBase ? 1 : opacities[parent]))
    }
    self.opacities = opacities
    self.groupRegions = groupRegions
  }

  mutating func paintAll(to output: inout ByteSink, _ context: inout Context) {
    let rows = drawing.records.indices.filter { row in
      tiles.owners.isEmpty || tiles.owners[Int(drawing.records[row].info.group.index)] == nil
    }
    paint(rows, to: &output, &context)
  }

  /// Paints the tile of a pattern where it lies, from a state that isn't known.
  mutating func paintTile(
    _ pattern: Pattern, to output: inout ByteSink, _ context: inout Context
  ) {
    let outside = (state, openClips)
    (state, openClips) = (State(), [])
    paint(rows(of: pattern), to: &output, &context)
    (state, openClips) = outside
  }

  /// The paths of a pattern's tile.
  func rows(of pattern: Pattern) -> [Int] { tiles.rows[pattern.content] ?? [] }

  /// Paints paths, one over the other.
  private mutating func paint(
    _ rows: [Int], to output: inout ByteSink, _ context: inout Context
  ) {
    let layered = outerOpacity < 1 || drawing.hasTransparency
    var layers = EPSLayers(
      paper: colors.paper, points: layeredPoints, looks: layeredLooks,
      size: { [drawing, pointsOfClips] in drawing.size(of: $0, pointsOfClips) },
      hides: { [drawing] upper, lower in drawing.hides(upper, all: lower) })
    // The groups that are open and have an opacity of their own, from outside inward.
    var open: [Int] = []
    // Inside a pattern the opacity of what it fills counts as well.
    if outerOpacity < 1 { layers.begin(opacity: outerOpacity) }
    for row in rows {
      let group = Int(drawing.records[row].info.group.index)
      guard opacities[group] > 0 else { continue }
      let shape = shape(row, &context)
      guard !shape.items.isEmpty else { continue }
      guard layered else {
        paint(shape.items, to: &output, &context)
        continue
      }
      let wanted = translucentGroups(around: group)
      var common = 0
      while common < min(open.count, wanted.count), open[common] == wanted[common] { common += 1 }
      while open.count > common {
        open.removeLast()
        report(layers.end(), &context)
      }
      for group in wanted[common...] {
        open.append(group)
        layers.begin(opacity: drawing.groups[group].opacity)
      }
      // Fill and stroke of one path fade together.
      let isGroup = shape.opacity < 1 && shape.items.count > 1
      if isGroup { layers.begin(opacity: shape.opacity) }
      for var item in shape.items {
        if !isGroup { item.paint = item.paint.faded(by: shape.opacity) }
        if !layers.add(item) { report([item.row], &context) }
      }
      if isGroup { report(layers.end(), &context) }
    }
    while open.popLast() != nil { report(layers.end(), &context) }
    if outerOpacity < 1 { report(layers.end(), &context) }
    (layeredPoints, layeredLooks) = (layers.points, layers.looks)
    // The fill and the stroke of a path share its outline.
    var rest = layers.items[...]
    while let first = rest.first {
      let count = rest.prefix { $0.row == first.row && $0.region == first.region }.prefix(2).count
      paint(Array(rest.prefix(count)), to: &output, &context)
      rest = rest.dropFirst(count)
    }
    closeClips(downTo: 0, to: &output)
  }

  /// The groups around a path that have an opacity of their own, from outside inward.
  private func translucentGroups(around group: Int) -> [Int] {
    var groups: [Int] = []
    var row = group
    while true {
      if drawing.groups[row].opacity < 1 { groups.append(row) }
      if row == 0 || tiles.rows[GroupID(UInt32(row))] != nil { return groups.reversed() }
      row = Int(drawing.groups[row].parent.index)
    }
  }

  /// Says for which paths what lies under them isn't seen.
  private func report(_ rows: [Int], _ context: inout Context) {
    for row in rows {
      context.lose(
        "opacity", "eps.opacity-approximate",
        "a colour that isn't opaque lies over too much, or a gradient over another or a pattern: what "
          + "lies under it shows through only roughly",
        at: place(of: row))
    }
  }

  private func place(of row: Int) -> Diagnostic.Place? {
    let line = drawing.records[row].info.line
    return line == 0 ? nil : Diagnostic.Place(line: Int(line))
  }

  // MARK: One path

  /// What is painted of a path, in order, each with the opacity that it has by itself; and the opacity of
  /// the path as a whole.
  private mutating func shape(
    _ row: Int, _ context: inout Context
  ) -> (items: [EPSItem], opacity: Double) {
    let info = drawing.records[row].info
    let style = drawing.styles[Int(info.style.index)]
    guard style.opacity > 0 else { return ([], 0) }
    let width = style.strokeWidth
    let place = place(of: row)
    let fill = ink(style.fill, opacity: style.fillOpacity)
    var stroke: EPSPaint?
    if width > 0 && !EPSDashes(style).paintNothing {
      stroke = ink(style.stroke, opacity: style.strokeOpacity)
    }
    guard fill != nil || stroke != nil else { return ([], 0) }
    let region = region(of: info)
    guard !region.parts.isEmpty else { return ([], 0) }
    if region.isJoinedWrong {
      context.lose(
        "clip", "eps.clip-union",
        "a clip is made of too many paths that overlap or are cut themselves, which PostScript can't "
          + "join; what is cut away may be wrong", at: place)
    }
    let isOpaque = (fill?.isOpaque ?? true) && (stroke?.isOpaque ?? true)
    if !isOpaque || style.opacity < 1 || outerOpacity < 1
      || opacities[Int(info.group.index)] < 1
    {
      context.lose(
        "opacity", "eps.opacity",
        "PostScript has no transparency: the colour is blended with those that lie under it, and "
          + "with the paper's where nothing does", at: place)
    }
    let reach = width / 2 * max(1.5, style.miterLimit)
    let items = [(fill, false), (stroke, true)].compactMap { paint, isStroke in
      paint.map {
        EPSItem(
          row: row, isStroke: isStroke, paint: $0, region: region,
          bounds: area(row, reach: isStroke ? reach : 0),
          outlinePoints: Int(drawing.records[row].pointRange.count))
      }
    }
    return (style.strokeFirst ? items.reversed() : items, style.opacity)
  }

  /// Paints items of one path, all in the same region.
  private mutating func paint(
    _ items: [EPSItem], to output: inout ByteSink, _ context: inout Context
  ) {
    let row = items[0].row
    let style = drawing.style(ofPath: row)
    let width = style.strokeWidth
    // PostScript can't join regions, but painting opaquely once in each comes to the same.
    for part in items[0].region.parts {
      openClips(part, to: &output)
      if items.contains(where: \.isStroke) { set(style, width: width, to: &output) }
      // The first colour goes before the path: a path that is being made isn't interrupted needlessly.
      if case .flat(let tint) = items[0].paint { set(colors.color(tint), to: &output) }
      let dots = style.cap == .square && items.contains(where: \.isStroke)
      write(drawing[path: row], squareDots: dots, to: &output)
      for (i, item) in items.enumerated() {
        let isLast = i == items.count - 1
        switch item.paint {
        case .flat(let tint):
          set(colors.color(tint), to: &output)
          if !isLast { output.append("q ") }
          output.append(
            item.isStroke ? "s" : style.fillRule == .evenodd ? "e" : "f" as StaticString)
          output.append(isLast ? "\n" : " Q\n" as StaticString)
        case .gradient(let gradient, let tints):
          output.append("q ")
          output.append(
            item.isStroke ? "S" : style.fillRule == .evenodd ? "E" : "W" as StaticString)
          shade(
            gradient, tints, over: item.bounds, place(of: row), to: &output, &context)
          output.append(isLast ? "Q n\n" : "Q\n" as StaticString)
        case .pattern(let pattern, let opacity):
          output.append("q ")
          output.append(
            item.isStroke ? "S" : style.fillRule == .evenodd ? "E" : "W" as StaticString)
          output.append(UInt8(ascii: "\n"))
          fill(
            with: pattern, opacity: opacity, over: item.bounds, place(of: row), to: &output,
            &context)
          output.append(isLast ? "Q n\n" : "Q\n" as StaticString)
        }
      }
    }
  }

  /// What a paint comes to; nil when nothing is seen of it.
  private func ink(_ paint: Paint, opacity: Double) -> EPSPaint? {
    guard opacity > 0 else { return nil }
    func flat(_ color: Color) -> EPSPaint? {
      color.alpha > 0 ? .flat(EPSTint(color, opacity: opacity)) : nil
    }
    switch paint {
    case .none: return nil
    case .color(let color), .currentColor(let color): return flat(color)
    case .pattern(let id):
      if rows(of: drawing.patterns[Int(id.index)]).isEmpty { return nil }
      return .pattern(id, opacity: opacity)
    case .gradient(let id):
      let gradient = drawing.gradients[Int(id.index)]
      guard let last = gradient.stops.last else { return nil }
      // A gradient without extent is its last colour, as SVG has it.
      if gradient.stops.count == 1 || gradient.hasNoExtent { return flat(last.color) }
      if gradient.stops.allSatisfy({ $0.color.alpha == 0 }) { return nil }
      return .gradient(gradient, gradient.stops.map { EPSTint($0.color, opacity: opacity) })
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
    region.cut(to: regions.region(of: info.clip, in: drawing))
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
      switch step {
      case .paths(let rows):
        // Several paths count together: as one path, whose subpaths they are.
        for row in rows {
          write(drawing[clipPath: Int(row)], squareDots: false, to: &output)
        }
        let rule = drawing.clipPaths[Int(rows.lowerBound)].rule
        output.append(rule == .evenodd ? "E\n" : "W\n" as StaticString)
      case .outline(let row, let isStroke):
        let style = drawing.style(ofPath: Int(row))
        if isStroke { set(style, width: style.strokeWidth, to: &output) }
        write(
          drawing[path: Int(row)], squareDots: isStroke && style.cap == .square, to: &output)
        output.append(
          isStroke ? "S\n" : style.fillRule == .evenodd ? "E\n" : "W\n" as StaticString)
      }
    }
  }

  private mutating func closeClips(downTo count: Int, to output: inout ByteSink) {
    while openClips.count > count, let last = openClips.popLast() {
      output.append("Q\n")
      state = last.outside
    }
  }
}

extension Drawing {
  /// Whether anything may show through something.
  fileprivate var hasTransparency: Bool {
    func isClear(_ color: Color) -> Bool { color.alpha < 1 }
    func isClear(_ paint: Paint) -> Bool {
      switch paint {
      case .none, .pattern: false
      case .color(let color), .currentColor(let color): isClear(color)
      case .gradient(let id): gradients[Int(id.index)].stops.contains { isClear($0.color) }
      }
    }
    return groups.contains { $0.opacity < 1 }
      || styles.contains { style in
        style.opacity < 1 || style.fillOpacity < 1 || style.strokeOpacity < 1
          || isClear(style.fill) || isClear(style.stroke)
      }
  }

  /// Whether an item hides all that lies under another: it's filled and goes around it on all sides, and
  /// nothing cuts it which doesn't cut the other too.
  fileprivate func hides(_ item: EPSItem, all other: EPSItem) -> Bool {
    if case .pattern = item.paint { return false }
    guard !item.isStroke, item.paint.isOpaque,
      item.region == .everything || item.region == other.region,
      item.bounds.union(other.bounds) == item.bounds
    else { return false }
    return self[path: item.row].encloses(other.bounds, rule: style(ofPath: item.row).fillRule)
  }

  /// How many points are written for an item, a gradient's stops included; `pointsOfClips` are those of all
  /// clip paths before each.
  fileprivate func size(of item: EPSItem, _ pointsOfClips: [Int]) -> Int {
    var paint = item.outlinePoints
    if case .gradient(let gradient, _) = item.paint {
      paint += gradient.stops.count * (gradient.spread == .pad ? 4 : 64)
    }
    var count = 0
    for part in item.region.parts {
      count += paint
      for step in part {
        switch step {
        case .paths(let rows):
          count += pointsOfClips[Int(rows.upperBound)] - pointsOfClips[Int(rows.lowerBound)]
        case .outline(let row, _): count += Int(records[Int(row)].pointRange.count)
        }
      }
    }
    return count
  }
}
