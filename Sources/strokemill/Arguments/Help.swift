/// Help texts, all read off the commands' table.
enum Help {
  /// The widest line.
  static let width = 80

  /// What `strokemill --help` shows.
  static func overview(_ commands: [CommandSpec]) -> String {
    var text = """
      strokemill \(Tool.version): converts vector drawings between formats and restyles them

      Usage: strokemill COMMAND [OPTION]… [OPERAND]…

      Commands:

      """
    let widest = commands.map(\.name.count).max() ?? 0
    for command in commands {
      text += "  " + padded(command.name, widest) + "  " + command.summary + "\n"
    }
    text += """

      For example:
        strokemill convert drawing.svg -o drawing.eps
        strokemill convert drawing.svg -o drawn.svg -p preset:pencil
        strokemill convert icons/*.svg -o out/ -s aspect-fit:width=300px,bounds=ink -s jitter

      'strokemill COMMAND --help' tells more of a command, 'strokemill list' which formats,
      stages and presets there are, 'strokemill show NAME' what can be set on one of them.
      Exit status: 0 all done, 1 some input failed, 2 wrong usage and nothing written,
      130 interrupted.

      """
    return text
  }

  /// What `strokemill COMMAND --help` shows.
  static func page(_ command: CommandSpec) -> String {
    var text = "Usage: strokemill \(command.name) [OPTION]…"
    if !command.operands.isEmpty { text += " " + command.operands }
    text += "\n\n" + wrapped(command.summary, indent: 0)
    for paragraph in command.details { text += "\n" + wrapped(paragraph, indent: 0) }
    text += "\nOptions:\n"
    for option in command.allOptions {
      text += "  " + option.usage + "\n" + wrapped(option.help, indent: 8)
    }
    text += "\n" + (command.examples.count == 1 ? "For example:\n" : "Examples:\n")
    for example in command.examples {
      text += wrapped(example.meaning, indent: 2) + "    " + example.command + "\n"
    }
    return text
  }

  /// The words of a paragraph on lines no wider than `width`, each line indented.
  static func wrapped(_ paragraph: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var text = ""
    var line = margin
    for word in paragraph.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > width {
        text += line + "\n"
        line = margin
      }
      if line.count > indent { line += " " }
      line += word
    }
    return text + line + "\n"
  }

  /// A text with spaces behind it, up to a width.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
