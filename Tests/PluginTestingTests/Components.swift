import NumberText
import PathModel
import PluginKit
import Synchronization

/// Moves everything to the right.
struct Good: Stage {
  static let name = "good"
  static let summary = "Moves everything to the right."
  var by = 1.0
  var length = Length(1)
  static let parameters: [Parameter<Good>] = [
    Parameter("by", \.by, in: .from(0, to: 5), help: "How far."),
    Parameter("length", \.length, in: .above(0), help: "Not used."),
  ]
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    drawing.transform(by: .translation(x: by, y: 0), strokes: .keep)
  }
}

/// Scales to a width of one without asking whether there is a width.
struct DividesByZero: Stage {
  static let name = "divides"
  static let summary = "Divides by the width."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let xs = drawing.points.map(\.x)
    guard let low = xs.min(), let high = xs.max() else { return }
    drawing.withMutablePoints { points in
      for i in points.indices { points[i].x = (points[i].x - low) / (high - low) }
    }
  }
}

private let calls = Atomic<Int>(0)

/// Gives another result each time.
struct Forgetful: Stage {
  static let name = "forgetful"
  static let summary = "Moves farther each time."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let (_, count) = calls.wrappingAdd(1, ordering: .relaxed)
    drawing.transform(by: .translation(x: Double(count % 1000) / 8, y: 0), strokes: .keep)
  }
}

/// Throws without a word.
struct Speechless: Stage {
  static let name = "speechless"
  static let summary = "Throws without a word."
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    throw ComponentError("oops", "")
  }
}

/// Pairs of whole numbers, each a point of one path.
struct GoodFormat: Importer, Exporter {
  static let name = "pairs"
  static let summary = "Pairs of numbers."
  static let extensions = ["pairs"]

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    try readPairs(bytes, into: &drawing, place: Diagnostic.Place(line: 1), trusting: false)
  }

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    writePairs(drawing, to: &output, shift: 0)
  }
}

/// Its errors have no place, and it can't write.
struct Placeless: Importer, Exporter {
  static let name = "placeless"
  static let summary = "Pairs of numbers."
  static let extensions = ["pairs"]

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    try readPairs(bytes, into: &drawing, place: nil, trusting: false)
  }

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    throw ComponentError("placeless.never", "it can't write")
  }
}

/// Takes everything for a number, and writes what isn't one.
struct Trusting: Importer, Exporter {
  static let name = "trusting"
  static let summary = "Pairs of numbers."
  static let extensions = ["pairs"]

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    try readPairs(bytes, into: &drawing, place: nil, trusting: true)
  }

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    output.append("nan")
  }
}

/// Counts how often it was called.
struct Counting: Importer, Exporter {
  static let name = "counting"
  static let summary = "Pairs of numbers."
  static let extensions = ["pairs"]

  func read(
    _ bytes: Span<UInt8>, into drawing: inout Drawing, _ context: inout Context
  ) throws(ComponentError) {
    try readPairs(bytes, into: &drawing, place: Diagnostic.Place(line: 1), trusting: false)
    drawing.transform(by: .translation(x: 4, y: 0), strokes: .keep)
  }

  func write(
    _ drawing: borrowing Drawing, to output: inout ByteSink, _ context: inout Context
  ) throws(ComponentError) {
    let (_, count) = calls.wrappingAdd(1, ordering: .relaxed)
    writePairs(drawing, to: &output, shift: count)
  }
}

private func readPairs(
  _ bytes: Span<UInt8>, into drawing: inout Drawing, place: Diagnostic.Place?, trusting: Bool
) throws(ComponentError) {
  var text: [UInt8] = []
  for i in bytes.indices { text.append(bytes[i]) }
  var numbers: [Double] = []
  for word in String(decoding: text, as: UTF8.self).split(separator: " ") {
    if let number = Int(word) {
      numbers.append(Double(number))
    } else if trusting {
      numbers.append(.nan)
    } else {
      throw ComponentError("pairs.not-a-number", "'\(word)' isn't a number", at: place)
    }
  }
  guard numbers.count >= 2 else {
    throw ComponentError("pairs.empty", "there is no pair", at: place)
  }
  let style = drawing.styleID(for: .pen)
  drawing.appendPath(PathInfo(style: style)) { builder in
    builder.move(to: Point(numbers[0], numbers[1]))
    for i in 1..<max(1, numbers.count / 2) {
      builder.line(to: Point(numbers[2 * i], numbers[2 * i + 1]))
    }
  }
  drawing.assignKeys()
}

private func writePairs(_ drawing: borrowing Drawing, to output: inout ByteSink, shift: Int) {
  for p in drawing.points {
    for value in [p.x, p.y] {
      let number = Int(exactly: value.rounded()) ?? 0
      output.append("\(number &+ shift) ")
    }
  }
}
