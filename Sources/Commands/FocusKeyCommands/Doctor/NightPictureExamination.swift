internal import CommandShell
internal import ServiceContract
internal import Session

/// Reports places chosen for the night's eye that cannot show it here, as the service says.
enum NightPictureExamination {
  private static let names = [
    "wallpaper": "the night's eye cannot be shown as wallpaper",
    "lock-screen": "the night's eye cannot be shown on the lock screen",
  ]

  /// Returns a note for each place; none if no service runs, which other checks report.
  static func findings(_ context: CommandContext) -> [Finding] {
    guard let places = (try? ServiceCall(context).ask(SessionRequests.status()))?["night_pictures"]?.array else {
      return []
    }
    return places.compactMap { place in
      guard place["state"]?.string == "unavailable", let name = place["place"]?.string, let what = names[name] else {
        return nil
      }
      let why = place["why"]?.string ?? ""
      let advice = why.place(of: "sudo apt install ").map { String(why[$0.lowerBound...]) }
      return Finding(
        kind: "night-\(name)-unavailable", level: .note, what: what,
        meaning: why, fix: advice.map { .byHand($0) })
    }
  }
}
