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
    guard textOptions.treatment != .drop, properties.isDisplayed,
      mapOwnSpace(&space, of: element, computed)
    else { return }
    guard let fonts = textFonts(for: element) else { return }
    guard
      let source = SVGTextCollector.collect(
        element, computed, in: space, isCopy: parent.isCopy, self),
      !source.text.characters.isEmpty
    else { return }
    let layout = layOut(source, fonts)
    guard failure == nil, layout.isVisible else { return }
    if source.sources.contains(where: { $0.computed.properties.text.value.hasStyledLines }) {
      lose(
        "text", code: "svg.text-decoration",
        "a line along text is drawn plain, in the text's colour", at: element)
    }
    let needsBox = source.sources.contains { $0.computed.properties.needsBox }
    let box = needsBox ? layout.box : nil
    reportLostEffects(of: element, computed)
    let group = addGroup(of: element, computed, in: parent)
    nameGroup(group, of: element, source.text)
    if let reference = properties.clipPath {
      let clip = self.clip(reference, of: element, in: space) { box }
      drawing.groups[Int(group.index)].clip = clip
    }
    let painter = TextPainter(
      source: consume source, layout: consume layout, space: space, box: box, group: group,
      isCopy: parent.isCopy)
    painter.draw(self)
  }

  /// Gives a text's group its words, so that they aren't lost.
  private func nameGroup(_ group: GroupID, of element: SVGElementID, _ text: Text) {
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
    guard case .success(let fonts) = fonts,
      let source = SVGTextCollector.collect(
        element, computedAside(element), in: space, isCopy: true, self)
    else { return }
    layOut(source, fonts).writeGlyphs(to: &builder)
  }

  /// Sets a text, and says what there is to say of it.
  private func layOut(_ source: SVGText, _ fonts: TextFonts) -> TextLayout {
    let layout = TextLayout(source.text, fonts, textBudget)
    for remark in layout.remarks { report(remark, at: source.sources[remark.span].element) }
    return layout
  }

  private func report(_ remark: TextRemark, at element: SVGElementID) {
    switch remark.kind {
    case .noFont: lose("text", remark.message, at: element)
    case .missingFamily(let wanted, let taken):
      if documentFonts.contains(wanted.lowercased()) {
        lose(
          "font", code: "svg.document-font",
          "the font '\(wanted)' that the document brings along isn't loaded; '\(taken)' is taken",
          at: element)
      } else {
        warnOnce(
          "svg.missing-font", remark.message, key: wanted, of: .root, at: place(of: element))
      }
    case .coloredFamily: lose("font", code: "svg.color-font", remark.message, at: element)
    case .missingBold(let family):
      warnOnce("svg.missing-bold", remark.message, key: family, of: .root, at: place(of: element))
    case .colored: lose("text", code: "svg.color-font", remark.message, at: element)
    case .missingGlyph: lose("text", code: "svg.missing-glyph", remark.message, at: element)
    case .tooManyGlyphs, .tooMuchPlacing: fail("svg.too-much-text", remark.message, at: element)
    }
  }

  // MARK: Fonts

  /// The fonts, opened when they're asked for first; nil, with a loss, when there are none.
  func textFonts(for element: SVGElementID) -> TextFonts? {
    if fonts == nil {
      makeRoomForText()
      do throws(FontLibrary.Fault) {
        fonts = .success(try TextFonts(folders: textOptions.folders))
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

  /// Makes room for the outlines of all letters: a letter has some forty points, ten times as many as a byte of
  /// a drawing has otherwise, and growing bit by bit would copy the points several times. Memory that stays
  /// untouched costs nothing.
  private func makeRoomForText() {
    var letters = 0
    for text in table.texts {
      switch table.rows[Int(text.owner)].kind {
      case .style, .title, .desc: break
      default: letters += Int(text.piece.count)
      }
    }
    let room = min(letters * 40, 1 << 20)
    drawing.reserve(verbs: room, points: room)
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

  /// The families that a document asks for, with what is to be taken in their place.
  func families(_ said: [String]) -> [String] {
    if let family = textOptions.family { return [family] }
    guard !textOptions.replacements.isEmpty else { return said }
    return said.map { textOptions.replacements[$0.lowercased()] ?? $0 }
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

  // MARK: Paths that text runs along

  /// What a `textPath` says, with its path in the user space of its text.
  func along(
    _ element: SVGElementID, _ range: Range<Int>, _ span: Int, in space: UserSpace
  ) -> Text.Along {
    var along = Text.Along(range: range, span: span, path: "")
    guard let href = table.attribute(.href, of: element),
      let target = self.element(ofReference: href.value.trimmed.text())
    else {
      warn(
        "svg.missing-reference", "'textPath' refers to no path that is here; its text isn't drawn",
        at: element)
      return along
    }
    switch table[target].kind {
    case .path, .line, .polyline, .polygon, .rect, .circle, .ellipse: break
    default:
      warn(
        "svg.missing-reference",
        "'textPath' refers to '\(table.name(of: target))', along which no text runs", at: element)
      return along
    }
    guard countCopy(of: target) else { return along }
    along.path = line(of: target, in: space)
    if along.path.isEmpty { return along }
    along.isReversed = table.attribute(.side, of: element)?.value.trimmed.equals("right") ?? false
    guard let offset = table.attribute(.startOffset, of: element),
      let length = SVGLength(offset.value)
    else { return along }
    // As the layout measures it, too.
    let line = textBudget.line(along.path, tolerance: space.fontSize / 1000, isReversed: false)
    let whole = line?.length ?? 0
    if length.unit == .percent {
      along.start = length.value / 100 * whole
    } else {
      along.start = length.resolved(
        fontSize: space.fontSize, viewport: space.viewport, axis: .horizontal)
      // It counts in the length that the path's author says.
      if let said = table.attribute(.pathLength, of: target).flatMap({ SVGLength($0.value) }),
        said.value > 0
      {
        along.start *= whole / said.value
      }
    }
    if !(along.start.magnitude <= coordinateLimit) { along.start = 0 }
    return along
  }

  /// The path of an element in the user space of a text that runs along it, empty for none: read once for each
  /// such space.
  private func line(of target: SVGElementID, in space: UserSpace) -> String {
    let key = TextLineKey(element: target, fontSize: space.fontSize, viewport: space.viewport)
    if let known = textLines[key] { return known }
    var own = space
    own.transform = .identity
    var text = ""
    if !textBudget.isSpent, mapOwnSpace(&own, of: target, computedAside(target)) {
      var path = Drawing()
      path.appendPath(PathInfo()) { builder in
        let first = builder.pointCount
        build(target, in: own, &builder)
        _ = builder.mapPoints(from: first, by: own.transform, limit: coordinateLimit)
      }
      if path.pathCount > 0, path.isFinite { text = path[path: 0].text }
      textBudget.spend(text.utf8.count)
    }
    textLines[key] = text
    return text
  }
}

/// The path of an element for texts of the same user space.
struct TextLineKey: Hashable {
  var element: SVGElementID
  var fontSize: Double
  var viewport: Viewport
}
