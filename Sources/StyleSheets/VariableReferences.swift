/// Finds the references to variables in a value: `var(--name)`, `var(--name, fallback)`.
enum VariableReferences {
  /// What to make of a value.
  enum Result: Equatable {
    case value
    /// A reference is wrong, or there is no such variable and no fallback.
    case invalid
    /// The value has become too long, or is nested too deep.
    case tooLong
  }

  /// How deep fallbacks may be nested.
  static let depthLimit = 32

  /// Calls `body` with each name that a value refers to, fallbacks included.
  static func forEach(
    in value: Span<UInt8>, _ names: inout NameTable, _ body: (StyleName) -> Void
  ) {
    var tokens = Tokenizer(value)
    while true {
      let token = tokens.next()
      if token.kind == .end { return }
      guard isReference(token, value) else { continue }
      let name = tokens.nextBehindSpace()
      if name.kind == .identifier {
        body(name.intern(from: value, in: &names, isFolded: false))
      }
    }
  }

  private static func isReference(_ token: Token, _ bytes: Span<UInt8>) -> Bool {
    token.kind == .function && bytes.extracting(token.name).isWord("var")
  }

  /// Appends a value with its references replaced; `lookUp` tells the value of a variable, nil
  /// when there is none. The output grows by little more than `limit` bytes.
  static func replace(
    in value: Span<UInt8>, _ names: inout NameTable, into output: inout [UInt8], limit: Int,
    _ lookUp: (StyleName) -> [UInt8]?
  ) -> Result {
    let start = output.count
    var tokens = Tokenizer(value)
    // The fallbacks that are being read: how many parentheses are open inside of each.
    var fallbacks: [Int] = []
    while true {
      let token = tokens.next()
      if output.count - start > limit { return .tooLong }
      switch token.kind {
      case .end: return .value
      case .openParen, .function:
        if isReference(token, value) { break }
        if !fallbacks.isEmpty { fallbacks[fallbacks.count - 1] += 1 }
        append(token, value, to: &output)
        continue
      case .closeParen:
        if let open = fallbacks.last {
          if open == 0 {
            // The end of a fallback, and of the reference that it belongs to.
            fallbacks.removeLast()
            continue
          }
          fallbacks[fallbacks.count - 1] -= 1
        }
        append(token, value, to: &output)
        continue
      default:
        append(token, value, to: &output)
        continue
      }
      let name = tokens.nextBehindSpace()
      guard name.kind == .identifier, name.end - name.start > 2,
        value[name.start] == UInt8(ascii: "-"), value[name.start + 1] == UInt8(ascii: "-")
      else { return .invalid }
      let separator = tokens.nextBehindSpace()
      guard separator.kind == .comma || separator.kind == .closeParen || separator.kind == .end
      else { return .invalid }
      if let found = lookUp(name.intern(from: value, in: &names, isFolded: false)) {
        // What stands left and right must not become one word with it.
        part(from: found.first, &output, start)
        output.append(contentsOf: found)
        if separator.kind == .comma { tokens.skipBlock(closedBy: .closeParen) }
        if tokens.position < value.count, isNameByte(value[tokens.position]), !found.isEmpty {
          output.append(0x20)
        }
      } else if separator.kind == .comma {
        guard fallbacks.count < depthLimit else { return .tooLong }
        fallbacks.append(0)
        tokens.skipSpace()
      } else {
        return .invalid
      }
    }
  }

  private static func part(from next: UInt8?, _ output: inout [UInt8], _ start: Int) {
    guard let next, output.count > start, let last = output.last else { return }
    if isNameByte(last) && isNameByte(next) { output.append(0x20) }
  }

  private static func append(_ token: Token, _ bytes: Span<UInt8>, to output: inout [UInt8]) {
    for i in token.start..<token.end { output.append(bytes[i]) }
  }
}
