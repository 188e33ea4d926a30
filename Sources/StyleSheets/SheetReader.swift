/// Reads one style sheet (CSS Syntax Module Level 3, section 5.4).
struct SheetReader: ~Escapable {
  var tokens: Tokenizer
  let base: Int
  let environment: MediaEnvironment
  let limits: StyleLimits
  private var namespaces = SelectorNamespaces()
  private var hasRules = false
  /// How many blocks of `@media` are open.
  private var openBlocks = 0

  @_lifetime(copy tokens)
  init(
    _ tokens: consuming Tokenizer, base: Int, environment: MediaEnvironment, limits: StyleLimits
  ) {
    self.tokens = tokens
    self.base = base
    self.environment = environment
    self.limits = limits
  }

  @_lifetime(self: copy self)
  mutating func read(
    into rules: inout StyleRules, _ names: inout NameTable, _ notices: inout NoticeList
  ) throws(StyleLimitError) {
    while true {
      let token = tokens.next()
      switch token.kind {
      case .end: return
      case .space, .commentOpen, .commentClose: continue
      case .closeCurly where openBlocks > 0: openBlocks -= 1
      case .atKeyword: readAtRule(token, &names, &notices)
      default:
        tokens.position = token.start
        try readRule(into: &rules, &names, &notices)
      }
    }
  }

  private func place(_ position: Int) -> StylePlace { StylePlace(offset: base + position) }

  /// What ends a rule's head.
  private enum HeadEnd { case block, semicolon, brace, end }

  /// Moves behind the head of a rule.
  /// - Returns: Where it ends, and with what.
  @_lifetime(self: copy self)
  private mutating func skipHead(stopsAtSemicolon: Bool) -> (end: Int, HeadEnd) {
    while true {
      let token = tokens.next()
      switch token.kind {
      case .end: return (token.start, .end)
      case .openCurly: return (token.start, .block)
      case .semicolon where stopsAtSemicolon: return (token.start, .semicolon)
      case .closeCurly where openBlocks > 0:
        tokens.position = token.start
        return (token.start, .brace)
      default: if let closer = token.closer { tokens.skipBlock(closedBy: closer) }
      }
    }
  }

  @_lifetime(self: copy self)
  private mutating func readRule(
    into rules: inout StyleRules, _ names: inout NameTable, _ notices: inout NoticeList
  ) throws(StyleLimitError) {
    let start = tokens.position
    let (end, ending) = skipHead(stopsAtSemicolon: false)
    guard ending == .block else {
      notices.add(.badRule, at: place(start), "a rule without '{…}'")
      return
    }
    hasRules = true
    let mark = rules.selectors.mark
    let rows: Range<Int>
    do throws(SelectorFault) {
      let head = tokens.bytes.extracting(0..<end)
      var reader = SelectorReader(Tokenizer(head, at: start), namespaces: namespaces)
      rows = try reader.readList(into: &rules.selectors, &names)
    } catch {
      rules.selectors.goBack(to: mark)
      notices.add(
        error.unknown.isEmpty ? .badRule : .unknownSelector, error.unknown,
        at: place(error.position), error.message)
      tokens.skipBlock(closedBy: .closeCurly)
      return
    }
    guard rules.selectors.selectors.count <= limits.selectors else {
      throw StyleLimitError(
        message: "the style sheets have more than \(limits.selectors) selectors",
        place: place(start))
    }
    let first = rules.declarations.entries.count
    var reader = DeclarationReader(
      Tokenizer(tokens.bytes, at: tokens.position), isBlock: true, base: place(0))
    reader.read(into: &rules.declarations, &names, &notices)
    tokens.position = reader.tokens.position
    rules.add(rows, declarationsFrom: first)
  }

  @_lifetime(self: copy self)
  private mutating func readAtRule(
    _ keyword: Token, _ names: inout NameTable, _ notices: inout NoticeList
  ) {
    let start = tokens.position
    let (end, ending) = skipHead(stopsAtSemicolon: true)
    let bytes = tokens.bytes
    let word = bytes.extracting(keyword.name)
    if word.isWord("media") {
      guard ending == .block else {
        notices.add(.badRule, at: place(keyword.start), "'@media' without '{…}'")
        return
      }
      if applies(start..<end, &notices) {
        openBlocks += 1
      } else {
        tokens.skipBlock(closedBy: .closeCurly)
      }
      return
    }
    if word.isWord("namespace"), ending != .block {
      if hasRules || !readNamespace(start..<end, &names) {
        notices.add(
          .badRule, at: place(keyword.start),
          hasRules
            ? "'@namespace' stands behind a rule" : "expected '@namespace prefix \"…\";'")
      }
      return
    }
    if ending == .block { tokens.skipBlock(closedBy: .closeCurly) }
    // What a sheet for print adds, what says how the bytes were encoded or how a phone shows a page
    // changes nothing.
    if word.isWord("charset") || word.isWord("page") || word.isWord("viewport")
      || word.isWord("-ms-viewport") || word.isWord("-o-viewport")
    {
      return
    }
    if word.isWord("import"), !importApplies(start..<end) { return }
    let name = "@" + word.text().lowercased()
    notices.add(.unsupportedRule, name, at: place(keyword.start), "'\(name)' isn't followed")
  }

  private func applies(_ range: Range<Int>, _ notices: inout NoticeList) -> Bool {
    var query = MediaQuery(
      Tokenizer(tokens.bytes.extracting(0..<range.upperBound), at: range.lowerBound),
      environment: environment)
    let applies = query.applies()
    if !applies, let unknown = query.unknown {
      notices.add(
        .unknownMedia, unknown.name, at: place(unknown.position),
        "'\(unknown.name)' in a media query isn't known; its rules are left out")
    }
    return applies
  }

  /// Whether the media behind an `@import`'s address are those at hand.
  private func importApplies(_ range: Range<Int>) -> Bool {
    var scan = Tokenizer(tokens.bytes.extracting(0..<range.upperBound), at: range.lowerBound)
    let address = scan.nextBehindSpace()
    if address.kind == .function { scan.skipBlock(closedBy: .closeParen) }
    var query = MediaQuery(scan, environment: environment)
    return query.applies() || query.unknown != nil
  }

  /// Reads `prefix "address"` or `"address"`.
  private mutating func readNamespace(_ range: Range<Int>, _ names: inout NameTable) -> Bool {
    let bytes = tokens.bytes
    var scan = Tokenizer(bytes.extracting(0..<range.upperBound), at: range.lowerBound)
    var token = scan.nextBehindSpace()
    var prefix: StyleName?
    if token.kind == .identifier {
      prefix = token.intern(from: bytes, in: &names, isFolded: false)
      token = scan.nextBehindSpace()
    }
    if token.kind == .function, bytes.extracting(token.name).isWord("url") {
      token = scan.nextBehindSpace()
      guard token.kind == .string, scan.nextBehindSpace().kind == .closeParen else { return false }
    }
    guard token.kind == .string || token.kind == .url, scan.nextBehindSpace().kind == .end else {
      return false
    }
    let namespace = token.intern(from: bytes, in: &names, isFolded: false)
    if let prefix {
      namespaces.byPrefix[prefix] = namespace
    } else {
      namespaces.standard = namespace
    }
    return true
  }
}
