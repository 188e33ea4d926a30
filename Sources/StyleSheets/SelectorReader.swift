/// What is wrong with a selector.
struct SelectorFault: Error {
  /// The selector that isn't known, such as `:has()`; empty when the text is no selector.
  var unknown = ""
  /// What was expected or found.
  var message: String
  var position: Int
}

/// Reads selectors (Selectors Level 4, without what needs a document that lives).
///
/// The rows of a selector are added to `Selectors` when it's complete, since those of the selectors
/// inside of it come first.
struct SelectorReader: ~Escapable {
  var tokens: Tokenizer
  let namespaces: SelectorNamespaces

  /// How deep `:not(:is(…))` may be nested.
  static let depthLimit = 8
  /// How many `:nth-child(… of …)` there may be: each keeps a number for each element.
  static let countedListLimit = 32

  @_lifetime(copy tokens)
  init(_ tokens: consuming Tokenizer, namespaces: SelectorNamespaces) {
    self.tokens = tokens
    self.namespaces = namespaces
  }

  /// Reads a list of selectors up to the end of the text.
  /// - Returns: Which selectors they are.
  @_lifetime(self: copy self)
  mutating func readList(
    into output: inout Selectors, _ names: inout NameTable
  ) throws(SelectorFault) -> Range<Int> {
    try readList(into: &output, &names, depth: 0, isForgiving: false)
  }

  /// Reads a list of selectors up to the end or a closing parenthesis, which isn't taken.
  @_lifetime(self: copy self)
  private mutating func readList(
    into output: inout Selectors, _ names: inout NameTable, depth: Int, isForgiving: Bool
  ) throws(SelectorFault) -> Range<Int> {
    guard depth <= SelectorReader.depthLimit else {
      throw fault("selectors are nested more than \(SelectorReader.depthLimit) deep")
    }
    var rows: [Selectors.Selector] = []
    while true {
      let start = tokens.position
      let mark = output.mark
      do throws(SelectorFault) {
        rows.append(try readSelector(into: &output, &names, depth: depth))
      } catch {
        guard isForgiving else { throw error }
        output.goBack(to: mark)
        tokens.position = start
        skipToSeparator()
      }
      let before = tokens.position
      let token = tokens.next()
      if token.kind == .comma { continue }
      tokens.position = before
      guard token.kind == .end || depth > 0 && token.kind == .closeParen else {
        throw fault("expected ',' or the end, found '\(text(token))'", at: before)
      }
      break
    }
    let first = output.selectors.count
    output.selectors.append(contentsOf: rows)
    return first..<output.selectors.count
  }

  /// Moves to the comma or parenthesis that ends a selector.
  @_lifetime(self: copy self)
  private mutating func skipToSeparator() {
    while true {
      let before = tokens.position
      let token = tokens.next()
      if token.kind == .end || token.kind == .comma || token.kind == .closeParen {
        tokens.position = before
        return
      }
      if let closer = token.closer { tokens.skipBlock(closedBy: closer) }
    }
  }

  @_lifetime(self: copy self)
  private mutating func readSelector(
    into output: inout Selectors, _ names: inout NameTable, depth: Int
  ) throws(SelectorFault) -> Selectors.Selector {
    var rows: [(tests: [Selectors.Test], combinator: Selectors.Combinator)] = []
    var specificity = Specificity.zero
    var isEnded = false
    tokens.skipSpace()
    while true {
      if isEnded { throw fault("expected nothing behind a pseudo-element") }
      var compound = CompoundReading()
      try readCompound(&compound, into: &output, &names, depth: depth)
      specificity = specificity + compound.specificity
      isEnded = compound.isEnded
      rows.append((compound.tests, .none))
      var token = tokens.next()
      let isSpaced = token.kind == .space
      while token.kind == .space { token = tokens.next() }
      let start = token.start
      var combinator = Selectors.Combinator.ancestor
      if token.kind == .delimiter {
        switch tokens.bytes[token.start] {
        case UInt8(ascii: ">"): combinator = .parent
        case UInt8(ascii: "+"): combinator = .previousSibling
        case UInt8(ascii: "~"): combinator = .earlierSibling
        default: tokens.position = start
        }
      } else {
        tokens.position = start
      }
      if token.kind == .end || token.kind == .comma || token.kind == .closeParen { break }
      guard isSpaced || combinator != .ancestor else {
        throw fault("expected white space, '>', '+' or '~', found '\(text(token))'", at: start)
      }
      // What stands left of a combinator is related to what stands right of it.
      rows[rows.count - 1].combinator = combinator
      tokens.skipSpace()
    }
    let first = output.compounds.count
    for row in rows.reversed() {
      let start = output.tests.count
      output.tests.append(contentsOf: row.tests)
      output.compounds.append(
        Selectors.Compound(tests: start..<output.tests.count, combinator: row.combinator))
    }
    return Selectors.Selector(
      compounds: first..<output.compounds.count, specificity: specificity, rule: -1)
  }

  /// What a compound has been found to be so far.
  private struct CompoundReading {
    var tests: [Selectors.Test] = []
    var specificity = Specificity.zero
    /// Whether a pseudo-element ended it.
    var isEnded = false
    var isStarted = false

    mutating func add(_ test: Selectors.Test, _ more: Specificity) {
      tests.append(test)
      specificity = specificity + more
      isStarted = true
    }

    /// Adds a pseudo-class that is true of every element.
    mutating func addTruth() {
      specificity = specificity + .className
      isStarted = true
    }
  }

  @_lifetime(self: copy self)
  private mutating func readCompound(
    _ compound: inout CompoundReading, into output: inout Selectors, _ names: inout NameTable,
    depth: Int
  ) throws(SelectorFault) {
    try readType(&compound, &names, depth: depth)
    while true {
      let start = tokens.position
      let token = tokens.next()
      // A comment may stand in a compound.
      switch token.kind {
      case .hash where token.isIdentifier && !compound.isEnded:
        compound.add(.id(intern(token, &names)), .id)
      case .delimiter where tokens.bytes[token.start] == UInt8(ascii: ".") && !compound.isEnded:
        let name = tokens.next()
        guard name.kind == .identifier, name.start == token.end else {
          throw fault("expected a class's name behind '.'", at: token.start)
        }
        compound.add(.className(intern(name, &names)), .className)
      case .openSquare where !compound.isEnded:
        compound.add(.attribute(output.attributes.count), .className)
        output.attributes.append(try readAttribute(&names))
      case .colon: try readPseudo(&compound, into: &output, &names, depth: depth)
      default:
        tokens.position = start
        guard compound.isStarted else {
          let found = token.kind == .end ? "the end" : "'\(text(token))'"
          throw fault("expected a selector, found \(found)", at: start)
        }
        return
      }
    }
  }

  /// Reads `rect`, `*`, `svg|rect`, `*|*`, `|rect`, if there is one.
  @_lifetime(self: copy self)
  private mutating func readType(
    _ compound: inout CompoundReading, _ names: inout NameTable, depth: Int
  ) throws(SelectorFault) {
    let start = tokens.position
    guard let qualified = try readQualifiedName(&names, allowsAny: true) else {
      tokens.position = start
      // Inside of `:not(…)` and its like the standard namespace counts for written names alone.
      if depth == 0, let standard = namespaces.standard {
        compound.tests.append(.namespace(standard))
      }
      return
    }
    compound.isStarted = true
    switch qualified.namespace {
    case .unsaid:
      if let standard = namespaces.standard { compound.tests.append(.namespace(standard)) }
    case .any: break
    case .only(let namespace): compound.tests.append(.namespace(namespace))
    }
    if let name = qualified.name { compound.add(.name(name), .name) }
  }

  private struct QualifiedName {
    enum Namespace {
      case unsaid, any
      case only(StyleName)
    }
    var namespace: Namespace
    /// Nil for `*`.
    var name: StyleName?
  }

  /// Reads a name with or without a prefix; nil when there is none.
  @_lifetime(self: copy self)
  private mutating func readQualifiedName(
    _ names: inout NameTable, allowsAny: Bool
  ) throws(SelectorFault) -> QualifiedName? {
    let first = tokens.next()
    var namespace = QualifiedName.Namespace.unsaid
    var local = first
    let isBar = isDelimiter(first, UInt8(ascii: "|"))
    if isBar || isBarNext, isBar || first.kind == .identifier || isStar(first) {
      if isBar {
        namespace = .only(.empty)
      } else {
        tokens.position += 1
        namespace = .any
        if first.kind == .identifier {
          let prefix = intern(first, &names)
          guard let known = namespaces.byPrefix[prefix] else {
            throw fault(
              "no @namespace declares the prefix '\(text(first))'", at: first.start)
          }
          namespace = .only(known)
        }
      }
      local = tokens.next()
    }
    if local.kind == .identifier {
      return QualifiedName(namespace: namespace, name: intern(local, &names))
    }
    if allowsAny, isStar(local) { return QualifiedName(namespace: namespace, name: nil) }
    if case .unsaid = namespace { return nil }
    throw fault("expected a name behind '|'", at: local.start)
  }

  /// Whether a bar follows that parts a prefix from a name: not the one of `|=`.
  private var isBarNext: Bool {
    let bytes = tokens.bytes
    let i = tokens.position
    return i < bytes.count && bytes[i] == UInt8(ascii: "|")
      && !(i + 1 < bytes.count
        && (bytes[i + 1] == UInt8(ascii: "=") || bytes[i + 1] == UInt8(ascii: "|")))
  }

  /// Reads an attribute's test behind its opening bracket.
  @_lifetime(self: copy self)
  private mutating func readAttribute(
    _ names: inout NameTable
  ) throws(SelectorFault) -> Selectors.AttributeTest {
    tokens.skipSpace()
    let start = tokens.position
    guard let qualified = try readQualifiedName(&names, allowsAny: false),
      let name = qualified.name
    else { throw fault("expected an attribute's name behind '['", at: start) }
    var test = Selectors.AttributeTest(
      name: name, namespace: .only(.empty), test: .exists, value: [], isFolded: false)
    switch qualified.namespace {
    case .unsaid: break
    case .any: test.namespace = .any
    case .only(let namespace): test.namespace = .only(namespace)
    }
    var token = tokens.nextBehindSpace()
    if token.kind == .closeSquare || token.kind == .end { return test }
    guard token.kind == .delimiter else {
      throw fault(
        "expected '[name]' or '[name=value]', found '\(text(token))' in it", at: token.start)
    }
    switch tokens.bytes[token.start] {
    case UInt8(ascii: "="): test.test = .equals
    case UInt8(ascii: "~"): test.test = .includes
    case UInt8(ascii: "|"): test.test = .dashMatch
    case UInt8(ascii: "^"): test.test = .prefix
    case UInt8(ascii: "$"): test.test = .suffix
    case UInt8(ascii: "*"): test.test = .substring
    default:
      throw fault(
        "expected '[name]' or '[name=value]', found '\(text(token))' in it", at: token.start)
    }
    if test.test != .equals {
      let sign = tokens.next()
      guard isDelimiter(sign, UInt8(ascii: "=")), sign.start == token.end else {
        throw fault("expected '=' behind '\(text(token))'", at: token.start)
      }
    }
    token = tokens.nextBehindSpace()
    guard token.kind == .identifier || token.kind == .string else {
      throw fault("expected a value behind '='", at: token.start)
    }
    appendUnescaped(tokens.bytes.extracting(token.name), to: &test.value) { _ in false }
    token = tokens.nextBehindSpace()
    if token.kind == .identifier {
      let flag = tokens.bytes.extracting(token.name)
      guard flag.isWord("i") || flag.isWord("s") else {
        throw fault(
          "expected '[name]' or '[name=value]', found '\(text(token))' in it", at: token.start)
      }
      test.isFolded = flag.isWord("i")
      if test.isFolded { test.value = test.value.map { lowercase($0) } }
      token = tokens.nextBehindSpace()
    }
    if test.test == .substring { test.setBorders() }
    guard token.kind == .closeSquare || token.kind == .end else {
      throw fault(
        "expected '[name]' or '[name=value]', found '\(text(token))' in it", at: token.start)
    }
    return test
  }

  @_lifetime(self: copy self)
  private mutating func readPseudo(
    _ compound: inout CompoundReading, into output: inout Selectors, _ names: inout NameTable,
    depth: Int
  ) throws(SelectorFault) {
    let start = tokens.position - 1
    var token = tokens.next()
    let isElement = token.kind == .colon
    if isElement { token = tokens.next() }
    guard token.kind == .identifier || token.kind == .function,
      token.start == start + (isElement ? 2 : 1)
    else { throw fault("expected a name behind ':'", at: start) }
    let word = tokens.bytes.extracting(token.name)
    if token.kind == .identifier, !isElement {
      if let test = plainPseudo(word, &output) {
        return compound.add(test, .className)
      }
      if word.isWord("defined") { return compound.addTruth() }
      if word.isWord("only-child") || word.isWord("only-of-type") {
        let counted: Selectors.PositionTest.Counted =
          word.isWord("only-child") ? .all : .ofSameType
        compound.add(position(counted, isFromEnd: false, &output), .className)
        return compound.add(position(counted, isFromEnd: true, &output), .zero)
      }
    }
    let isOldElement =
      word.isWord("before") || word.isWord("after") || word.isWord("first-line")
      || word.isWord("first-letter")
    if isElement || isOldElement && token.kind == .identifier {
      guard depth == 0 else {
        throw fault("a pseudo-element can't stand in ':not(…)' and its like", at: start)
      }
      if token.kind == .function { tokens.skipBlock(closedBy: .closeParen) }
      compound.add(.never, .name)
      compound.isEnded = true
      return
    }
    guard token.kind == .function else {
      throw SelectorFault(
        unknown: ":" + word.text(), message: "':\(word.text())'", position: start)
    }
    try readFunction(
      word, &compound, into: &output, &names, depth: depth, start: start)
    let end = tokens.nextBehindSpace()
    guard end.kind == .closeParen || end.kind == .end else {
      throw fault("expected ')' behind ':\(word.text())(…', found '\(text(end))'", at: end.start)
    }
  }

  /// The test of a pseudo-class without arguments.
  private func plainPseudo(_ word: Span<UInt8>, _ output: inout Selectors) -> Selectors.Test? {
    if word.isWord("root") || word.isWord("scope") { return .isRoot }
    if word.isWord("empty") { return .isEmpty }
    if word.isWord("link") || word.isWord("any-link") { return .isLink }
    if word.isWord("first-child") { return position(.all, isFromEnd: false, &output) }
    if word.isWord("last-child") { return position(.all, isFromEnd: true, &output) }
    if word.isWord("first-of-type") { return position(.ofSameType, isFromEnd: false, &output) }
    if word.isWord("last-of-type") { return position(.ofSameType, isFromEnd: true, &output) }
    // What a person, a page or a form brings about.
    if word.isWord("hover") || word.isWord("active") || word.isWord("focus")
      || word.isWord("visited") || word.isWord("target") || word.isWord("focus-within")
      || word.isWord("focus-visible") || word.isWord("target-within") || word.isWord("enabled")
      || word.isWord("disabled") || word.isWord("checked") || word.isWord("indeterminate")
      || word.isWord("fullscreen") || word.isWord("current") || word.isWord("past")
      || word.isWord("future") || word.isWord("playing") || word.isWord("paused")
    {
      return .never
    }
    return nil
  }

  private func position(
    _ counted: Selectors.PositionTest.Counted, isFromEnd: Bool, _ output: inout Selectors,
    _ pattern: NthPattern = NthPattern(step: 0, offset: 1)
  ) -> Selectors.Test {
    output.positions.append(
      Selectors.PositionTest(pattern: pattern, isFromEnd: isFromEnd, counted: counted))
    return .position(output.positions.count - 1)
  }

  /// Reads what stands in the parentheses of a pseudo-class, up to the closing one.
  @_lifetime(self: copy self)
  private mutating func readFunction(
    _ word: Span<UInt8>, _ compound: inout CompoundReading, into output: inout Selectors,
    _ names: inout NameTable, depth: Int, start: Int
  ) throws(SelectorFault) {
    let isNot = word.isWord("not")
    let isWhere = word.isWord("where")
    if isNot || isWhere || word.isWord("is") || word.isWord("matches")
      || word.isWord("-webkit-any") || word.isWord("-moz-any")
    {
      let rows = try readList(
        into: &output, &names, depth: depth + 1, isForgiving: !isNot)
      output.lists.append(rows)
      let list = output.lists.count - 1
      return compound.add(
        isNot ? .notAny(list) : .any(list), isWhere ? .zero : highest(rows, output))
    }
    let isLastChild = word.isWord("nth-last-child")
    let isLastType = word.isWord("nth-last-of-type")
    let isType = isLastType || word.isWord("nth-of-type")
    if isLastChild || isType || word.isWord("nth-child") {
      guard let pattern = NthPattern.read(&tokens) else {
        throw fault("expected 'odd', 'even' or 'an+b' in ':\(word.text())(…)'", at: start)
      }
      var counted = Selectors.PositionTest.Counted.all
      var specificity = Specificity.className
      if isType {
        counted = .ofSameType
      } else {
        let before = tokens.position
        let of = tokens.nextBehindSpace()
        if of.kind == .identifier, tokens.bytes.extracting(of.name).isWord("of") {
          let rows = try readList(into: &output, &names, depth: depth + 1, isForgiving: false)
          output.lists.append(rows)
          counted = .matching(output.lists.count - 1)
          specificity = specificity + highest(rows, output)
          output.countedLists += 1
          guard output.countedLists <= SelectorReader.countedListLimit else {
            throw fault(
              "there are more than \(SelectorReader.countedListLimit) of ':nth-child(… of …)'",
              at: start)
          }
        } else {
          tokens.position = before
        }
      }
      return compound.add(
        position(counted, isFromEnd: isLastChild || isLastType, &output, pattern), specificity)
    }
    if word.isWord("lang") {
      var languages: [Selectors.Test] = []
      repeat {
        let token = tokens.nextBehindSpace()
        guard token.kind == .identifier || token.kind == .string else {
          throw fault("expected a language in ':lang(…)'", at: token.start)
        }
        var text: [UInt8] = []
        appendUnescaped(tokens.bytes.extracting(token.name), to: &text) { _ in false }
        languages.append(.language(output.texts.count))
        output.texts.append(text.map { lowercase($0) })
        tokens.skipSpace()
        let before = tokens.position
        if tokens.next().kind != .comma {
          tokens.position = before
          break
        }
      } while true
      return compound.add(any(of: languages, &output), .className)
    }
    throw SelectorFault(
      unknown: ":" + word.text() + "()", message: "':\(word.text())(…)'", position: start)
  }

  /// A test that one of several tests passes.
  private func any(of tests: [Selectors.Test], _ output: inout Selectors) -> Selectors.Test {
    let first = output.selectors.count
    for test in tests {
      let row = output.tests.count
      output.tests.append(test)
      output.compounds.append(Selectors.Compound(tests: row..<(row + 1), combinator: .none))
      let compound = output.compounds.count - 1
      output.selectors.append(
        Selectors.Selector(
          compounds: compound..<(compound + 1), specificity: .zero, rule: -1))
    }
    output.lists.append(first..<output.selectors.count)
    return .any(output.lists.count - 1)
  }

  private func highest(_ rows: Range<Int>, _ output: Selectors) -> Specificity {
    var highest = Specificity.zero
    for row in rows { highest = max(highest, output.selectors[row].specificity) }
    return highest
  }

  private func isDelimiter(_ token: Token, _ byte: UInt8) -> Bool {
    token.kind == .delimiter && tokens.bytes[token.start] == byte
  }

  private func isStar(_ token: Token) -> Bool { isDelimiter(token, UInt8(ascii: "*")) }

  private func intern(_ token: Token, _ names: inout NameTable) -> StyleName {
    token.intern(from: tokens.bytes, in: &names, isFolded: false)
  }

  private func text(_ token: Token) -> String {
    tokens.bytes.extracting(token.start..<min(token.end, token.start + 40)).text()
  }

  private func fault(_ message: String, at position: Int? = nil) -> SelectorFault {
    SelectorFault(message: message, position: position ?? tokens.position)
  }
}

/// What `@namespace` has declared.
struct SelectorNamespaces {
  /// That of names without a prefix, nil for any.
  var standard: StyleName?
  var byPrefix: [StyleName: StyleName] = [:]
}
