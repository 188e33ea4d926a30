import Presets

/// The manual page in troff, read off the commands' table.
enum ManualPage {
  /// The page of the whole tool, section 1.
  static func text(_ commands: [CommandSpec]) -> String {
    var page = """
      .TH STROKEMILL 1 "" "strokemill \(Tool.version)" "User Commands"
      .SH NAME
      strokemill \\- convert vector drawings between formats and restyle them
      .SH SYNOPSIS
      .B strokemill
      .I COMMAND
      [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...
      .SH DESCRIPTION
      Importers (CSV points, JSON, SVG) read a drawing, stages rewrite it, exporters (SVG, EPS, JSON,
      CSV) write it. Data goes to standard output, everything else to standard error.
      .SH COMMANDS

      """
    for command in commands {
      page += ".SS \(escaped("strokemill \(command.name) [OPTION]... \(command.operands)"))\n"
      page += paragraph(command.summary)
      for detail in command.details { page += ".PP\n" + paragraph(detail) }
      for option in command.options {
        page += ".TP\n.B \(escaped(option.usage.trimmedStart))\n" + paragraph(option.help)
      }
      for example in command.examples {
        page += ".PP\n" + paragraph(example.meaning) + ".PP\n.RS\n.nf\n"
        page += escaped(example.command) + "\n.fi\n.RE\n"
      }
    }
    page += ".SH PRESETS\nPipeline files that the tool brings along, for \\-p and \"extends\".\n"
    for preset in Preset.all {
      page += ".TP\n.B \(escaped(preset.reference))\n" + paragraph(preset.summary)
    }
    page += ".SH OPTIONS\nEvery command understands these.\n"
    for option in CommandSpec.commonOptions {
      page += ".TP\n.B \(escaped(option.usage.trimmedStart))\n" + paragraph(option.help)
    }
    page += """
      .SH EXIT STATUS
      0 all done, 1 some input failed or lost something under \\-\\-strict, 2 wrong usage or a wrong
      pipeline file and nothing written, 130 interrupted.
      .SH ENVIRONMENT
      .TP
      .B NO_COLOR
      When set and not empty, messages are never coloured.
      .TP
      .B STROKEMILL_PLUGIN_PATH
      Folders, joined by colons, that plug-ins are loaded from; one that isn't absolute is left out.
      .TP
      .B XDG_DATA_HOME
      Plug-ins are loaded from strokemill/plugins in it; ~/.local/share when it isn't set.

      """
    return page
  }

  private static func paragraph(_ text: String) -> String { escaped(text) + "\n" }

  /// A text whose characters mean nothing to troff.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "…": result += "..."
      case "'" where result.isEmpty: result += "\\(aq"
      case "." where result.isEmpty: result += "\\&."
      default: result.append(character)
      }
    }
    return result
  }
}

extension String {
  fileprivate var trimmedStart: String { String(drop { $0 == " " }) }
}
