import PathModel
import PluginKit

/// Collects the characters of a text in the order of the document, white space as it counts, with
/// what its elements say of them.
struct SVGTextCollector {
  /// An element whose content is being collected.
  private struct Level {
    var row: UInt32
    var end: UInt32
    var span: Int
    var first: Int
  }

  /// A list that positions an element's characters.
  private struct PositionList {
    var name: SVGAttributeName
    var range: Range<Int>
    var values: [Double]
  }

  private let reader: SVGReader
  private let space: UserSpace
  private var text = Text()
  private var sources: [SVGText.Source] = []
  /// Whether something lies farther out than may be.
  private var isOutOfRange = false
  private var levels: [Level] = []
  private var lists: [PositionList] = []
  /// Whether white space is dropped: at the start and behind white space.
  private var isBehindSpace = true

  private var table: SVGElementTable { reader.table }

  private init(_ reader: SVGReader, _ space: UserSpace) {
    self.reader = reader
    self.space = space
  }

  /// Collects a `text` element; nil, with a warning, where it lies too far out to be drawn.
  static func collect(
    _ element: SVGElementID, _ computed: SVGComputed, in space: UserSpace, isCopy: Bool,
    _ reader: SVGReader
  ) -> SVGText? {
    var collector = SVGTextCollector(reader, space)
    collector.begin(element, computed)
    collector.walk(element, isCopy: isCopy)
    // White space at the end doesn't count.
    if collector.isBehindSpace, !collector.text.characters.isEmpty {
      collector.text.characters.removeLast()
      collector.text.spanOf.removeLast()
    }
    while !collector.levels.isEmpty { collector.end() }
    collector.settle()
    if collector.isOutOfRange {
      reader.warn(
        "svg.out-of-range", "'text' isn't drawn: its coordinates are too large", at: element)
      return nil
    }
    collector.text.isVertical = computed.properties.text.value.isVertical
    collector.text.fontFolders = reader.textOptions.folders
    collector.text.isKept = reader.textOptions.treatment == .keep
    return SVGText(text: collector.text, sources: collector.sources)
  }

  private mutating func walk(_ element: SVGElementID, isCopy: Bool) {
    let end = table[element].end
    var row = element.row + 1
    var piece = Int(table[element].firstText)
    while true {
      let until = row < end ? Int(table.rows[Int(row)].firstText) : table.texts.count
      while piece < until, table.texts[piece].owner < end {
        let owner = table.texts[piece].owner
        leave(before: owner)
        if levels.last?.row == owner { add(piece) }
        piece += 1
      }
      guard row < end else { return }
      let child = SVGElementID(row)
      leave(before: row)
      if let parent = levels.last, parent.row == table[child].parent,
        let computed = entered(child, in: parent, isCopy: isCopy)
      {
        begin(child, computed)
        row += 1
      } else {
        row = table[child].end
      }
    }
  }

  /// Ends the elements in which a row doesn't lie.
  private mutating func leave(before row: UInt32) {
    while let last = levels.last, row < last.row || row >= last.end { end() }
  }

  /// The properties of a child whose text is a part of the text; nil when it's none.
  private func entered(
    _ child: SVGElementID, in parent: Level, isCopy: Bool
  ) -> SVGComputed? {
    switch table[child].kind {
    case .tspan, .textPath, .a, .altGlyph: break
    case .animate, .animateTransform, .animateMotion, .animateColor, .set, .discard:
      reader.loseAnimation(child)
      return nil
    case .tref:
      reader.lose(
        "text", "'tref' isn't drawn; write its words where they stand", at: child)
      return nil
    default: return nil
    }
    guard reader.passesConditions(child), !isCopy || reader.countCopy(of: child) else { return nil }
    let computed = reader.compute(child, in: sources[parent.span].computed)
    return computed.properties.isDisplayed ? computed : nil
  }

  private mutating func begin(_ element: SVGElementID, _ computed: SVGComputed) {
    let properties = computed.properties
    let own = properties.text.value
    let parent = levels.last?.span
    var span = Text.Span(parent: parent)
    var outer: Text.Lines = []
    if let parent {
      span.rise = text.spans[parent].rise
      outer = sources[parent].computed.properties.text.value.decorations
    }
    span.lines = own.decorations.subtracting(outer)
    span.families = reader.families(own.families)
    span.size = properties.fontSize <= coordinateLimit ? properties.fontSize : 0
    span.weight = own.weight
    span.slant = own.slant
    span.width = own.width
    span.language = own.language
    span.features = own.variants + own.settings
    if !own.kerns, let off = Text.Feature("kern", 0) { span.features.append(off) }
    span.hasSmallCapitals = own.hasSmallCapitals
    span.letterSpacing = measure(own.letterSpacing, "letter-spacing", of: element, span.size)
    span.wordSpacing = measure(own.wordSpacing, "word-spacing", of: element, span.size)
    span.anchor = own.anchor
    span.isRightToLeft = own.isRightToLeft
    span.bidi = own.bidi
    span.dominantBaseline = own.dominantBaseline
    span.alignmentBaseline = own.alignmentBaseline
    span.isHidden = !properties.isVisible
    switch own.baselineShift {
    case .none: break
    // As librsvg and resvg have them.
    case .sub: span.rise -= 0.2 * span.size
    case .super: span.rise += 0.4 * span.size
    case .length(let length): span.rise += measure(length, "baseline-shift", of: element, span.size)
    }
    levels.append(
      Level(
        row: element.row, end: table[element].end, span: text.spans.count,
        first: text.characters.count))
    text.spans.append(span)
    sources.append(SVGText.Source(element: element, computed: computed))
  }

  /// A length in user units; percent are of the font's size.
  private func measure(
    _ length: SVGLength, _ name: String, of element: SVGElementID, _ fontSize: Double
  ) -> Double {
    if length.value == 0 { return 0 }
    var viewport = space.viewport
    if length.unit == .percent { (viewport.width, viewport.height) = (fontSize, fontSize) }
    let value = length.resolved(fontSize: fontSize, viewport: viewport, axis: .horizontal)
    if value.magnitude <= coordinateLimit { return value }
    reader.warn(
      "svg.out-of-range", "'\(name)' of text is ignored: it's too large", at: element)
    return 0
  }

  private mutating func add(_ piece: Int) {
    guard let span = levels.last?.span else { return }
    let keeps = sources[span].computed.properties.text.value.keepsSpace
    let bytes = unsafe table.bytes[table.texts[piece].piece]
    for scalar in unsafe String(decoding: bytes, as: UTF8.self).unicodeScalars {
      var value = scalar.value
      let isSpace = value == 0x20 || value == 0x0A || value == 0x09 || value == 0x0D
      if isSpace {
        value = 0x20
        if !keeps, isBehindSpace { continue }
      }
      isBehindSpace = isSpace && !keeps
      text.characters.append(value)
      text.spanOf.append(UInt32(truncatingIfNeeded: span))
    }
  }

  private mutating func end() {
    guard let level = levels.popLast() else { return }
    let table = table
    let range = level.first..<max(level.first, text.characters.count)
    guard !range.isEmpty else { return }
    let element = sources[level.span].element
    let kind = table[element].kind
    guard kind != .a else { return }
    var space = space
    space.fontSize = text.spans[level.span].size
    if kind == .textPath {
      text.alongs.append(reader.along(element, range, level.span, in: space))
    }
    if kind != .textPath {
      for name in [SVGAttributeName.x, .y, .dx, .dy, .rotate] {
        guard let attribute = table.attribute(name, of: element) else { continue }
        let values = reader.positions(attribute, name, in: space)
        if values.contains(where: { !($0.magnitude <= coordinateLimit) }) { isOutOfRange = true }
        if !values.isEmpty { lists.append(PositionList(name: name, range: range, values: values)) }
      }
    }
    if table.attribute(.textLength, of: element) != nil {
      let length = reader.length(
        .textLength, .horizontal, of: element, in: space, default: SVGLength(-1), isSize: true)
      let adjust = table.attribute(.lengthAdjust, of: element)
      if length >= 0 {
        text.fittings.append(
          Text.Fitting(
            range: range, length: length,
            stretches: adjust?.value.trimmed.equals("spacingAndGlyphs") ?? false))
      }
    }
  }

  /// Gives each character what the lists say of it; what is said further inside counts.
  private mutating func settle() {
    let count = text.characters.count
    func clamped(_ range: Range<Int>) -> Range<Int> {
      min(range.lowerBound, count)..<min(range.upperBound, count)
    }
    for i in text.fittings.indices { text.fittings[i].range = clamped(text.fittings[i].range) }
    for i in text.alongs.indices { text.alongs[i].range = clamped(text.alongs[i].range) }
    if lists.isEmpty { return }
    text.positions = Array(repeating: Text.Position(), count: count)
    // An element ends after those in it.
    for list in lists.reversed() {
      let range = clamped(list.range)
      for (i, value) in zip(range, list.values) {
        switch list.name {
        case .x: text.positions[i].x = value
        case .y: text.positions[i].y = value
        case .dx: text.positions[i].dx = value
        case .dy: text.positions[i].dy = value
        default: text.positions[i].rotation = value
        }
      }
      if list.name == .rotate, let last = list.values.last {
        for i in range.dropFirst(list.values.count) { text.positions[i].rotation = last }
      }
    }
  }
}

extension SVGReader {
  /// The values of `x`, `y`, `dx`, `dy` or `rotate`, in user units or degrees, up to a fault.
  fileprivate func positions(
    _ attribute: SVGAttribute, _ name: SVGAttributeName, in space: UserSpace
  ) -> [Double] {
    var values: [Double] = []
    let bytes = attribute.value
    var scanner = ValueScanner(bytes)
    scanner.skipSpace()
    let axis: SVGLength.Axis = name == .y || name == .dy ? .vertical : .horizontal
    while !scanner.isAtEnd {
      let start = scanner.position
      while !scanner.isAtEnd, !isSpace(scanner.next), scanner.next != UInt8(ascii: ",") {
        scanner.position += 1
      }
      guard let length = SVGLength(bytes.extracting(start..<scanner.position)),
        name != .rotate || length.unit == .number
      else {
        warn(
          "svg.bad-length",
          "'\(name.rawValue)' of '\(table.name(of: attribute.element))' is read up to a fault: "
            + "expected \(name == .rotate ? "numbers" : "lengths"), found \(quoted(attribute))",
          attribute, at: start)
        return values
      }
      let value = length.resolved(
        fontSize: space.fontSize, viewport: space.viewport, axis: axis)
      values.append(value)
      scanner.skipComma()
    }
    return values
  }
}
