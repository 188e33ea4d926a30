import NumberText
import PathModel
import PluginKit

/// Reads rows as points, one at a time: the hot loop of the import.
struct CSVReader {
  /// What a row is.
  enum Row {
    /// A point.
    case point
    /// The pen is lifted: a blank line, or no coordinates.
    case lift
    /// There are no more rows.
    case end
  }

  /// The columns.
  let columns: CSVColumns
  /// What x is multiplied by.
  let scaleX: Double
  /// What y is multiplied by.
  let scaleY: Double
  private var scanner: CSVScanner
  private var mark: UInt8
  /// Whether a number has shown what the decimal mark is, or the user has said it.
  private var isMarkKnown: Bool
  private let allowsComma: Bool

  /// The point of the row that was read last.
  private(set) var point = Point.zero
  /// The line on which the row that was read last began.
  private(set) var line = 1
  /// The group cell of the last point.
  private(set) var group: CSVCell?
  /// Whether the last point's group isn't that of the point before it.
  private(set) var isNewGroup = false
  private var path: CSVCell?
  /// Where the coordinate cell stands that was found empty last.
  private var missingPlace = Diagnostic.Place(line: 1)
  /// Whether the last point belongs to another path than the point before it.
  private(set) var isNewPath = false

  /// Makes a reader of the rows from the scanner's position on.
  init(
    _ scanner: CSVScanner, _ columns: CSVColumns, decimal: CSVDecimalMark, scaleX: Double,
    scaleY: Double
  ) {
    self.scanner = scanner
    self.columns = columns
    self.scaleX = scaleX
    self.scaleY = scaleY
    mark = decimal == .comma ? .comma : .point
    allowsComma = scanner.delimiter != .comma
    isMarkKnown = decimal != .auto || !allowsComma
  }

  /// Reads the next row.
  /// - Throws: `ComponentError` for a row that is neither a point nor empty.
  mutating func next(_ bytes: Span<UInt8>) throws(ComponentError) -> Row {
    while scanner.position < bytes.count {
      scanner.skipBlanks(bytes)
      if scanner.isAtLineEnd(bytes) {
        scanner.skipLineEnd(bytes)
        return .lift
      }
      // A row of a number first can't begin with `#`; where a text stands first, it may.
      if bytes[scanner.position] == .numberSign, columns.x == 0 || columns.y == 0 {
        scanner.skipLine(bytes)
        continue
      }
      return try readRow(bytes)
    }
    return .end
  }

  private mutating func readRow(_ bytes: Span<UInt8>) throws(ComponentError) -> Row {
    line = scanner.line
    var x: Double?
    var y: Double?
    var groupCell: CSVCell?
    var pathCell: CSVCell?
    var isEmpty = true
    var extra: Diagnostic.Place?
    var column = 0
    var end = scanner.place
    repeat {
      if column == columns.x {
        x = try readCoordinate(bytes, column)
        if x != nil { isEmpty = false }
      } else if column == columns.y {
        y = try readCoordinate(bytes, column)
        if y != nil { isEmpty = false }
      } else {
        if column == columns.count { extra = scanner.place }
        let cell = try scanner.readCell(bytes)
        if column == columns.group { groupCell = cell }
        if column == columns.path { pathCell = cell }
        if case .missing = CSVNumber(bytes, cell.range, mark: mark) {} else { isEmpty = false }
      }
      column &+= 1
      end = scanner.place
    } while scanner.moveToNextCell(bytes)
    if isEmpty { return .lift }
    if let extra {
      let commas =
        allowsComma
        ? "" : "; numbers with decimal commas need another delimiter, such as a semicolon"
      throw ComponentError(
        "csv.ragged-row",
        "this row has \(column) cells where the first one has \(columns.count)" + commas, at: extra)
    }
    if column < columns.count {
      throw ComponentError(
        "csv.ragged-row",
        "this row ends after \(column) of \(columns.count) cells; leave no cell out", at: end)
    }
    guard let x, let y else {
      if x == nil && y == nil { return .lift }
      let (missing, other) = x == nil ? (columns.x, columns.y) : (columns.y, columns.x)
      throw ComponentError(
        "csv.missing-cell",
        "column \(columns.title(missing)) is empty or NaN beside a number in column "
          + "\(columns.title(other)); leave both empty to lift the pen", at: missingPlace)
    }
    point = Point(x: x, y: y)
    isNewGroup = CSVReader.take(groupCell, as: &group, bytes)
    isNewPath = CSVReader.take(pathCell, as: &path, bytes) || isNewGroup
    return .point
  }

  /// Keeps a cell; tells whether its content isn't that of the one kept before.
  @inline(__always)
  private static func take(
    _ cell: CSVCell?, as kept: inout CSVCell?, _ bytes: Span<UInt8>
  ) -> Bool {
    guard let cell else { return false }
    if let kept, kept.hasSameContent(cell, bytes) { return false }
    kept = cell
    return true
  }

  /// Reads the coordinate that begins here, in canvas units; nil for an empty cell or NaN.
  @inline(__always)
  private mutating func readCoordinate(
    _ bytes: Span<UInt8>, _ column: Int
  ) throws(ComponentError) -> Double? {
    scanner.skipBlanks(bytes)
    let reading = NumberReader.read(bytes, at: scanner.position, point: mark)
    guard isMarkKnown, reading.status == .number, scanner.endsCell(bytes, at: reading.end),
      mark == .point || bytes[reading.end - 1] != .comma
    else { return try readOddCoordinate(bytes, column) }
    let place = scanner.position
    scanner.move(to: reading.end)
    return try scaled(reading.value, column, at: scanner.place(at: place))
  }

  /// The way for everything but a plain number: quotes, no value, a decimal mark yet unknown.
  @inline(never)
  private mutating func readOddCoordinate(
    _ bytes: Span<UInt8>, _ column: Int
  ) throws(ComponentError) -> Double? {
    let cell = try scanner.readCell(bytes)
    var number = CSVNumber(bytes, cell.range, mark: mark)
    if !isMarkKnown {
      switch number {
      case .number:
        for i in cell.range where bytes[i] == .point { isMarkKnown = true }
      case .text:
        number = CSVNumber(bytes, cell.range, mark: .comma)
        if case .number = number {
          mark = .comma
          isMarkKnown = true
        }
      case .missing, .outOfRange: break
      }
    }
    switch number {
    case .number(let value): return try scaled(value, column, at: cell.place)
    case .missing:
      missingPlace = cell.place
      return nil
    case .outOfRange:
      throw ComponentError(
        "csv.out-of-range",
        "\(cell.excerpt(bytes)) in column \(columns.title(column)) is too large a number",
        at: cell.place)
    case .text: throw notANumber(bytes, cell, column)
    }
  }

  @inline(__always)
  private func scaled(
    _ value: Double, _ column: Int, at place: @autoclosure () -> Diagnostic.Place
  ) throws(ComponentError) -> Double {
    // Adding zero makes a minus zero, as a flip gives one, a plain one.
    let scaled = value * (column == columns.x ? scaleX : scaleY) + 0
    guard scaled.isFinite else {
      throw ComponentError(
        "csv.out-of-range",
        "\(value) in column \(columns.title(column)) is too large a number in this unit",
        at: place())
    }
    return scaled
  }

  private func notANumber(
    _ bytes: Span<UInt8>, _ cell: CSVCell, _ column: Int
  ) -> ComponentError {
    let text = cell.text(bytes)
    let other: UInt8 = mark == .point ? .comma : .point
    let hint: String
    if let text, column < columns.names.count, text == columns.names[column] {
      hint = "; is this a second header, from files that were joined?"
    } else if case .number = CSVNumber(bytes, cell.range, mark: other) {
      hint =
        !allowsComma
        ? "; where commas separate cells, numbers need a decimal point and no thousands separators"
        : mark == .point
          ? "; numbers have a decimal point here (say decimal=comma if they should not)"
          : "; numbers have a decimal comma here (say decimal=point if they should not)"
    } else if columns.names.isEmpty && line == 1 {
      hint = "; say header=yes if this row is a header, or choose columns with x=NUMBER, y=NUMBER"
    } else {
      hint = "; a coordinate is a plain number without a unit"
    }
    return ComponentError(
      "csv.not-a-number",
      "column \(columns.title(column)) should hold a number, but holds \(cell.excerpt(bytes))"
        + hint, at: cell.place)
  }
}
