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
      guard let value = option.value, !option.isValueOptional else { continue }
      text += "    --\(option.name))\n"
      text += "      \(completion(of: value, option.choices))\n"
      text += "      return ;;\n"
    }
    for command in table.commands where ["NAME", "[TABLE]"].contains(command.operands.first) {
      text += "    \(command.name))\n"
      text += "      COMPREPLY=($(compgen -W \"$(balld --list-tables 2>/dev/null | sed 's/ .*//')\""
      text += " -- \"$current\"))\n"
      text += "      return ;;\n"
    }
    let options = table.options.map {
      $0.value == nil || $0.isValueOptional ? "--\($0.name)" : "--\($0.name)="
    }
    text += """
        esac
        local words="\(wrapped(table.commands.map(\.name)))"
        [[ $current != -* ]] || words="\(wrapped(options))"
        COMPREPLY=($(compgen -W "$words" -- "$current"))
        [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
      }
      complete -F _\(program) \(program)

      """
    return text
  }

  private static func completion(of value: String, _ choices: [String]) -> String {
    if !choices.isEmpty {
      return "COMPREPLY=($(compgen -W \"\(choices.joined(separator: " "))\" -- \"$current\"))"
    }
    if value.contains("DIR") {
      return "compopt -o filenames; COMPREPLY=($(compgen -d -- \"$current\"))"
    }
    if value.contains("FILE") {
      return "compopt -o filenames; COMPREPLY=($(compgen -f -- \"$current\"))"
    }
    return "COMPREPLY=()"
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
