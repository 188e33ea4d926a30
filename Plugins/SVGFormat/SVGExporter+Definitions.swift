import NumberText
import PathModel
import PluginKit

// What paths and groups refer to: only what is used is written.

extension SVGWriter {
  /// Gives a name to every clip, gradient and pattern that something refers to.
  mutating func nameDefinitions() {
    if drawing.clips.isEmpty, drawing.gradients.isEmpty, drawing.patterns.isEmpty { return }
    names.reserve(drawing)
    var isUsed = [Bool](repeating: false, count: drawing.styles.count)
    var groupIsUsed = [Bool](repeating: false, count: drawing.groups.count)
    var clips = [Bool](repeating: false, count: drawing.clips.count)
    for record in drawing.records {
      isUsed[Int(record.info.style.index)] = true
      groupIsUsed[Int(record.info.group.index)] = true
      if record.info.clip != .none { clips[Int(record.info.clip.index)] = true }
    }
    for row in drawing.groups.indices.reversed() {
      // The root is always there.
      guard groupIsUsed[row] || row == 0 else { continue }
      groupIsUsed[Int(drawing.groups[row].parent.index)] = true
      if let clip = drawing.groups[row].clip { clips[Int(clip.index)] = true }
    }
    for row in clips.indices.reversed() where clips[row] {
      // What a clip needs stands before it.
      let clip = drawing.clips[row]
      if let parent = clip.parent { clips[Int(parent.index)] = true }
      for path in drawing.clipPaths(of: clip) where path.clip != .none {
        clips[Int(path.clip.index)] = true
      }
    }
    for row in clips.indices where clips[row] {
      clipNames[row] = names.take(reference: drawing.clips[row].id, orNew: "clip")
    }
    for (row, style) in drawing.styles.enumerated() where isUsed[row] {
      for paint in [style.fill, style.stroke] {
        switch paint {
        case .gradient(let id) where gradientNames[Int(id.index)] == nil:
          gradientNames[Int(id.index)] = names.take(
            reference: drawing.gradients[Int(id.index)].id, orNew: "gradient")
        case .pattern(let id) where patternNames[Int(id.index)] == nil:
          patternNames[Int(id.index)] = names.take(
            reference: drawing.patterns[Int(id.index)].id, orNew: "pattern")
        default: break
        }
      }
    }
    nameSharedStops()
  }

  /// Gives a name to every list of stops that several gradients have: one file often paints a
  /// thousand things with the same colours, each in its own place.
  private mutating func nameSharedStops() {
    var counts: [[Gradient.Stop]: Int] = [:]
    for (row, name) in gradientNames.enumerated() where name != nil {
      let stops = drawing.gradients[row].stops
      counts[stops, default: 0] += 1
      if counts[stops] == 2 { stopsNames[stops] = names.take(reference: nil, orNew: "stops") }
    }
  }

  /// Writes `<defs>` with everything that was named, if anything was.
  mutating func writeDefinitions(
    _ inherited: StyleAttributes.Values, to output: inout ByteSink, _ context: inout Context
  ) {
    guard
      clipNames.contains(where: { $0 != nil }) || gradientNames.contains(where: { $0 != nil })
        || patternNames.contains(where: { $0 != nil })
    else { return }
    breakLine(1, to: &output)
    output.append("<defs>")
    var written: Set<String> = []
    for (row, name) in gradientNames.enumerated() {
      guard let name else { continue }
      let gradient = drawing.gradients[row]
      if let shared = stopsNames[gradient.stops], written.insert(shared).inserted {
        breakLine(2, to: &output)
        start("linearGradient", shared, to: &output)
        writeStops(gradient.stops, inherited, endOf: "linearGradient", to: &output)
      }
      writeGradient(gradient, name, inherited, to: &output)
    }
    for (row, name) in clipNames.enumerated() {
      if let name { writeClip(drawing.clips[row], name, to: &output) }
    }
    for (row, name) in patternNames.enumerated() {
      if let name {
        writePattern(drawing.patterns[row], name, inherited, to: &output, &context)
      }
    }
    breakLine(1, to: &output)
    output.append("</defs>")
  }

  // MARK: Gradients

  private func writeGradient(
    _ gradient: Gradient, _ name: String, _ inherited: StyleAttributes.Values,
    to output: inout ByteSink
  ) {
    breakLine(2, to: &output)
    let element: StaticString
    switch gradient.shape {
    case .linear(let from, let to):
      element = "linearGradient"
      start(element, name, to: &output)
      // Always all four: SVG's own defaults are percentages.
      attribute(" x1=\"", from.x, to: &output)
      attribute(" y1=\"", from.y, to: &output)
      attribute(" x2=\"", to.x, to: &output)
      attribute(" y2=\"", to.y, to: &output)
    case .radial(let center, let radius, let focus, let focusRadius):
      element = "radialGradient"
      start(element, name, to: &output)
      attribute(" cx=\"", center.x, to: &output)
      attribute(" cy=\"", center.y, to: &output)
      attribute(" r=\"", radius, to: &output)
      if focus != center {
        attribute(" fx=\"", focus.x, to: &output)
        attribute(" fy=\"", focus.y, to: &output)
      }
      if focusRadius > 0 { attribute(" fr=\"", focusRadius, to: &output) }
    }
    output.append(" gradientUnits=\"userSpaceOnUse\"")
    transform(" gradientTransform=\"", gradient.transform, to: &output)
    if gradient.spread != .pad {
      output.append(" spreadMethod=\"")
      output.append(gradient.spread.rawValue)
      output.append(UInt8(ascii: "\""))
    }
    if let shared = stopsNames[gradient.stops] {
      output.append(" xlink:href=\"#")
      output.append(shared)
      output.append("\"/>")
    } else {
      writeStops(gradient.stops, inherited, endOf: element, to: &output)
    }
  }

  private func writeStops(
    _ stops: [Gradient.Stop], _ inherited: StyleAttributes.Values, endOf element: StaticString,
    to output: inout ByteSink
  ) {
    output.append(UInt8(ascii: ">"))
    for stop in stops {
      breakLine(3, to: &output)
      output.append("<stop offset=\"")
      output.append(stop.offset, precision: 6)
      output.append("\" stop-color=\"")
      if stop.isCurrentColor && styles.isCurrentColor(stop.color, in: inherited) {
        output.append("currentColor\"/>")
        continue
      }
      output.append(StyleAttributes.opaqueText(stop.color))
      output.append(UInt8(ascii: "\""))
      if stop.color.alpha < 1 {
        output.append(" stop-opacity=\"")
        output.append(stop.color.alpha, precision: 4)
        output.append(UInt8(ascii: "\""))
      }
      output.append("/>")
    }
    breakLine(2, to: &output)
    output.append("</")
    output.append(element)
    output.append(UInt8(ascii: ">"))
  }

  // MARK: Clips

  private func writeClip(_ clip: Clip, _ name: String, to output: inout ByteSink) {
    breakLine(2, to: &output)
    start("clipPath", name, to: &output)
    writeEffects(opacity: 1, clip: clip.parent, to: &output)
    output.append(UInt8(ascii: ">"))
    for row in Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount)) {
      let path = drawing.clipPaths[row]
      breakLine(3, to: &output)
      output.append("<path d=\"")
      data.write(drawing[clipPath: row], to: &output)
      output.append(UInt8(ascii: "\""))
      if path.rule == .evenodd { output.append(" clip-rule=\"evenodd\"") }
      writeEffects(opacity: 1, clip: path.clip == .none ? nil : path.clip, to: &output)
      output.append("/>")
    }
    breakLine(2, to: &output)
    output.append("</clipPath>")
  }

  // MARK: Patterns

  private mutating func writePattern(
    _ pattern: Pattern, _ name: String, _ inherited: StyleAttributes.Values,
    to output: inout ByteSink, _ context: inout Context
  ) {
    breakLine(2, to: &output)
    start("pattern", name, to: &output)
    attribute(" width=\"", pattern.tile.width, to: &output)
    attribute(" height=\"", pattern.tile.height, to: &output)
    output.append(" patternUnits=\"userSpaceOnUse\"")
    // The origin of a tile's content is its corner there.
    let map = Affine.translation(x: pattern.tile.minX, y: pattern.tile.minY)
      .then(pattern.transform)
    transform(" patternTransform=\"", map, to: &output)
    output.append(UInt8(ascii: ">"))
    // The tile's paths lie in canvas units like all others, so they are taken back into the
    // tile's own coordinates, which the pattern's transform then maps. A tile that is mapped to
    // nothing has nothing to show.
    if let back = map.inverted {
      let isMapped = map != .identity
      if isMapped {
        breakLine(3, to: &output)
        output.append("<g")
        transform(" transform=\"", back, to: &output)
        output.append(UInt8(ascii: ">"))
      }
      let content = drawing.groups[Int(pattern.content.index)]
      // The pattern itself stands for a group that says nothing.
      let isBare =
        content.attributes.isEmpty && content.opacity == 1 && content.clip == nil
        && !content.isLayer
      writePaths(
        inPattern: pattern.content, within: isBare ? pattern.content : content.parent, inherited,
        depth: isMapped ? 4 : 3, to: &output, &context)
      if isMapped {
        breakLine(3, to: &output)
        output.append("</g>")
      }
    }
    breakLine(2, to: &output)
    output.append("</pattern>")
  }

  // MARK: Attributes

  private func start(_ element: StaticString, _ name: String, to output: inout ByteSink) {
    output.append(UInt8(ascii: "<"))
    output.append(element)
    output.append(" id=\"")
    output.append(name)
    output.append(UInt8(ascii: "\""))
  }

  private func attribute(_ start: StaticString, _ value: Double, to output: inout ByteSink) {
    output.append(start)
    output.append(value, digits: 12)
    output.append(UInt8(ascii: "\""))
  }

  func transform(_ start: StaticString, _ map: Affine, to output: inout ByteSink) {
    guard map != .identity else { return }
    output.append(start)
    output.append("matrix(")
    for (i, value) in [map.a, map.b, map.c, map.d, map.tx, map.ty].enumerated() {
      if i > 0 { output.append(UInt8(ascii: " ")) }
      output.append(value, digits: 12)
    }
    output.append(")\"")
  }
}

extension Drawing {
  /// The paths that a clip is made of.
  func clipPaths(of clip: Clip) -> ArraySlice<ClipPath> {
    clipPaths[Int(clip.firstPath)..<(Int(clip.firstPath) + Int(clip.pathCount))]
  }
}
