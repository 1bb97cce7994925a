extension CompletionScript {
  /// The script for zsh: a file named `_program` in a folder of `fpath`, or sourced after `compinit`.
  package static func zsh(for program: ProgramSpec) -> String {
    let nodes = nodes(of: program)
    let name = functionName([program.name])
    var script =
      "#compdef \(program.name)\n# zsh completion for \(program.name), made by `\(program.name) completion zsh`\n\n"
    script += """
      \(name)__words() {
        local -a known
        known=(${(f)"$(\(program.name) words $1 2>/dev/null)"})
        compadd -a known
      }


      """
    for node in nodes.reversed() {
      script += node.command.isGroup ? group(node, program: name) : leaf(node, program: name)
    }
    // Autoloaded, the file is the function's body; sourced, it only registers the function.
    script += """
      if [[ $funcstack[1] == \(name) ]]; then
        \(name) "$@"
      else
        compdef \(name) \(program.name)
      fi

      """
    return script
  }

  private static func group(_ node: Node, program: String) -> String {
    let function = functionName(node.path)
    var text = "\(function)() {\n  local curcontext=$curcontext state line\n  local -A opt_args\n  local -a commands\n"
    text += "  commands=(\n"
    for command in node.subcommands {
      text += "    \(quoted(command.name + ":" + command.abstract))\n"
    }
    text += "  )\n  _arguments -C -s -S \\\n"
    for option in node.options { text += described(option, program: program) }
    text += "    '1: :->command' \\\n    '*:: :->words'\n"
    text +=
      "  case $state in\n    command) _describe -t commands command commands ;;\n    words)\n      case $line[1] in\n"
    for command in node.subcommands {
      text += "        \(command.name)) \(functionName(node.path + [command.name])) ;;\n"
    }
    return text + "      esac\n      ;;\n  esac\n}\n\n"
  }

  private static func leaf(_ node: Node, program: String) -> String {
    var text = "\(functionName(node.path))() {\n  _arguments -s -S \\\n"
    for option in node.options { text += described(option, program: program) }
    for operand in node.command.operands {
      let mark =
        switch operand.count {
        case .one: ":"
        case .optional: "::"
        case .any, .some: "*:"
        }
      text += "    \(quoted(mark + escaped(operand.name) + ":" + action(for: operand.value, program: program))) \\\n"
      // zsh knows operands for all the remaining words only at the end.
      if operand.count.takesMany { break }
    }
    return text + "    && return 0\n}\n\n"
  }

  private static func described(_ option: OptionSpec, program: String) -> String {
    let spellings = spellings(of: option)
    let mayRepeat = option.mayRepeat && option.value != nil
    let excludes = mayRepeat ? "*" : "(" + spellings.joined(separator: " ") + ")"
    var text = ""
    for spelling in spellings {
      var line = excludes + spelling
      if option.value != nil { line += spelling.hasPrefix("--") ? "=" : "+" }
      line += "[" + escaped(option.help) + "]"
      if let value = option.value {
        line += ":" + escaped(value.placeholder) + ":" + action(for: value, program: program)
      }
      text += "    \(quoted(line)) \\\n"
    }
    return text
  }

  private static func action(for value: ValueSpec, program: String) -> String {
    if let list = value.wordList { return "{\(program)__words \(list)}" }
    return switch value.kind {
    case .file: "_files"
    case .folder: "_files -/"
    case .choice(let choices): "(" + choices.map { choice in escaped(choice.word) }.joined(separator: " ") + ")"
    case .text, .number, .duration: ""
    }
  }

  /// Escapes brackets and colons, which mean something to `_arguments`.
  private static func escaped(_ text: String) -> String {
    text.map { letter in "[]:\\()".contains(letter) ? "\\\(letter)" : String(letter) }.joined()
  }
}
