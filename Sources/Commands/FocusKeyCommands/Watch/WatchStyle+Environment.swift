internal import CommandShell
internal import LinuxRuntime
internal import WatchScreen

extension WatchStyle {
  /// What the environment says about the terminal (no-color.org; setlocale(3)).
  init(_ surroundings: ProcessContext) {
    let name = surroundings.variable("TERM")
    self.init(
      hasColour: surroundings.variable("NO_COLOR") == nil && name != nil && name != "dumb",
      hasManyColours: name?.includes("256color") == true || surroundings.variable("COLORTERM") != nil,
      hasUnicode: surroundings.showsUnicode)
  }
}
