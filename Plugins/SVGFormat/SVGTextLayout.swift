import Geometry
import PathModel
import TextShaping

/// Where the glyphs of a text stand (SVG 2, chapter 11), in the user space of the text.
struct SVGTextLayout {
  /// A glyph in its place.
  struct Glyph {
    var face: FontFace
    var glyph: UInt32
    /// The row of its element in the text's spans.
    var span: Int
    /// The first character that it stands for.
    var character: Int
    /// Whether it begins a cluster: a letter, with marks that follow it.
    var beginsCluster: Bool
    /// Where it stands on the baseline.
    var x: Double
    var y: Double
    /// How far the next one is.
    var advance: Double
    /// How far it's drawn from where it stands, x to the right, y downward.
    var offset: Point
    /// From the font's units to user units.
    var scale: Double
    /// How much it's stretched along the line.
    var stretch = 1.0
    /// In degrees, about where it stands.
    var rotation = 0.0
    /// Along a path: the direction of the line, of length 1.
    var direction = Point(1, 0)
    var isHidden = false

    /// Maps what is measured from where it stands, x along the line and y downward.
    var frame: Affine {
      var map = Affine.identity
      if rotation != 0 { map = .rotation(degrees: rotation) }
      if direction != Point(1, 0) {
        map = map.then(
          Affine(
            a: direction.x, b: direction.y, c: -direction.y, d: direction.x, tx: 0, ty: 0))
      }
      return map.then(.translation(x: x, y: y))
    }

    /// Maps the font's units.
    var map: Affine {
      Affine(
        a: scale * stretch, b: 0, c: face.skew * scale * stretch, d: -scale, tx: offset.x * stretch,
        ty: offset.y
      ).then(frame)
    }
  }

  /// A text of one font, one element, one direction and one script.
  private struct Item {
    var range: Range<Int>
    var span: Int
    var level: Int8
    var face: FontFace
    var script: UInt32
    /// 1, or less for small capitals that the font doesn't have.
    var size: Double
  }

  private let text: SVGText
  private let fonts: SVGFonts
  private let reader: SVGReader
  private let space: UserSpace
  /// What is drawn, in the order in which it's painted.
  private(set) var glyphs: [Glyph] = []
  private var choices: [FontChoice?]
  /// How far below its line the baseline of each element's text lies.
  private(set) var baselines: [Double]
  private var x = 0.0
  private var y = 0.0

  init(_ text: SVGText, _ fonts: SVGFonts, in space: UserSpace, _ reader: SVGReader) {
    self.text = text
    self.fonts = fonts
    self.reader = reader
    self.space = space
    choices = []
    baselines = []
    for span in text.spans {
      let choice = reader.fontChoice(for: span, fonts)
      choices.append(choice)
      baselines.append(SVGTextLayout.drop(of: span, choice?.first) - span.rise)
    }
    var start = 0
    while start < text.characters.count, reader.failure == nil {
      var end = start + 1
      while end < text.characters.count,
        !text.startsChunk(end) || Characters.isMark(text.characters[end])
      {
        end += 1
      }
      layOut(start..<end)
      start = end
    }
  }

  /// The font of an element's text.
  func face(ofSpan span: Int) -> FontFace? { choices[span]?.first }

  /// How far below its line the baseline of an element's text lies.
  private static func drop(of span: SVGText.Span, _ face: FontFace?) -> Double {
    guard let face else { return 0 }
    let scale = span.fontSize / face.unitsPerEm
    let baseline = span.text.alignmentBaseline ?? span.text.dominantBaseline
    return scale
      * {
        switch baseline {
        case .alphabetic: 0
        case .ideographic, .bottom: face.descender
        case .middle: face.xHeight / 2
        case .central: (face.ascender + face.descender) / 2
        case .mathematical: face.ascender * 0.5
        case .hanging: face.ascender * 0.8
        case .top: face.ascender
        }
      }()
  }

  // MARK: Chunks

  private mutating func layOut(_ chunk: Range<Int>) {
    let position = text.position(chunk.lowerBound)
    let along = text.alongs.first { $0.range.contains(chunk.lowerBound) }
    if along != nil {
      (x, y) = (0, 0)
    } else {
      if !position.x.isNaN { x = position.x }
      if !position.y.isNaN { y = position.y }
    }
    let first = glyphs.count
    let anchor = x + position.dx
    let items = items(of: chunk)
    for row in Characters.visualOrder(ofRunsWithLevels: items.map(\.level)) { set(items[row]) }
    for fitting in text.fittings
    where chunk.lowerBound <= fitting.range.lowerBound
      && fitting.range.upperBound <= chunk.upperBound
    {
      fit(fitting, from: first)
    }
    anchorChunk(from: first, at: anchor, text.spans[Int(text.spanOf[chunk.lowerBound])].text)
    if let along { bend(from: first, along) }
  }

  /// Cuts a chunk where its font, its element, its direction or its script changes.
  private func items(of chunk: Range<Int>) -> [Item] {
    let levels = levels(of: chunk)
    var items: [Item] = []
    var script: UInt32 = 0
    for i in chunk {
      var character = text.characters[i]
      let span = Int(text.spanOf[i])
      let isMark = i > chunk.lowerBound && Characters.isMark(character)
      var size = 1.0
      if text.spans[span].text.hasSmallCapitals, let face = choices[span]?.first,
        !face.hasSmallCapitals, let capital = SVGTextLayout.capital(of: character)
      {
        character = capital
        size = 0.8
      }
      let own = Characters.script(of: character)
      if !Characters.isCommon(own) { script = own }
      let last = items.last
      var face: FontFace?
      if let last, last.span == span, isMark || character == 0x20 || isIgnorable(character) {
        face = last.face
      } else {
        face = self.face(for: character, i, span)
      }
      guard let face else { continue }
      if let last, last.range.upperBound == i, last.span == span, last.face === face,
        last.level == levels[i - chunk.lowerBound], last.size == size,
        last.script == script || last.script == 0 || isMark
      {
        items[items.count - 1].range = last.range.lowerBound..<(i + 1)
        if last.script == 0 { items[items.count - 1].script = script }
      } else {
        items.append(
          Item(
            range: i..<(i + 1), span: span, level: levels[i - chunk.lowerBound], face: face,
            script: script, size: size))
      }
    }
    return items
  }

  private func isIgnorable(_ character: UInt32) -> Bool {
    character >= 0x80
      && Unicode.Scalar(character)?.properties.isDefaultIgnorableCodePoint ?? false
  }

  private static func capital(of character: UInt32) -> UInt32? {
    guard let scalar = Unicode.Scalar(character) else { return nil }
    let mapped = scalar.properties.uppercaseMapping.unicodeScalars
    guard mapped.count == 1, let capital = mapped.first, capital != scalar else { return nil }
    return capital.value
  }

  private func face(for character: UInt32, _ i: Int, _ span: Int) -> FontFace? {
    guard let choice = choices[span] else { return nil }
    switch choice.answer(for: character) {
    case .face(let face): return face
    case .colored(let family):
      reader.lose(
        "text", code: "svg.color-font",
        "'\(SVGTextLayout.shown(character))' isn't drawn: only the font '\(family)' has it, in colours",
        at: text.spans[span].element)
      return nil
    case .none:
      if isIgnorable(character) || character < 0x20 { return nil }
      reader.lose(
        "text", code: "svg.missing-glyph",
        "'\(SVGTextLayout.shown(character))' isn't drawn: no font has it; install one that does, or name "
          + "its folder by 'font-dir'", at: text.spans[span].element)
      return nil
    }
  }

  private static func shown(_ character: UInt32) -> String {
    let code = String(character, radix: 16, uppercase: true)
    let number = "U+" + String(repeating: "0", count: max(0, 4 - code.count)) + code
    guard let scalar = Unicode.Scalar(character), !scalar.properties.isDefaultIgnorableCodePoint,
      scalar.properties.generalCategory != .privateUse,
      scalar.properties.generalCategory != .unassigned,
      scalar.properties.generalCategory != .control
    else { return number }
    return "\(Character(scalar)) (\(number))"
  }

  /// The levels of a chunk's characters, with what elements say of their direction.
  private func levels(of chunk: Range<Int>) -> [Int8] {
    let base = text.spans[0].text.isRightToLeft
    let needsControls = text.spans.contains { $0.text.bidi != .normal }
    guard needsControls else {
      return Characters.levels(of: Array(text.characters[chunk]), isRightToLeft: base)
    }
    var controlled: [UInt32] = []
    var places: [Int] = []
    var open: UInt32?
    var last = -1
    for i in chunk {
      let span = Int(text.spanOf[i])
      if span != last {
        if let close = open { controlled.append(close) }
        open = nil
        last = span
        let own = text.spans[span].text
        switch own.bidi {
        case .normal: break
        case .embed:
          controlled.append(own.isRightToLeft ? 0x202B : 0x202A)
          open = 0x202C
        case .override:
          controlled.append(own.isRightToLeft ? 0x202E : 0x202D)
          open = 0x202C
        case .isolate:
          controlled.append(own.isRightToLeft ? 0x2067 : 0x2066)
          open = 0x2069
        }
      }
      places.append(controlled.count)
      controlled.append(text.characters[i])
    }
    if let close = open { controlled.append(close) }
    let levels = Characters.levels(of: controlled, isRightToLeft: base)
    return places.map { levels[$0] }
  }

  // MARK: Glyphs

  private mutating func set(_ item: Item) {
    let span = text.spans[item.span]
    let properties = span.text
    let letterSpacing = spacing(properties.letterSpacing, span)
    let wordSpacing = spacing(properties.wordSpacing, span)
    var features = properties.variants + properties.settings
    if properties.hasSmallCapitals, item.face.hasSmallCapitals, let on = FontFeature("smcp") {
      features.append(on)
    }
    if !properties.kerns, let off = FontFeature("kern", 0) { features.append(off) }
    let isTornApart =
      letterSpacing != 0
      || !text.positions.isEmpty
        && item.range.dropFirst().contains { i in
          let position = text.positions[i]
          return position.dx != 0 || position.dy != 0 || !position.rotation.isNaN
        }
    if isTornApart { features += ["liga", "clig"].compactMap { FontFeature($0, 0) } }
    let characters = item.range.map { i in
      item.size == 1
        ? text.characters[i] : SVGTextLayout.capital(of: text.characters[i]) ?? text.characters[i]
    }
    let isRightToLeft = item.level % 2 == 1
    let shaped = fonts.shaper.glyphs(
      of: TextShaper.Run(
        characters: characters, face: item.face, isRightToLeft: isRightToLeft,
        script: item.script == 0 ? Characters.latin : item.script, language: properties.language,
        features: features))
    guard reader.countGlyphs(shaped.count, at: span.element) else { return }
    let scale = span.fontSize * item.size / item.face.unitsPerEm
    guard scale.isFinite, scale > 0 else { return }
    var i = 0
    while i < shaped.count {
      // A cluster's glyphs, and the characters that it stands for.
      let cluster = shaped[i].cluster
      var end = i + 1
      while end < shaped.count, shaped[end].cluster == cluster { end += 1 }
      let next =
        isRightToLeft
        ? (i > 0 ? shaped[i - 1].cluster : characters.count)
        : (end < shaped.count ? shaped[end].cluster : characters.count)
      let start = item.range.lowerBound + cluster
      let position = text.position(start)
      if !text.positions.isEmpty {
        for k in start..<max(start + 1, min(item.range.lowerBound + next, item.range.upperBound)) {
          x += text.positions[k].dx
          y += text.positions[k].dy
        }
      }
      for k in i..<end {
        let glyph = shaped[k]
        glyphs.append(
          Glyph(
            face: item.face, glyph: glyph.glyph, span: item.span, character: start,
            beginsCluster: k == i, x: x, y: y, advance: glyph.advance * scale,
            offset: Point(glyph.xOffset * scale, baselines[item.span] - glyph.yOffset * scale),
            scale: scale, rotation: position.rotation.isNaN ? 0 : position.rotation))
        x += glyph.advance * scale
      }
      var extra = letterSpacing
      if text.characters[start] == 0x20 || text.characters[start] == 0xA0 { extra += wordSpacing }
      glyphs[glyphs.count - 1].advance += extra
      x += extra
      i = end
    }
  }

  private func spacing(_ length: SVGLength, _ span: SVGText.Span) -> Double {
    if length.value == 0 { return 0 }
    let value = length.resolved(
      fontSize: span.fontSize, viewport: space.viewport, axis: .horizontal)
    return value.magnitude <= coordinateLimit ? value : 0
  }

  // MARK: Lengths and anchors

  /// Gives a part of a chunk the length that it's to have.
  private mutating func fit(_ fitting: SVGText.Fitting, from first: Int) {
    var (left, right) = (Double.infinity, -Double.infinity)
    var clusters = 0
    for glyph in glyphs[first...] where fitting.range.contains(glyph.character) {
      left = min(left, glyph.x)
      right = max(right, glyph.x + glyph.advance)
      if glyph.beginsCluster { clusters += 1 }
    }
    let length = right - left
    guard clusters > 0, length > 0, length.isFinite else { return }
    let change = fitting.length - length
    if fitting.stretches {
      let factor = fitting.length / length
      for i in glyphs.indices[first...] {
        if fitting.range.contains(glyphs[i].character) {
          glyphs[i].x = left + (glyphs[i].x - left) * factor
          glyphs[i].advance *= factor
          glyphs[i].stretch *= factor
        } else if glyphs[i].x >= right {
          glyphs[i].x += change
        }
      }
    } else {
      let step = clusters > 1 ? change / Double(clusters - 1) : 0
      var passed = -1
      for i in glyphs.indices[first...] {
        if fitting.range.contains(glyphs[i].character) {
          if glyphs[i].beginsCluster { passed += 1 }
          glyphs[i].x += step * Double(passed)
        } else if glyphs[i].x >= right {
          glyphs[i].x += step * Double(clusters - 1)
        }
      }
      if clusters == 1 { return }
    }
    x += change
  }

  private mutating func anchorChunk(
    from first: Int, at anchor: Double, _ properties: SVGTextProperties
  ) {
    guard properties.anchor != .start || properties.isRightToLeft else { return }
    var (left, right) = (Double.infinity, -Double.infinity)
    for glyph in glyphs[first...] {
      left = min(left, glyph.x)
      right = max(right, glyph.x + glyph.advance)
    }
    guard left.isFinite, right.isFinite else { return }
    let shift =
      switch (properties.anchor, properties.isRightToLeft) {
      case (.start, false), (.end, true): anchor - left
      case (.middle, _): anchor - (left + right) / 2
      case (.end, false), (.start, true): anchor - right
      }
    for i in glyphs.indices[first...] { glyphs[i].x += shift }
  }

  // MARK: Paths

  /// Puts the glyphs of a chunk, which stands on a straight line, on a path (SVG 2, section 11.8).
  private mutating func bend(from first: Int, _ along: SVGText.Along) {
    guard let line = reader.textLine(along, text.spans[along.span], in: space) else {
      for i in glyphs.indices[first...] { glyphs[i].isHidden = true }
      return
    }
    for i in glyphs.indices[first...] {
      let glyph = glyphs[i]
      let half = glyph.advance / 2
      guard let place = line.place(at: line.start + glyph.x + half) else {
        glyphs[i].isHidden = true
        continue
      }
      let (point, direction) = place
      glyphs[i].x = point.x - direction.x * half - direction.y * glyph.y
      glyphs[i].y = point.y - direction.y * half + direction.x * glyph.y
      glyphs[i].direction = direction
    }
    if let end = line.place(at: line.length) { (x, y) = (end.0.x, end.0.y) }
  }
}
