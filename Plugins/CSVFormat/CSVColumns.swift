import PluginKit

/// Which columns hold what.
struct CSVColumns {
  /// The column of x, from 0.
  var x: Int
  /// The column of y, from 0.
  var y: Int
  /// The column whose value names the group, from 0.
  var group: Int?
  /// The column whose value tells paths apart, from 0.
  var path: Int?
  /// How many columns there are.
  var count: Int
  /// What the header calls them; empty without a header.
  var names: [String]
  /// Whether y grows upward, going by the columns' names.
  var growsUpward = false

  /// What the two coordinates are usually called.
  ///
  /// Of geographic and surveyors' coordinates the second one grows upward.
  static let usualNames: [(x: [String], y: [String], growsUpward: Bool)] = [
    (["x"], ["y"], false),
    (["lon", "lng", "long", "longitude"], ["lat", "latitude"], true),
    (["easting"], ["northing"], true),
  ]

  /// What a column is called in messages: its name, else its number.
  func title(_ column: Int) -> String {
    column < names.count ? "'\(names[column])'" : "\(column + 1)"
  }
}

/// The first row as a header: names and where they stand.
struct CSVHeader {
  var cells: [(name: String, place: Diagnostic.Place)] = []

  /// How many cells there may be: each takes more memory here than in the file.
  static let cellLimit = 1_000_000

  /// Reads the row that begins at the scanner's position.
  init(_ bytes: Span<UInt8>, _ scanner: inout CSVScanner) throws(ComponentError) {
    repeat {
      let cell = try scanner.readCell(bytes)
      guard cells.count < Self.cellLimit else {
        throw ComponentError(
          "csv.too-many-columns",
          "the first row has more than \(Self.cellLimit) cells; are its line ends missing?",
          at: cell.place)
      }
      cells.append((cell.repairedText(bytes), cell.place))
    } while scanner.moveToNextCell(bytes)
  }

  /// The column with a name, compared exactly first and then without regard to case.
  /// - Throws: `ComponentError` when there are two of that name.
  func column(named name: String) throws(ComponentError) -> Int? {
    let folded = name.lowercased()
    var found = cells.indices.filter { cells[$0].name == name }
    if found.isEmpty { found = cells.indices.filter { cells[$0].name.lowercased() == folded } }
    if found.count > 1 {
      throw ComponentError(
        "csv.duplicate-column",
        "the header has '\(cells[found[1]].name)' twice, in columns \(found[0] + 1) and "
          + "\(found[1] + 1); name the column by its number, such as x=\(found[0] + 1)",
        at: cells[found[1]].place)
    }
    return found.first
  }

  /// Whether it has columns of a pair of usual names.
  var hasUsualNames: Bool {
    let names = cells.map { $0.name.lowercased() }
    return CSVColumns.usualNames.contains { pair in
      names.contains(where: pair.x.contains) && names.contains(where: pair.y.contains)
    }
  }
}

extension CSVImporter {
  /// Decides which columns hold what.
  /// - Parameters:
  ///   - header: The names; nil when the file has none.
  ///   - count: How many columns there are.
  ///   - place: Where the first row begins.
  /// - Returns: The columns.
  /// - Throws: `ComponentError` for a column that isn't there, or that can't be told apart.
  func columns(
    _ header: CSVHeader?, count: Int, at place: Diagnostic.Place
  ) throws(ComponentError) -> CSVColumns {
    var columns = CSVColumns(
      x: 0, y: 1, count: count, names: header.map { $0.cells.map(\.name) } ?? [])
    var foundX = try x.map { (name) throws(ComponentError) in
      try column(name, option: "x", header, count: count, at: place)
    }
    var foundY = try y.map { (name) throws(ComponentError) in
      try column(name, option: "y", header, count: count, at: place)
    }
    if let header, foundX == nil || foundY == nil {
      // Both by the same pair of names, or one that goes with the other, which was given.
      for pair in CSVColumns.usualNames {
        var (usualX, usualY) = (foundX, foundY)
        if usualX == nil { usualX = try first(of: pair.x, in: header) }
        if usualY == nil { usualY = try first(of: pair.y, in: header) }
        guard let usualX, let usualY else { continue }
        (foundX, foundY) = (usualX, usualY)
        break
      }
    }
    switch (foundX, foundY) {
    case (let x?, let y?): (columns.x, columns.y) = (x, y)
    case (nil, nil):
      guard count >= 2 else {
        throw ComponentError(
          "csv.one-column",
          "points need two columns, but the first row has one; is it separated by something other "
            + "than a comma, a semicolon, a tab, a bar or blanks?", at: place)
      }
    case (let given, _):
      let missing = given == nil ? "x" : "y"
      throw ComponentError(
        "csv.unknown-column",
        "no column is called '\(missing)' or the like; name it with \(missing)=NAME or "
          + "\(missing)=NUMBER" + listed(header), at: place)
    }
    if columns.x == columns.y {
      throw ComponentError(
        "csv.duplicate-column", "x and y are the same column, \(columns.title(columns.x))",
        at: place)
    }
    columns.group = try optionalColumn(group, option: "group", header, count: count, at: place)
    columns.path = try optionalColumn(path, option: "path", header, count: count, at: place)
    if let header {
      let (x, y) = (header.cells[columns.x].name, header.cells[columns.y].name)
      columns.growsUpward = CSVColumns.usualNames.contains {
        $0.growsUpward && $0.x.contains(x.lowercased()) && $0.y.contains(y.lowercased())
      }
    }
    return columns
  }

  /// The first column of the header that has one of some names.
  private func first(of names: [String], in header: CSVHeader) throws(ComponentError) -> Int? {
    for name in names {
      if let column = try header.column(named: name) { return column }
    }
    return nil
  }

  private func optionalColumn(
    _ given: String?, option: String, _ header: CSVHeader?, count: Int, at place: Diagnostic.Place
  ) throws(ComponentError) -> Int? {
    guard let given else { return try header?.column(named: option) }
    return try column(given, option: option, header, count: count, at: place)
  }

  /// The column that an option names, by the header's name or by its number from 1.
  private func column(
    _ given: String, option: String, _ header: CSVHeader?, count: Int, at place: Diagnostic.Place
  ) throws(ComponentError) -> Int {
    if let found = try header?.column(named: given) { return found }
    if let number = Int(given) {
      if number >= 1 && number <= count { return number - 1 }
      throw ComponentError(
        "csv.unknown-column",
        "\(option)=\(number) asks for a column that isn't there; the first row has \(count)",
        at: place)
    }
    let hint = closest(to: given, among: header?.cells.map(\.name) ?? [])
    throw ComponentError(
      "csv.unknown-column",
      header == nil
        ? "the file has no header, so \(option)=\(given) names no column; give its number"
        : "no column is called '\(given)'"
          + (hint.map { "; did you mean '\($0)'?" } ?? listed(header)), at: place)
  }

  /// The header's names for a message, the first few of them.
  private func listed(_ header: CSVHeader?) -> String {
    guard let names = header?.cells.prefix(12).map(\.name), !names.isEmpty else { return "" }
    let more = (header?.cells.count ?? 0) > names.count ? ", …" : ""
    return "; the header has " + names.joined(separator: ", ") + more
  }
}
