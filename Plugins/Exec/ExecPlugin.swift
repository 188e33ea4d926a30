public import PluginKit

extension Plugin {
  /// Programs of others as stages.
  public static let exec = Plugin(name: "exec", version: "1.0.0", components: [exec(command)])

  private static let command = ParameterInfo(
    name: "command", kind: .list(.text), defaultValue: .list([]),
    help: "The program and its arguments. It runs in the pipeline file's folder, without a shell.")

  /// The stage that starts a program which is named where it's used.
  private static func exec(_ command: ParameterInfo) -> ComponentEntry {
    ComponentEntry(
      name: "exec",
      summary: "Lets a program rewrite the drawing; what else is given are that program's "
        + "parameters.",
      parameters: [command, ProgramStage.timeout], takesMoreParameters: true,
      role: .stage { (options) throws(OptionProblems) in
        // What is known without the program comes first: nothing is started when that's wrong.
        let own = [command, ProgramStage.timeout]
        var check = OptionCheck(of: "exec", own)
        var words: [String] = []
        var folder: [UInt8]?
        var seconds = ProgramStage.defaultSeconds
        for option in options where own.contains(where: { $0.name == option.name }) {
          guard check.row(of: option) != nil else { continue }
          if case .list(let list) = option.value {
            words = list.compactMap { String(parameterValue: $0) }
            folder = option.folder
          } else if let number = Double(parameterValue: option.value) {
            seconds = number
          }
        }
        var problems = check.problems
        if problems.isEmpty && words.isEmpty {
          problems.append(
            OptionProblem(
              option: nil,
              "'exec' needs a 'command', a list of a program and its arguments: "
                + "[\"python3\", \"shaky.py\"]"))
        }
        guard problems.isEmpty else { throw OptionProblems(problems) }
        let program: Program
        do throws(ComponentError) {
          program = try Program(words, folder: folder, within: seconds)
        } catch {
          throw OptionProblems([
            OptionProblem(option: command.name, error.diagnostic.message)
          ])
        }
        return try run(
          program, options.filter { $0.name != command.name }.map { program.read($0) })
      })
  }

  /// Makes a plug-in of a program, which becomes a stage with its own name and parameters.
  ///
  /// It starts the program, which says what it is: who names the file trusts it.
  /// - Parameter path: The program's file. A path without a slash is one of the current folder, never
  ///   looked for elsewhere.
  /// - Throws: When it can't be started or doesn't say what it is.
  public init(program path: String) throws(ComponentError) {
    let program = try Program([path.contains("/") ? path : "./" + path], folder: nil)
    let hello = program.hello
    let entry = ComponentEntry(
      name: hello.name, summary: hello.summary,
      parameters: hello.parameters + [ProgramStage.timeout],
      role: .stage { (options) throws(OptionProblems) in try Plugin.run(program, options) })
    self.init(name: hello.name, version: hello.version, components: [entry])
  }

  private static func run(
    _ program: Program, _ options: [Option]
  ) throws(OptionProblems) -> ComponentEntry.Apply {
    let stage = try ProgramStage(program, options)
    return { (drawing, context) throws(ComponentError) in
      try stage.apply(to: &drawing, &context)
    }
  }
}

extension Program {
  /// An option with its value as the program's parameter has it.
  ///
  /// On a command line all values are texts, and who read it couldn't know the program's parameters.
  fileprivate func read(_ option: Option) -> Option {
    guard case .text(let text) = option.value,
      let parameter = hello.parameters.first(where: {
        $0.name == option.name || $0.aliases.contains(option.name)
      }), let value = parameter.value(fromArgument: text)
    else { return option }
    return Option(option.name, value, folder: option.folder)
  }
}
