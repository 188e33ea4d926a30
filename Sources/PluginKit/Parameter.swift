/// One parameter of a component, declared once: parsing, checking, help, completion and JSON Schema
/// are all read off it.
public struct Parameter<Root: Component>: Sendable {
  /// The description.
  public let info: ParameterInfo
  let set: @Sendable (inout Root, ParameterValue) -> Bool

  /// Declares a parameter; its default is what `Root()` holds.
  /// - Parameters:
  ///   - name: Lower case, words joined by hyphens.
  ///   - property: Where its value goes.
  ///   - range: What numbers it takes, by the number alone whatever the unit.
  ///   - aliases: Other names that are understood.
  ///   - help: What it does, in a sentence.
  public init<Value: ParameterType>(
    _ name: String, _ property: any WritableKeyPath<Root, Value> & Sendable,
    in range: ParameterRange? = nil, aliases: [String] = [], help: String
  ) {
    info = ParameterInfo(
      name: name, aliases: aliases, kind: Value.parameterKind,
      isOptional: Value.isOptionalParameter,
      defaultValue: Root()[keyPath: property].parameterValue, range: range, help: help)
    set = { root, value in
      guard let typed = Value(parameterValue: value) else { return false }
      root[keyPath: property] = typed
      return true
    }
  }
}

extension Component {
  /// Makes a component from given options, all checked.
  /// - Throws: Everything that is wrong with the options.
  public static func configured(_ options: [Option]) throws(OptionProblems) -> Self {
    var component = Self()
    let all = Self.parameters
    var problems: [OptionProblem] = []
    var given: Set<String> = []
    for option in options {
      guard
        let parameter = all.first(where: {
          $0.info.name == option.name || $0.info.aliases.contains(option.name)
        })
      else {
        let names = all.map(\.info.name)
        let hint =
          closest(to: option.name, among: names).map { "; did you mean '\($0)'?" }
          ?? (names.isEmpty
            ? "; it has no parameters" : "; it has " + names.joined(separator: ", "))
        problems.append(
          OptionProblem(
            option: option.name, isName: true,
            "'\(Self.name)' has no parameter '\(option.name)'" + hint))
        continue
      }
      if !given.insert(parameter.info.name).inserted {
        problems.append(
          OptionProblem(
            option: option.name, isName: true,
            "'\(parameter.info.name)' is given twice; keep one of them"))
        continue
      }
      if let what = parameter.info.problem(with: option.value) {
        problems.append(OptionProblem(option: option.name, what))
      } else if !parameter.set(&component, option.value) {
        problems.append(
          OptionProblem(
            option: option.name,
            "'\(option.name)' takes \(parameter.info.kind.words), not \(option.value.article)"))
      }
    }
    if problems.isEmpty {
      problems = component.problems().map { OptionProblem(option: nil, $0) }
    }
    guard problems.isEmpty else { throw OptionProblems(problems) }
    return component
  }
}
