import Geometry
public import PathModel

/// Where the glyphs of a text stand (SVG 2, chapter 11), in the text's own coordinates.
///
/// Lines that run from top to bottom are set from left to right, and turned at the end: letters of
/// scripts that are written from top to bottom stand upright in them.
public struct TextLayout {
  /// A glyph in its place.
  struct Glyph: BitwiseCopyable {
    /// The row of its font in the layout's `faces`.
    var face: Int
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
    /// By how much it leans where its font doesn't.
    var skew: Double
    /// How much it's stretched along the line.
    var stretch = 1.0
    /// In degrees, about where it stands.
    var rotation = 0.0
    /// The direction of the line, of length 1.
    var direction = Point(1, 0)
    /// Whether it stands upright in a line that runs downward.
    var isUpright = false
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
      // What stands upright is turned back.
      if isUpright {
        return Affine(
          a: 0, b: -scale, c: -scale * stretch, d: -skew * scale, tx: offset.y * stretch,
          ty: -offset.x
        ).then(frame)
      }
      return Affine(
        a: scale * stretch, b: 0, c: skew * scale * stretch, d: -scale, tx: offset.x * stretch,
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
    var isUpright: Bool
    /// 1, or less for small capitals that the font doesn't have.
    var size: Double
  }

  let text: Text
  let fonts: TextFonts
  /// What is drawn, in the order in which it's painted.
  private(set) var glyphs: [Glyph] = []
  /// The fonts of the glyphs.
  private(set) var faces: [FontFace] = []
  /// What is to be said of it.
  public private(set) var remarks: [TextRemark] = []
  private var remarked: Set<TextRemark> = []
  private var choices: [FontChoice?] = []
  /// How far below its line the baseline of each element's text lies.
  private(set) var baselines: [Double] = []
  private let budget: TextBudget
  private let alongRows: Text.AlongRows
  /// Whether an element says how it lies in what runs the other way.
  private let hasBidi: Bool
  /// The rows of the fittings, by where they begin; those before are done.
  private let fittingRows: [Int]
  private var nextFitting = 0
  private var x = 0.0
  private var y = 0.0

  /// For more glyphs room is made as they come.
  private static let mostReserved = 1 << 12
  /// No font is larger.
  private static let scaleLimit = 1e100

  /// Sets a text.
  /// - Parameters:
  ///   - text: The text.
  ///   - fonts: The fonts.
  ///   - budget: What the drawing's texts may take together.
  public init(_ text: consuming Text, _ fonts: TextFonts, _ budget: TextBudget) {
    self.fonts = fonts
    self.budget = budget
    alongRows = Text.AlongRows(text)
    hasBidi = text.spans.contains { $0.bidi != .normal }
    // Sorted once; those that begin together stay the innermost first.
    let fittings = text.fittings
    fittingRows = fittings.indices.sorted {
      (fittings[$0].range.lowerBound, $0) < (fittings[$1].range.lowerBound, $1)
    }
    self.text = consume text
    setAll()
  }

  private mutating func setAll() {
    // A glyph a character, mostly.
    glyphs.reserveCapacity(min(text.characters.count, TextLayout.mostReserved))
    choices.reserveCapacity(text.spans.count)
    baselines.reserveCapacity(text.spans.count)
    for row in text.spans.indices {
      let choice = choice(ofSpan: row)
      choices.append(choice)
      baselines.append(drop(of: text.spans[row], choice?.first) - text.spans[row].rise)
    }
    var start = 0
    while start < text.characters.count, !isTooLong {
      var end = start + 1
      while end < text.characters.count,
        !startsChunk(end) || Characters.isMark(text.characters[end])
      {
        end += 1
      }
      layOut(start..<end)
      start = end
    }
    if budget.isSpent {
      remark(.tooMuchPlacing(budget.stepLimit), 0)
    } else if isTooLong {
      remark(.tooManyGlyphs(budget.glyphLimit), 0)
    }
    budget.glyphCount += glyphs.count
  }

  private var isTooLong: Bool {
    budget.isSpent || budget.glyphCount + glyphs.count > budget.glyphLimit
  }

  /// Whether a character begins a part that is anchored by itself.
  private func startsChunk(_ i: Int) -> Bool {
    if i == 0 || alongRows.hasBound(before: i) { return true }
    guard !text.positions.isEmpty else { return false }
    return text.positions[i].x != nil || text.positions[i].y != nil
  }

  /// The font of an element's text.
  func face(ofSpan span: Int) -> FontFace? { choices[span]?.first }

  /// Notes what is said of an element once.
  private mutating func remark(_ kind: TextRemark.Kind, _ span: Int) {
    if remarks.count < 1000 { remarks.append(TextRemark(span: span, kind: kind)) }
  }

  /// Notes what may be said of many letters of an element.
  private mutating func remarkOnce(_ kind: TextRemark.Kind, _ span: Int) {
    if remarks.count < 1000, remarked.insert(TextRemark(span: span, kind: kind)).inserted {
      remark(kind, span)
    }
  }

  /// The fonts of an element's text.
  private mutating func choice(ofSpan row: Int) -> FontChoice? {
    let span = text.spans[row]
    // What browsers have where nothing is said.
    let families = span.families.isEmpty ? ["Times New Roman"] : span.families
    guard
      let choice = fonts.choice(
        for: FontRequest(
          families: families, weight: span.weight, slant: span.slant, width: span.width,
          language: span.language)),
      let face = choice.first
    else {
      remark(.noFont, row)
      return nil
    }
    if let wanted = span.families.first, let kind = choice.lack(ofFamily: wanted) {
      remark(kind, row)
    }
    if face.lacksWeight { remark(.missingBold(face.family), row) }
    return choice
  }

  /// How far below its line the baseline of an element's text lies.
  private func drop(of span: Text.Span, _ face: FontFace?) -> Double {
    guard let face else { return 0 }
    let scale = span.size / face.unitsPerEm
    let baseline =
      text.isVertical && span.baseline == .alphabetic ? Text.Baseline.central : span.baseline
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

  /// A character's place, on a line that runs from left to right.
  private func position(_ i: Int) -> Text.Position {
    var position = text.position(i)
    guard text.isVertical else { return position }
    (position.x, position.y) = (position.y, position.x.map { -$0 })
    (position.dx, position.dy) = (position.dy, -position.dx)
    return position
  }

  // MARK: Chunks

  private mutating func layOut(_ chunk: Range<Int>) {
    let position = position(chunk.lowerBound)
    let along = alongRows[chunk.lowerBound].map { text.alongs[$0] }
    if along != nil {
      (x, y) = (0, 0)
    } else {
      if let value = position.x { x = value }
      if let value = position.y { y = value }
    }
    let first = glyphs.count
    let anchor = x + position.dx
    let items = items(of: chunk)
    for row in Characters.visualOrder(ofRunsWithLevels: items.map(\.level)) { set(items[row]) }
    for row in fittings(in: chunk) { fit(text.fittings[row], from: first) }
    anchorChunk(from: first, at: anchor, text.spans[Int(text.spanOf[chunk.lowerBound])])
    if let along {
      if first < glyphs.count { bend(from: first, along) }
    } else if text.isVertical {
      for i in glyphs.indices[first...] {
        (glyphs[i].x, glyphs[i].y) = (-glyphs[i].y, glyphs[i].x)
        glyphs[i].direction = Point(0, 1)
      }
    }
  }

  /// The fittings that begin and end in a chunk, the innermost first.
  private mutating func fittings(in chunk: Range<Int>) -> [Int] {
    var rows: [Int] = []
    while nextFitting < fittingRows.count {
      let row = fittingRows[nextFitting]
      let range = text.fittings[row].range
      guard range.lowerBound < chunk.upperBound else { break }
      if range.upperBound <= chunk.upperBound { rows.append(row) }
      nextFitting += 1
    }
    return rows.sorted()
  }

  /// Cuts a chunk where its font, its element, its direction or its script changes.
  private mutating func items(of chunk: Range<Int>) -> [Item] {
    let levels = levels(of: chunk)
    var items: [Item] = []
    var script: UInt32 = 0
    for i in chunk {
      var character = text.characters[i]
      let span = Int(text.spanOf[i])
      let isMark = i > chunk.lowerBound && Characters.isMark(character)
      var size = 1.0
      if text.spans[span].hasSmallCapitals, let face = choices[span]?.first,
        !face.hasSmallCapitals, let capital = TextLayout.capital(of: character)
      {
        character = capital
        size = 0.8
      }
      let own = Characters.script(of: character)
      if !Characters.isCommon(own) { script = own }
      // By its row: an item taken out would be counted as one that is used.
      let last = items.indices.last
      let isUpright =
        text.isVertical
        && (isMark ? last.map { items[$0].isUpright } ?? false : Characters.isUpright(character))
      var face: FontFace?
      if let last, items[last].span == span, isMark || character == 0x20 || isIgnorable(character) {
        face = items[last].face
      } else {
        face = self.face(for: character, i, span)
      }
      guard let face else { continue }
      if let last, items[last].range.upperBound == i, items[last].span == span,
        items[last].face === face, items[last].level == levels[i - chunk.lowerBound],
        items[last].size == size, items[last].isUpright == isUpright,
        items[last].script == script || items[last].script == 0 || isMark
      {
        items[last].range = items[last].range.lowerBound..<(i + 1)
        if items[last].script == 0 { items[last].script = script }
      } else {
        items.append(
          Item(
            range: i..<(i + 1), span: span, level: levels[i - chunk.lowerBound], face: face,
            script: script, isUpright: isUpright, size: size))
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

  private mutating func face(for character: UInt32, _ i: Int, _ span: Int) -> FontFace? {
    guard let choice = choices[span] else { return nil }
    switch choice.answer(for: character) {
    case .face(let face): return face
    case .colored(let family):
      remarkOnce(.colored(character, family), span)
      return nil
    case .none:
      if !isIgnorable(character), character >= 0x20 { remarkOnce(.missingGlyph(character), span) }
      return nil
    }
  }

  /// The levels of a chunk's characters, with what elements say of their direction.
  private func levels(of chunk: Range<Int>) -> [Int8] {
    let base = text.spans[0].isRightToLeft
    guard hasBidi else {
      return Characters.levels(of: Array(text.characters[chunk]), isRightToLeft: base)
    }
    var controlled: [UInt32] = []
    var places: [Int] = []
    /// The elements around the last character that say so, the outermost first.
    var open: [Int] = []
    var last = -1
    for i in chunk {
      let span = Int(text.spanOf[i])
      if span != last {
        last = span
        let wanted = text.spansWithBidi(around: span)
        let common = zip(open, wanted).prefix { $0 == $1 }.count
        for row in open[common...].reversed() { controlled.append(text.spans[row].bidiEnd) }
        for row in wanted[common...] { controlled.append(text.spans[row].bidiStart) }
        open = wanted
      }
      places.append(controlled.count)
      controlled.append(text.characters[i])
    }
    for row in open.reversed() { controlled.append(text.spans[row].bidiEnd) }
    let levels = Characters.levels(of: controlled, isRightToLeft: base)
    return places.map { levels[$0] }
  }

  // MARK: Glyphs

  private mutating func set(_ item: Item) {
    guard !isTooLong else { return }
    let span = text.spans[item.span]
    var features = span.features
    if span.hasSmallCapitals, item.face.hasSmallCapitals, let on = FontFeature("smcp") {
      features.append(on)
    }
    let isTornApart =
      span.letterSpacing != 0
      || !text.positions.isEmpty
        && item.range.dropFirst().contains { i in
          let position = text.positions[i]
          return position.dx != 0 || position.dy != 0 || position.rotation != nil
        }
    if isTornApart { features += ["liga", "clig"].compactMap { FontFeature($0, 0) } }
    let characters = item.range.map { i in
      item.size == 1
        ? text.characters[i] : TextLayout.capital(of: text.characters[i]) ?? text.characters[i]
    }
    let isRightToLeft = item.level % 2 == 1
    let shaped = fonts.shaper.glyphs(
      of: TextShaper.Run(
        characters: characters, face: item.face, isRightToLeft: isRightToLeft,
        isUpright: item.isUpright, script: item.script == 0 ? Characters.latin : item.script,
        language: span.language,
        features: features))
    let scale = span.size * item.size / item.face.unitsPerEm
    guard scale <= TextLayout.scaleLimit, scale > 0, !characters.isEmpty else { return }
    let face = row(of: item.face)
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
      if !text.positions.isEmpty {
        for k in start..<max(start + 1, min(item.range.lowerBound + next, item.range.upperBound)) {
          let position = position(k)
          x += position.dx
          y += position.dy
        }
      }
      for k in i..<end {
        let glyph = shaped[k]
        glyphs.append(
          Glyph(
            face: face, glyph: glyph.glyph, span: item.span, character: start,
            beginsCluster: k == i, x: x, y: y, advance: glyph.advance * scale,
            offset: Point(glyph.xOffset * scale, baselines[item.span] - glyph.yOffset * scale),
            scale: scale, skew: item.face.skew, rotation: text.position(start).rotation ?? 0,
            isUpright: item.isUpright))
        if item.isUpright {
          // The font says where its letters' middle is.
          let last = glyphs.count - 1
          let middle = (item.face.ascender + item.face.descender) / 2 * scale
          glyphs[last].offset = Point(
            glyph.xOffset * scale + middle - baselines[item.span], -glyph.yOffset * scale)
        }
        x += glyph.advance * scale
      }
      var extra = span.letterSpacing
      if text.characters[start] == 0x20 || text.characters[start] == 0xA0 {
        extra += span.wordSpacing
      }
      glyphs[glyphs.count - 1].advance += extra
      x += extra
      i = end
    }
  }

  /// The row of a font in `faces`; there are few, mostly one.
  private mutating func row(of face: FontFace) -> Int {
    if let known = faces.lastIndex(where: { $0 === face }) { return known }
    faces.append(face)
    return faces.count - 1
  }

  // MARK: Lengths and anchors

  /// Gives a part of a chunk the length that it's to have.
  private mutating func fit(_ fitting: Text.Fitting, from first: Int) {
    // A few numbers a letter.
    budget.spend(1 + (glyphs.count - first) / 8)
    if budget.isSpent { return }
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
    from first: Int, at anchor: Double, _ span: Text.Span
  ) {
    guard span.anchor != .start || span.isRightToLeft else { return }
    var (left, right) = (Double.infinity, -Double.infinity)
    for i in glyphs.indices[first...] {
      left = min(left, glyphs[i].x)
      right = max(right, glyphs[i].x + glyphs[i].advance)
    }
    guard left.isFinite, right.isFinite else { return }
    let shift =
      switch (span.anchor, span.isRightToLeft) {
      case (.start, false), (.end, true): anchor - left
      case (.middle, _): anchor - (left + right) / 2
      case (.end, false), (.start, true): anchor - right
      }
    for i in glyphs.indices[first...] { glyphs[i].x += shift }
  }

  // MARK: Paths

  /// Puts the glyphs of a chunk, which stands on a straight line, on a path (SVG 2, section 11.8).
  private mutating func bend(from first: Int, _ along: Text.Along) {
    guard
      let line = budget.line(
        along.path, tolerance: text.spans[along.span].size / 1000, isReversed: along.isReversed)
    else {
      for i in glyphs.indices[first...] { glyphs[i].isHidden = true }
      return
    }
    for i in glyphs.indices[first...] {
      let glyph = glyphs[i]
      let half = glyph.advance / 2
      guard let place = line.place(at: along.start + glyph.x + half) else {
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

extension Text {
  /// The elements around the text of one, itself among them, that say how they lie in what runs the other
  /// way: the outermost first.
  fileprivate func spansWithBidi(around span: Int) -> [Int] {
    var rows: [Int] = []
    var next: Int? = span
    while let row = next {
      if spans[row].bidi != .normal { rows.append(row) }
      next = spans[row].parent
    }
    return rows.reversed()
  }
}

extension Text.Span {
  /// The character that begins what it says of its direction (UAX #9, section 2).
  fileprivate var bidiStart: UInt32 {
    switch bidi {
    case .normal, .embed: isRightToLeft ? 0x202B : 0x202A
    case .override: isRightToLeft ? 0x202E : 0x202D
    case .isolate: isRightToLeft ? 0x2067 : 0x2066
    }
  }

  /// The character that ends it.
  fileprivate var bidiEnd: UInt32 { bidi == .isolate ? 0x2069 : 0x202C }
}
