internal import CommandShell
internal import WatchScreen

extension WatchStyle {
  /// What the environment says about the terminal (no-color.org; setlocale(3)).
  init(_ surroundings: ProcessContext) {
    let name = surroundings.variable("TERM")
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(surroundings.variable).first ?? ""
    let encoding = locale.lowercased()
    self.init(
      hasColour: surroundings.variable("NO_COLOR") == nil && name != nil && name != "dumb",
      hasUnicode: encoding.hasSuffix("utf-8") || encoding.hasSuffix("utf8"))
  }
}
