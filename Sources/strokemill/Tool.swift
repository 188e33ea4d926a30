import CChildProcess
import CLastWords
import Glibc
import PluginKit

/// The tool: finds the command, runs it, gives the exit status.
@main
enum Tool {
  /// The version of this release.
  static let version = "0.1.0"

  /// All commands, in the order of the help.
  static let commands: [CommandSpec] = [
    ConvertCommand.spec, RunCommand.spec, StreamCommand.spec, VaryCommand.spec, InfoCommand.spec,
    ExplainCommand.spec, ReportCommand.spec, CheckCommand.spec,
    ListCommand.spec,
    ShowCommand.spec,
    SchemaCommand.spec, PluginsCommand.spec, ManCommand.spec, CompletionsCommand.spec,
  ]

  static func main() {
    StandardStreams.occupy()
    // A file that may not grow as large is a write that fails, and no reason to die without a word.
    signal(SIGXFSZ, SIG_IGN)
    // An output is complete before it gets its name, so an interrupted run leaves nothing half done.
    strokemill_end_with_children { lastwords_remove_files() }
    let arguments = arguments().dropFirst()
    if arguments.first == Path(WorkerMode.command) { exit(WorkerMode.run()) }
    exit(run(arguments))
  }

  /// The arguments as bytes: `CommandLine.arguments` would repair what isn't UTF-8.
  private static func arguments() -> [Path] {
    let vector = unsafe CommandLine.unsafeArgv
    return (0..<Int(CommandLine.argc)).map { i in
      guard let argument = unsafe vector[i] else { return Path("") }
      return unsafe Path(
        bytes: Array(UnsafeBufferPointer(start: argument, count: strlen(argument))).map {
          UInt8(bitPattern: $0)
        })
    }
  }

  /// Runs a command line without the program's name.
  static func run(_ arguments: ArraySlice<Path>) -> Int32 {
    guard let first = arguments.first else {
      usageError("no command given; 'strokemill --help' lists them", nil)
      return ExitStatus.usage
    }
    switch first.text {
    case "--help", "-h", "help":
      if let name = arguments.dropFirst().first?.text,
        let command = commands.first(where: { $0.name == name })
      {
        return Terminal.output(Help.page(command))
      }
      return Terminal.output(Help.overview(commands))
    case "--version": return Terminal.output("strokemill \(version)\n")
    default: break
    }
    guard let command = commands.first(where: { $0.name == first.text }) else {
      usageError(unknownCommand(first), nil)
      return ExitStatus.usage
    }
    do {
      let parsed = try ArgumentParser.parse(Array(arguments.dropFirst()), for: command)
      if parsed.has("help") { return Terminal.output(Help.page(command)) }
      if parsed.has("version") { return Terminal.output("strokemill \(version)\n") }
      return command.run(parsed)
    } catch {
      usageError(error.message, nil)
      return ExitStatus.usage
    }
  }

  private static func unknownCommand(_ name: Path) -> String {
    if name.bytes.first == UInt8(ascii: "-") {
      return "the command comes first, not '\(name.shown)'; 'strokemill --help' lists them"
    }
    let names = commands.map(\.name)
    let hint =
      suggestion(for: name.text, among: names) ?? "; 'strokemill --help' lists the commands"
    return "there is no command '\(name.shown)'" + hint
  }

  /// Says that a command line is wrong.
  static func usageError(_ message: String, _ color: String?) {
    usageError(message, Terminal(color: color))
  }

  /// Says that a command line is wrong.
  static func usageError(_ message: String, _ terminal: Terminal) {
    terminal.say("strokemill: \(terminal.colored("error:", .red)) \(message.onOneLine()) [usage]")
  }
}

/// What the tool's exit status means.
enum ExitStatus {
  /// All done.
  static let done: Int32 = 0
  /// Some input failed.
  static let failed: Int32 = 1
  /// Wrong usage or a wrong pipeline; nothing was written.
  static let usage: Int32 = 2
  /// Ended by Ctrl-C: 128 and the signal's number, as shells say it.
  static let interrupted: Int32 = 130
}
