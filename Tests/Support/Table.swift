/// The rows of a comma-separated file with a header, each as a dictionary by column name.
///
/// For lists that come with test data; quoted cells may hold commas and doubled quotes, but no line
/// breaks.
public func readTable(_ path: String) throws -> [[String: String]] {
  let lines = try readText(path).split { $0.isNewline }.map { cells(of: $0) }
  guard let header = lines.first else { return [] }
  return lines.dropFirst().map { row in
    Dictionary(zip(header, row)) { first, _ in first }
  }
}

/// The cells of one line.
private func cells(of line: Substring) -> [String] {
  var cells = [""]
  var isQuoted = false
  var last: Character?
  for character in line {
    switch character {
    case "\"":
      // A doubled quote closes and opens again: what it stands for is the quote in between.
      if !isQuoted, last == "\"" { cells[cells.count - 1].append(character) }
      isQuoted.toggle()
    case "," where !isQuoted: cells.append("")
    default: cells[cells.count - 1].append(character)
    }
    last = character
  }
  return cells
}
