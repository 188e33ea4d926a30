import Presets

/// Completion scripts for shells, read off the commands' table.
enum Completions {
  /// A shell that there is a script for.
  enum Shell: String, CaseIterable {
    case bash, zsh, fish
  }

  /// The script of one shell.
  static func script(_ shell: Shell, _ commands: [CommandSpec]) -> String {
    switch shell {
    case .bash: bash(commands)
    case .zsh: zsh(commands)
    case .fish: fish(commands)
    }
  }

  private static func bash(_ commands: [CommandSpec]) -> String {
    let presets = Preset.all.map(\.name).joined(separator: " ")
    var text = """
      # bash completion for strokemill
      _strokemill() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        COMPREPLY=()
        # A colon divides words: what follows "preset:" is a word of its own.
        if [ "$previous$current" = preset: ]; then
          COMPREPLY=(\(presets))
          return
        fi
        if [ "$previous" = : ] && [ "${COMP_WORDS[COMP_CWORD-2]}" = preset ]; then
          COMPREPLY=($(compgen -W "\(presets)" -- "$current"))
          return
        fi
        if [ "$COMP_CWORD" -eq 1 ]; then
          COMPREPLY=($(compgen -W "\(commands.map(\.name).joined(separator: " ")) --help --version" -- "$current"))
          return
        fi
        case ${COMP_WORDS[1]}:$previous in

      """
    for command in commands {
      for option in command.allOptions where !option.choices.isEmpty {
        text += "    \(command.name):--\(option.name)) "
        text +=
          "COMPREPLY=($(compgen -W \"\(option.choices.joined(separator: " "))\" -- \"$current\")); return ;;\n"
      }
    }
    for command in commands {
      for option in command.allOptions where !option.words.isEmpty {
        let names = ["--" + option.name] + (option.letter.map { ["-\($0)"] } ?? [])
        text += "    \(names.map { command.name + ":" + $0 }.joined(separator: "|"))) "
        text +=
          "COMPREPLY=($(compgen -W \"\(option.words.joined(separator: " "))\" -f -- \"$current\")); return ;;\n"
      }
    }
    text += "  esac\n  case $current in\n    -*) case ${COMP_WORDS[1]} in\n"
    for command in commands {
      let names = command.allOptions.map { "--" + $0.name }.joined(separator: " ")
      text += "      \(command.name)) COMPREPLY=($(compgen -W \"\(names)\" -- \"$current\")) ;;\n"
    }
    text += """
          esac ;;
          *) case ${COMP_WORDS[1]} in

      """
    for command in commands where !command.operandWords.isEmpty {
      let words = command.operandWords.joined(separator: " ")
      text += "      \(command.name)) COMPREPLY=($(compgen -W \"\(words)\" -- \"$current\")) ;;\n"
    }
    text += """
            *) COMPREPLY=($(compgen -f -- "$current")) ;;
          esac ;;
        esac
      }
      complete -o filenames -F _strokemill strokemill

      """
    return text
  }

  private static func zsh(_ commands: [CommandSpec]) -> String {
    let presets = Preset.all.map { colonsEscaped($0.reference) }.joined(separator: " ")
    var text = """
      #compdef strokemill
      # zsh completion for strokemill
      _strokemill_pipelines() {
        _alternative 'presets:preset:(\(presets))' 'files:file:_files'
      }
      _strokemill() {
        local -a commands
        commands=(

      """
    for command in commands {
      text += "    \(quoted(command.name + ":" + command.summary))\n"
    }
    text += """
        )
        if (( CURRENT == 2 )); then
          _describe 'command' commands
          return
        fi
        case $words[2] in

      """
    for command in commands {
      text += "    \(command.name)) _arguments"
      for option in command.allOptions {
        let help = option.help.replacing("[", with: "(").replacing("]", with: ")")
        var spec = "--\(option.name)[\(help)]"
        if let value = option.value {
          spec += ":\(value):"
          spec +=
            option.choices.isEmpty
            ? zshAction(option) : "(\(option.choices.joined(separator: " ")))"
        }
        text += " \\\n      \(quoted((option.repeats ? "*" : "") + spec))"
      }
      let words = command.operandWords.map(colonsEscaped).joined(separator: " ")
      text += " \\\n      '*:\(words.isEmpty ? "file:_files" : "name:(\(words))")' ;;\n"
    }
    text += """
        esac
      }
      _strokemill "$@"

      """
    return text
  }

  /// How zsh completes a value that isn't one of a few words.
  private static func zshAction(_ option: OptionSpec) -> String {
    guard option.isFile else { return "" }
    guard !option.words.isEmpty else { return "_files" }
    return "_strokemill_pipelines"
  }

  private static func colonsEscaped(_ text: String) -> String {
    text.replacing(":", with: "\\:")
  }

  private static func fish(_ commands: [CommandSpec]) -> String {
    var text = "# fish completion for strokemill\n"
    for command in commands {
      text += "complete -c strokemill -n __fish_use_subcommand -f -a \(command.name)"
      text += " -d \(quoted(command.summary))\n"
      for option in command.allOptions {
        text += "complete -c strokemill -n '__fish_seen_subcommand_from \(command.name)'"
        text += " -l \(option.name)"
        if let letter = option.letter { text += " -s \(letter)" }
        if option.value != nil { text += option.isFile ? " -r" : " -x" }
        if !option.choices.isEmpty {
          text += " -a \(quoted(option.choices.joined(separator: " ")))"
        }
        if !option.words.isEmpty {
          text += " -a \(quoted(option.words.joined(separator: " ")))"
        }
        text += " -d \(quoted(option.help))\n"
      }
      if !command.operandWords.isEmpty {
        text += "complete -c strokemill -n '__fish_seen_subcommand_from \(command.name)'"
        text += " -f -a \(quoted(command.operandWords.joined(separator: " ")))\n"
      }
    }
    return text
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
