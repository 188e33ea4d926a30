import PluginKit

/// Walks through delimited text cell by cell, as RFC 4180 quotes it, and knows its place.
///
/// It takes the bytes anew at each call instead of keeping them, and copies none of them. Lines end
/// with LF, CR or both. Blanks around a cell don't belong to it. Where the delimiter is white space,
/// any run of spaces and tabs is one, and those at a line's ends are none.
struct CSVScanner {
  /// The byte between cells; a space stands for any run of white space.
  let delimiter: UInt8
  /// Where the next byte is read.
  private(set) var position: Int
  /// The line of `position`, from 1.
  private(set) var line = 1
  private var lineStart: Int

  /// Starts at the first line's first byte.
  init(delimiter: UInt8, at start: Int) {
    self.delimiter = delimiter
    position = start
    lineStart = start
  }

  /// The place of a byte on the current line.
  func place(at position: Int) -> Diagnostic.Place {
    Diagnostic.Place(line: line, column: position - lineStart + 1)
  }

  /// The current place.
  var place: Diagnostic.Place { place(at: position) }

  /// Whether a run of white space is one delimiter.
  @inline(__always)
  var joinsBlanks: Bool { delimiter == .space }

  @inline(__always)
  private func isBlank(_ byte: UInt8) -> Bool {
    byte == .space || (byte == .tab && delimiter != .tab)
  }

  /// Moves over spaces and tabs.
  @inline(__always)
  mutating func skipBlanks(_ bytes: Span<UInt8>) {
    while position < bytes.count, isBlank(bytes[position]) { position &+= 1 }
  }

  /// Whether the line, or the text, ends here.
  @inline(__always)
  func isAtLineEnd(_ bytes: Span<UInt8>) -> Bool {
    guard position < bytes.count else { return true }
    let byte = bytes[position]
    return byte == .lineFeed || byte == .carriageReturn
  }

  /// Whether an unquoted cell ends at a position.
  @inline(__always)
  func endsCell(_ bytes: Span<UInt8>, at position: Int) -> Bool {
    guard position < bytes.count else { return true }
    let byte = bytes[position]
    return byte == delimiter || byte == .lineFeed || byte == .carriageReturn
      || (byte == .tab && joinsBlanks)
  }

  /// Moves to a position on the current line.
  @inline(__always)
  mutating func move(to position: Int) { self.position = position }

  /// Moves over one line end, if there is one.
  @inline(__always)
  mutating func skipLineEnd(_ bytes: Span<UInt8>) {
    guard position < bytes.count else { return }
    let byte = bytes[position]
    guard byte == .lineFeed || byte == .carriageReturn else { return }
    position &+= 1
    if byte == .carriageReturn, position < bytes.count, bytes[position] == .lineFeed {
      position &+= 1
    }
    line &+= 1
    lineStart = position
  }

  /// Moves to the next line's start, whatever stands on this one.
  mutating func skipLine(_ bytes: Span<UInt8>) {
    while !isAtLineEnd(bytes) { position &+= 1 }
    skipLineEnd(bytes)
  }

  /// Moves from the end of a cell to the next one, or over the line end when it was the row's last.
  /// - Returns: Whether there is a next cell.
  @inline(__always)
  mutating func moveToNextCell(_ bytes: Span<UInt8>) -> Bool {
    skipBlanks(bytes)
    if isAtLineEnd(bytes) {
      skipLineEnd(bytes)
      return false
    }
    if !joinsBlanks { position &+= 1 }
    return true
  }

  /// Reads the cell that begins here, and moves to its end.
  /// - Throws: `ComponentError` for a quote that is never closed, or text after a closed one.
  mutating func readCell(_ bytes: Span<UInt8>) throws(ComponentError) -> CSVCell {
    skipBlanks(bytes)
    let place = self.place
    if position < bytes.count, bytes[position] == .quote {
      return try readQuotedCell(bytes, place)
    }
    let start = position
    while !endsCell(bytes, at: position) { position &+= 1 }
    var end = position
    while end > start, isBlank(bytes[end - 1]) { end &-= 1 }
    return CSVCell(range: start..<end, place: place)
  }

  private mutating func readQuotedCell(
    _ bytes: Span<UInt8>, _ place: Diagnostic.Place
  ) throws(ComponentError) -> CSVCell {
    position += 1
    let start = position
    var hasEscapes = false
    while true {
      guard position < bytes.count else {
        throw ComponentError(
          "csv.unclosed-quote",
          "the quote that opens here is never closed; double a quote that belongs to a text",
          at: place)
      }
      switch bytes[position] {
      case .quote where position + 1 < bytes.count && bytes[position + 1] == .quote:
        hasEscapes = true
        position += 2
      case .quote:
        let cell = CSVCell(
          range: start..<position, isQuoted: true, hasEscapes: hasEscapes, place: place)
        position += 1
        let end = position
        skipBlanks(bytes)
        guard endsCell(bytes, at: position) || (joinsBlanks && position > end) else {
          throw ComponentError(
            "csv.text-after-quote",
            "after a closing quote the cell must end, but here stands "
              + "\(excerpt(bytes, from: position)); double a quote that belongs to a text",
            at: self.place)
        }
        return cell
      case .lineFeed, .carriageReturn: skipLineEnd(bytes)
      default: position += 1
      }
    }
  }

  /// What stands at a position up to the cell's end, for a message.
  func excerpt(_ bytes: Span<UInt8>, from start: Int) -> String {
    var end = start
    while !endsCell(bytes, at: end) && end - start < 4 * CSVCell.excerptLength { end += 1 }
    return CSVCell(range: start..<end, place: place).excerpt(bytes)
  }
}

/// Where a cell's content lies in the text, without its quotes.
struct CSVCell {
  /// How many characters of a cell a message shows.
  static let excerptLength = 32

  /// Where its bytes lie.
  var range: Range<Int>
  /// Whether it stands in quotes.
  var isQuoted = false
  /// Whether it has doubled quotes.
  var hasEscapes = false
  /// Where it begins.
  var place: Diagnostic.Place

  /// The content as text, or nil when it isn't UTF-8.
  func text(_ bytes: Span<UInt8>) -> String? {
    String(validating: content(bytes), as: UTF8.self)
  }

  /// The content as text, with U+FFFD for what isn't UTF-8.
  func repairedText(_ bytes: Span<UInt8>) -> String {
    String(decoding: content(bytes), as: UTF8.self)
  }

  /// The content's bytes, doubled quotes made single.
  private func content(_ bytes: Span<UInt8>) -> [UInt8] {
    var content: [UInt8] = []
    content.reserveCapacity(range.count)
    var i = range.lowerBound
    while i < range.upperBound {
      content.append(bytes[i])
      i += hasEscapes && bytes[i] == .quote ? 2 : 1
    }
    return content
  }

  /// Whether two cells have the same content.
  func hasSameContent(_ other: CSVCell, _ bytes: Span<UInt8>) -> Bool {
    guard range.count == other.range.count, hasEscapes == other.hasEscapes else { return false }
    for offset in 0..<range.count
    where bytes[range.lowerBound + offset] != bytes[other.range.lowerBound + offset] {
      return false
    }
    return true
  }

  /// The content in quotation marks, cut short, with invisible characters written out.
  func excerpt(_ bytes: Span<UInt8>) -> String {
    let cut = CSVCell(
      range: range.lowerBound..<min(range.upperBound, range.lowerBound + 4 * Self.excerptLength),
      hasEscapes: hasEscapes, place: place)
    var text = "\""
    var length = 0
    let whole = cut.repairedText(bytes)
    for scalar in whole.unicodeScalars {
      guard length < Self.excerptLength else { break }
      length += 1
      // Controls, and blanks that look like a space or like nothing.
      let isInvisible =
        scalar.properties.generalCategory == .control
        || scalar.properties.generalCategory == .format
        || (scalar.properties.isWhitespace && scalar != " ")
      text +=
        isInvisible
        ? "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}" : String(scalar)
    }
    return text + (length < whole.unicodeScalars.count || cut.range != range ? "…\"" : "\"")
  }
}

extension UInt8 {
  static var tab: UInt8 { 0x09 }
  static var lineFeed: UInt8 { 0x0A }
  static var carriageReturn: UInt8 { 0x0D }
  static var space: UInt8 { 0x20 }
  static var quote: UInt8 { 0x22 }
  static var numberSign: UInt8 { 0x23 }
  static var comma: UInt8 { 0x2C }
  static var point: UInt8 { 0x2E }
}
