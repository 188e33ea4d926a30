import PluginKit

/// A name for outputs with places to fill in, such as `{dir}/{stem}-{seed}.{ext}`; `{{` and `}}` stand
/// for braces.
struct OutputTemplate {
  /// What a place is filled with.
  enum Field: String, CaseIterable {
    /// The folder of the input, `.` for the current one.
    case dir
    /// The input's name without its extension.
    case stem
    /// The usual extension of the output's format.
    case ext
    /// The output's format.
    case format
    /// The number of the input, from 1, all with as many digits.
    case index
    /// The first 16 digits of the SHA-256 of the input's bytes.
    case hash
    /// The seed.
    case seed
  }

  private enum Part {
    case text([UInt8])
    case field(Field)
  }

  private var parts: [Part] = []

  /// Reads a template; nil when the name has no braces in it.
  /// - Throws: When a place isn't known or a brace has no other half.
  init?(_ name: Path) throws(UsageError) {
    let bytes = name.bytes
    let (open, close) = (UInt8(ascii: "{"), UInt8(ascii: "}"))
    guard bytes.contains(open) || bytes.contains(close) else { return nil }
    var text: [UInt8] = []
    var i = 0
    while i < bytes.count {
      let byte = bytes[i]
      guard byte == open || byte == close else {
        text.append(byte)
        i += 1
        continue
      }
      if i + 1 < bytes.count, bytes[i + 1] == byte {
        text.append(byte)
        i += 2
        continue
      }
      guard byte == open, let end = bytes[i...].firstIndex(of: close) else {
        throw UsageError(
          message:
            "in the output's name \(name.shown) a brace has no other half; write {{ and }} for "
            + "braces themselves")
      }
      let word = Path(bytes: Array(bytes[(i + 1)..<end])).shown
      guard let field = Field(rawValue: word) else {
        let names = Field.allCases.map(\.rawValue)
        throw UsageError(
          message: "an output's name has no place '{\(word)}'"
            + (suggestion(for: word, among: names)
              ?? "; there are " + names.map { "{\($0)}" }.joined(separator: ", ")))
      }
      if !text.isEmpty { parts.append(.text(text)) }
      text = []
      parts.append(.field(field))
      i = end + 1
    }
    if !text.isEmpty { parts.append(.text(text)) }
  }

  /// Whether there is a place of this sort.
  func has(_ field: Field) -> Bool {
    parts.contains { part in
      if case .field(field) = part { true } else { false }
    }
  }

  /// The folder that comes before the first place, `.` when there is none.
  var root: Path {
    guard case .text(let text)? = parts.first,
      let end = text.lastIndex(of: UInt8(ascii: "/"))
    else { return Path(".") }
    return Path(bytes: Array(text[..<max(end, 1)]))
  }

  /// The name with its places filled.
  func filled(_ value: (Field) -> [UInt8]) -> Path {
    var bytes: [UInt8] = []
    for part in parts {
      switch part {
      case .text(let text): bytes += text
      case .field(let field): bytes += value(field)
      }
    }
    return Path(bytes: bytes)
  }
}
