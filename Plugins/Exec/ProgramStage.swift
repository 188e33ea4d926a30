import JSONForms
import JSONFormat
import NumberText
import PathModel
import PluginKit
import StrictJSON

/// A program with its options: what runs as a stage.
struct ProgramStage: Sendable {
  /// The parameter of how long a program may take, which every program has.
  static let timeout = ParameterInfo(
    name: "timeout", kind: .number, defaultValue: .number(defaultSeconds),
    range: ParameterRange(minimum: 0, maximum: 86_400, excludesMinimum: true),
    help: "How many seconds the program may take to start, and then for each drawing.")
  /// What it is if nothing is said.
  static let defaultSeconds = 60.0

  private let program: Program
  private let seconds: Double
  /// Each parameter's value, given or default.
  private let values: [ParameterValue]

  /// Checks options by what the program declares.
  /// - Parameters:
  ///   - program: The program.
  ///   - given: The options, `timeout` among them.
  /// - Throws: All that is wrong with the options.
  init(_ program: Program, _ given: [Option]) throws(OptionProblems) {
    let parameters = program.hello.parameters + [ProgramStage.timeout]
    var check = OptionCheck(of: program.hello.name, parameters)
    var values = parameters.map(\.defaultValue)
    for option in given {
      if let row = check.row(of: option) { values[row] = option.value }
    }
    guard check.problems.isEmpty else { throw OptionProblems(check.problems) }
    self.program = program
    seconds = values.popLast().flatMap { Double(parameterValue: $0) } ?? ProgramStage.defaultSeconds
    self.values = values
  }

  /// Lets the program rewrite a drawing.
  func apply(to drawing: inout Drawing, _ context: inout Context) throws(ComponentError) {
    let request = request(drawing, context)
    if request.isFull { throw .outputTooLarge(context.limits) }
    let keys = drawing.records.map(\.info.key)
    var result = try program.answer(to: request, within: seconds, &context)
    result.placePaths(byKeys: keys)
    drawing = result
  }

  private func request(_ drawing: borrowing Drawing, _ context: borrowing Context) -> ByteSink {
    var sink = ByteSink()
    // About what a point takes: growing would copy.
    sink.reserve(drawing.points.count * 24)
    var writer = JSONWriter(sink)
    writer.beginObject()
    writer.key("options")
    writer.beginObject()
    for (parameter, value) in zip(program.hello.parameters, values) {
      writer.key(parameter.name)
      writer.value(value.measured(parameter.kind, drawing.canvas))
    }
    writer.end()
    writer.key("seed")
    // A program is one stage, whether it's called by its own name or by 'exec'.
    let seed = Context(
      seed: context.literalSeed, stage: program.hello.name, ordinal: context.ordinal
    ).stageSeed
    let digits = String(seed, radix: 16)
    writer.value(String(repeating: "0", count: 16 - digits.utf8.count) + digits)
    writer.key("drawing")
    writer.value(drawing)
    writer.end()
    sink = writer.finish()
    sink.append(UInt8(ascii: "\n"))
    return sink
  }
}

extension ParameterValue {
  /// The value with a length in canvas units and an angle in degrees, as far as the drawing tells; other
  /// lengths stay texts.
  fileprivate func measured(_ kind: ParameterInfo.Kind, _ canvas: Canvas?) -> ParameterValue {
    switch (kind, self) {
    case (.angle, .text(let text)): return Angle(text: text).map { .number($0.degrees) } ?? self
    case (.length, .text(let text)):
      guard let length = Length(text: text), length.unit != .sw,
        length.unit != .percent || canvas != nil
      else { return self }
      return .number(length.resolved(canvas: canvas))
    case (.list(let element), .list(let values)):
      return .list(values.map { $0.measured(element, canvas) })
    default: return self
    }
  }
}

extension Drawing {
  /// Says of each path which path of the stage's input it was made from: the one with its key.
  ///
  /// Of paths that share a key the first is the first, the second the second and so on; the last of the input
  /// is that of all that follow.
  fileprivate mutating func placePaths(byKeys keys: [PathKey]) {
    // The first path with a key, and for each path the next one with the same.
    var first: [PathKey: Int] = [:]
    var next = [Int?](repeating: nil, count: keys.count)
    // Most programs leave the paths in their places, which needs no search.
    let areInPlace =
      records.count == keys.count && zip(records, keys).allSatisfy { $0.info.key == $1 }
    if !areInPlace {
      first.reserveCapacity(keys.count)
      for row in keys.indices.reversed() {
        next[row] = first[keys[row]]
        first[keys[row]] = row
      }
    }
    for path in records.indices {
      var info = records[path].info
      guard let row = areInPlace ? path : first[info.key] else { continue }
      if !areInPlace, let following = next[row] { first[info.key] = following }
      info.origin = UInt32(row)
      setInfo(info, ofPath: path)
    }
  }
}
