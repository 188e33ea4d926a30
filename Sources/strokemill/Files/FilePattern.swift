/// A pattern for file names: `*` is any run of characters, `?` one, `[a-z]` one of some, `**` as a whole
/// part any number of folders.
struct FilePattern {
  private let parts: [[UInt8]]

  init(_ text: [UInt8]) {
    parts = text.split(separator: UInt8(ascii: "/")).map { Array($0) }
  }

  /// Whether there is anything in a name that isn't meant literally.
  static func hasWildcards(_ name: [UInt8]) -> Bool {
    name.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Whether the pattern is one part, which is looked for in each part of a path.
  var isOnePart: Bool { parts.count == 1 }

  /// Whether it matches a path, part by part from the first to the last.
  func matches(_ path: Path) -> Bool {
    let names = path.bytes.split(separator: UInt8(ascii: "/")).filter { $0 != [UInt8(ascii: ".")] }
    if isOnePart {
      return names.contains { FilePattern.matches(parts[0][...], $0) }
    }
    return FilePattern.matches(parts[...], names[...])
  }

  /// Whether parts with `**` among them match names.
  private static func matches(
    _ parts: ArraySlice<[UInt8]>, _ names: ArraySlice<ArraySlice<UInt8>>
  ) -> Bool {
    // How many names may have been used up by the parts so far.
    var reached = [true] + Array(repeating: false, count: names.count)
    for part in parts {
      var next = Array(repeating: false, count: names.count + 1)
      if part == Array("**".utf8) {
        var isReached = false
        for i in 0...names.count {
          isReached = isReached || reached[i]
          next[i] = isReached
        }
      } else {
        for i in 0..<names.count where reached[i] {
          if matches(part[...], names[names.startIndex + i]) { next[i + 1] = true }
        }
      }
      reached = next
    }
    return reached[names.count]
  }

  /// Whether one part without `**` matches a name.
  static func matches(_ pattern: ArraySlice<UInt8>, _ name: ArraySlice<UInt8>) -> Bool {
    var (p, n) = (pattern.startIndex, name.startIndex)
    // Where to go on when the last star takes one byte more.
    var (starP, starN) = (-1, -1)
    while n < name.endIndex {
      if p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") {
        (starP, starN) = (p + 1, n)
        p += 1
      } else if p < pattern.endIndex, let end = matchesOne(pattern, p, name[n]) {
        p = end
        n += 1
      } else if starP >= 0 {
        starN += 1
        (p, n) = (starP, starN)
      } else {
        return false
      }
    }
    while p < pattern.endIndex, pattern[p] == UInt8(ascii: "*") { p += 1 }
    return p == pattern.endIndex
  }

  /// The end of what stands for one byte at a place of a pattern; nil when it doesn't match the byte.
  private static func matchesOne(_ pattern: ArraySlice<UInt8>, _ start: Int, _ byte: UInt8) -> Int?
  {
    switch pattern[start] {
    case UInt8(ascii: "?"): return start + 1
    case UInt8(ascii: "["):
      var i = start + 1
      var isNegated = false
      if i < pattern.endIndex, pattern[i] == UInt8(ascii: "!") || pattern[i] == UInt8(ascii: "^") {
        isNegated = true
        i += 1
      }
      let first = i
      var isIn = false
      while i < pattern.endIndex, pattern[i] != UInt8(ascii: "]") || i == first {
        if i + 2 < pattern.endIndex, pattern[i + 1] == UInt8(ascii: "-"),
          pattern[i + 2] != UInt8(ascii: "]")
        {
          if pattern[i] <= byte && byte <= pattern[i + 2] { isIn = true }
          i += 3
        } else {
          if pattern[i] == byte { isIn = true }
          i += 1
        }
      }
      // Without its end a bracket is a bracket.
      guard i < pattern.endIndex else { return byte == UInt8(ascii: "[") ? start + 1 : nil }
      return isIn != isNegated ? i + 1 : nil
    default: return pattern[start] == byte ? start + 1 : nil
    }
  }
}
