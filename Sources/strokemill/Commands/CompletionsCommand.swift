/// `strokemill completions`: writes what makes a shell complete the tool's options.
enum CompletionsCommand {
  static let spec = CommandSpec(
    name: "completions", operands: "bash|zsh|fish", operandCount: 1...1,
    summary: "Write a completion script for a shell.",
    examples: [("source <(strokemill completions bash)", "For this session of bash:")],
    run: run)

  private static func run(_ arguments: ParsedArguments) -> Int32 {
    let name = arguments.operands[0].text
    guard let shell = Completions.Shell(rawValue: name) else {
      Tool.usageError(
        "'completions' takes bash, zsh or fish, not '\(Path(name).shown)'",
        arguments.text("color"))
      return ExitStatus.usage
    }
    return Terminal.output(Completions.script(shell, Tool.commands))
  }
}
