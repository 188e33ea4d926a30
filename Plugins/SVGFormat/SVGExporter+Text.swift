import NumberText
import PathModel
import PluginKit

// Text that is kept: the element `text` in place of its outlines.

extension SVGWriter {
  /// Finds the texts that can be written as text, and says how many can't.
  mutating func findKeptTexts(_ context: inout Context) {
    guard drawing.groups.contains(where: \.keepsText) else { return }
    let paths = drawing.pathsOfTexts()
    var outlined = 0
    for (row, group) in drawing.groups.enumerated() {
      guard let text = group.text, text.isKept else { continue }
      guard var kept = KeptText(text, paths[row], of: drawing) else {
        if paths[row] != nil { outlined += 1 }
        continue
      }
      var known: [String: String] = [:]
      for (i, along) in text.alongs.enumerated() {
        // Mostly it's the same path as before, and comparing a text with itself takes no time.
        if i > 0, text.alongs[i - 1].path == along.path {
          kept.pathNames.append(kept.pathNames[i - 1])
          continue
        }
        let name = known[along.path] ?? names.take(reference: nil, orNew: "line")
        known[along.path] = name
        kept.pathNames.append(name)
      }
      keptTexts[row] = kept
    }
    if outlined > 0 {
      context.warn(
        "svg.outlined-text",
        "\(outlined) \(outlined == 1 ? "text is" : "texts are") written as outlines: a stage changed the "
          + "letters' shapes, or they are painted as text can't be")
    }
  }

  /// Writes the element `text` for a group.
  mutating func writeText(
    _ kept: KeptText, of id: GroupID, _ inherited: StyleAttributes.Values, depth: Int,
    to output: inout ByteSink, _ context: inout Context
  ) {
    let group = drawing.groups[Int(id.index)]
    breakLine(depth, to: &output)
    writeLines(kept, to: &output)
    // What it's cut to lies outside its own coordinates.
    let isCutOutside = kept.transform != nil && group.clip != nil
    if isCutOutside {
      output.append("<g")
      writeEffects(opacity: 1, clip: group.clip, to: &output)
      output.append(UInt8(ascii: ">"))
    }
    output.append("<text")
    var attributes = group.attributes
    // They are there.
    if attributes.label == kept.text.words { attributes.label = nil }
    if attributes.description == kept.text.words { attributes.description = nil }
    writeNames(attributes, isLayer: group.isLayer, to: &output, &context)
    writeEffects(opacity: group.opacity, clip: isCutOutside ? nil : group.clip, to: &output)
    if let transform = kept.transform { self.transform(" transform=\"", transform, to: &output) }
    var values = inherited
    styles.write(group: id, inherited: &values, to: &output)
    if kept.keepsSpace { output.append(" xml:space=\"preserve\"") }
    if kept.text.isVertical { output.append(" writing-mode=\"tb\"") }
    writeContent(kept, attributes, values, to: &output, &context)
    if isCutOutside { output.append("</g>") }
  }

  /// Writes the paths along which parts of it run.
  private func writeLines(_ kept: KeptText, to output: inout ByteSink) {
    guard !kept.pathNames.isEmpty else { return }
    output.append("<defs>")
    var written: Set<String> = []
    for (along, name) in zip(kept.text.alongs, kept.pathNames)
    where written.insert(name).inserted {
      var path = Drawing()
      path.appendPath(PathInfo()) { builder in
        builder.append(text: along.path)
        _ = builder.mapPoints(from: 0, by: kept.map, limit: coordinateLimit)
      }
      output.append("<path id=\"")
      output.append(name)
      output.append("\" d=\"")
      if path.pathCount > 0, path.isFinite { data.write(path[path: 0], to: &output) }
      output.append("\"/>")
    }
    output.append("</defs>")
  }

  /// Writes the rest of the tag, what stands in the element, and its end.
  private mutating func writeContent(
    _ kept: KeptText, _ names: Attributes, _ inherited: StyleAttributes.Values,
    to output: inout ByteSink, _ context: inout Context
  ) {
    let text = kept.text
    let ranges = kept.ranges
    var open: [(span: Int, values: StyleAttributes.Values, isPath: Bool)] = []
    var fitted: Set<Range<Int>> = []
    /// Begins an element, all but the end of its tag.
    func begin(_ span: Int, at character: Int) {
      let outer = open.last?.values ?? inherited
      let along = span == 0 ? nil : kept.alongOfSpan[span]
      if span != 0 {
        if let along {
          output.append("<textPath xlink:href=\"#")
          output.append(kept.pathNames[along])
          output.append(UInt8(ascii: "\""))
          if text.alongs[along].start != 0 {
            number(" startOffset=\"", text.alongs[along].start * kept.scale, &output)
          }
          if text.alongs[along].isReversed { output.append(" side=\"right\"") }
        } else {
          output.append("<tspan")
        }
      }
      if let row = kept.named[span] {
        let id = drawing.records[row].info.attributes
        writeNames(drawing.attributes[Int(id.index)], isLayer: false, to: &output, &context)
      }
      var values = outer
      if let row = kept.looks[span] {
        let style = drawing.records[row].info.style
        styles.write(style, inherited: outer, to: &output)
        values = styles.values(of: style, inherited: outer)
        let opacity = drawing.style(ofPath: row).opacity
        writeEffects(opacity: opacity, clip: nil, to: &output)
      }
      writeFont(kept, span, to: &output, &context)
      let range = ranges[span]
      if let row = kept.fittingOfRange[range], fitted.insert(range).inserted {
        let fitting = text.fittings[row]
        number(" textLength=\"", fitting.length * kept.scale, &output)
        if fitting.stretches { output.append(" lengthAdjust=\"spacingAndGlyphs\"") }
      }
      open.append((span, values, along != nil))
    }
    func end() {
      guard let last = open.popLast() else { return }
      output.append(last.span == 0 ? "</text>" : last.isPath ? "</textPath>" : "</tspan>")
    }
    func endTag(_ span: Int) {
      output.append(UInt8(ascii: ">"))
      if span == 0 { writeWords(of: names, to: &output, &context) }
    }
    begin(0, at: 0)
    var isTagOpen = true
    for piece in kept.pieces {
      var chain: [Int] = []
      var span: Int? = piece.span
      while let row = span, !open.contains(where: { $0.span == row }) {
        chain.append(row)
        span = text.spans[row].parent
      }
      while let last = open.last, last.span != span {
        if isTagOpen { endTag(last.span) }
        isTagOpen = false
        end()
      }
      for row in chain.reversed() {
        if isTagOpen, let last = open.last { endTag(last.span) }
        begin(row, at: piece.range.lowerBound)
        isTagOpen = true
      }
      let places = kept.places(of: piece.range)
      var isOwn = false
      if isTagOpen {
        write(places, kept, to: &output)
        endTag(piece.span)
        isTagOpen = false
      } else if !places.isEmpty {
        output.append("<tspan")
        write(places, kept, to: &output)
        output.append(UInt8(ascii: ">"))
        isOwn = true
      }
      var scalars = String.UnicodeScalarView()
      for character in text.characters[piece.range] {
        if let scalar = Unicode.Scalar(character) { scalars.append(scalar) }
      }
      output.appendEscaped(String(scalars), inAttribute: false, &context)
      if isOwn { output.append("</tspan>") }
    }
    if isTagOpen, let last = open.last { endTag(last.span) }
    while !open.isEmpty { end() }
  }

  /// The title and the description, without white space around them.
  private func writeWords(
    of names: Attributes, to output: inout ByteSink, _ context: inout Context
  ) {
    if let title = names.title {
      output.append("<title>")
      output.appendEscaped(title, inAttribute: false, &context)
      output.append("</title>")
    }
    if let description = names.description {
      output.append("<desc>")
      output.appendEscaped(description, inAttribute: false, &context)
      output.append("</desc>")
    }
  }

  private func write(_ places: KeptText.Places, _ kept: KeptText, to output: inout ByteSink) {
    func list(_ start: StaticString, _ values: [Double]) {
      guard !values.isEmpty else { return }
      output.append(start)
      for (i, value) in values.enumerated() {
        if i > 0 { output.append(UInt8(ascii: " ")) }
        output.append(value, precision: precision)
      }
      output.append(UInt8(ascii: "\""))
    }
    list(" x=\"", places.x.map(kept.x))
    list(" y=\"", places.y.map(kept.y))
    list(" dx=\"", places.dx.map { $0 * kept.scale })
    list(" dy=\"", places.dy.map { $0 * kept.scale })
    list(" rotate=\"", places.rotation)
  }

  private func number(_ start: StaticString, _ value: Double, _ output: inout ByteSink) {
    output.append(start)
    output.append(value, digits: 7)
    output.append(UInt8(ascii: "\""))
  }

  /// Writes what an element says of its font that the one around it doesn't.
  private func writeFont(
    _ kept: KeptText, _ row: Int, to output: inout ByteSink, _ context: inout Context
  ) {
    let span = kept.text.spans[row]
    let outer = span.parent.map { kept.text.spans[$0] }
    let usual = outer ?? Text.Span()
    func word(_ name: String, _ value: String) { output.appendAttribute(name, value, &context) }
    if span.families != usual.families {
      let names = span.families.map { family in
        KeptText.isWord(family) ? family : "'" + family.filter { $0 != "'" } + "'"
      }
      word("font-family", names.isEmpty ? "initial" : names.joined(separator: ", "))
    }
    if outer == nil || span.size != usual.size {
      number(" font-size=\"", span.size * kept.scale, &output)
    }
    if span.weight != usual.weight {
      if span.weight == 400 || span.weight == 700 {
        word("font-weight", span.weight == 400 ? "normal" : "bold")
      } else {
        number(" font-weight=\"", span.weight, &output)
      }
    }
    if span.slant != usual.slant {
      word("font-style", span.slant == .upright ? "normal" : span.slant.rawValue)
    }
    if span.width != usual.width {
      let known = SVGTextProperties.widths.first { $0.value == span.width }?.key
      word("font-stretch", known ?? "\(span.width)%")
    }
    if span.hasSmallCapitals != usual.hasSmallCapitals {
      word("font-variant", span.hasSmallCapitals ? "small-caps" : "normal")
    }
    if span.features != usual.features {
      let list = span.features.map { "'\($0.letters)' \($0.value)" }
      word(
        "style",
        "font-feature-settings:" + (list.isEmpty ? "normal" : list.joined(separator: ",")))
    }
    if span.language != usual.language { word("xml:lang", span.language) }
    if span.letterSpacing != usual.letterSpacing {
      number(" letter-spacing=\"", span.letterSpacing * kept.scale, &output)
    }
    if span.wordSpacing != usual.wordSpacing {
      number(" word-spacing=\"", span.wordSpacing * kept.scale, &output)
    }
    if span.anchor != usual.anchor { word("text-anchor", span.anchor.rawValue) }
    if span.isRightToLeft != usual.isRightToLeft {
      word("direction", span.isRightToLeft ? "rtl" : "ltr")
    }
    if span.bidi != .normal { word("unicode-bidi", span.bidi.rawValue) }
    if span.dominantBaseline != usual.dominantBaseline {
      word("dominant-baseline", span.dominantBaseline.rawValue)
    }
    if let baseline = span.alignmentBaseline { word("alignment-baseline", baseline.rawValue) }
    let rise = span.rise - (outer?.rise ?? 0)
    if rise != 0 { number(" baseline-shift=\"", rise * kept.scale, &output) }
    if !span.lines.isEmpty {
      let lines: [(Text.Lines, String)] = [
        (.under, "underline"), (.over, "overline"), (.through, "line-through"),
      ]
      word(
        "text-decoration",
        lines.filter { span.lines.contains($0.0) }.map(\.1).joined(separator: " "))
    }
    if span.isHidden != usual.isHidden { word("visibility", span.isHidden ? "hidden" : "visible") }
  }
}

extension KeptText {
  /// What is said of the places of some characters, as lists that begin with the first of them.
  struct Places {
    var x: [Double] = []
    var y: [Double] = []
    var dx: [Double] = []
    var dy: [Double] = []
    var rotation: [Double] = []

    var isEmpty: Bool {
      x.isEmpty && y.isEmpty && dx.isEmpty && dy.isEmpty && rotation.isEmpty
    }
  }

  func places(of range: Range<Int>) -> Places {
    var places = Places()
    // Where nothing is said, it begins at its origin.
    if range.lowerBound == 0, origin != .zero, !beginsAlong {
      if text.position(0).x == nil { places.x.append(0) }
      if text.position(0).y == nil { places.y.append(0) }
    }
    guard !text.positions.isEmpty else { return places }
    for position in text.positions[range] {
      if let x = position.x, places.x.count == places.dx.count { places.x.append(x) }
      if let y = position.y, places.y.count == places.dx.count { places.y.append(y) }
      places.dx.append(position.dx)
      places.dy.append(position.dy)
      if let rotation = position.rotation { places.rotation.append(rotation) }
    }
    while places.dx.last == 0 { places.dx.removeLast() }
    while places.dy.last == 0 { places.dy.removeLast() }
    // The last one counts for all that follow.
    while let last = places.rotation.last, places.rotation.dropLast().last == last {
      places.rotation.removeLast()
    }
    return places
  }

  /// The characters of each element and of those in it.
  var ranges: [Range<Int>] {
    var ranges = [Range<Int>](repeating: 0..<0, count: text.spans.count)
    for (i, span) in text.spanOf.enumerated() {
      var next: Int? = Int(span)
      while let row = next {
        ranges[row] = ranges[row].isEmpty ? i..<(i + 1) : ranges[row].lowerBound..<(i + 1)
        next = text.spans[row].parent
      }
    }
    return ranges
  }

  /// Whether a family needs no quotes.
  static func isWord(_ family: String) -> Bool {
    family.utf8.allSatisfy { $0 == 0x2D || ($0 | 0x20) &- 0x61 < 26 }
  }
}
