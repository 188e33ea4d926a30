/// A parameter's value as it crosses a boundary: command line, pipeline file, plug-in table.
public indirect enum ParameterValue: Hashable, Sendable {
  /// Nothing: an optional parameter that isn't set.
  case null
  /// True or false.
  case bool(Bool)
  /// A number; whole numbers are numbers too.
  case number(Double)
  /// A text; lengths with units, angles, colours and choices are texts as well.
  case text(String)
  /// Several values.
  case list([ParameterValue])

  /// The value as a person writes it on the command line.
  public var text: String {
    switch self {
    case .null: "none"
    case .bool(let value): value ? "true" : "false"
    case .number(let value):
      if value == value.rounded(), value.magnitude < 1e15 { "\(Int(value))" } else { "\(value)" }
    case .text(let value): value
    case .list(let values): values.map(\.text).joined(separator: " ")
    }
  }

  /// What sort of value it is, for messages.
  public var article: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number: "the number \(text)"
    case .text(let value): "\"\(value)\""
    case .list: "a list"
    }
  }
}

/// A named value that was given for a parameter.
public struct Option: Hashable, Sendable {
  /// The parameter's name, or one of its other names.
  public var name: String
  /// The value.
  public var value: ParameterValue
  /// The folder of the pipeline file that the option stands in, as the system has its name, which
  /// relative file names in the value begin at; nil for the current folder.
  public var folder: [UInt8]?

  /// Makes an option.
  public init(_ name: String, _ value: ParameterValue, folder: [UInt8]? = nil) {
    self.name = name
    self.value = value
    self.folder = folder
  }
}

/// What is wrong with one given option.
public struct OptionProblem: Hashable, Sendable {
  /// Which of the given options it concerns, nil when it's all of them together.
  public var option: String?
  /// Whether the name is wrong, rather than the value.
  public var isName: Bool
  /// A sentence for a person.
  public var message: String

  /// Makes a problem.
  public init(option: String?, isName: Bool = false, _ message: String) {
    self.option = option
    self.isName = isName
    self.message = message
  }
}

/// All that is wrong with the options that were given for a component.
public struct OptionProblems: Error, Hashable, Sendable {
  /// At least one.
  public var problems: [OptionProblem]
  /// Makes the error.
  public init(_ problems: [OptionProblem]) { self.problems = problems }
}
