/// One option of a command, declared once: parsing, help, manual page and completions are read off
/// it.
struct OptionSpec: Sendable {
  /// The long name without its dashes.
  var name: String
  /// The letter, if it has one.
  var letter: Character?
  /// What stands for its value in help; nil for a switch.
  var value: String?
  /// Whether it may be given several times.
  var repeats = false
  /// Whether its value is a file name, for completions.
  var isFile = false
  /// Words that its value may be beside others, for completions.
  var words: [String] = []
  /// The words that its value may be; empty for any.
  var choices: [String] = []
  /// What it does, in a sentence.
  var help: String

  /// The option as it stands in help: `-o, --output OUT`.
  var usage: String {
    let long = "--" + name + (value.map { " " + $0 } ?? "")
    return letter.map { "-\($0), " + long } ?? "    " + long
  }
}

/// One command, declared once.
struct CommandSpec: Sendable {
  /// The name.
  var name: String
  /// What stands for its operands in help, such as `IN…`.
  var operands: String
  /// How many operands it takes.
  var operandCount: ClosedRange<Int>
  /// What is said to whoever gives operands where none are taken.
  var instead = ""
  /// Words that its operands may be, for completions.
  var operandWords: [String] = []
  /// What it does, in a sentence.
  var summary: String
  /// What else a person should know, paragraphs.
  var details: [String] = []
  /// Its options, beside those that every command has.
  var options: [OptionSpec] = []
  /// Commands as a person would type them, with what each does.
  var examples: [(command: String, meaning: String)] = []
  /// Does it and gives the exit status.
  var run: @Sendable (ParsedArguments) -> Int32

  /// All options that it understands.
  var allOptions: [OptionSpec] { options + CommandSpec.commonOptions }

  /// What every command understands.
  static let commonOptions = [
    OptionSpec(
      name: "color", value: "WHEN", choices: ["auto", "always", "never"],
      help: "Colour messages: auto (on a terminal, unless NO_COLOR is set), always or never."),
    OptionSpec(name: "help", letter: "h", help: "Show this help and stop."),
    OptionSpec(name: "version", help: "Show the version and stop."),
  ]
}

/// What was given on the command line, sorted by the command's table.
struct ParsedArguments: Sendable {
  /// What isn't an option, in order.
  var operands: [Path] = []
  /// The options in order, each with its value.
  var given: [(name: String, value: Path)] = []

  /// Whether a switch was given.
  func has(_ name: String) -> Bool { given.contains { $0.name == name } }
  /// The last value of an option.
  func last(_ name: String) -> Path? { given.last { $0.name == name }?.value }
  /// The last value of an option as text.
  func text(_ name: String) -> String? { last(name).map(\.text) }
  /// All values of an option as texts, in order.
  func texts(_ name: String) -> [String] {
    given.filter { $0.name == name }.map(\.value.text)
  }
}

extension Path {
  /// The bytes as text; what isn't UTF-8 is replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
