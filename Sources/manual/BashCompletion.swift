// SPDX-License-Identifier: MIT

internal import Options

/// What bash completes of a program's command line: a file for /usr/share/bash-completion/completions.
enum BashCompletion {
  static func text(_ table: OptionTable) -> String {
    let program = table.program
    var text = """
      # SPDX-License-Identifier: MIT
      # Made from \(program)'s option table; `make manual` makes it anew.
      _\(program)() {
        local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
        # bash splits at the = of --name=value.
        if [ "$current" = = ]; then
          current=
        elif [ "$previous" = = ]; then
          previous=${COMP_WORDS[COMP_CWORD-2]}
        fi
        case $previous in

      """
    for option in table.options {
      guard option.value != nil, !option.isValueOptional else { continue }
      text += "    --\(option.name))\n"
      text += "      \(completion(of: CompletedValue(option)))\n"
      text += "      return ;;\n"
    }
    for command in table.commands {
      let value = CompletedValue(command)
      if case .nothing = value { continue }
      text += "    \(command.name))\n"
      text += "      if [[ $current != -* ]]; then\n"
      text += "        \(completion(of: value))\n"
      text += "        return\n      fi ;;\n"
    }
    let options = table.options.map {
      $0.value == nil || $0.isValueOptional ? "--\($0.name)" : "--\($0.name)="
    }
    text += """
        esac
        local words="\(wrapped(table.commands.map(\.name)))"
        \(afterCommand(table))[[ $current != -* ]] || words="\(wrapped(options))"
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
      }
      complete -F _\(program) \(program)

      """
    return text
  }

  /// What lets go of the commands once one is there; nothing for a program without commands.
  private static func afterCommand(_ table: OptionTable) -> String {
    if table.commands.isEmpty { return "" }
    return """
      local word
        for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
          case $word in \(table.commands.map(\.name).joined(separator: "|"))) words= ;; esac
        done
        \("")
      """
  }

  private static func completion(of value: CompletedValue) -> String {
    switch value {
    case .words(let words):
      "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$current\"))"
    case .directories: "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    case .files: "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    case .tables:
      "COMPREPLY=($(compgen -W \"$(balld --list-tables 2>/dev/null | sed 's/ .*//')\""
        + " -- \"$current\"))"
    case .nothing: "COMPREPLY=()"
    }
  }

  /// Words in lines that a terminal shows whole, the first of them behind what stands there.
  private static func wrapped(_ words: [String]) -> String {
    var lines = [""]
    for word in words {
      if lines[lines.count - 1].count + word.count > 72 { lines.append("     ") }
      lines[lines.count - 1] += lines[lines.count - 1].isEmpty ? word : " " + word
    }
    return lines.joined(separator: "\n")
  }
}
