extension Declarations {
  /// Adds the longhands of `font` (CSS Fonts Module Level 4, section 2.7): those that aren't named
  /// become `normal`.
  mutating func addFont(_ declaration: ReadDeclaration) -> Bool {
    let value = Array(text[declaration.value])
    guard let font = FontShorthand(value.span) else { return false }
    if font.isWhole {
      addEach(NameTable.fontLonghands, as: declaration)
      return true
    }
    let start = declaration.value.lowerBound
    let normal = text.count..<(text.count + 6)
    text.append(contentsOf: Array("normal".utf8))
    func part(_ range: Range<Int>?) -> Range<Int> {
      range.map { (start + $0.lowerBound)..<(start + $0.upperBound) } ?? normal
    }
    for (property, range) in [
      (NameTable.fontStyle, part(font.style)), (NameTable.fontVariant, part(font.variant)),
      (NameTable.fontWeight, part(font.weight)), (NameTable.fontStretch, part(font.stretch)),
      (NameTable.fontSize, part(font.size)), (NameTable.lineHeight, part(font.lineHeight)),
      (NameTable.fontFamily, part(font.family)),
    ] {
      var entry = declaration
      entry.property = property
      entry.value = range
      entries.append(entry)
    }
    return true
  }
}

/// Where the longhands stand in a value of `font`.
private struct FontShorthand {
  /// Whether the value is one word that all longhands get: `inherit` and its like. A font of the
  /// system's (`caption`) gives them `initial`, since a file can't know it; so it isn't read.
  var isWhole = false
  var style: Range<Int>?
  var variant: Range<Int>?
  var weight: Range<Int>?
  var stretch: Range<Int>?
  var size: Range<Int>?
  var lineHeight: Range<Int>?
  var family: Range<Int>?

  init?(_ bytes: Span<UInt8>) {
    if isWideKeyword(bytes) {
      isWhole = true
      return
    }
    var tokens = Tokenizer(bytes)
    var token = tokens.nextBehindSpace()
    // What comes before the size, in any order.
    while size == nil {
      let range = token.start..<token.end
      let word = bytes.extracting(range)
      switch token.kind {
      case .identifier:
        if word.isWord("normal") {
        } else if word.isWord("italic") || word.isWord("oblique") {
          guard style == nil else { return nil }
          style = range
          let before = tokens.position
          token = tokens.nextBehindSpace()
          if token.kind == .dimension, bytes.extracting(token.name).isWord("deg") {
            style = range.lowerBound..<token.end
          } else {
            tokens.position = before
          }
        } else if word.isWord("small-caps") {
          guard variant == nil else { return nil }
          variant = range
        } else if isWeight(word) {
          guard weight == nil else { return nil }
          weight = range
        } else if isStretch(word) {
          guard stretch == nil else { return nil }
          stretch = range
        } else if isSize(word) {
          size = range
        } else {
          return nil
        }
      case .number:
        guard weight == nil else { return nil }
        weight = range
      case .dimension, .percentage: size = range
      case .function:
        tokens.skipBlock(closedBy: .closeParen)
        size = token.start..<tokens.position
      default: return nil
      }
      token = tokens.nextBehindSpace()
    }
    if token.kind == .delimiter, bytes[token.start] == UInt8(ascii: "/") {
      token = tokens.nextBehindSpace()
      guard
        token.kind == .identifier || token.kind == .number || token.kind == .dimension
          || token.kind == .percentage
      else { return nil }
      lineHeight = token.start..<token.end
      token = tokens.nextBehindSpace()
    }
    guard token.kind == .identifier || token.kind == .string else { return nil }
    family = token.start..<bytes.count
  }
}

private func isWeight(_ word: Span<UInt8>) -> Bool {
  word.isWord("bold") || word.isWord("bolder") || word.isWord("lighter")
}

private func isStretch(_ word: Span<UInt8>) -> Bool {
  word.isWord("condensed") || word.isWord("expanded") || word.isWord("semi-condensed")
    || word.isWord("extra-condensed") || word.isWord("ultra-condensed")
    || word.isWord("semi-expanded") || word.isWord("extra-expanded")
    || word.isWord("ultra-expanded")
}

private func isSize(_ word: Span<UInt8>) -> Bool {
  word.isWord("medium") || word.isWord("small") || word.isWord("large") || word.isWord("x-small")
    || word.isWord("x-large") || word.isWord("xx-small") || word.isWord("xx-large")
    || word.isWord("xxx-large") || word.isWord("smaller") || word.isWord("larger")
}

/// Whether a value is one of the words that every property takes.
func isWideKeyword(_ value: Span<UInt8>) -> Bool {
  value.isWord("inherit") || value.isWord("initial") || value.isWord("unset")
    || value.isWord("revert") || value.isWord("revert-layer")
}
