internal import CommandShell
internal import ServiceContract
internal import Straying

/// Signals that the person chose and that nothing here can see, as the running service says.
enum SignalExamination {
  private static let names = [
    "front": "the app in front", "input": "whether there is input", "lock": "the screen lock", "noise": "noise",
    "media": "players", "card": "the card on its reader",
  ]

  /// Returns a note for each signal; none if no service runs, which other checks report.
  static func findings(_ context: CommandContext) -> [Finding] {
    guard let answer = try? ServiceCall(context).ask(StrayRequests.signals(false)) else { return [] }
    return (answer["signals"]?.array ?? []).compactMap { signal in
      guard signal["state"]?.string == "unavailable", let name = signal["name"]?.string, let what = names[name]
      else { return nil }
      let why = signal["why"]?.string ?? ""
      return Finding(
        kind: "signal-\(name)-unavailable", level: .note, what: "FocusKey cannot see \(what) here",
        meaning: why.isEmpty ? "it is never held against you" : "\(why); it is never held against you",
        fix: advice(in: why).map { .byHand($0) })
    }
  }

  /// The command that a reason ends with.
  private static func advice(in why: String) -> String? {
    for start in ["sudo apt install ", "focuskey "] {
      guard let place = why.place(of: start) else { continue }
      return String(why[place.lowerBound...])
    }
    return nil
  }
}
