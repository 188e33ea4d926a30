/// What is wrong with a command line.
struct UsageError: Error, Equatable {
  /// A sentence for a person.
  var message: String
  /// Whether a format is meant that isn't there.
  var lacksFormat = false
}

/// Sorts arguments by a command's table, by GNU's conventions: options and operands may mix, `--`
/// ends the options, `--name=value` and `--name value`, `-x value` and `-xvalue`, switches in one
/// bunch, long names cut short where that's unambiguous.
enum ArgumentParser {
  /// Sorts the arguments that follow a command's name.
  static func parse(
    _ arguments: [Path], for command: CommandSpec
  ) throws(UsageError) -> ParsedArguments {
    var result = ParsedArguments()
    var rest = arguments[...]
    var onlyOperands = false
    while let argument = rest.popFirst() {
      let bytes = argument.bytes
      if onlyOperands || bytes.first != dash || bytes.count == 1 {
        result.operands.append(argument)
      } else if bytes == [dash, dash] {
        onlyOperands = true
      } else if bytes[1] == dash {
        try parseLong(bytes.dropFirst(2), &rest, command, &result)
      } else {
        try parseLetters(bytes.dropFirst(), &rest, command, &result)
      }
    }
    if result.has("help") || result.has("version") { return result }
    if result.operands.contains(where: \.bytes.isEmpty) {
      throw UsageError(message: "an operand of '\(command.name)' is empty; is a variable not set?")
    }
    try checkOperands(result.operands, command)
    return result
  }

  private static let dash = UInt8(ascii: "-")

  private static func checkOperands(
    _ operands: [Path], _ command: CommandSpec
  ) throws(UsageError) {
    let count = operands.count
    if count < command.operandCount.lowerBound {
      throw UsageError(message: "'\(command.name)' needs \(command.operands)")
    }
    if count > command.operandCount.upperBound {
      throw UsageError(
        message: command.operands.isEmpty
          ? "'\(command.name)' takes no operands" + command.instead
          : "'\(command.name)' takes only \(command.operands); "
            + "'\(operands[command.operandCount.upperBound].shown)' is one too many")
    }
  }

  private static func parseLong(
    _ bytes: ArraySlice<UInt8>, _ rest: inout ArraySlice<Path>, _ command: CommandSpec,
    _ result: inout ParsedArguments
  ) throws(UsageError) {
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = Path(bytes: Array(bytes[..<(equals ?? bytes.endIndex)])).shown
    let all = command.allOptions
    var matches = all.filter { $0.name == name }
    if matches.isEmpty { matches = all.filter { $0.name.hasPrefix(name) } }
    guard let option = matches.first else {
      let hint =
        suggestion(for: "--" + name, among: all.map { "--" + $0.name })
        ?? "; see 'strokemill \(command.name) --help'"
      throw UsageError(message: "'\(command.name)' has no option '--\(name)'" + hint)
    }
    if matches.count > 1 {
      let names = matches.map { "--" + $0.name }.joined(separator: ", ")
      throw UsageError(message: "'--\(name)' could be any of \(names)")
    }
    if option.value == nil {
      if equals != nil { throw UsageError(message: "'--\(option.name)' takes no value") }
      try add(option, Path(bytes: []), &result)
    } else if let equals {
      try add(option, Path(bytes: Array(bytes[(equals + 1)...])), &result)
    } else {
      try add(option, value(of: option, &rest), &result)
    }
  }

  private static func parseLetters(
    _ bytes: ArraySlice<UInt8>, _ rest: inout ArraySlice<Path>, _ command: CommandSpec,
    _ result: inout ParsedArguments
  ) throws(UsageError) {
    var bytes = bytes
    while let byte = bytes.popFirst() {
      let letter = Character(Unicode.Scalar(byte))
      guard let option = command.allOptions.first(where: { $0.letter == letter }) else {
        throw UsageError(
          message: "'\(command.name)' has no option '-\(Path(bytes: [byte]).shown)'; "
            + "see 'strokemill \(command.name) --help'")
      }
      guard option.value == nil else {
        let value =
          bytes.isEmpty ? try value(of: option, &rest) : Path(bytes: Array(bytes))
        try add(option, value, &result)
        return
      }
      try add(option, Path(bytes: []), &result)
    }
  }

  private static func value(
    of option: OptionSpec, _ rest: inout ArraySlice<Path>
  ) throws(UsageError) -> Path {
    guard let value = rest.popFirst() else {
      throw UsageError(
        message: "'--\(option.name)' needs a value: --\(option.name) \(option.value ?? "")")
    }
    return value
  }

  private static func add(
    _ option: OptionSpec, _ value: Path, _ result: inout ParsedArguments
  ) throws(UsageError) {
    var value = value
    // A word in other letters is the same word.
    if let word = option.choices.first(where: { $0 == value.text.lowercased() }) {
      value = Path(word)
    } else if !option.choices.isEmpty {
      let hint = suggestion(for: value.text, among: option.choices)
      throw UsageError(
        message: "'--\(option.name)' takes \(option.choices.joined(separator: ", ")), "
          + "not '\(value.shown)'" + (hint ?? ""))
    }
    if option.value != nil && !option.repeats && result.has(option.name) {
      throw UsageError(message: "'--\(option.name)' is given twice; keep one of them")
    }
    result.given.append((option.name, value))
  }
}
