/// A token of CSS: its kind and where it stands.
struct Token {
  enum Kind: UInt8 {
    case end, space, identifier, function, atKeyword, hash, string, badString, url, badURL
    case delimiter, number, percentage, dimension, colon, semicolon, comma
    case openSquare, closeSquare, openParen, closeParen, openCurly, closeCurly
    case commentOpen, commentClose
  }

  var kind: Kind
  var start: Int
  var end: Int
  /// The name in it, escapes included: of an identifier, a function, a hash or an at-keyword; a
  /// dimension's unit; what stands in a string or a URL.
  var name: Range<Int>
  /// Whether the name has escapes.
  var hasEscape = false
  /// Whether a hash's name is an identifier, or a string or URL lacks its end.
  var isIdentifier = false
  var isOpen = false
}

/// Cuts UTF-8 bytes into tokens (CSS Syntax Module Level 3, section 4).
///
/// Comments are no tokens: they are skipped before one. Nothing is an error here; what is wrong
/// comes as a `badString`, a `badURL` or a delimiter.
struct Tokenizer: ~Escapable {
  let bytes: Span<UInt8>
  var position: Int

  @_lifetime(copy bytes)
  init(_ bytes: Span<UInt8>, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  @_lifetime(self: copy self)
  mutating func next() -> Token {
    skipComments()
    let start = position
    guard start < bytes.count else {
      return Token(kind: .end, start: start, end: start, name: start..<start)
    }
    let first = bytes[start]
    if isNameStart(first) { return identifierLike(start) }
    switch first {
    case 0x20, 0x0A, 0x09, 0x0D, 0x0C:
      while position < bytes.count, isSpace(bytes[position]) { position += 1 }
      return token(.space, from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return string(start, quote: first)
    case UInt8(ascii: "#"):
      guard isNameByte(byte(start + 1)) || isEscape(start + 1) else { break }
      var token = named(.hash, from: start, nameAt: start + 1)
      token.isIdentifier = startsIdentifier(start + 1)
      return token
    case UInt8(ascii: "("): return single(.openParen)
    case UInt8(ascii: ")"): return single(.closeParen)
    case UInt8(ascii: "["): return single(.openSquare)
    case UInt8(ascii: "]"): return single(.closeSquare)
    case UInt8(ascii: "{"): return single(.openCurly)
    case UInt8(ascii: "}"): return single(.closeCurly)
    case UInt8(ascii: ","): return single(.comma)
    case UInt8(ascii: ":"): return single(.colon)
    case UInt8(ascii: ";"): return single(.semicolon)
    case UInt8(ascii: "@"):
      if startsIdentifier(start + 1) { return named(.atKeyword, from: start, nameAt: start + 1) }
    case UInt8(ascii: "<"):
      if byte(start + 1) == UInt8(ascii: "!"), byte(start + 2) == UInt8(ascii: "-"),
        byte(start + 3) == UInt8(ascii: "-")
      {
        position = start + 4
        return token(.commentOpen, from: start)
      }
    case UInt8(ascii: "\\"):
      if isEscape(start) { return identifierLike(start) }
    case UInt8(ascii: "+"), UInt8(ascii: "."), 0x30...0x39:
      if startsNumber(start) { return numeric(start) }
    case UInt8(ascii: "-"):
      if startsNumber(start) { return numeric(start) }
      if byte(start + 1) == UInt8(ascii: "-"), byte(start + 2) == UInt8(ascii: ">") {
        position = start + 3
        return token(.commentClose, from: start)
      }
      if startsIdentifier(start) { return identifierLike(start) }
    default: break
    }
    return single(.delimiter)
  }

  /// Skips white space and comments.
  @_lifetime(self: copy self)
  mutating func skipSpace() {
    while true {
      skipComments()
      guard position < bytes.count, isSpace(bytes[position]) else { return }
      position += 1
    }
  }

  /// Moves to the end of the block whose opening bracket has been read.
  @_lifetime(self: copy self)
  mutating func skipBlock(closedBy closer: Token.Kind) {
    var closers = [closer]
    while let innermost = closers.last {
      let token = next()
      if token.kind == .end { return }
      if token.kind == innermost {
        closers.removeLast()
      } else if let closer = token.closer {
        closers.append(closer)
      }
    }
  }

  /// Whether a token's name is a word, which may be written with escapes.
  func isName(of token: Token, _ word: StaticString) -> Bool {
    let raw = bytes.extracting(token.name)
    guard token.hasEscape else { return raw.isWord(word) }
    var plain: [UInt8] = []
    appendUnescaped(raw, to: &plain) { _ in false }
    return plain.span.isWord(word)
  }

  private func token(_ kind: Token.Kind, from start: Int) -> Token {
    Token(kind: kind, start: start, end: position, name: start..<position)
  }

  @_lifetime(self: copy self)
  private mutating func single(_ kind: Token.Kind) -> Token {
    position += 1
    return token(kind, from: position - 1)
  }

  @_lifetime(self: copy self)
  private mutating func skipComments() {
    while byte(position) == UInt8(ascii: "/"), byte(position + 1) == UInt8(ascii: "*") {
      position += 2
      while position < bytes.count,
        bytes[position] != UInt8(ascii: "*") || byte(position + 1) != UInt8(ascii: "/")
      { position += 1 }
      position = min(position + 2, bytes.count)
    }
  }

  /// Whether a backslash here begins an escape.
  private func isEscape(_ index: Int) -> Bool {
    byte(index) == UInt8(ascii: "\\") && !(index + 1 < bytes.count && isNewline(bytes[index + 1]))
  }

  func startsIdentifier(_ index: Int) -> Bool {
    if byte(index) == UInt8(ascii: "-") {
      return isNameStart(byte(index + 1)) || byte(index + 1) == UInt8(ascii: "-")
        || isEscape(index + 1)
    }
    return isNameStart(byte(index)) || isEscape(index)
  }

  private func startsNumber(_ index: Int) -> Bool {
    var index = index
    if byte(index) == UInt8(ascii: "+") || byte(index) == UInt8(ascii: "-") { index += 1 }
    if byte(index) == UInt8(ascii: ".") { index += 1 }
    return isDigit(byte(index))
  }

  @_lifetime(self: copy self)
  private mutating func skipEscape() {
    position += 1
    guard position < bytes.count else { return }
    guard hexDigit(bytes[position]) != nil else {
      // The rest of a longer character is made of bytes that continue a name.
      position += 1
      return
    }
    var digits = 0
    while digits < 6, position < bytes.count, hexDigit(bytes[position]) != nil {
      position += 1
      digits += 1
    }
    if byte(position) == 0x0D, byte(position + 1) == 0x0A {
      position += 2
    } else if position < bytes.count, isSpace(bytes[position]) {
      position += 1
    }
  }

  /// Reads a name and tells whether it has escapes.
  @_lifetime(self: copy self)
  private mutating func skipName() -> Bool {
    var hasEscape = false
    while position < bytes.count {
      if isNameByte(bytes[position]) {
        position += 1
      } else if isEscape(position) {
        hasEscape = true
        skipEscape()
      } else {
        break
      }
    }
    return hasEscape
  }

  @_lifetime(self: copy self)
  private mutating func named(_ kind: Token.Kind, from start: Int, nameAt name: Int) -> Token {
    position = name
    let hasEscape = skipName()
    return Token(
      kind: kind, start: start, end: position, name: name..<position, hasEscape: hasEscape)
  }

  @_lifetime(self: copy self)
  private mutating func identifierLike(_ start: Int) -> Token {
    var token = named(.identifier, from: start, nameAt: start)
    guard byte(position) == UInt8(ascii: "(") else { return token }
    position += 1
    token.kind = .function
    token.end = position
    guard isName(of: token, "url") else { return token }
    var content = position
    while content < bytes.count, isSpace(bytes[content]) { content += 1 }
    let quote = byte(content)
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return token }
    return url(start, contentAt: content)
  }

  @_lifetime(self: copy self)
  private mutating func url(_ start: Int, contentAt content: Int) -> Token {
    position = content
    var token = Token(kind: .url, start: start, end: 0, name: content..<content)
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ")") || isSpace(byte) { break }
      if isEscape(position) {
        token.hasEscape = true
        skipEscape()
        continue
      }
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") || byte == UInt8(ascii: "(")
        || byte == UInt8(ascii: "\\") || byte < 0x20 || byte == 0x7F
      {
        return badURL(start)
      }
      position += 1
    }
    token.name = content..<position
    while position < bytes.count, isSpace(bytes[position]) { position += 1 }
    if position < bytes.count {
      guard bytes[position] == UInt8(ascii: ")") else { return badURL(start) }
      position += 1
    } else {
      token.isOpen = true
    }
    token.end = position
    return token
  }

  @_lifetime(self: copy self)
  private mutating func badURL(_ start: Int) -> Token {
    while position < bytes.count, bytes[position] != UInt8(ascii: ")") {
      if isEscape(position) { skipEscape() } else { position += 1 }
    }
    position = min(position + 1, bytes.count)
    return token(.badURL, from: start)
  }

  @_lifetime(self: copy self)
  private mutating func string(_ start: Int, quote: UInt8) -> Token {
    position = start + 1
    var token = Token(kind: .string, start: start, end: 0, name: position..<position)
    while position < bytes.count, bytes[position] != quote {
      if isNewline(bytes[position]) { return self.token(.badString, from: start) }
      if bytes[position] != UInt8(ascii: "\\") {
        position += 1
        continue
      }
      token.hasEscape = true
      if isEscape(position) {
        skipEscape()
      } else {
        // A line end behind a backslash is nothing.
        position += byte(position + 1) == 0x0D && byte(position + 2) == 0x0A ? 3 : 2
      }
    }
    token.name = (start + 1)..<position
    token.isOpen = position >= bytes.count
    position = min(position + 1, bytes.count)
    token.end = position
    return token
  }

  @_lifetime(self: copy self)
  private mutating func numeric(_ start: Int) -> Token {
    if !isDigit(bytes[position]), bytes[position] != UInt8(ascii: ".") { position += 1 }
    while isDigit(byte(position)) { position += 1 }
    if byte(position) == UInt8(ascii: "."), isDigit(byte(position + 1)) {
      position += 1
      while isDigit(byte(position)) { position += 1 }
    }
    if byte(position) | 0x20 == UInt8(ascii: "e") {
      let sign = byte(position + 1)
      let isSigned = sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")
      if isDigit(byte(position + (isSigned ? 2 : 1))) {
        position += 2
        while isDigit(byte(position)) { position += 1 }
      }
    }
    if startsIdentifier(position) { return named(.dimension, from: start, nameAt: position) }
    if byte(position) == UInt8(ascii: "%") {
      position += 1
      return token(.percentage, from: start)
    }
    return token(.number, from: start)
  }
}

extension Token {
  /// What closes the block that the token opens.
  var closer: Kind? {
    switch kind {
    case .function, .openParen: .closeParen
    case .openSquare: .closeSquare
    case .openCurly: .closeCurly
    default: nil
    }
  }

  /// Whether it closes a block.
  var isCloser: Bool { kind == .closeParen || kind == .closeSquare || kind == .closeCurly }
}
