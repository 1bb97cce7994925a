internal import CommandShell
internal import WatchScreen

extension WatchStyle {
  /// What the environment says about the terminal (no-color.org; setlocale(3)).
  init(_ surroundings: ProcessContext) {
    let colours = TerminalStyle.Colours(surroundings)
    self.init(hasColour: colours != .none, hasManyColours: colours == .many, hasUnicode: surroundings.showsUnicode)
  }
}
