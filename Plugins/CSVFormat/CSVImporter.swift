public import PathModel
public import PluginKit

/// Reads points from delimited text, a row each.
///
/// * The rows of a file are one path, drawn with `Style.pen`. A blank line, or a row without
///   coordinates, lifts the pen: it begins a new subpath of the same path. When the value of the
///   path column changes, a new path begins; when that of the group column does, a new path in a
///   new group, which has the value as its label.
/// * A point alone between two lifts is drawn as a dot.
/// * Lines that begin with `#` are comments, unless the first column holds texts.
/// * With a unit, coordinates are scaled to canvas units of 1/96 inch. There is no canvas, so that
///   the page becomes what is drawn, its stroke included.
public struct CSVImporter: Importer {
  /// Yes, no, or as the file looks.
  public enum Choice: String, ParameterType, CaseIterable, Hashable, Sendable {
    /// As the file looks.
    case auto
    /// Yes.
    case yes
    /// No.
    case no
  }

  /// The name that pipelines and the command line use.
  public static let name = "csv"
  /// What it does, in a sentence.
  public static let summary = "Points in CSV, TSV or columns of text, a row each."
  /// The file name extensions that mean this format.
  public static let extensions = ["csv", "tsv", "txt", "dat", "xyz"]

  /// What stands between cells.
  public var delimiter = CSVDelimiter.auto
  /// The decimal mark.
  public var decimal = CSVDecimalMark.auto
  /// Whether the first row names the columns.
  public var header = Choice.auto
  /// The column of x.
  public var x: String?
  /// The column of y.
  public var y: String?
  /// The column that names groups.
  public var group: String?
  /// The column that tells paths apart.
  public var path: String?
  /// Whether each subpath is closed.
  public var closed = false
  /// Whether y grows upward in the file.
  public var flipY = Choice.auto
  /// What one unit of the coordinates measures.
  public var unit = CSVUnit.px

  /// Makes one with every parameter at its default.
  public init() {}

  /// Everything that can be set.
  public static let parameters: [Parameter<CSVImporter>] = [
    Parameter("delimiter", \.delimiter, help: "What stands between the cells of a row."),
    Parameter("decimal", \.decimal, help: "What writes the point in a decimal number."),
    Parameter(
      "header", \.header, help: "Whether the first row names the columns; auto: when it has text."),
    Parameter(
      "x", \.x,
      help: "The column of x, by name or number; else x, lon or easting, else the first."),
    Parameter(
      "y", \.y,
      help: "The column of y, by name or number; else y, lat or northing, else the second."),
    Parameter(
      "group", \.group,
      help: "The column whose value names a group: a change begins a new path; else 'group'."),
    Parameter(
      "path", \.path, help: "The column that begins a new path when it changes; else 'path'."),
    Parameter("closed", \.closed, help: "Whether each line is closed to a ring."),
    Parameter(
      "flip-y", \.flipY,
      help: "Whether y grows upward in the file; auto: for lon/lat and easting/northing."),
    Parameter("unit", \.unit, help: "What one unit of the coordinates measures."),
  ]

  /// What is wrong with the parameters taken together.
  public func problems() -> [String] {
    guard decimal == .comma && delimiter == .comma else { return [] }
    return ["a comma can't be both the delimiter and the decimal mark"]
  }

  /// Whether the first bytes of a file are rows of numbers, below a header or not.
  public static func recognizes(_ start: Span<UInt8>) -> Bool {
    let first = CSVImporter.textStart(start)
    for i in start.indices where i >= first {
      // Control characters are those of other formats.
      let byte = start[i]
      if byte < .space && byte != .tab && byte != .lineFeed && byte != .carriageReturn {
        return false
      }
    }
    // `<`, `{`, `[` and `%!` begin other formats, whatever numbers follow: a whole document may stand in one
    // line, which would pass for a header.
    if let i = start.indices.first(where: { $0 >= first && start[$0] > .space }) {
      let isPostScript =
        start[i] == UInt8(ascii: "%") && i + 1 < start.count && start[i + 1] == UInt8(ascii: "!")
      if isPostScript || "<{[".utf8.contains(start[i]) { return false }
    }
    let (_, sample) = CSVSample.detect(start, from: first, .auto)
    var rows = sample.shapes
    // The last row may be cut.
    if start.count >= 4096 && rows.count < CSVSample.rows && rows.count > 2 { rows.removeLast() }
    guard let firstRow = rows.first, firstRow.cells >= 2 else { return false }
    if firstRow.numbers == 0 && firstRow.missing < firstRow.cells { rows.removeFirst() }
    return rows.contains { $0.numbers >= 2 }
      && rows.allSatisfy { $0.mayBePoint && $0.cells == firstRow.cells }
  }

  /// Reads the rows into an empty drawing.
  /// - Throws: `ComponentError` for the first row that can't be read, with its place.
  public func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    let start = CSVImporter.textStart(bytes)
    try checkStart(bytes, start)
    let (delimiter, sample) =
      delimiter == .auto
      ? CSVSample.detect(bytes, from: start, decimal)
      : (delimiter, CSVSample(bytes, from: start, delimiter, decimal))
    if sample.shapes.isEmpty && !sample.isBroken {
      throw ComponentError(
        "csv.empty", "the file holds no rows, only blank lines or comments",
        at: Diagnostic.Place(line: 1, column: 1))
    }

    var scanner = CSVScanner(delimiter: delimiter.byte, at: start)
    while scanner.line < sample.firstPlace.line { scanner.skipLine(bytes) }
    scanner.skipBlanks(bytes)
    var afterHeader = scanner
    let firstRow = try CSVHeader(bytes, &afterHeader)
    let isHeader = try isHeader(firstRow, sample)
    let columns = try columns(
      isHeader ? firstRow : nil, count: firstRow.cells.count, at: sample.firstPlace)
    if !isHeader && delimiter == .comma && decimal == .auto && x == nil && y == nil
      && sample.mayBeDecimalCommas
    {
      throw ComponentError(
        "csv.ambiguous-comma",
        "four whole numbers a row may be two numbers with decimal commas; use semicolons between "
          + "the cells, or say decimal=point if there are four columns", at: sample.firstPlace)
    }

    let flips = flipY == .yes || (flipY == .auto && columns.growsUpward)
    let scale = unit.pixels
    var reader = CSVReader(
      isHeader ? afterHeader : scanner, columns, decimal: decimal, scaleX: scale,
      scaleY: flips ? -scale : scale)
    let length = max(1, sample.length / max(1, sample.shapes.count))
    // A little more than the first rows promise, so that the arrays rarely move.
    let rows = min((bytes.count - start) / length, context.limits.points)
    drawing.reserve(verbs: rows + rows / 32, points: rows + rows / 32)
    try readPaths(bytes, &reader, into: &drawing, &context)
    if drawing.isEmpty {
      context.warn(
        "csv.no-points", "the file has a header but no points", at: sample.firstPlace)
    }
    if context.wantsKeys { drawing.assignKeys() }
  }

  /// Where the text begins: behind a byte order mark.
  private static func textStart(_ bytes: Span<UInt8>) -> Int {
    bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF ? 3 : 0
  }

  private func checkStart(_ bytes: Span<UInt8>, _ start: Int) throws(ComponentError) {
    let place = Diagnostic.Place(line: 1, column: 1)
    if bytes.count == start { throw ComponentError("csv.empty", "the file is empty", at: place) }
    if bytes.count >= 2,
      (bytes[0] == 0xFF && bytes[1] == 0xFE) || (bytes[0] == 0xFE && bytes[1] == 0xFF)
    {
      throw ComponentError(
        "csv.encoding", "the file is in UTF-16; save it as UTF-8", at: place)
    }
    var first = start
    while first < bytes.count, bytes[first] <= .space { first += 1 }
    if first < bytes.count, bytes[first] == UInt8(ascii: "<") {
      throw ComponentError(
        "csv.not-csv", "the file begins like XML, not like rows of numbers; is it an SVG file?",
        at: place)
    }
  }

  /// Whether the first row is a header.
  private func isHeader(_ row: CSVHeader, _ sample: CSVSample) throws(ComponentError) -> Bool {
    switch header {
    case .yes: return true
    case .no: return false
    case .auto:
      if row.hasUsualNames { return true }
      for given in [x, y, group, path] {
        guard let given, Int(given) == nil else { continue }
        if try row.column(named: given) != nil { return true }
      }
      guard let shape = sample.shapes.first else { return false }
      return shape.numbers == 0 && shape.missing < shape.cells
    }
  }

  private func readPaths(
    _ bytes: Span<UInt8>, _ reader: inout CSVReader, into drawing: inout Drawing,
    _ context: inout Context
  ) throws(ComponentError) {
    var info = PathInfo(style: drawing.styleID(for: .pen))
    let limits = context.limits
    var row = try reader.next(bytes)
    while row != .end {
      if row == .lift {
        row = try reader.next(bytes)
        continue
      }
      if reader.isNewGroup, let cell = reader.group {
        info.group = try addGroup(cell, bytes, to: &drawing, &context)
      }
      info.line = UInt32(clamping: reader.line)
      try drawing.appendPath(info) { (builder) throws(ComponentError) in
        row = try writePath(bytes, &reader, into: &builder, limits)
      }
    }
  }

  /// Writes the path that begins with the reader's point.
  /// - Returns: The row that follows it: another path's first point, or the end.
  private func writePath(
    _ bytes: Span<UInt8>, _ reader: inout CSVReader, into builder: inout PathBuilder,
    _ limits: Limits
  ) throws(ComponentError) -> CSVReader.Row {
    while true {
      let first = reader.point
      // The last point is written late, since a ring's may turn out to be its first once more.
      var last = first
      var count = 1
      try checkRoom(builder.pointCount, limits, reader)
      builder.move(to: first)
      var row = try reader.next(bytes)
      while row == .point && !reader.isNewPath {
        if count > 1 { builder.line(to: last) }
        last = reader.point
        count &+= 1
        try checkRoom(builder.pointCount, limits, reader)
        row = try reader.next(bytes)
      }
      let isRing = closed && count > 1
      if !(isRing && count > 2 && last == first) { builder.line(to: last) }
      if isRing { builder.close() }
      while row == .lift { row = try reader.next(bytes) }
      if row == .end || reader.isNewPath { return row }
    }
  }

  @inline(__always)
  private func checkRoom(
    _ pointCount: Int, _ limits: Limits, _ reader: CSVReader
  ) throws(ComponentError) {
    // The point at hand and the second one of a dot.
    guard pointCount + 2 > limits.points else { return }
    throw ComponentError(
      "csv.too-many-points", "the file has more than \(limits.points) points, the limit 'points'",
      at: Diagnostic.Place(line: reader.line))
  }

  private func addGroup(
    _ cell: CSVCell, _ bytes: Span<UInt8>, to drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) -> GroupID {
    if cell.range.isEmpty { return .root }
    if drawing.groups.count > context.limits.elements {
      throw ComponentError(
        "csv.too-many-groups", "the file has more than \(context.limits.elements) groups",
        at: cell.place)
    }
    let label = cell.text(bytes)
    if label == nil {
      context.warn(
        "csv.encoding", "\(cell.excerpt(bytes)) isn't UTF-8; what can't be read became U+FFFD",
        at: cell.place)
    }
    return drawing.addGroup(
      Group(attributes: Attributes(label: label ?? cell.repairedText(bytes))))
  }
}
