import Geometry
import NumberText
import PathModel

/// Writes paths as rows.
struct CSVRows {
  let delimiter: UInt8
  /// Decimals at most; nil for exact numbers.
  let precision: Int?
  /// Ten to the power of `precision`.
  private let stepsPerUnit: Double
  let scaleX: Double
  let scaleY: Double
  /// What a row has after its coordinates.
  var ending: [UInt8] = []
  /// How many paths were written.
  private(set) var pathsWritten = 0
  /// Whether a coordinate became infinite.
  private(set) var hasOverflown = false

  /// A subpath's first point, as it is written.
  private var first = Point.zero
  /// The last point.
  private var last = Point.zero
  /// How many rows the subpath has, the one held back included.
  private var count = 0
  /// Whether the second row repeats the first: it's left out if the subpath ends there.
  private var isHeldBack = false

  init(delimiter: UInt8, precision: Int?, scaleX: Double, scaleY: Double) {
    self.delimiter = delimiter
    self.precision = precision
    stepsPerUnit = (0..<(precision ?? 0)).reduce(1) { power, _ in power * 10 }
    self.scaleX = scaleX
    self.scaleY = scaleY
  }

  func writeHeader(hasAllColumns: Bool, to output: inout ByteSink) {
    output.append(UInt8(ascii: "x"))
    output.append(delimiter)
    output.append(UInt8(ascii: "y"))
    for name in hasAllColumns ? ["path", "group"] : [] {
      output.append(delimiter)
      output.append(name)
    }
    output.append(.lineFeed)
  }

  /// Writes a path, each point a row.
  mutating func write(_ path: PathView, tolerance: Double, to output: inout ByteSink) {
    var hasSubpath = false
    var current = Point.zero
    path.forEachSegment { segment in
      switch segment {
      case .move(let p):
        if hasSubpath { output.append(.lineFeed) }
        hasSubpath = true
        count = 0
        isHeldBack = false
        row(p, to: &output)
        current = p
      case .line(let p):
        row(p, to: &output)
        current = p
      case .quad(let a, let p):
        QuadCurve(current, a, p).flatten(tolerance: tolerance) { row($0, to: &output) }
        current = p
      case .cubic(let a, let b, let p):
        CubicCurve(current, a, b, p).flatten(tolerance: tolerance) { row($0, to: &output) }
        current = p
      case .close:
        if last != first { repeatFirst(to: &output) }
      }
    }
    pathsWritten += 1
  }

  private mutating func row(_ p: Point, to output: inout ByteSink) {
    let written = Point(rounded(p.x * scaleX), rounded(p.y * scaleY))
    if count == 0 { first = written }
    count += 1
    last = written
    if count == 2 && written == first {
      isHeldBack = true
      return
    }
    if isHeldBack {
      isHeldBack = false
      put(first, to: &output)
    }
    put(written, to: &output)
  }

  private mutating func repeatFirst(to output: inout ByteSink) {
    put(first, to: &output)
    last = first
  }

  private mutating func put(_ p: Point, to output: inout ByteSink) {
    if !p.isFinite { hasOverflown = true }
    number(p.x, to: &output)
    output.append(delimiter)
    number(p.y, to: &output)
    output.append(ending)
    output.append(.lineFeed)
  }

  private func number(_ value: Double, to output: inout ByteSink) {
    if let precision {
      output.append(value, precision: precision)
    } else {
      output.append(exact: value)
    }
  }

  /// The number that will be read back; a minus zero becomes a plain one.
  private func rounded(_ value: Double) -> Double {
    guard let precision, let steps = FixedPoint.scaled(value, precision: precision) else {
      return value + 0
    }
    return Double(steps) / stepsPerUnit
  }
}
