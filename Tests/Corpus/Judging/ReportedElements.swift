/// Takes the elements whose loss was reported out of a copy of a document, so that the rest can be
/// compared.
///
/// A small scanner of tags, comments, CDATA sections and declarations; what is taken out becomes
/// spaces, so that all other places stay.
public struct ReportedElements {
  /// A tag and what it's part of.
  private struct Tag {
    var start: Int
    var end: Int
    var isClosing: Bool
    var isEmpty: Bool
  }

  private var bytes: [UInt8]
  private var tags: [Tag] = []

  /// Scans a document in UTF-8.
  public init(_ document: [UInt8]) {
    bytes = document
    var i = 0
    func starts(_ text: String, at place: Int) -> Bool {
      document[place...].starts(with: text.utf8)
    }
    func end(of text: String, from place: Int) -> Int {
      var place = place
      while place < document.count, !starts(text, at: place) { place += 1 }
      return min(place + text.utf8.count, document.count)
    }
    while i < document.count {
      guard document[i] == UInt8(ascii: "<") else {
        i += 1
        continue
      }
      if starts("<!--", at: i) {
        i = end(of: "-->", from: i)
      } else if starts("<![CDATA[", at: i) {
        i = end(of: "]]>", from: i)
      } else if starts("<?", at: i) {
        i = end(of: "?>", from: i)
      } else if starts("<!", at: i) {
        // A document type, with declarations in brackets or without.
        var depth = 0
        while i < document.count {
          if document[i] == UInt8(ascii: "[") { depth += 1 }
          if document[i] == UInt8(ascii: "]") { depth -= 1 }
          i += 1
          if depth == 0, document[i - 1] == UInt8(ascii: ">") { break }
        }
      } else {
        let start = i
        var quote = UInt8(0)
        while i < document.count {
          let byte = document[i]
          i += 1
          if quote != 0 {
            if byte == quote { quote = 0 }
          } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            quote = byte
          } else if byte == UInt8(ascii: ">") {
            break
          }
        }
        tags.append(
          Tag(
            start: start, end: i, isClosing: starts("</", at: start),
            isEmpty: i >= 2 && document[i - 2] == UInt8(ascii: "/")))
      }
    }
  }

  /// The document without the elements in whose start tags the places lie. The root stays.
  public func without(_ places: [Converter.Place]) -> [UInt8] {
    var result = bytes
    var lines = [0]
    for (i, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { lines.append(i + 1) }
    for place in Set(places) where place.column > 0 && (1...lines.count).contains(place.line) {
      let offset = lines[place.line - 1] + place.column - 1
      guard
        let first = tags.firstIndex(where: { $0.start <= offset && offset < $0.end }),
        first > 0, !tags[first].isClosing
      else { continue }
      var last = first
      var depth = tags[first].isEmpty ? 0 : 1
      while depth > 0, last + 1 < tags.count {
        last += 1
        if tags[last].isClosing { depth -= 1 } else if !tags[last].isEmpty { depth += 1 }
      }
      for i in tags[first].start..<tags[last].end where bytes[i] != UInt8(ascii: "\n") {
        result[i] = UInt8(ascii: " ")
      }
    }
    return result
  }
}
