/// Checks given options against what a component declares, one after another.
public struct OptionCheck: Sendable {
  /// What was found to be wrong so far.
  public private(set) var problems: [OptionProblem] = []

  private let component: String
  private let parameters: [ParameterInfo]
  private var given: Set<String> = []

  /// Starts a check.
  /// - Parameters:
  ///   - component: The component's name, for messages.
  ///   - parameters: What it declares.
  public init(of component: String, _ parameters: [ParameterInfo]) {
    self.component = component
    self.parameters = parameters
  }

  /// The row of the parameter that an option is for, when the parameter exists, isn't given twice
  /// and takes the value; else what is wrong is added to `problems`.
  public mutating func row(of option: Option) -> Int? {
    guard
      let row = parameters.firstIndex(where: {
        $0.name == option.name || $0.aliases.contains(option.name)
      })
    else {
      let names = parameters.map(\.name)
      let hint =
        closest(to: option.name, among: names).map { "; did you mean '\($0)'?" }
        ?? (names.isEmpty
          ? "; it has no parameters" : "; it has " + names.joined(separator: ", "))
      problems.append(
        OptionProblem(
          option: option.name, isName: true,
          "'\(component)' has no parameter '\(option.name)'" + hint))
      return nil
    }
    let parameter = parameters[row]
    if !given.insert(parameter.name).inserted {
      problems.append(
        OptionProblem(
          option: option.name, isName: true,
          "'\(parameter.name)' is given twice; keep one of them"))
      return nil
    }
    if let what = parameter.problem(with: option.value) {
      problems.append(OptionProblem(option: option.name, what))
      return nil
    }
    return row
  }

  /// Adds that a parameter's type can't be made of an option's value after all.
  mutating func refuse(_ option: Option, _ row: Int) {
    problems.append(
      OptionProblem(
        option: option.name,
        "'\(option.name)' takes \(parameters[row].kind.words), not \(option.value.article)"))
  }
}
