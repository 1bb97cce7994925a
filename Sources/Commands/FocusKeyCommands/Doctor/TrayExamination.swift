internal import CommandShell
internal import ServiceContract
internal import Session

/// A desktop without a tray, as the running service says.
enum TrayExamination {
  /// Returns a note on how to get a tray; nothing if there is one, or no desktop.
  static func findings(_ context: CommandContext) -> [Finding] {
    guard let state = (try? ServiceCall(context).ask(SessionRequests.status()))?["tray"]?.string, state == "no-tray"
    else { return [] }
    let desktop = (context.surroundings.variable("XDG_CURRENT_DESKTOP") ?? "").lowercased()
    let isGnome = desktop.split(separator: ":").contains("gnome")
    return [
      Finding(
        kind: "tray-missing", level: .note, what: "this desktop has no tray",
        meaning: isGnome
          ? "GNOME shows one with the extension AppIndicator and KStatusNotifierItem Support; log in again after it"
          : "FocusKey appears as soon as a panel or bar shows one; `desktop: { tray: false }` turns it off",
        fix: isGnome ? .byHand("sudo apt install gnome-shell-extension-appindicator") : nil)
    ]
  }
}
