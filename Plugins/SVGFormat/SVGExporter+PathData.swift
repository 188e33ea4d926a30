import NumberText
import PathModel

/// Writes path data in few bytes.
///
/// Each coordinate is rounded once, to a whole number of steps of 10^-precision, and everything
/// after that is exact: relative coordinates are differences of rounded ones, so nothing adds up
/// however long a path is. Of the ways to say a segment the shortest is written; a run of one command
/// names it once, and a control point that mirrors the one before is left out.
struct PathDataWriter {
  /// The decimals that are wanted.
  let precision: Int

  /// The numbers that are written fastest, when there are such with these decimals.
  private let shortNumbers: ShortNumbers?

  /// The most steps that a coordinate may have, so that differences and reflections stay exact.
  private static let largestStep = 0x1p51

  init(precision: Int) {
    self.precision = precision
    shortNumbers = ShortNumbers(precision: precision)
  }

  /// Writes the data of one path, without quotes.
  func write(_ path: borrowing PathView, to output: inout ByteSink) {
    var largestX = 0.0
    var largestY = 0.0
    for i in path.points.indices {
      let (x, y) = (path.points[i].x.magnitude, path.points[i].y.magnitude)
      largestX = x > largestX ? x : largestX
      largestY = y > largestY ? y : largestY
    }
    let largest = max(largestX, largestY)
    // A double has no more digits to tell than fit below the largest step.
    var precision = precision
    var steps = largestSteps(largest, precision: precision)
    while precision > 0, steps == nil {
      precision -= 1
      steps = largestSteps(largest, precision: precision)
    }
    guard let steps else { return writeHuge(path, to: &output) }
    let grid = FixedPoint.Grid(precision: precision)
    // A difference of two coordinates has at most twice as many.
    if precision == self.precision, let shortNumbers, 2 * steps < shortNumbers.limit {
      var line = PathDataLine(grid: grid, numbers: shortNumbers)
      line.write(path, to: &output)
    } else {
      var line = PathDataLine(grid: grid, numbers: GridNumbers(precision: precision))
      line.write(path, to: &output)
    }
  }

  /// The steps of the largest coordinate; nil when there are too many.
  private func largestSteps(_ largest: Double, precision: Int) -> UInt64? {
    guard let steps = FixedPoint.scaled(largest, precision: precision),
      Double(steps) < Self.largestStep
    else { return nil }
    return steps.magnitude
  }

  /// Coordinates beyond 2^51 are written one by one, as they are.
  private func writeHuge(_ path: borrowing PathView, to output: inout ByteSink) {
    var tail = PackedTail.open
    var i = 0
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      switch verb {
      case .move: output.append(UInt8(ascii: "M"))
      case .line: output.append(UInt8(ascii: "L"))
      case .quad: output.append(UInt8(ascii: "Q"))
      case .cubic: output.append(UInt8(ascii: "C"))
      case .close: output.append(UInt8(ascii: "Z"))
      }
      tail = .open
      for _ in 0..<verb.pointCount {
        output.append(packed: path.points[i].x, precision: 0, after: &tail)
        output.append(packed: path.points[i].y, precision: 0, after: &tail)
        i += 1
      }
    }
  }
}

/// A point on the grid.
private struct GridPoint: Equatable {
  var x: Int64 = 0
  var y: Int64 = 0

  @inline(__always)
  static func - (a: GridPoint, b: GridPoint) -> GridPoint {
    GridPoint(x: a.x &- b.x, y: a.y &- b.y)
  }

  /// The point as far on the other side of `center`.
  @inline(__always)
  func mirrored(at center: GridPoint) -> GridPoint {
    GridPoint(x: 2 &* center.x &- x, y: 2 &* center.y &- y)
  }
}

/// Writes numbers of a packed list, given in steps of a grid.
private protocol PackedNumbers {
  func append<let n: Int>(
    _ steps: InlineArray<n, Int64>, after tail: inout PackedTail, to output: inout ByteSink)
  /// How many bytes they take.
  func packedLength<let n: Int>(of steps: InlineArray<n, Int64>, after tail: PackedTail) -> Int
}

extension ShortNumbers: PackedNumbers {}

/// Numbers of any size on a grid.
private struct GridNumbers: PackedNumbers {
  let precision: Int

  func append<let n: Int>(
    _ steps: InlineArray<n, Int64>, after tail: inout PackedTail, to output: inout ByteSink
  ) {
    for i in steps.indices {
      output.append(packedScaled: steps[i], precision: precision, after: &tail)
    }
  }

  func packedLength<let n: Int>(of steps: InlineArray<n, Int64>, after tail: PackedTail) -> Int {
    var tail = tail
    var length = 0
    for i in steps.indices {
      let digits = FixedDigits(steps[i], precision: precision, leadingZero: false)
      length &+= digits.packedLength(after: tail)
      tail = digits.tail
    }
    return length
  }
}

/// One path while it is written.
private struct PathDataLine<Numbers: PackedNumbers> {
  let grid: FixedPoint.Grid
  let numbers: Numbers
  /// The end of the last segment.
  var current = GridPoint()
  /// Where the subpath began.
  var start = GridPoint()
  /// The last control point of the last segment, where that was a curve.
  var control = GridPoint()
  var lastVerb = Verb.move
  /// The command that a number without a letter before it would belong to.
  var command = UInt8(0)
  var tail = PackedTail.open

  init(grid: FixedPoint.Grid, numbers: Numbers) {
    self.grid = grid
    self.numbers = numbers
  }

  @inline(__always)
  func grid(_ p: Point) -> GridPoint {
    // The caller has made sure that every coordinate fits.
    let steps = grid.steps(x: p.x, y: p.y)
    return GridPoint(x: steps.x, y: steps.y)
  }

  mutating func write(_ path: borrowing PathView, to output: inout ByteSink) {
    var i = 0
    for k in path.verbs.indices {
      let verb = path.verbs[k]
      switch verb {
      case .move:
        let p = grid(path.points[i])
        if k == 0 {
          put(UInt8(ascii: "M"), [p.x, p.y], to: &output)
        } else {
          choose(
            UInt8(ascii: "M"), [p.x, p.y], [p.x &- current.x, p.y &- current.y], to: &output)
        }
        // A pair that follows a move's is a line: L after M, l after m.
        command &-= 1
        current = p
        start = p
      case .line:
        let p = grid(path.points[i])
        let d = p - current
        if d.y == 0 {
          choose(UInt8(ascii: "H"), [p.x], [d.x], to: &output)
        } else if d.x == 0 {
          choose(UInt8(ascii: "V"), [p.y], [d.y], to: &output)
        } else {
          choose(UInt8(ascii: "L"), [p.x, p.y], [d.x, d.y], to: &output)
        }
        current = p
      case .quad:
        let a = grid(path.points[i])
        let p = grid(path.points[i + 1])
        let d = p - current
        if a == expectedControl(.quad) {
          choose(UInt8(ascii: "T"), [p.x, p.y], [d.x, d.y], to: &output)
        } else {
          let da = a - current
          choose(UInt8(ascii: "Q"), [a.x, a.y, p.x, p.y], [da.x, da.y, d.x, d.y], to: &output)
        }
        control = a
        current = p
      case .cubic:
        let a = grid(path.points[i])
        let b = grid(path.points[i + 1])
        let p = grid(path.points[i + 2])
        let db = b - current
        let d = p - current
        if a == expectedControl(.cubic) {
          choose(UInt8(ascii: "S"), [b.x, b.y, p.x, p.y], [db.x, db.y, d.x, d.y], to: &output)
        } else {
          let da = a - current
          choose(
            UInt8(ascii: "C"), [a.x, a.y, b.x, b.y, p.x, p.y], [da.x, da.y, db.x, db.y, d.x, d.y],
            to: &output)
        }
        control = b
        current = p
      case .close:
        output.append(UInt8(ascii: "z"))
        command = UInt8(ascii: "z")
        tail = .open
        current = start
      }
      lastVerb = verb
      i &+= verb.pointCount
    }
  }

  /// The control point that a reader takes when a smooth command leaves it out.
  @inline(__always)
  func expectedControl(_ verb: Verb) -> GridPoint {
    lastVerb == verb ? control.mirrored(at: current) : current
  }

  /// Writes the shorter of a command's two forms, at equal length the relative one.
  @inline(__always)
  mutating func choose<let n: Int>(
    _ letter: UInt8, _ absolute: InlineArray<n, Int64>, _ relative: InlineArray<n, Int64>,
    to output: inout ByteSink
  ) {
    // The relative form is written at once, which says how long it is: most are shorter.
    let before = (command, tail)
    let start = output.count
    put(letter | 0x20, relative, to: &output)
    let length =
      letter == before.0
      ? numbers.packedLength(of: absolute, after: before.1)
      : 1 &+ numbers.packedLength(of: absolute, after: .open)
    guard start &+ length < output.count else { return }
    output.truncate(to: start)
    (command, tail) = before
    putAbsolute(letter, absolute, to: &output)
  }

  /// Apart from the rest, so that the code for what is frequent stays small.
  @inline(never)
  mutating func putAbsolute<let n: Int>(
    _ letter: UInt8, _ steps: InlineArray<n, Int64>, to output: inout ByteSink
  ) {
    put(letter, steps, to: &output)
  }

  @inline(__always)
  mutating func put<let n: Int>(
    _ letter: UInt8, _ steps: InlineArray<n, Int64>, to output: inout ByteSink
  ) {
    if letter != command {
      output.append(letter)
      command = letter
      tail = .open
    }
    numbers.append(steps, after: &tail, to: &output)
  }
}
