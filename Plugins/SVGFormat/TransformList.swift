import Geometry
import PathModel

extension Affine {
  /// Reads a list of transform functions, the last of which is applied first (SVG 1.1, section
  /// 7.6; with CSS's units `px` and `deg` when they stand there).
  static func read(transformList bytes: Span<UInt8>) -> Result<Affine, TransformFault> {
    var scanner = ValueScanner(bytes)
    var total = Affine.identity
    scanner.skipSpace()
    while !scanner.isAtEnd {
      let start = scanner.position
      scanner.skipWord()
      let name = bytes.extracting(start..<scanner.position)
      scanner.skipSpace()
      if name.equals("none"), scanner.isAtEnd, total == .identity { return .success(total) }
      guard let kind = TransformFunction(name), scanner.take(UInt8(ascii: "(")) else {
        scanner.position = start
        return .failure(TransformFault(scanner.fault(expected: "a transform function")))
      }
      var values = Values()
      scanner.skipSpace()
      while !scanner.take(UInt8(ascii: ")")) {
        guard values.count < kind.maximum, let value = scanner.number(), value.isFinite else {
          return .failure(TransformFault(scanner.fault(expected: "a number or ')'")))
        }
        let unit = scanner.position
        switch scanner.isAtLetter ? scanner.word() : "" {
        case "", "px", "deg": values.append(value)
        case "rad": values.append(value * 180 / .pi)
        case "grad": values.append(value * 0.9)
        case "turn": values.append(value * 360)
        default:
          scanner.position = unit
          return .failure(TransformFault(scanner.fault(expected: "a number or ')'")))
        }
        if scanner.skipComma(), !scanner.isAtNumber {
          return .failure(TransformFault(scanner.fault(expected: "a number")))
        }
      }
      guard let map = kind.map(values) else {
        scanner.position = start
        return .failure(
          TransformFault(
            ValueFault(
              offset: start,
              message: "\(name.text())() takes \(kind.counts) numbers, not \(values.count)"
            )))
      }
      total = map.then(total)
      guard total.isFinite else {
        return .failure(
          TransformFault(ValueFault(offset: start, message: "the transform grows without bound")))
      }
      scanner.skipComma()
    }
    return .success(total)
  }
}

/// The numbers of a function: six at most.
private struct Values {
  private var numbers = InlineArray<6, Double>(repeating: 0)
  private(set) var count = 0

  /// Adds one; the caller sees to it that there is room.
  mutating func append(_ number: Double) {
    numbers[count] = number
    count += 1
  }

  subscript(row: Int) -> Double { numbers[row] }
}

/// Why a transform list can't be read.
struct TransformFault: Error {
  var fault: ValueFault
  init(_ fault: ValueFault) { self.fault = fault }
}

/// The functions that a transform list is made of.
private enum TransformFunction {
  case matrix, translate, scale, rotate, skewX, skewY, translateX, translateY, scaleX, scaleY

  /// The function of a name.
  init?(_ name: Span<UInt8>) {
    if name.equals("matrix") {
      self = .matrix
    } else if name.equals("translate") {
      self = .translate
    } else if name.equals("scale") {
      self = .scale
    } else if name.equals("rotate") {
      self = .rotate
    } else if name.equals("skewX") {
      self = .skewX
    } else if name.equals("skewY") {
      self = .skewY
    } else if name.equals("translateX") {
      self = .translateX
    } else if name.equals("translateY") {
      self = .translateY
    } else if name.equals("scaleX") {
      self = .scaleX
    } else if name.equals("scaleY") {
      self = .scaleY
    } else {
      return nil
    }
  }

  /// How many numbers it takes at most.
  var maximum: Int {
    switch self {
    case .matrix: 6
    case .rotate: 3
    case .translate, .scale: 2
    case .skewX, .skewY, .translateX, .translateY, .scaleX, .scaleY: 1
    }
  }

  /// How many numbers it takes, for a message.
  var counts: String {
    switch self {
    case .matrix: "6"
    case .rotate: "1 or 3"
    case .translate, .scale: "1 or 2"
    case .skewX, .skewY, .translateX, .translateY, .scaleX, .scaleY: "1"
    }
  }

  /// The map for these numbers, or nil when their count is wrong.
  func map(_ v: Values) -> Affine? {
    switch (self, v.count) {
    case (.matrix, 6): Affine(a: v[0], b: v[1], c: v[2], d: v[3], tx: v[4], ty: v[5])
    case (.translate, 1), (.translateX, 1): .translation(x: v[0], y: 0)
    case (.translate, 2): .translation(x: v[0], y: v[1])
    case (.translateY, 1): .translation(x: 0, y: v[0])
    case (.scale, 1): .scale(x: v[0], y: v[0])
    case (.scale, 2): .scale(x: v[0], y: v[1])
    case (.scaleX, 1): .scale(x: v[0], y: 1)
    case (.scaleY, 1): .scale(x: 1, y: v[0])
    case (.rotate, 1): .rotation(degrees: v[0])
    case (.rotate, 3):
      Affine.translation(x: -v[1], y: -v[2]).then(.rotation(degrees: v[0]))
        .then(.translation(x: v[1], y: v[2]))
    case (.skewX, 1):
      Affine(a: 1, b: 0, c: sine(degrees: v[0]) / cosine(degrees: v[0]), d: 1, tx: 0, ty: 0)
    case (.skewY, 1):
      Affine(a: 1, b: sine(degrees: v[0]) / cosine(degrees: v[0]), c: 0, d: 1, tx: 0, ty: 0)
    default: nil
    }
  }
}
