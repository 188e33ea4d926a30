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
    var check = OptionCheck(of: Self.name, all.map(\.info))
    for option in options {
      guard let row = check.row(of: option) else { continue }
      if !all[row].set(&component, option.value) { check.refuse(option, row) }
    }
    var problems = check.problems
    if problems.isEmpty {
      problems = component.problems().map { OptionProblem(option: nil, $0) }
    }
    guard problems.isEmpty else { throw OptionProblems(problems) }
    return component
  }
}
