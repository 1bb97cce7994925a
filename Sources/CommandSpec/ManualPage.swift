/// The manual page of a program in mdoc.
public enum ManualPage {
  /// The page.
  public static func mdoc(of program: ProgramSpec) -> String { "" }
}
