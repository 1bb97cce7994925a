internal import CommandSpec

extension FocusKey {
  /// The commands of a first minute, and the twenty of every day.
  static let digest = ProgramSpec.Digest(
    first: [
      ("up", "Start FocusKey and see what to do next"),
      ("start work", "Start a session of the profile work"),
      ("status", "See the session"),
      ("break", "Take a break"),
      ("stop", "Ask to end the session"),
      ("open", "Open the dashboard"),
      ("down", "Stop FocusKey"),
    ],
    daily: [
      "start", "stop", "confirm", "keep", "break", "resume", "extend", "emergency", "note", "status", "watch", "open",
      "history", "stats", "task", "up", "down", "restart", "shield", "doctor",
    ])

  /// Words that people try by mistake. They start and end nothing; each prints the right command.
  static let slips: [String: String] = {
    let ends = "to end the session: focuskey stop; to stop FocusKey itself: focuskey down"
    let rests = "to take a break: focuskey break; to end the break: focuskey resume"
    let begins = "to start a session: focuskey start; to start FocusKey itself: focuskey up"
    let stops = "to stop FocusKey: focuskey down; to end the session: focuskey stop"
    let continues = "to end the break: focuskey resume; to keep going when you are asked: focuskey keep"
    let sets =
      "the settings are in the dashboard: focuskey open; the rest is in config.json5, which focuskey restart reads again"
    let blocks = "to see what is blocked: focuskey shield status; to choose it: focuskey profile"
    let installs =
      "to start FocusKey at login: focuskey service install; to turn blocking on: sudo focuskey shield install"
    let removes =
      "to stop FocusKey: focuskey down; to uninstall it, see: focuskey service remove and sudo focuskey shield remove"
    return [
      "end": ends, "quit": ends, "finish": ends, "exit": ends, "cancel": ends, "abort": ends, "done": ends,
      "pause": rests, "rest": rests, "begin": begins, "focus": begins, "go": begins, "run": begins, "launch": begins,
      "shutdown": stops, "kill": stops, "halt": stops, "off": stops, "continue": continues, "unpause": continues,
      "config": sets, "configure": sets, "settings": sets, "preferences": sets, "reload": sets,
      "block": blocks, "unblock": blocks, "sites": blocks,
      "install": installs, "setup": installs, "enable": installs,
      "uninstall": removes, "remove": removes, "disable": removes,
      "readers": "to list readers: focuskey keytool readers", "write": "to write a card: focuskey keytool write",
      "read": "to read a card: focuskey keytool read", "card": "to write a card: focuskey keytool write",
      "log": "to see past sessions: focuskey history", "dashboard": "to open the dashboard: focuskey open",
      "version": "to see the version: focuskey --version",
    ]
  }()
}
