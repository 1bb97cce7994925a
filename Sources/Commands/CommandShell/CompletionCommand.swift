private let shell = Operand<String>(.choice("SHELL", of: ["bash", "zsh", "fish"]), "the shell")

func completionCommand(of program: String) -> ProgramCommand {
  ProgramCommand(
    "completion", "Print a completion script for a shell",
    discussion: """
      To install it for new shells:

      $ \(program) completion bash > ~/.local/share/bash-completion/completions/\(program)
      $ \(program) completion zsh > ~/.zfunc/_\(program)
      $ \(program) completion fish > ~/.config/fish/completions/\(program).fish
      """, takes: [shell]
  ) { context throws(Failure) in
    switch context.invocation[shell] {
    case "zsh": try context.write(CompletionScript.zsh(for: context.program.spec))
    case "fish": try context.write(CompletionScript.fish(for: context.program.spec))
    default: try context.write(CompletionScript.bash(for: context.program.spec))
    }
    return .done
  }
}
