/// What stands before the root element: a look at the first bytes of a file, which may be cut off.
struct XMLProlog {
  /// Whether the root is an `svg`; when the bytes end before it, whether the document type says so.
  let leadsToSVG: Bool

  init(_ start: ArraySlice<UInt8>) {
    var rest = start
    var saysSVG = false
    func starts(_ text: StaticString) -> Bool {
      guard rest.count >= text.utf8CodeUnitCount else { return false }
      for i in 0..<text.utf8CodeUnitCount
      where unsafe rest[rest.startIndex + i] != text.utf8Start[i] { return false }
      return true
    }
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[open...]
      if starts("<!--") {
        while !rest.isEmpty, !starts("-->") { rest.removeFirst() }
      } else if starts("<?") {
        while !rest.isEmpty, !starts("?>") { rest.removeFirst() }
      } else if starts("<!") {
        saysSVG = starts("<!DOCTYPE svg")
        rest = XMLProlog.behindDeclaration(rest.dropFirst(2))
      } else {
        let name = rest.dropFirst().prefix {
          !isSpace($0) && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        }
        let local = name.split(separator: UInt8(ascii: ":")).last
        leadsToSVG = local?.elementsEqual("svg".utf8) ?? false
        return
      }
    }
    leadsToSVG = saysSVG
  }

  /// What follows a document type with its internal subset.
  private static func behindDeclaration(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var depth = 0
    var quote: UInt8?
    for i in bytes.indices {
      let byte = bytes[i]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<") {
        depth += 1
      } else if byte == UInt8(ascii: ">") {
        if depth == 0 { return bytes[(i + 1)...] }
        depth -= 1
      }
    }
    return []
  }
}
