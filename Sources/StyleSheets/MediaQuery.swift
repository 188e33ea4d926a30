import NumberText

/// Judges media queries (Media Queries Level 4).
struct MediaQuery: ~Escapable {
  var tokens: Tokenizer
  let environment: MediaEnvironment
  /// The first feature that isn't known.
  var unknown: (name: String, position: Int)?

  /// How deep conditions may be nested.
  static let depthLimit = 8

  /// What is true, false, or not to be known.
  enum Truth {
    case yes, no, unknown

    var not: Truth {
      switch self {
      case .yes: .no
      case .no: .yes
      case .unknown: .unknown
      }
    }

    func and(_ other: Truth) -> Truth {
      self == .no || other == .no ? .no : self == .yes ? other : .unknown
    }

    func or(_ other: Truth) -> Truth {
      self == .yes || other == .yes ? .yes : self == .no ? other : .unknown
    }
  }

  @_lifetime(copy tokens)
  init(_ tokens: consuming Tokenizer, environment: MediaEnvironment) {
    self.tokens = tokens
    self.environment = environment
  }

  /// Whether the list of queries, up to the end of the text, applies. One query is enough; an empty
  /// list always applies; what can't be known doesn't.
  @_lifetime(self: copy self)
  mutating func applies() -> Bool {
    tokens.skipSpace()
    guard tokens.position < tokens.bytes.count else { return true }
    var result = Truth.no
    while true {
      result = result.or(query())
      // A query that goes on with something else is wrong as a whole, and `not all`.
      let token = tokens.nextBehindSpace()
      if token.kind == .end { break }
      if token.kind != .comma { skipQuery() }
    }
    return result == .yes
  }

  @_lifetime(self: copy self)
  private mutating func skipQuery() {
    while true {
      let token = tokens.next()
      if token.kind == .comma || token.kind == .end { return }
      if let closer = token.closer { tokens.skipBlock(closedBy: closer) }
    }
  }

  @_lifetime(self: copy self)
  private mutating func query() -> Truth {
    let bytes = tokens.bytes
    tokens.skipSpace()
    let start = tokens.position
    var token = tokens.next()
    var isNegated = false
    if token.kind == .identifier {
      let word = bytes.extracting(token.name)
      if word.isWord("not") || word.isWord("only") {
        isNegated = word.isWord("not")
        token = tokens.nextBehindSpace()
      }
    }
    guard token.kind == .identifier else {
      tokens.position = start
      return ended(condition(depth: 0))
    }
    let type = bytes.extracting(token.name)
    var result: Truth = type.isWord("all") || type.isWord("screen") ? .yes : .no
    if keyword("and") { result = result.and(condition(depth: 0, allowsOr: false)) }
    if isNegated { result = result.not }
    return ended(result)
  }

  /// The truth of a query if it ends here; else it is wrong and not true.
  @_lifetime(self: copy self)
  private mutating func ended(_ truth: Truth) -> Truth {
    tokens.skipSpace()
    let start = tokens.position
    let token = tokens.next()
    tokens.position = start
    return token.kind == .end || token.kind == .comma ? truth : .no
  }

  /// Takes a word if it's next.
  @_lifetime(self: copy self)
  private mutating func keyword(_ word: StaticString) -> Bool {
    let start = tokens.position
    let token = tokens.nextBehindSpace()
    if token.kind == .identifier, tokens.bytes.extracting(token.name).isWord(word) { return true }
    tokens.position = start
    return false
  }

  @_lifetime(self: copy self)
  private mutating func condition(depth: Int, allowsOr: Bool = true) -> Truth {
    if keyword("not") { return group(depth: depth).not }
    var result = group(depth: depth)
    if keyword("and") {
      repeat {
        result = result.and(keyword("not") ? group(depth: depth).not : group(depth: depth))
      } while keyword("and")
    } else if allowsOr, keyword("or") {
      repeat { result = result.or(group(depth: depth)) } while keyword("or")
    }
    return result
  }

  /// A condition or a feature in parentheses.
  @_lifetime(self: copy self)
  private mutating func group(depth: Int) -> Truth {
    let open = tokens.nextBehindSpace()
    guard open.kind == .openParen, depth < MediaQuery.depthLimit else {
      if let closer = open.closer { tokens.skipBlock(closedBy: closer) }
      if open.kind == .comma { tokens.position = open.start }
      return .unknown
    }
    tokens.skipSpace()
    let start = tokens.position
    var token = tokens.next()
    let isCondition =
      token.kind == .openParen
      || token.kind == .identifier && tokens.bytes.extracting(token.name).isWord("not")
    tokens.position = start
    if isCondition {
      let result = condition(depth: depth + 1)
      token = tokens.nextBehindSpace()
      if token.kind == .closeParen || token.kind == .end { return result }
      tokens.position = token.start
      tokens.skipBlock(closedBy: .closeParen)
      return .unknown
    }
    tokens.skipBlock(closedBy: .closeParen)
    var end = tokens.position
    if end > start, tokens.bytes[end - 1] == UInt8(ascii: ")") { end -= 1 }
    return feature(start..<end)
  }

  /// The truth of `min-width: 300px`, `width >= 300px`, `300px < width <= 600px`, `color`.
  private mutating func feature(_ range: Range<Int>) -> Truth {
    var parts: [Operand] = []
    let truth = readFeature(range, &parts)
    if truth == .unknown, unknown == nil {
      unknown = (parts.first { $0.word != nil }?.word ?? "", range.lowerBound)
    }
    return truth
  }

  private func readFeature(_ range: Range<Int>, _ parts: inout [Operand]) -> Truth {
    var signs: [Sign] = []
    var scan = Tokenizer(tokens.bytes.extracting(0..<range.upperBound), at: range.lowerBound)
    while true {
      let token = scan.nextBehindSpace()
      switch token.kind {
      case .end: return truth(parts, signs)
      case .identifier:
        parts.append(.init(word: scan.bytes.extracting(token.name).text().lowercased()))
      case .number, .dimension, .percentage: parts.append(.init(token, scan.bytes))
      case .colon: signs.append(.colon)
      case .delimiter:
        let byte = scan.bytes[token.start]
        let isWide =
          scan.position < scan.bytes.count && scan.bytes[scan.position] == UInt8(ascii: "=")
        switch byte {
        case UInt8(ascii: "<"): signs.append(isWide ? .atMost : .below)
        case UInt8(ascii: ">"): signs.append(isWide ? .atLeast : .above)
        case UInt8(ascii: "="): signs.append(.equal)
        case UInt8(ascii: "/"):
          // A ratio: the number before it, divided by the one behind.
          let divisor = Operand(scan.nextBehindSpace(), scan.bytes)
          guard let last = parts.popLast(), let a = last.value, let b = divisor.value, b > 0
          else { return .unknown }
          parts.append(.init(value: a / b, unit: .none))
          continue
        default: return .unknown
        }
        if isWide, byte != UInt8(ascii: "=") { scan.position += 1 }
      default: return .unknown
      }
      // A hostile feature has no end of parts.
      if parts.count > 3 || signs.count > 2 { return .unknown }
    }
  }

  private enum Sign { case colon, below, atMost, equal, atLeast, above }

  private struct Operand {
    enum Unit { case none, length, resolution, unknown }
    var word: String?
    var value: Double?
    var unit = Unit.none

    init(word: String) { self.word = word }

    init(value: Double, unit: Unit) {
      self.value = value
      self.unit = unit
    }

    init(_ token: Token, _ bytes: Span<UInt8>) {
      guard token.kind == .number || token.kind == .dimension else { return }
      let reading = NumberReader.read(bytes, at: token.start)
      guard reading.status == .number else { return }
      value = reading.value
      guard token.kind == .dimension else { return }
      let name = bytes.extracting(token.name)
      (value, unit) =
        switch name.text().lowercased() {
        case "px": (reading.value, .length)
        case "em", "rem": (reading.value * 16, .length)
        case "ex", "ch": (reading.value * 8, .length)
        case "in": (reading.value * 96, .length)
        case "cm": (reading.value * 96 / 2.54, .length)
        case "mm": (reading.value * 96 / 25.4, .length)
        case "pt": (reading.value * 96 / 72, .length)
        case "pc": (reading.value * 16, .length)
        case "dppx", "x": (reading.value, .resolution)
        case "dpi": (reading.value / 96, .resolution)
        case "dpcm": (reading.value * 2.54 / 96, .resolution)
        default: (reading.value, .unknown)
        }
    }
  }

  private func truth(_ parts: [Operand], _ signs: [Sign]) -> Truth {
    switch (parts.count, signs.count) {
    case (1, 0):
      guard let name = parts[0].word else { return .unknown }
      return isPresent(name)
    case (2, 1):
      if let name = parts[0].word {
        if signs[0] == .colon { return plain(name, parts[1]) }
        return compare(name, signs[0], parts[1])
      }
      guard let name = parts[1].word, let sign = mirrored(signs[0]) else { return .unknown }
      return compare(name, sign, parts[0])
    case (3, 2):
      guard let name = parts[1].word, let sign = mirrored(signs[0]), signs[1] != .colon else {
        return .unknown
      }
      return compare(name, sign, parts[0]).and(compare(name, signs[1], parts[2]))
    default: return .unknown
    }
  }

  private func mirrored(_ sign: Sign) -> Sign? {
    switch sign {
    case .colon: nil
    case .below: .above
    case .atMost: .atLeast
    case .equal: .equal
    case .atLeast: .atMost
    case .above: .below
    }
  }

  /// What a feature that is a number is worth here.
  private func number(_ name: String) -> (value: Double, unit: Operand.Unit)? {
    switch name {
    case "width", "device-width": (environment.width, .length)
    case "height", "device-height": (environment.height, .length)
    case "aspect-ratio", "device-aspect-ratio":
      environment.height > 0 ? (environment.width / environment.height, .none) : nil
    case "resolution": (1, .resolution)
    case "color": (8, .none)
    case "color-index", "monochrome", "grid": (0, .none)
    default: nil
    }
  }

  /// What a feature that is a word is here.
  private func word(_ name: String) -> String? {
    switch name {
    case "orientation": environment.height >= environment.width ? "portrait" : "landscape"
    case "prefers-color-scheme": "light"
    case "prefers-reduced-motion", "prefers-contrast", "prefers-reduced-transparency",
      "prefers-reduced-data":
      "no-preference"
    case "forced-colors", "inverted-colors", "hover", "any-hover", "pointer", "any-pointer",
      "update", "scripting":
      "none"
    case "color-gamut": "srgb"
    case "dynamic-range": "standard"
    default: nil
    }
  }

  private func isPresent(_ name: String) -> Truth {
    if let number = number(name) { return number.value != 0 ? .yes : .no }
    guard let word = word(name) else { return .unknown }
    return word == "none" || word == "no-preference" ? .no : .yes
  }

  private func plain(_ name: String, _ operand: Operand) -> Truth {
    if name.hasPrefix("min-") { return compare(String(name.dropFirst(4)), .atLeast, operand) }
    if name.hasPrefix("max-") { return compare(String(name.dropFirst(4)), .atMost, operand) }
    if let value = operand.word {
      guard let word = word(name) else { return .unknown }
      return word == value ? .yes : .no
    }
    return compare(name, .equal, operand)
  }

  private func compare(_ name: String, _ sign: Sign, _ operand: Operand) -> Truth {
    guard let number = number(name), let value = operand.value else { return .unknown }
    guard operand.unit == number.unit || value == 0 && operand.unit == .none else {
      return .unknown
    }
    let holds =
      switch sign {
      case .below: number.value < value
      case .atMost: number.value <= value
      case .equal, .colon: number.value == value
      case .atLeast: number.value >= value
      case .above: number.value > value
      }
    return holds ? .yes : .no
  }
}
