/// Reads the declarations of a rule's block or of a `style` attribute (CSS Syntax Module Level 3,
/// section 5.4.4).
struct DeclarationReader: ~Escapable {
  var tokens: Tokenizer
  /// Whether a closing brace ends the declarations.
  let isBlock: Bool
  /// The place of the first byte.
  let base: StylePlace

  @_lifetime(copy tokens)
  init(_ tokens: consuming Tokenizer, isBlock: Bool, base: StylePlace) {
    self.tokens = tokens
    self.isBlock = isBlock
    self.base = base
  }

  /// Reads until the block's closing brace, which is taken, or the end.
  @_lifetime(self: copy self)
  mutating func read(
    into list: inout Declarations, _ names: inout NameTable, _ notices: inout NoticeList
  ) {
    while true {
      // What stands between declarations mostly, passed over without tokens.
      let bytes = tokens.bytes
      while tokens.position < bytes.count,
        isSpace(bytes[tokens.position]) || bytes[tokens.position] == UInt8(ascii: ";")
      {
        tokens.position += 1
      }
      if let name = plainName() {
        readValue(of: name, isFolded: false, into: &list, &names, &notices)
        continue
      }
      let token = tokens.next()
      switch token.kind {
      case .space, .semicolon: continue
      case .end: return
      case .closeCurly where isBlock: return
      case .identifier: readDeclaration(token, into: &list, &names, &notices)
      default: skipFault(from: token.start, &notices)
      }
    }
  }

  private func place(_ position: Int) -> StylePlace {
    StylePlace(isInline: base.isInline, offset: base.offset + position)
  }

  /// A name of letters and hyphens with a colon right behind it, which is taken, or nil: what nearly all
  /// declarations begin with, read without making a token of it.
  @_lifetime(self: copy self)
  private mutating func plainName() -> Token? {
    let bytes = tokens.bytes
    let start = tokens.position
    var end = start
    while end < bytes.count,
      bytes[end] &- 0x61 < 26 || bytes[end] == UInt8(ascii: "-") && end > start
    {
      end += 1
    }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return nil }
    tokens.position = end + 1
    return Token(kind: .identifier, start: start, end: end, name: start..<end)
  }

  @_lifetime(self: copy self)
  private mutating func readDeclaration(
    _ name: Token, into list: inout Declarations, _ names: inout NameTable,
    _ notices: inout NoticeList
  ) {
    let bytes = tokens.bytes
    tokens.skipSpace()
    guard tokens.position < bytes.count, bytes[tokens.position] == UInt8(ascii: ":") else {
      return skipFault(from: name.start, &notices)
    }
    tokens.position += 1
    let isVariable =
      name.name.count > 2 && bytes[name.start] == UInt8(ascii: "-")
      && bytes[name.start + 1] == UInt8(ascii: "-")
    readValue(
      of: name, isVariable: isVariable, isFolded: !isVariable, into: &list, &names, &notices)
  }

  /// Reads what stands behind a declaration's colon. Names of properties are the same in upper and lower case.
  @_lifetime(self: copy self)
  private mutating func readValue(
    of name: Token, isVariable: Bool = false, isFolded: Bool, into list: inout Declarations,
    _ names: inout NameTable, _ notices: inout NoticeList
  ) {
    let textStart = list.text.count
    var value = ValueReader(isVariable: isVariable, isBlock: isBlock)
    guard value.read(&tokens, into: &list.text) else {
      list.text.removeSubrange(textStart...)
      return skipFault(from: name.start, &notices)
    }
    let declaration = ReadDeclaration(
      property: name.intern(from: tokens.bytes, in: &names, isFolded: isFolded),
      value: textStart..<list.text.count, offset: base.offset + name.start,
      isImportant: value.isImportant, isVariable: isVariable,
      usesVariables: value.usesVariables)
    if !list.add(declaration) {
      addFault(name.start..<tokens.position, &notices)
    }
  }

  /// Skips what is no declaration: to the next semicolon, or over a block.
  @_lifetime(self: copy self)
  private mutating func skipFault(from start: Int, _ notices: inout NoticeList) {
    tokens.position = start
    while true {
      let token = tokens.next()
      if token.kind == .end || token.kind == .semicolon
        || isBlock && token.kind == .closeCurly
      {
        if token.kind == .closeCurly { tokens.position = token.start }
        addFault(start..<token.start, &notices)
        return
      }
      guard let closer = token.closer else { continue }
      tokens.skipBlock(closedBy: closer)
      if token.kind == .openCurly {
        notices.add(
          .unsupportedRule, "nested", at: place(start),
          "rules inside of rules aren't read; write them one after another")
        return
      }
    }
  }

  private func addFault(_ range: Range<Int>, _ notices: inout NoticeList) {
    var end = range.upperBound
    while end > range.lowerBound, isSpace(tokens.bytes[end - 1]) { end -= 1 }
    let found = tokens.bytes.extracting(range.lowerBound..<end)
    notices.add(
      .badDeclaration, at: place(range.lowerBound),
      "expected 'name: value', found \(found.quoted())")
  }
}

/// Reads the value of one declaration.
private struct ValueReader {
  let isVariable: Bool
  let isBlock: Bool
  var isImportant = false
  var usesVariables = false

  init(isVariable: Bool, isBlock: Bool) {
    self.isVariable = isVariable
    self.isBlock = isBlock
  }

  /// Appends the value to `text` and moves to its end: the semicolon or brace behind it.
  /// - Returns: False when the declaration is wrong.
  mutating func read(_ tokens: inout Tokenizer, into text: inout [UInt8]) -> Bool {
    let bytes = tokens.bytes
    var start = tokens.position
    while start < bytes.count, isSpace(bytes[start]) { start += 1 }
    var end = start
    while end < bytes.count, !isSpecial(bytes[end]) { end += 1 }
    guard
      end == bytes.count || bytes[end] == UInt8(ascii: ";")
        || isBlock && bytes[end] == UInt8(ascii: "}")
    else { return readTokens(&tokens, into: &text) }
    tokens.position = end
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    for i in start..<end { text.append(bytes[i]) }
    return true
  }

  /// Whether a value with this byte has to be read token by token.
  @inline(__always)
  private func isSpecial(_ byte: UInt8) -> Bool {
    // One bit for each of !"'()/; and for each of []{}\, in a word each for bytes below 64 and from there on.
    let low: UInt64 = 1 << 33 | 1 << 34 | 1 << 39 | 1 << 40 | 1 << 41 | 1 << 47 | 1 << 59
    let high: UInt64 = 1 << 27 | 1 << 28 | 1 << 29 | 1 << 59 | 1 << 61
    switch byte >> 6 {
    case 0: return low >> UInt64(byte) & 1 != 0
    case 1: return high >> UInt64(byte & 63) & 1 != 0
    default: return false
    }
  }

  private mutating func readTokens(_ tokens: inout Tokenizer, into text: inout [UInt8]) -> Bool {
    let bytes = tokens.bytes
    let start = text.count
    tokens.skipSpace()
    var previousEnd = tokens.position
    var isParted = false
    var closers: [Token.Kind] = []
    // Where an exclamation mark stands in the text, and what has come behind it.
    var mark: (at: Int, isWord: Bool)?
    reading: while true {
      let token = tokens.next()
      let isTop = closers.isEmpty
      switch token.kind {
      case .end: break reading
      case .semicolon where isTop, .closeCurly where isTop && isBlock:
        tokens.position = token.start
        break reading
      case .badString, .badURL: return false
      case .openCurly where isTop && !isVariable: return false
      default: break
      }
      // A comment parts what stands before and behind it.
      if token.start > previousEnd || token.kind == .space { isParted = true }
      previousEnd = token.end
      if token.kind == .space { continue }
      if mark?.isWord == true { return false }
      if isTop, mark != nil {
        guard token.kind == .identifier, tokens.isName(of: token, "important") else {
          return false
        }
        mark?.isWord = true
        continue
      }
      if isTop, token.kind == .delimiter, bytes[token.start] == UInt8(ascii: "!") {
        mark = (text.count, false)
        continue
      }
      if token.kind == closers.last {
        closers.removeLast()
      } else if token.isCloser {
        return false
      } else if let closer = token.closer {
        closers.append(closer)
      }
      if isParted, text.count > start { text.append(0x20) }
      isParted = false
      append(token, bytes, to: &text)
      if token.kind == .function, tokens.isName(of: token, "var") { usesVariables = true }
    }
    if let mark {
      guard mark.isWord else { return false }
      isImportant = true
      text.removeSubrange(mark.at...)
    }
    while let closer = closers.popLast() {
      switch closer {
      case .closeParen: text.append(UInt8(ascii: ")"))
      case .closeSquare: text.append(UInt8(ascii: "]"))
      default: text.append(UInt8(ascii: "}"))
      }
    }
    return true
  }

  private func append(_ token: Token, _ bytes: Span<UInt8>, to text: inout [UInt8]) {
    let isString = token.kind == .string
    if token.hasEscape {
      for i in token.start..<token.name.lowerBound { text.append(bytes[i]) }
      let quote = Unicode.Scalar(bytes[token.start])
      appendUnescaped(bytes.extracting(token.name), to: &text) { scalar in
        if isString { return scalar == quote || scalar == "\\" || scalar.value < 0x20 }
        // What isn't plain in a name, and a digit, which could begin one.
        return scalar.isASCII && !isLetter(UInt8(truncatingIfNeeded: scalar.value))
          && scalar != "_"
      }
      for i in token.name.upperBound..<token.end { text.append(bytes[i]) }
    } else {
      for i in token.start..<token.end { text.append(bytes[i]) }
    }
    if token.isOpen {
      text.append(isString ? bytes[token.start] : UInt8(ascii: ")"))
    }
  }
}

extension Tokenizer {
  /// The next token that isn't white space.
  @_lifetime(self: copy self)
  mutating func nextBehindSpace() -> Token {
    skipSpace()
    return next()
  }
}
