import PluginKit

extension PlanProblem {
  /// Renders the problem for a person: `name:line:column: error: message [code]`, the line, and a
  /// caret under what is meant.
  ///
  /// A long line is cut around the caret; control characters never reach the terminal.
  /// - Parameter color: Whether terminal colours are used.
  /// - Returns: Several lines, without a line break at the end.
  public func render(color: Bool) -> String {
    func painted(_ text: String, _ code: String) -> String {
      color ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
    let place = painted("\(source.name.onOneLine()):\(place.line):\(place.column):", "1")
    let word = painted("\(severity.rawValue):", severity == .error ? "1;31" : "1;33")
    var text = "\(place) \(word) \(message.onOneLine()) [\(code.rawValue)]"
    let line = source.line(self.place.line)
    guard !line.isEmpty else { return text }
    let number = source.kind == .file ? "\(self.place.line)" : ""
    let gutter = String(repeating: " ", count: number.utf8.count)
    let (excerpt, indent, width) = excerpt(of: line)
    let caret = "^" + String(repeating: "~", count: width - 1)
    text += "\n  \(number) | \(excerpt)"
    text += "\n  \(gutter) | \(String(repeating: " ", count: indent))\(painted(caret, "1;31"))"
    return text
  }

  private static var widest: Int { 100 }

  /// The visible part of a line, and where in it the caret stands and how wide it is, in columns.
  private func excerpt(of whole: ArraySlice<UInt8>) -> (String, indent: Int, width: Int) {
    let target = whole.startIndex + max(place.column - 1, 0)
    let targetEnd = target + length
    // A line of megabytes isn't looked through: no more of it than could be shown.
    let line = whole.characters(around: target, reach: 4 * Self.widest)
    // Each character with the columns that it takes, tabs as spaces up to the next stop.
    var cells: [(text: String, width: Int)] = []
    var column = 0
    var (caret, caretEnd) = (-1, -1)
    var offset = line.startIndex
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if offset >= target && caret < 0 { caret = column }
      if offset >= targetEnd && caretEnd < 0 { caretEnd = column }
      let isTab = scalar == "\t"
      let width = isTab ? 4 - column % 4 : columns(of: scalar)
      let text =
        isTab
        ? String(repeating: " ", count: width) : scalar.isControl ? "\u{FFFD}" : String(scalar)
      cells.append((text, width))
      column += width
      offset += scalar == "\u{FFFD}" ? 1 : UTF8.width(scalar)
    }
    if caret < 0 { caret = column }
    if caretEnd <= caret { caretEnd = max(column, caret + 1) }
    let isCutBefore = line.startIndex > whole.startIndex
    let isCutAfter = line.endIndex < whole.endIndex
    guard column > Self.widest || isCutBefore || isCutAfter else {
      return (cells.map(\.text).joined(), caret, caretEnd - caret)
    }
    let first = max(0, min(caret - Self.widest / 3, column - Self.widest))
    let end = first + Self.widest
    let hasMoreBefore = first > 0 || isCutBefore
    var text = hasMoreBefore ? "…" : ""
    let indent = caret - first + (hasMoreBefore ? 1 : 0)
    var at = 0
    for cell in cells {
      if at >= first && at + cell.width <= end { text += cell.text }
      at += cell.width
    }
    if end < column || isCutAfter { text += "…" }
    return (text, indent, max(min(caretEnd, end) - caret, 1))
  }

  /// How many columns a terminal gives a character; close enough to put a caret.
  private func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0xFEFF: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}

extension ArraySlice<UInt8> {
  /// The whole characters that lie within a number of bytes of an index.
  fileprivate func characters(around index: Int, reach: Int) -> ArraySlice<UInt8> {
    var start = Swift.max(startIndex, Swift.min(index - reach, endIndex))
    var end = Swift.min(endIndex, index + reach)
    while start > startIndex, start < endIndex, self[start] & 0xC0 == 0x80 { start -= 1 }
    while end > start, end < endIndex, self[end] & 0xC0 == 0x80 { end -= 1 }
    return self[start..<end]
  }
}

extension SourceText {
  /// One line, without its end; empty when there is none.
  func line(_ number: Int) -> ArraySlice<UInt8> {
    var line = 1
    var start = 0
    for (i, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && !(i + 1 < bytes.count && bytes[i + 1] == 0x0A)
      guard byte == 0x0A || isReturn else { continue }
      if line == number {
        let end = byte == 0x0A && i > start && bytes[i - 1] == 0x0D ? i - 1 : i
        return bytes[start..<end]
      }
      line += 1
      start = i + 1
    }
    return line == number ? bytes[start...] : []
  }
}
