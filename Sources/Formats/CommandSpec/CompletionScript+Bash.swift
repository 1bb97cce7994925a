extension CompletionScript {
  /// The script for bash; needs no other package.
  package static func bash(for program: ProgramSpec) -> String {
    let nodes = nodes(of: program)
    let name = functionName([program.name])
    var script = "# bash completion for \(program.name), made by `\(program.name) completion bash`\n\n"
    script += knowledge(of: nodes, function: name)
    script += values(of: nodes, function: name)
    script += walk(function: name, program: program.name)
    script += "complete -F \(name) \(program.name)\n"
    return script
  }

  private static func knowledge(of nodes: [Node], function: String) -> String {
    var text = "\(function)_about() {\n  commands=''; options=''; operands=()\n  case $1 in\n"
    for node in nodes {
      let commands = node.subcommands.map { command in command.name }.joined(separator: " ")
      let options = node.options.flatMap(spellings).joined(separator: " ")
      let operands = node.command.operands.map { operand in
        quoted((operand.count.takesMany ? "many " : "one ") + action(for: operand.value))
      }
      text += "    \(quoted(node.line)))\n"
      text += "      commands=\(quoted(commands)); options=\(quoted(options))\n"
      if !operands.isEmpty { text += "      operands=(\(operands.joined(separator: " ")))\n" }
      text += "      ;;\n"
    }
    return text + "  esac\n}\n\n"
  }

  private static func values(of nodes: [Node], function: String) -> String {
    var text = "\(function)_value() {\n  value=''\n  case $1 in\n"
    for node in nodes {
      for option in node.options {
        guard let value = option.value else { continue }
        let patterns = spellings(of: option).map { spelling in quoted("\(node.line) \(spelling)") }
        text += "    \(patterns.joined(separator: " | "))) value=\(quoted(action(for: value))) ;;\n"
      }
    }
    return text + "  esac\n}\n\n"
  }

  /// How a value is completed: the first word says how, the rest are the words that are known.
  private static func action(for value: ValueSpec) -> String {
    if let list = value.wordList { return "list \(list)" }
    return switch value.kind {
    case .file: "file"
    case .folder: "folder"
    case .choice(let choices): "words " + choices.map { choice in choice.word }.joined(separator: " ")
    case .text, .number, .duration: "nothing"
    }
  }

  private static func walk(function: String, program: String) -> String {
    // bash takes "=" as a word of its own, so that `--format=csv` arrives as three words.
    """
    \(function)_offer() {
      case ${1%% *} in
        file) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$2") ;;
        folder) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$2") ;;
        words) mapfile -t COMPREPLY < <(compgen -W "${1#* }" -- "$2") ;;
        list) mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" words "${1#* }" 2>/dev/null)" -- "$2") ;;
      esac
    }

    \(function)() {
      local path='\(program)' commands options operands value word index seen=0 literal=''
      local current=${COMP_WORDS[COMP_CWORD]}
      COMPREPLY=()
      \(function)_about "$path"
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ -z $literal && $word == -- ]]; then
          literal=yes
        elif [[ -z $literal && $word == -?* ]]; then
          \(function)_value "$path $word"
          if [[ -n $value ]]; then
            if [[ ${COMP_WORDS[index + 1]} == '=' ]]; then
              [[ $((index + 1)) -eq $COMP_CWORD ]] && current=''
              ((index++))
            fi
            ((index++))
            if ((index >= COMP_CWORD)); then
              \(function)_offer "$value" "$current"
              return
            fi
          fi
        elif [[ " $commands " == *" $word "* ]]; then
          path="$path $word"
          \(function)_about "$path"
        else
          ((seen++))
        fi
      done
      if [[ -z $literal && $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
      elif [[ -n $commands ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$commands" -- "$current")
      else
        local last=$((${#operands[@]} - 1))
        if ((last >= 0 && seen > last)) && [[ ${operands[last]} == many* ]]; then seen=$last; fi
        if ((seen <= last)); then \(function)_offer "${operands[seen]#* }" "$current"; fi
      fi
    }


    """
  }
}

extension OperandSpec.Count {
  var takesMany: Bool {
    switch self {
    case .one, .optional: false
    case .any, .some: true
    }
  }
}
