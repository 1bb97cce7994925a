/// The scripts with which shells complete a program's command lines.
public enum CompletionScript {
  /// For bash.
  public static func bash(for program: ProgramSpec) -> String { "" }
  /// For zsh.
  public static func zsh(for program: ProgramSpec) -> String { "" }
  /// For fish.
  public static func fish(for program: ProgramSpec) -> String { "" }
}
