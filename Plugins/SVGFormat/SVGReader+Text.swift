import Geometry
import PathModel
import PluginKit
import StyleSheets
import TextShaping

extension SVGElement {
  /// Whether text may lie in it, so that what it says of text counts.
  var mayHoldText: Bool {
    switch self {
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse, .image, .stop: false
    default: true
    }
  }
}

extension SVGReader {
  /// The walk comes to a `text`: it becomes a group with a path for each run of glyphs.
  func addText(_ element: SVGElementID, in parent: Frame) {
    let computed = compute(element, in: parent.computed)
    let properties = computed.properties
    var space = parent.space
    space.fontSize = properties.fontSize
    guard textOptions.treatment == .outlines, properties.isDisplayed,
      mapOwnSpace(&space, of: element, computed)
    else { return }
    guard let fonts = textFonts(for: element) else { return }
    let text = SVGTextCollector.collect(
      element, computed, in: space, isCopy: parent.isCopy, self)
    guard !text.characters.isEmpty else { return }
    if text.spans.contains(where: { $0.text.isVertical }) {
      lose(
        "text", code: "svg.writing-mode",
        "text that runs from top to bottom is set from left to "
          + "right", at: element)
    }
    let layout = SVGTextLayout(text, fonts, in: space, self)
    guard layout.glyphs.contains(where: { !$0.isHidden }) else { return }
    let needsBox = text.spans.contains { $0.computed.properties.needsBox }
    let box = needsBox ? layout.box : nil
    reportLostEffects(of: element, computed)
    let group = addGroup(of: element, computed, in: parent)
    nameGroup(group, of: element, text)
    if let reference = properties.clipPath {
      let clip = self.clip(reference, of: element, in: space) { box }
      drawing.groups[Int(group.index)].clip = clip
    }
    let painter = TextPainter(
      text: text, layout: layout, space: space, box: box, group: group, isCopy: parent.isCopy)
    painter.draw(self)
  }

  /// Gives a text's group its words, so that they aren't lost.
  private func nameGroup(_ group: GroupID, of element: SVGElementID, _ text: SVGText) {
    var names = drawing.groups[Int(group.index)].attributes
    if names.label == nil {
      names.label = text.words
    } else if names.description == nil {
      names.description = text.words
    }
    for child in table.children(of: element) { addWords(of: child, to: &names) }
    drawing.groups[Int(group.index)].attributes = names
  }

  /// Writes all glyphs of a text in its own coordinates: for clips.
  func buildText(_ element: SVGElementID, in space: UserSpace, _ builder: inout PathBuilder) {
    guard case .success(let fonts) = fonts else { return }
    let text = SVGTextCollector.collect(
      element, computedAside(element), in: space, isCopy: true, self)
    let layout = SVGTextLayout(text, fonts, in: space, self)
    for glyph in layout.glyphs where !glyph.isHidden {
      fonts.shaper.outline(ofGlyph: glyph.glyph, in: glyph.face)
        .write(to: &builder, mappedBy: glyph.map)
    }
  }

  // MARK: Fonts

  /// The fonts, opened when they're asked for first; nil, with a loss, when there are none.
  func textFonts(for element: SVGElementID) -> SVGFonts? {
    if fonts == nil {
      do throws(FontLibrary.Fault) {
        fonts = .success(try SVGFonts(folders: textOptions.folders))
      } catch {
        fonts = .failure(error)
      }
    }
    switch fonts {
    case .success(let fonts): return fonts
    case .failure(let fault):
      loseText(element, fault)
      return nil
    case nil: return nil
    }
  }

  private func loseText(_ element: SVGElementID, _ fault: FontLibrary.Fault) {
    let words = table.words(of: element)
    if words.isEmpty { return }
    var first = String(words.unicodeScalars.prefix(40))
    if first.unicodeScalars.count < words.unicodeScalars.count { first += "…" }
    let reason: String
    switch fault {
    case .missing(let library): reason = "the library \(library) is missing or too old"
    case .broken: reason = "the system's fonts can't be read"
    case .unreadable(let row):
      fail(
        "svg.font-dir", "the folder of fonts '\(textOptions.folders[row])' can't be read",
        at: element)
      return
    }
    lose("text", "text isn't drawn: \"\(first)\"; \(reason)", at: element)
  }

  private static let genericFamilies: Set<String> = [
    "serif", "sans-serif", "sans", "monospace", "mono", "cursive", "fantasy", "system-ui",
    "ui-serif",
    "ui-sans-serif", "ui-monospace", "ui-rounded", "math", "emoji",
  ]

  /// The fonts of an element's text.
  func fontChoice(for span: SVGText.Span, _ fonts: SVGFonts) -> FontChoice? {
    let own = span.text
    var families = textOptions.family.map { [$0] } ?? own.families
    for i in families.indices {
      if let other = textOptions.replacements[families[i].lowercased()] { families[i] = other }
    }
    let isSaid = !families.isEmpty
    // What browsers have where nothing is said.
    if !isSaid { families = ["Times New Roman"] }
    guard
      let choice = fonts.choice(
        for: FontRequest(
          families: families, weight: own.weight, slant: own.slant, width: own.width,
          language: own.language)),
      let face = choice.first
    else {
      lose("text", "text isn't drawn: no font is installed", at: span.element)
      return nil
    }
    if isSaid { checkFamily(families, choice, face, span.element) }
    if face.lacksWeight {
      warnOnce(
        "svg.missing-bold",
        "the font '\(face.family)' has no bold letters; its normal ones are drawn",
        key: face.family, of: .root, at: place(of: span.element))
    }
    return choice
  }

  /// Says so when the family that is most wanted isn't there.
  private func checkFamily(
    _ families: [String], _ choice: FontChoice, _ face: FontFace, _ element: SVGElementID
  ) {
    let wanted = families[0]
    guard !SVGReader.genericFamilies.contains(wanted.lowercased()),
      !choice.isFirst(ofFamily: wanted)
    else { return }
    if documentFonts.contains(wanted.lowercased()) {
      lose(
        "font", code: "svg.document-font",
        "the font '\(wanted)' that the document brings along isn't loaded; '\(face.family)' is taken",
        at: element)
      return
    }
    warnOnce(
      "svg.missing-font",
      "the font '\(wanted)' isn't installed; '\(face.family)' is taken", key: wanted, of: .root,
      at: place(of: element))
  }

  /// The families of SVG fonts.
  func svgFonts() -> Set<String> {
    var names: Set<String> = []
    for row in table.rows.indices where table.rows[row].kind == .fontFace {
      let element = SVGElementID(UInt32(truncatingIfNeeded: row))
      if let name = table.attribute(.fontFamily, of: element) {
        for family in SVGTextProperties.families(name.value.text()) {
          names.insert(family.lowercased())
        }
      }
    }
    return names
  }

  /// Takes in the family of a rule `@font-face`.
  func noteDocumentFont(at place: StylePlace) {
    guard let (element, offset) = styles.sheet(at: place.offset) else { return }
    let text = String(decoding: table.text(of: element).dropFirst(offset), as: UTF8.self)
    // There may be more of them than are told one by one.
    for rule in text.split(separator: "@font-face", omittingEmptySubsequences: false) {
      let block = rule.prefix { $0 != "}" }
      for declaration in block.split(whereSeparator: { $0 == ";" || $0 == "{" }) {
        let parts = declaration.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "font-family"
        else { continue }
        for family in SVGTextProperties.families(String(parts[1])) {
          documentFonts.insert(family.lowercased())
        }
      }
    }
  }

  /// Counts glyphs, and tells whether there may be so many.
  func countGlyphs(_ count: Int, at element: SVGElementID) -> Bool {
    glyphCount += count
    let limit = min(5_000_000, limits.points)
    guard glyphCount > limit else { return true }
    fail("svg.too-much-text", "texts have more than \(limit) letters", at: element)
    return false
  }

  // MARK: Paths that text runs along

  /// The line that a `textPath` means, in the user space of its text.
  func textLine(
    _ along: SVGText.Along, _ span: SVGText.Span, in space: UserSpace
  ) -> SVGTextLine? {
    let element = along.element
    guard let href = table.attribute(.href, of: element),
      let target = self.element(ofReference: href.value.trimmed.text())
    else {
      warn(
        "svg.missing-reference", "'textPath' refers to no path that is here; its text isn't drawn",
        at: element)
      return nil
    }
    switch table[target].kind {
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse: break
    default:
      warn(
        "svg.missing-reference",
        "'textPath' refers to '\(table.name(of: target))', along which no text runs", at: element)
      return nil
    }
    var own = space
    own.transform = .identity
    guard mapOwnSpace(&own, of: target, computedAside(target)) else { return nil }
    var path = Drawing()
    path.appendPath(PathInfo()) { builder in
      let first = builder.pointCount
      build(target, in: own, &builder)
      _ = builder.mapPoints(from: first, by: own.transform, limit: coordinateLimit)
    }
    guard path.pathCount > 0 else { return nil }
    var line = SVGTextLine(path[path: 0], tolerance: span.fontSize / 1000)
    if table.attribute(.side, of: element)?.value.trimmed.equals("right") ?? false {
      line.reverse()
    }
    if let offset = table.attribute(.startOffset, of: element),
      let length = SVGLength(offset.value)
    {
      if length.unit == .percent {
        line.start = length.value / 100 * line.length
      } else {
        line.start = length.resolved(
          fontSize: span.fontSize, viewport: space.viewport, axis: .horizontal)
        // It counts in the length that the path's author says.
        if let said = table.attribute(.pathLength, of: target).flatMap({ SVGLength($0.value) }),
          said.value > 0
        {
          line.start *= line.length / said.value
        }
      }
      if !(line.start.magnitude <= coordinateLimit) { line.start = 0 }
    }
    return line
  }
}

extension SVGText {
  /// The words, with blanks between what stands apart.
  var words: String {
    var scalars = String.UnicodeScalarView()
    for (i, character) in characters.prefix(10_000).enumerated() {
      let position = position(i)
      if i > 0, !position.y.isNaN, !position.x.isNaN,
        positions[i - 1].y != position.y, characters[i - 1] != 0x20
      {
        scalars.append(" ")
      }
      if let scalar = Unicode.Scalar(character) { scalars.append(scalar) }
    }
    return String(scalars).split { $0 == " " }.joined(separator: " ")
  }
}
