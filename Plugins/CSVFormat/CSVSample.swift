import PluginKit

/// The first rows of a text as one delimiter would cut them: what detection goes by.
struct CSVSample {
  /// How many rows are looked at.
  static let rows = 32

  /// What a row consists of.
  struct Shape: Equatable {
    /// All its cells.
    var cells = 0
    /// Those that hold a number, with either decimal mark that is allowed.
    var numbers = 0
    /// Those that hold nothing, or NaN.
    var missing = 0
    /// Whether a number has a decimal mark or an exponent.
    var hasFraction = false
    /// Whether the numbers in the second and the fourth place have a sign.
    var hasInnerSign = false

    /// Whether two coordinates, or none at all, may stand in it.
    var mayBePoint: Bool { numbers >= 2 || missing == cells }
  }

  /// The rows, blank lines and comments left out.
  var shapes: [Shape] = []
  /// Where the first row begins.
  var firstPlace = Diagnostic.Place(line: 1, column: 1)
  /// How many bytes the rows take.
  var length = 0
  /// Whether a row at the end could not be read.
  var isBroken = false

  /// Cuts the first rows.
  init(
    _ bytes: Span<UInt8>, from start: Int, _ delimiter: CSVDelimiter, _ decimal: CSVDecimalMark
  ) {
    let allowsComma = delimiter != .comma && decimal != .point
    let allowsPoint = decimal != .comma
    var scanner = CSVScanner(delimiter: delimiter.byte, at: start)
    do throws(ComponentError) {
      while shapes.count < Self.rows, scanner.position < bytes.count {
        scanner.skipBlanks(bytes)
        if scanner.isAtLineEnd(bytes) || bytes[scanner.position] == .numberSign {
          scanner.skipLine(bytes)
          continue
        }
        if shapes.isEmpty { firstPlace = scanner.place }
        var shape = Shape()
        repeat {
          let range = try scanner.readCell(bytes).range
          shape.add(bytes, range, allowsPoint: allowsPoint, allowsComma: allowsComma)
        } while scanner.moveToNextCell(bytes)
        shapes.append(shape)
      }
    } catch {
      // What is wrong there is reported when the row is read in earnest.
      isBroken = true
    }
    length = scanner.position - start
  }

  /// How well the delimiter explains the rows: whether the first has the columns that points need (a quoted cell
  /// can hold whole rows by another delimiter), coordinates found, rows as wide as the first, and (counted down)
  /// cells that are neither a number nor empty.
  var score: (columns: Int, numbers: Int, rows: Int, text: Int) {
    var score = (columns: 0, numbers: 0, rows: 0, text: 0)
    if let first = shapes.first, first.cells >= 2 { score.columns = 1 }
    for shape in shapes {
      score.numbers += min(shape.numbers, 2)
      if shape.cells >= 2 && shape.cells == shapes[0].cells { score.rows += 1 }
      score.text -= shape.cells - shape.numbers - shape.missing
    }
    return score
  }

  /// Whether the rows are whole numbers, four in each, as two columns of decimal commas would look.
  var mayBeDecimalCommas: Bool {
    !shapes.isEmpty
      && shapes.allSatisfy {
        $0.cells == 4 && $0.numbers == 4 && !$0.hasFraction && !$0.hasInnerSign
      }
  }
}

extension CSVSample.Shape {
  mutating func add(
    _ bytes: Span<UInt8>, _ range: Range<Int>, allowsPoint: Bool, allowsComma: Bool
  ) {
    cells += 1
    var isNumber = false
    for (mark, isAllowed) in [(UInt8.point, allowsPoint), (.comma, allowsComma)] where isAllowed {
      switch CSVNumber(bytes, range, mark: mark) {
      case .number, .outOfRange: isNumber = true
      case .missing:
        missing += 1
        return
      case .text: break
      }
      if isNumber { break }
    }
    guard isNumber else { return }
    numbers += 1
    for i in range where !(0x30...0x39).contains(bytes[i]) {
      if i > range.lowerBound || bytes[i] == .point || bytes[i] == .comma {
        hasFraction = true
      } else if cells == 2 || cells == 4 {
        hasInnerSign = true
      }
    }
  }
}

extension CSVSample {
  /// The delimiter that explains the first rows best.
  ///
  /// Among equals the order is that of `CSVDelimiter`: a tab or a semicolon is rare in numbers, while
  /// a comma may be a decimal comma and a space may follow a comma.
  static func detect(
    _ bytes: Span<UInt8>, from start: Int, _ decimal: CSVDecimalMark
  ) -> (delimiter: CSVDelimiter, sample: CSVSample) {
    var best: (delimiter: CSVDelimiter, sample: CSVSample)?
    for delimiter in CSVDelimiter.allCases where delimiter != .auto {
      if delimiter == .comma && decimal == .comma { continue }
      let sample = CSVSample(bytes, from: start, delimiter, decimal)
      if best.map({ sample.score > $0.sample.score }) ?? true { best = (delimiter, sample) }
    }
    return best ?? (.comma, CSVSample(bytes, from: start, .comma, decimal))
  }
}
